//! Packing, for a plan soon: the pieces of a store, such as boxes that are pushed, are brought to their ends in an order in
//! which none is in the way of those that come later, and what is in the way of the next one is brought away (Y. Shoham and
//! J. Schaeffer, “The FESS Algorithm: A Feature Based Approach to Single-Agent Search”, 2020). A move brings one piece to
//! any square that it comes to while all others stay.

use std::rc::Rc;

use super::{Budget, Features, Progress, Stop, Ways, feature_space};
use crate::{Cost, Square};

/// Where somebody and the pieces are: the first square that somebody can walk to, and those of the pieces, in order.
pub type Arrangement = Rc<[Square]>;

/// A piece is brought from one square to another, so that the first square that can be walked to is a third.
type Bring = (Square, Square, Square);

/// What a state is like, the less the better: ends left, parts of the store, pieces that come to none of the ends left,
/// pieces in the way of the next, steps to the nearest ends.
type Look = [usize; 5];

const LEFT: usize = 0;
const PARTS: usize = 1;
const OUT: usize = 2;
const FAR: usize = 4;

/// What it costs to pass a piece that is packed; any other one costs 1.
pub const PACKED: usize = 3;
/// Most pieces times squares times squares: so long it takes to evaluate the moves of one state, which bring any piece to
/// any square. On larger boards a search step by step ends sooner.
const LARGE: usize = 2_000_000;
/// Whether pieces are brought nearer to ends only where they leave the others alone, and how many states are looked at for
/// that: some stores give in soon to the one way, some to the other.
const GOES: [(bool, u64); 3] = [(false, 8_000), (true, 8_000), (false, 200_000)];

/// A store with pieces that somebody moves one at a time.
pub trait Packable {
    /// A step of a piece.
    type Step;

    /// How many squares pieces may be on; these are numbered from 0.
    fn squares(&self) -> usize;

    /// Where pieces are to be in the end.
    fn ends(&self) -> Vec<Square>;

    /// Brings one piece of a state about while all others stay. `end` is told where the piece can be, the first square that
    /// somebody can walk to then, and after how many steps, the fewest first; those are returned where it says so.
    fn travel(
        &self,
        state: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Self::Step>>;

    /// The same backwards in time with a piece of a full store, whoever walks where: only how many steps it takes.
    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize>;

    /// From which squares a piece comes to one of some ends while pieces that stay are on others.
    fn open(&self, ends: &[Square], stay: &[Square]) -> Vec<bool>;

    /// How many parts the pieces cut the store into.
    fn parts(&self, pieces: &[Square]) -> usize;

    /// The steps of a piece to the nearest end, if it comes to any.
    fn far(&self, square: Square) -> Option<usize>;

    /// The least toll on the way of a piece that is not packed to an end, those that somebody has to come past
    /// counted, too: each square has its toll.
    fn toll(&self, somebody: Square, end: Square, toll: &[usize]) -> usize;

    /// Whether pieces can never be moved again, and not all that hold each other are at ends, after one came to a square.
    fn is_stuck(&self, state: &[Square], to: Square) -> bool;

    /// Whether pieces can never come out of a part of the store, which takes longer to find out.
    fn is_shut(&self, state: &[Square]) -> bool;

    /// Bytes that a state takes.
    fn bytes(&self, state: &Arrangement) -> usize {
        2 * state.len() + 100
    }
}

/// A store, and the order of its ends.
pub struct Packing<S> {
    store: S,
    order: Vec<Square>,
    /// For each number of ends that are filled, from which squares a piece comes to one that is not.
    open: Vec<Vec<bool>>,
    careful: bool,
}

impl<S: Packable> Packing<S> {
    /// An order of the ends, if there are as many as pieces and the store is not too large: backwards, by taking pieces
    /// out of the full store to where pieces are at the start or, if none can be, the one that can be taken about most.
    ///
    /// # Errors
    /// When the budget runs out.
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

    /// Steps that bring all pieces to ends, and how many these are. `looked` is told after each go how many states it
    /// looked at.
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

    /// The ends that are filled, up to the first in the order that is not.
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

    /// How many pieces are in the way of the next end for the piece that has the fewest there.
    fn in_the_way(&self, state: &Arrangement, packed: &[Square]) -> usize {
        let Some(&end) = self.order.get(packed.len()) else {
            return 0;
        };
        // One more for all that is no floor.
        let mut toll = vec![0; self.store.squares() + 1];
        for (squares, cost) in [(&state[1..], 1), (packed, PACKED)] {
            squares
                .iter()
                .for_each(|square| toll[usize::from(*square)] = cost);
        }
        self.store.toll(state[0], end, &toll)
    }

    /// The steps of a way.
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

    /// Any piece to anywhere.
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

    /// Of each feature the advisor is for the move that makes it least, if it gets less and no end is emptied. If a
    /// piece can be brought to the next end, nothing else is tried.
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
