//! Packing heuristics for warehouse games such as Sokoban, after Y. Shoham and J. Schaeffer, “The FESS Algorithm: A
//! Feature Based Approach to Single-Agent Search”, 2020. Finds a plan soon, without a guarantee of its length.
//!
//! A move takes one box to any square that it can reach while all others stay; [`feature_space`] searches over these
//! moves. The goals get a packing order by solving backwards: from the full goals, boxes are removed one at a time,
//! preferring the one that reaches a start square in the fewest steps, else the one that reaches the most squares; the
//! packing order is the reverse. A state's features are the goals left in that order, the regions into which the boxes
//! cut the floor, the boxes that cannot reach any goal left, and the boxes on the cheapest path to the next goal. For
//! each feature, one move that improves it most is recommended. A move that fills the next goal excludes all others, so
//! the search can miss solutions and proves nothing.

use std::rc::Rc;

use super::{Budget, Features, Progress, Stop, Ways, feature_space};
use crate::{Cost, Square};

/// Canonical state: the player's normalized square, then the box squares in ascending order.
pub type Arrangement = Rc<[Square]>;

/// Move of a box: source, destination, and the player's normalized square after it.
type Bring = (Square, Square, Square);

/// Evaluation of a state, lower is better: goals left, regions of the floor, boxes that reach none of the goals left,
/// boxes in the way of the next goal, total steps to the nearest goals.
type Look = [usize; 5];

const LEFT: usize = 0;
const PARTS: usize = 1;
const OUT: usize = 2;
const FAR: usize = 4;

/// Cost of passing a packed box; other boxes cost 1.
pub const PACKED: usize = 3;
/// Limit of boxes × squares × squares, which bounds the time to evaluate one state. On larger boards a search of single
/// steps is faster.
const LARGE: usize = 2_000_000;
/// Attempts: whether moves towards goals must not cut off more boxes from the goals left, and the limit of states.
/// Levels differ in which one succeeds.
const GOES: [(bool, u64); 3] = [(false, 8_000), (true, 8_000), (false, 200_000)];

/// Board on which a player moves boxes one at a time.
pub trait Packable {
    /// Step of a box.
    type Step;

    /// Number of squares; squares are numbered from 0.
    fn squares(&self) -> usize;

    /// Goal squares.
    fn ends(&self) -> Vec<Square>;

    /// Moves one box of a state while all others stay. `end` is called with each square that the box can reach, the
    /// player's normalized square and the number of steps, fewest first. Returns the steps to the first square for
    /// which it returns `true`.
    fn travel(
        &self,
        state: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Self::Step>>;

    /// The same backwards in time for a box of the full goals, with the player anywhere. Returns only the number of
    /// steps.
    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize>;

    /// Returns for each square whether a box there can reach one of `ends` while the boxes `stay` do not move.
    fn open(&self, ends: &[Square], stay: &[Square]) -> Vec<bool>;

    /// Number of regions into which the boxes divide the floor.
    fn parts(&self, pieces: &[Square]) -> usize;

    /// Steps of a box to the nearest goal, if it can reach one.
    fn far(&self, square: Square) -> Option<usize>;

    /// Minimum crossing cost of a box that is not packed on its way to `end`, including what the player has to pass.
    /// The last argument holds the cost of each square.
    fn toll(&self, somebody: Square, end: Square, toll: &[usize]) -> usize;

    /// Returns whether the last move, to `to`, froze boxes that are not all on goals.
    fn is_stuck(&self, state: &[Square], to: Square) -> bool;

    /// Returns whether boxes form a corral deadlock; slower than [`Packable::is_stuck`].
    fn is_shut(&self, state: &[Square]) -> bool;

    /// Size of a state in bytes.
    fn bytes(&self, state: &Arrangement) -> usize {
        2 * state.len() + 100
    }
}

/// Warehouse with the packing order of its goals.
pub struct Packing<S> {
    store: S,
    order: Vec<Square>,
    /// For each number of filled goals, the squares from which a box can reach an open one.
    open: Vec<Vec<bool>>,
    careful: bool,
}

impl<S: Packable> Packing<S> {
    /// Computes the packing order. Returns `None` if goals and boxes differ in number or the board is too large.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn of(store: S, start: &Arrangement, budget: &Budget) -> Result<Option<Self>, Stop> {
        let pieces = &start[1..];
        let mut full = store.ends();
        let squares = store.squares();
        if full.len() != pieces.len() || full.len() * squares * squares > LARGE {
            return Ok(None);
        }
        let mut order = Vec::new();
        while !full.is_empty() {
            budget.check()?;
            let taken_out = |end: &Square| {
                let mut many = 0;
                let is_end = |square, _, _| {
                    many += 1;
                    square != *end && pieces.contains(&square)
                };
                let steps = store.travel_back(&full, *end, is_end);
                steps.map_or((1, -many), |steps| (0, steps as i32))
            };
            let ends = full.iter().map(taken_out).enumerate();
            let Some((index, _)) = ends.min_by_key(|(_, taken_out)| *taken_out) else {
                break;
            };
            order.push(full.remove(index));
        }
        order.reverse();
        let open = |filled: usize| store.open(&order[filled..], &order[..filled]);
        Ok(Some(Self {
            open: (0..=order.len()).map(open).collect(),
            store,
            order,
            careful: false,
        }))
    }

