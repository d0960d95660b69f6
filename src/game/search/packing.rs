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

use super::{Budget, Features, Progress, StateSpace, Stop, feature_space};
use crate::{Cost, Square};

/// Canonical state: the player's normalized square, then the box squares in ascending order.
pub type Arrangement = Rc<[Square]>;

/// Move of a box: source, destination, and the player's normalized square after it.
type BoxMove = (Square, Square, Square);

/// Evaluation of a state, lower is better: goals left, regions of the floor, boxes that reach none of the goals left,
/// boxes in the way of the next goal, total steps to the nearest goals.
type StateScore = [usize; 5];

const GOALS_LEFT: usize = 0;
const REGIONS: usize = 1;
const STRANDED: usize = 2;
const DISTANCE: usize = 4;

/// Cost of passing a packed box; other boxes cost 1.
pub const PACKED_COST: usize = 3;
/// Limit of boxes × squares × squares, which bounds the time per state. Beyond it a search of single steps is faster.
const MAX_WORK: usize = 2_000_000;
/// Attempts: whether moves towards goals must not cut off more boxes from the goals left, and the limit of states.
/// Levels differ in which one succeeds.
const ATTEMPTS: [(bool, u64); 3] = [(false, 8_000), (true, 8_000), (false, 200_000)];

/// Board on which a player moves boxes one at a time.
pub trait Packable {
    /// Step of a box.
    type Step;

    /// Number of squares; squares are numbered from 0.
    fn squares(&self) -> usize;

    fn goals(&self) -> Vec<Square>;

    /// Moves one box of a state while all others stay. `visit` is called with each square that the box can reach, the
    /// player's normalized square and the number of steps, fewest first. Returns the steps to the first square for
    /// which it returns `true`.
    fn travel(
        &self,
        state: &[Square],
        from: Square,
        visit: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Self::Step>>;

    /// The same backwards in time for a box of the full goals, with the player anywhere.
    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        visit: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize>;

    /// Returns for each square whether a box there can reach one of `goals` while the boxes `stay` do not move.
    fn can_reach(&self, goals: &[Square], stay: &[Square]) -> Vec<bool>;

    /// Number of regions into which the boxes divide the floor.
    fn regions(&self, boxes: &[Square]) -> usize;

    /// Steps of a box to the nearest goal, if it can reach one.
    fn distance(&self, square: Square) -> Option<usize>;

    /// Minimum crossing cost of a box that is not packed on its way to `goal`, including what the player has to pass.
    /// The last argument holds the cost of each square.
    fn crossing_cost(&self, player: Square, goal: Square, costs: &[usize]) -> usize;

    /// Returns whether the last move, to `to`, froze boxes that are not all on goals.
    fn freezes(&self, state: &[Square], to: Square) -> bool;

    /// Returns whether boxes form a corral deadlock; slower than [`Packable::freezes`].
    fn is_corral_deadlock(&self, state: &[Square]) -> bool;

    /// Size of a state in bytes.
    fn bytes(&self, state: &Arrangement) -> usize {
        2 * state.len() + 100
    }
}

/// Warehouse with the packing order of its goals.
pub struct Packing<S> {
    warehouse: S,
    order: Vec<Square>,
    /// For each number of filled goals, the squares from which a box can reach an open one.
    can_reach: Vec<Vec<bool>>,
    careful: bool,
}

impl<S: Packable> Packing<S> {
    /// Computes the packing order. Returns `None` if goals and boxes differ in number or the board is too large.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn new(warehouse: S, start: &Arrangement, budget: &Budget) -> Result<Option<Self>, Stop> {
        let boxes = &start[1..];
        let mut full = warehouse.goals();
        let squares = warehouse.squares();
        if full.len() != boxes.len() || full.len() * squares * squares > MAX_WORK {
            return Ok(None);
        }
        let mut order = Vec::new();
        while !full.is_empty() {
            budget.check()?;
            let removal = |goal: &Square| {
                let mut reachable = 0;
                let visit = |square, _, _| {
                    reachable += 1;
                    square != *goal && boxes.contains(&square)
                };
                let steps = warehouse.travel_back(&full, *goal, visit);
                steps.map_or((1, -reachable), |steps| (0, steps as i32))
            };
            let goals = full.iter().map(removal).enumerate();
            let Some((index, _)) = goals.min_by_key(|(_, removal)| *removal) else {
                break;
            };
            order.push(full.remove(index));
        }
        order.reverse();
        let reach = |filled: usize| warehouse.can_reach(&order[filled..], &order[..filled]);
        Ok(Some(Self {
            can_reach: (0..=order.len()).map(reach).collect(),
            warehouse,
            order,
            careful: false,
        }))
    }

    /// Finds steps that bring all boxes to goals, and their number. `on_explored` gets the number of states expanded by
    /// each attempt.
    pub fn pack(
        &mut self,
        start: &Arrangement,
        budget: &Budget,
        progress: &Progress<'_>,
        mut on_explored: impl FnMut(u64),
    ) -> Option<(Vec<S::Step>, Cost)> {
        for (careful, max_states) in ATTEMPTS {
            self.careful = careful;
            let result = feature_space(self, start.clone(), max_states, budget, progress);
            on_explored(result.explored);
            if let Some((path, cost)) = result.path {
                return Some((self.steps(start, &path), cost));
            }
        }
        None
    }

