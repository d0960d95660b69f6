//! Packing search for warehouse games such as Sokoban: finds a plan soon, but proves nothing,
//! neither that the plan is short nor that there is none. Y. Shoham and J. Schaeffer, “The FESS
//! Algorithm: A Feature Based Approach to Single-Agent Search”, 2020.
//!
//! A move takes one box to any square that it can reach while all others stay. The goals get a packing order by solving
//! backwards: from the full goals, boxes are removed one at a time, preferring the one that reaches a start square in
//! the fewest steps, else the one that reaches the most squares; the packing order is the reverse. Each state is scored
//! by features ([`StateScore`]); for each of them, one move that improves it most is recommended. A move that fills the
//! next goal excludes all others, so the search can miss solutions.
//!
//! Visited states are grouped by their features. Each round applies one move of a state in one group, cycling through
//! the groups; every second round only considers groups with the fewest goals left. Within a group, moves on paths with
//! fewer moves that were not recommended come first, then those of states with more alternatives, then older ones.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Budget, Progress, Stop};
use crate::Cost;

/// Number of a floor square, from 0; for boards of up to 65,535 squares.
pub type Square = u16;

/// Canonical state: the player's normalized square (the first one that the player can reach), then
/// the box squares in ascending order.
pub type Arrangement = Rc<[Square]>;

/// Move of one box to any square that it can reach.
#[derive(Clone, Copy)]
struct BoxMove {
    from: Square,
    to: Square,
    /// The player's normalized square after it.
    player: Square,
    /// Number of single steps that the box makes.
    steps: Cost,
}

/// Features of a state, lower is better: goals left in the packing order; regions into which the boxes cut the floor;
/// boxes that reach none of the goals left; boxes in the way of the next goal; total steps to the nearest goals.
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

    /// Number of squares.
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

    /// The same backwards in time for a box of the full goals, with the player anywhere; returns the number of steps.
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
}

/// Warehouse with the packing order of its goals.
pub struct Packing<S> {
    warehouse: S,
    order: Vec<Square>,
    /// For each number of filled goals, the squares from which a box can reach an open one.
    can_reach: Vec<Vec<bool>>,
    /// First value of the current one of the [`ATTEMPTS`].
    careful: bool,
}

/// Visited state, with the index of the previous node and the move from there.
struct PackNode {
    state: Arrangement,
    parent: Option<(u32, BoxMove)>,
}

struct UntriedMove {
    /// Index of its node.
    node: u32,
    /// Steps of the whole path including it.
    cost: Cost,
    /// Number of moves on the path that were not recommended.
    against_advice: u32,
    mv: BoxMove,
}