    /// Finds steps that bring all boxes to goals, and their number. `looked` is called after each attempt with the
    /// number of states expanded.
    pub fn pack(
        &mut self,
        start: &Arrangement,
        budget: &Budget,
        progress: &Progress<'_>,
        mut looked: impl FnMut(u64),
    ) -> Option<(Vec<S::Step>, Cost)> {
        for (careful, most) in GOES {
            self.careful = careful;
            let packed = feature_space(self, start.clone(), most, budget, progress);
            looked(packed.explored);
            if let Some((way, cost)) = packed.way {
                return Some((self.steps(start, &way), cost));
            }
        }
        None
    }

    /// Filled goals, up to the first open one in the packing order.
    fn packed(&self, state: &[Square]) -> &[Square] {
        let filled = |end: &&Square| state[1..].binary_search(end).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }

    fn look(&self, state: &Arrangement) -> Look {
        let packed = self.packed(state);
        let open = &self.open[packed.len()];
        let pieces = || state[1..].iter();
        let out =
            pieces().filter(|square| !packed.contains(square) && !open[usize::from(**square)]);
        [
            self.order.len() - packed.len(),
            self.store.parts(&state[1..]),
            out.count(),
            self.in_the_way(state, packed),
            pieces().filter_map(|square| self.store.far(*square)).sum(),
        ]
    }

    /// Number of boxes in the way of the next goal, for the box with the fewest.
    fn in_the_way(&self, state: &Arrangement, packed: &[Square]) -> usize {
        let Some(&end) = self.order.get(packed.len()) else {
            return 0;
        };
        // One more for the square of the walls.
        let mut toll = vec![0; self.store.squares() + 1];
        for (squares, cost) in [(&state[1..], 1), (packed, PACKED)] {
            squares
                .iter()
                .for_each(|square| toll[usize::from(*square)] = cost);
        }
        self.store.toll(state[0], end, &toll)
    }

    fn steps(&self, start: &Arrangement, way: &[Bring]) -> Vec<S::Step> {
        let mut state = start.clone();
        let mut steps = Vec::new();
        for bring @ (from, to, first) in way {
            let is_end = |square, reached, _| (square, reached) == (*to, *first);
            steps.extend(self.store.travel(&state, *from, is_end).unwrap_or_default());
            state = self.after(&state, bring);
        }
        steps
    }
}

impl<S: Packable> Ways for Packing<S> {
    type State = Arrangement;
    type Move = Bring;

    fn is_goal(&self, state: &Arrangement) -> bool {
        state[1..]
            .iter()
            .all(|square| self.store.far(*square) == Some(0))
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        (!self.store.is_shut(state)).then_some(0)
    }

    fn next(&self, state: &Arrangement, next: &mut Vec<(Bring, Cost, Arrangement)>) {
        for from in &state[1..] {
            self.store.travel(state, *from, |to, first, steps| {
                let bring = (*from, to, first);
                let moved = self.after(state, &bring);
                if !self.store.is_stuck(&moved, to) {
                    next.push((bring, steps as Cost, moved));
                }
                false
            });
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        self.store.bytes(state)
    }
}

impl<S: Packable> Features for Packing<S> {
    type Key = [usize; 3];

    fn key(&self, state: &Arrangement) -> (usize, [usize; 3]) {
        let [left, parts, out, in_the_way, _] = self.look(state);
        (left, [parts, out, in_the_way])
    }

    /// Recommends for each feature the move that improves it most, if no goal gets emptied. If a recommended move fills
    /// the next goal, all others are pruned.
    fn advised(
        &self,
        state: &Arrangement,
        moves: &[(Bring, Cost, Arrangement)],
    ) -> Vec<Option<bool>> {
        let here = self.look(state);
        let looks: Vec<_> = moves.iter().map(|(.., state)| self.look(state)).collect();
        let mut advised = vec![false; moves.len()];
        for feature in 0..here.len() {
            let better = |index: &usize| {
                let look = &looks[*index];
                let out = feature == FAR && self.careful && look[OUT] > here[OUT];
                look[feature] < here[feature] && look[LEFT] <= here[LEFT] && !out
            };
            let mut better: Vec<_> = (0..moves.len()).filter(better).collect();
            better.sort_by_key(|index| {
                let look = &looks[*index];
                let parts = if feature == FAR && self.careful {
                    look[PARTS]
                } else {
                    0
                };
                (look[feature], parts, moves[*index].1)
            });
            let mut better = better.into_iter();
            if let Some(index) = better.find(|index| !self.store.is_shut(&moves[*index].2)) {
                advised[index] = true;
            }
        }
        let packs = |index: usize| looks[index][LEFT] < here[LEFT];
        let packing = (0..moves.len()).any(|index| advised[index] && packs(index));
        let advised = advised.into_iter().enumerate();
        advised
            .map(|(index, advised)| (!packing || packs(index)).then_some(advised))
            .collect()
    }

    fn after(&self, state: &Arrangement, (from, to, first): &Bring) -> Arrangement {
        let mut after: Vec<_> = state
            .iter()
            .map(|square| if square == from { *to } else { *square })
            .collect();
        after[0] = *first;
        after[1..].sort_unstable();
        after.into()
    }
}