    /// Filled goals, up to the first open one in the packing order.
    fn packed(&self, state: &[Square]) -> &[Square] {
        let filled = |goal: &&Square| state[1..].binary_search(goal).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }

    fn evaluate(&self, state: &Arrangement) -> StateScore {
        let packed = self.packed(state);
        let can_reach = &self.can_reach[packed.len()];
        let boxes = || state[1..].iter();
        let is_stranded = |it: &&Square| !packed.contains(it) && !can_reach[usize::from(**it)];
        let stranded = boxes().filter(is_stranded);
        [
            self.order.len() - packed.len(),
            self.warehouse.regions(&state[1..]),
            stranded.count(),
            self.blockers(state, packed),
            boxes().filter_map(|it| self.warehouse.distance(*it)).sum(),
        ]
    }

    /// Number of boxes in the way of the next goal, for the box with the fewest.
    fn blockers(&self, state: &Arrangement, packed: &[Square]) -> usize {
        let Some(&goal) = self.order.get(packed.len()) else {
            return 0;
        };
        // One more for the square of the walls.
        let mut costs = vec![0; self.warehouse.squares() + 1];
        for (squares, cost) in [(&state[1..], 1), (packed, PACKED_COST)] {
            for square in squares {
                costs[usize::from(*square)] = cost;
            }
        }
        self.warehouse.crossing_cost(state[0], goal, &costs)
    }

    fn steps(&self, start: &Arrangement, path: &[BoxMove]) -> Vec<S::Step> {
        let mut state = start.clone();
        let mut steps = Vec::new();
        for bring @ (from, to, first) in path {
            let visit = |square, reached, _| (square, reached) == (*to, *first);
            let travelled = self.warehouse.travel(&state, *from, visit);
            steps.extend(travelled.unwrap_or_default());
            state = self.after(&state, bring);
        }
        steps
    }
}

impl<S: Packable> StateSpace for Packing<S> {
    type State = Arrangement;
    type Move = BoxMove;

    fn is_goal(&self, state: &Arrangement) -> bool {
        let mut boxes = state[1..].iter();
        boxes.all(|square| self.warehouse.distance(*square) == Some(0))
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        (!self.warehouse.is_corral_deadlock(state)).then_some(0)
    }

    fn expand(&self, state: &Arrangement, next: &mut Vec<(BoxMove, Cost, Arrangement)>) {
        for from in &state[1..] {
            self.warehouse.travel(state, *from, |to, first, steps| {
                let bring = (*from, to, first);
                let moved = self.after(state, &bring);
                if !self.warehouse.freezes(&moved, to) {
                    next.push((bring, steps as Cost, moved));
                }
                false
            });
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        self.warehouse.bytes(state)
    }
}

impl<S: Packable> Features for Packing<S> {
    type Key = [usize; 3];

    fn key(&self, state: &Arrangement) -> (usize, [usize; 3]) {
        let [left, regions, stranded, blockers, _] = self.evaluate(state);
        (left, [regions, stranded, blockers])
    }

    /// Recommends for each feature the move that improves it most, if no goal gets emptied. If a recommended move fills
    /// the next goal, all others are pruned.
    fn advised(
        &self,
        state: &Arrangement,
        moves: &[(BoxMove, Cost, Arrangement)],
    ) -> Vec<Option<bool>> {
        let current = self.evaluate(state);
        let evaluations: Vec<_> = moves.iter().map(|mv| self.evaluate(&mv.2)).collect();
        let mut advised = vec![false; moves.len()];
        for feature in 0..current.len() {
            let careful = feature == DISTANCE && self.careful;
            let better = |index: &usize| {
                let evaluation = &evaluations[*index];
                evaluation[feature] < current[feature]
                    && evaluation[GOALS_LEFT] <= current[GOALS_LEFT]
                    && !(careful && evaluation[STRANDED] > current[STRANDED])
            };
            let mut better: Vec<_> = (0..moves.len()).filter(better).collect();
            better.sort_by_key(|index| {
                let evaluation = &evaluations[*index];
                let regions = if careful { evaluation[REGIONS] } else { 0 };
                (evaluation[feature], regions, moves[*index].1)
            });
            let is_alive = |index: &usize| !self.warehouse.is_corral_deadlock(&moves[*index].2);
            if let Some(index) = better.into_iter().find(is_alive) {
                advised[index] = true;
            }
        }
        let packs = |index: usize| evaluations[index][GOALS_LEFT] < current[GOALS_LEFT];
        let packing = (0..moves.len()).any(|index| advised[index] && packs(index));
        let advised = advised.into_iter().enumerate();
        let advised = advised.map(|(index, it)| (!packing || packs(index)).then_some(it));
        advised.collect()
    }

    fn after(&self, state: &Arrangement, (from, to, first): &BoxMove) -> Arrangement {
        let after = |square: &Square| if square == from { *to } else { *square };
        let mut after: Vec<_> = state.iter().map(after).collect();
        after[0] = *first;
        after[1..].sort_unstable();
        after.into()
    }
}