/// Indices of untried moves of states with equal features, ordered by: moves against advice, most alternatives, index.
type MoveQueue = BinaryHeap<Reverse<(u32, Reverse<usize>, u32)>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Advice {
    Recommended,
    Possible,
    Pruned,
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

    /// Finds steps that bring all boxes to goals, and their number; `None` if all attempts fail or
    /// the budget ends. `on_explored` gets the number of states expanded by each attempt.
    pub fn pack(
        &mut self,
        start: &Arrangement,
        budget: &Budget,
        progress: &Progress<'_>,
        mut on_explored: impl FnMut(u64),
    ) -> Option<(Vec<S::Step>, Cost)> {
        for (careful, max_states) in ATTEMPTS {
            self.careful = careful;
            let (path, explored) = self.search(start, max_states, budget, progress);
            on_explored(explored);
            if let Some((path, cost)) = path {
                return Some((self.steps(start, &path), cost));
            }
        }
        None
    }

    /// Moves that bring all boxes to goals with their number of steps, if found within the limits;
    /// and the number of states expanded.
    fn search(
        &self,
        start: &Arrangement,
        max_states: u64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> (Option<(Vec<BoxMove>, Cost)>, u64) {
        let mut nodes: Vec<PackNode> = Vec::new();
        let mut untried: Vec<UntriedMove> = Vec::new();
        // Index in `queues` by features.
        let mut groups: BTreeMap<[usize; 4], usize> = BTreeMap::new();
        // Goals left and untried moves of each group.
        let mut queues: Vec<(usize, MoveQueue)> = Vec::new();
        let mut known = FxHashSet::default();
        let mut ticker = budget.ticker(1);
        let mut bytes = 0;
        // Group tried last: among all, and among those with the fewest goals left.
        let mut turns = [0, 0];
        let mut chosen = Some((start.clone(), 0, 0, None));
        while let Some((state, cost, against_advice, parent)) = chosen.take() {
            let explored = ticker.total();
            let stopped = ticker.tick().and_then(|()| budget.check_memory(bytes));
            if stopped.is_err() || explored >= max_states {
                return (None, explored);
            }
            if known.insert(state.clone()) && !self.warehouse.is_corral_deadlock(&state) {
                let node = nodes.len() as u32;
                nodes.push(PackNode { state, parent });
                let state = &nodes[node as usize].state;
                if self.is_packed(state) {
                    return (Some((path(&nodes, node), cost)), explored);
                }
                if explored.is_multiple_of(100) {
                    progress.report("searching", explored, None, None);
                }
                let mut moves = self.moves(state);
                moves.retain(|(_, moved)| !known.contains(moved));
                let [left, regions, stranded, blockers, _] = self.evaluate(state);
                let fresh = queues.len();
                let key = [left, regions, stranded, blockers];
                let group = *groups.entry(key).or_insert(fresh);
                if group == fresh {
                    queues.push((left, MoveQueue::new()));
                }
                let state_bytes = 2 * (4 * state.len() + 100);
                bytes += (state_bytes + moves.len() * size_of::<UntriedMove>()) as u64;
                for ((mv, _), advice) in moves.iter().zip(self.advise(state, &moves)) {
                    if advice == Advice::Pruned {
                        continue;
                    }
                    let against_advice = against_advice + u32::from(advice != Advice::Recommended);
                    let entry = (against_advice, Reverse(moves.len()), untried.len() as u32);
                    queues[group].1.push(Reverse(entry));
                    untried.push(UntriedMove {
                        node,
                        cost: cost + mv.steps,
                        against_advice,
                        mv: *mv,
                    });
                }
            }
            let open = queues.iter().filter(|(_, queue)| !queue.is_empty());
            let Some(fewest) = open.map(|(left, _)| *left).min() else {
                break;
            };
            let only_fewest = ticker.total().is_multiple_of(2);
            let turn = &mut turns[usize::from(only_fewest)];
            loop {
                *turn = (*turn + 1) % queues.len();
                let (left, queue) = &mut queues[*turn];
                if only_fewest && *left > fewest {
                    continue;
                }
                if let Some(Reverse((.., index))) = queue.pop() {
                    let UntriedMove {
                        node,
                        cost,
                        against_advice,
                        mv,
                    } = untried[index as usize];
                    let state = after(&nodes[node as usize].state, &mv);
                    chosen = Some((state, cost, against_advice, Some((node, mv))));
                    break;
                }
            }
        }
        (None, ticker.total())
    }

    fn is_packed(&self, state: &[Square]) -> bool {
        let mut boxes = state[1..].iter();
        boxes.all(|square| self.warehouse.distance(*square) == Some(0))
    }

    /// Moves that freeze no box off the goals, with the states after them.
    fn moves(&self, state: &[Square]) -> Vec<(BoxMove, Arrangement)> {
        let mut moves = Vec::new();
        for &from in &state[1..] {
            self.warehouse.travel(state, from, |to, player, steps| {
                let steps = steps as Cost;
                let mv = BoxMove {
                    from,
                    to,
                    player,
                    steps,
                };
                let moved = after(state, &mv);
                if !self.warehouse.freezes(&moved, to) {
                    moves.push((mv, moved));
                }
                false
            });
        }
        moves
    }

    /// Filled goals, up to the first open one in the packing order.
    fn packed(&self, state: &[Square]) -> &[Square] {
        let filled = |goal: &&Square| state[1..].binary_search(goal).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }

    fn evaluate(&self, state: &[Square]) -> StateScore {
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
    fn blockers(&self, state: &[Square], packed: &[Square]) -> usize {
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

    /// Recommends for each feature the move that improves it most, if no goal gets emptied. If a recommended move fills
    /// the next goal, all others are pruned.
    fn advise(&self, state: &[Square], moves: &[(BoxMove, Arrangement)]) -> Vec<Advice> {
        let current = self.evaluate(state);
        let scores = moves.iter().map(|(_, moved)| self.evaluate(moved));
        let scores: Vec<StateScore> = scores.collect();
        let mut recommended = vec![false; moves.len()];
        for feature in 0..current.len() {
            let careful = feature == DISTANCE && self.careful;
            let better = |index: &usize| {
                let score = &scores[*index];
                score[feature] < current[feature]
                    && score[GOALS_LEFT] <= current[GOALS_LEFT]
                    && !(careful && score[STRANDED] > current[STRANDED])
            };
            let mut better: Vec<_> = (0..moves.len()).filter(better).collect();
            better.sort_by_key(|index| {
                let regions = if careful { scores[*index][REGIONS] } else { 0 };
                (scores[*index][feature], regions, moves[*index].0.steps)
            });
            let is_alive = |index: &usize| !self.warehouse.is_corral_deadlock(&moves[*index].1);
            if let Some(index) = better.into_iter().find(is_alive) {
                recommended[index] = true;
            }
        }
        let packs = |index: usize| scores[index][GOALS_LEFT] < current[GOALS_LEFT];
        let packing = (0..moves.len()).any(|index| recommended[index] && packs(index));
        let advice = |(index, recommended)| match recommended {
            _ if packing && !packs(index) => Advice::Pruned,
            true => Advice::Recommended,
            false => Advice::Possible,
        };
        recommended.into_iter().enumerate().map(advice).collect()
    }

    /// Single steps of a path of moves from `start`.
    fn steps(&self, start: &Arrangement, path: &[BoxMove]) -> Vec<S::Step> {
        let mut state = start.clone();
        let mut steps = Vec::new();
        for mv in path {
            let visit = |square, player, _| (square, player) == (mv.to, mv.player);
            let travelled = self.warehouse.travel(&state, mv.from, visit);
            steps.extend(travelled.unwrap_or_default());
            state = after(&state, mv);
        }
        steps
    }
}

fn after(state: &[Square], mv: &BoxMove) -> Arrangement {
    let moved = |square: &Square| if *square == mv.from { mv.to } else { *square };
    let mut after: Vec<_> = state.iter().map(moved).collect();
    after[0] = mv.player;
    after[1..].sort_unstable();
    after.into()
}

/// Moves from the first node to this one.
fn path(nodes: &[PackNode], mut node: u32) -> Vec<BoxMove> {
    let mut moves = Vec::new();
    while let Some((parent, mv)) = nodes[node as usize].parent {
        moves.push(mv);
        node = parent;
    }
    moves.reverse();
    moves
}
