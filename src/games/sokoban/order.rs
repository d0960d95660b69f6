//! Packing plan: in which order goals are filled, and which boxes are parked on the way.
//!
//! It is worked out backwards. From the full goals, one box after the other is pulled to a square where a box starts,
//! each to one of its own, and taken away; the fewest pulls first, so that what lies nearest to the entry is filled
//! last. A removal never hurts the others. Where no box can be removed, a search moves boxes about until one can: read
//! forwards, those boxes are parked elsewhere before they go to their goals. It makes few such moves, or clears the
//! goals first, for goals between two halves of the floor; no box is parked where none can be pushed from its start. If
//! boxes are left over, other orders are tried. Boxes still at their start are ignored, so the plan is only a guide:
//! nothing is concluded from it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::game::search::{Budget, Stop, assignment};

use super::board::{Board, Motion, Step, pushes_from};
use super::floor::Square;
use super::warehouse::Warehouse;

/// Limit of states stored by the search for a box that can be removed: about 100 MB.
const MAX_PARKINGS: usize = 500_000;
/// Limit of orders tried.
const MAX_ORDERS: usize = 9;
/// Weights of what is still to be cleared against the moves made, in orders tried in turn.
const CLEARING_WEIGHTS: [usize; 3] = [0, 1, 2];

/// Squares with boxes after each step of the plan.
pub(super) struct PackingPlan {
    /// The squares filled after each number of steps.
    pub filled: Vec<Vec<Square>>,
    /// Square that each step fills.
    pub targets: Vec<Square>,
    /// For each square, the last number of steps after which a box there can still get to an open target; -1 if never.
    last_use: Vec<i32>,
}

/// Step of the plan: a box comes to `to`, a new one or the one parked on `from`.
struct PlanStep {
    from: Option<Square>,
    to: Square,
}

/// Boxes left, and the pusher's square unless it may be anywhere.
#[derive(Clone)]
struct Unpacking {
    boxes: Vec<Square>,
    pusher: Option<Square>,
}

/// Start squares of the boxes that are removed: each comes from one of its own.
#[derive(Clone)]
struct Origins<'a> {
    starts: &'a [Square],
    /// For each square, whether a box on it can ever be removed; see [`removable`].
    removable: &'a [bool],
    /// For each box, the starts that it can be pulled to.
    options: Vec<Vec<Square>>,
}

impl PackingPlan {
    /// Works out a plan; `noise` varies the order at random, each number of pulls by at most this power of e. Each search
    /// for a box that can be removed expands at most `max_states`.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn new(
        house: &Warehouse,
        starts: &[Square],
        noise: f64,
        seed: u64,
        max_states: u64,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut best = (usize::MAX, Vec::new());
        for order in 0..MAX_ORDERS {
            // Every order but the first varies at random, even if no noise is requested.
            let noise = noise.max(order.min(1) as f64);
            let weight = CLEARING_WEIGHTS[(seed as usize + order) % CLEARING_WEIGHTS.len()];
            let found = Self::unpack(house, starts, noise, weight, max_states, &mut rng, budget)?;
            if found.0 < best.0 {
                best = found;
            }
            if best.0 == 0 {
                break;
            }
        }
        let mut board = Board::new(house);
        let mut filled = vec![Vec::new()];
        for step in &best.1 {
            let mut next = filled[filled.len() - 1].clone();
            next.retain(|square| Some(*square) != step.from && *square != step.to);
            next.push(step.to);
            filled.push(next);
        }
        let targets: Vec<_> = best.1.iter().map(|step| step.to).collect();
        let mut last_use = vec![-1; house.goal.len()];
        for index in 0..targets.len() {
            budget.check()?;
            board.set(&filled[index]);
            for target in &targets[index..] {
                if board.is_blocked(*target) {
                    continue;
                }
                let distances = board.distances(*target);
                let reached = distances.iter().zip(&mut last_use);
                let reached = reached.filter(|(it, _)| **it < usize::MAX);
                reached.for_each(|(_, last)| *last = index as i32);
            }
        }
        Ok(Self {
            filled,
            targets,
            last_use,
        })
    }

    /// Number of boxes left over in an order, and its steps.
    fn unpack(
        house: &Warehouse,
        starts: &[Square],
        noise: f64,
        clearing_weight: usize,
        max_states: u64,
        rng: &mut fastrand::Rng,
        budget: &Budget,
    ) -> Result<(usize, Vec<PlanStep>), Stop> {
        let mut board = Board::new(house);
        let mut trail = Vec::new();
        let mut state = Unpacking {
            boxes: house.goals.clone(),
            pusher: None,
        };
        let mut steps: Vec<PlanStep> = Vec::new();
        let mut origins = Origins {
            starts,
            removable: &removable(house, starts),
            options: Vec::new(),
        };
        while !state.boxes.is_empty() {
            budget.check()?;
            // Removals: cost, index of the box, pusher's square after it, and the starts that the box gets to.
            let mut candidates = Vec::new();
            for pusher in state.pushers(&mut board) {
                for (index, goal) in state.boxes.iter().enumerate() {
                    state.travel(&mut board, pusher, *goal, &mut trail);
                    let ends = trail.iter().skip(1);
                    let ends = ends.filter(|step| starts.contains(&step.square));
                    let Some(end) = ends.clone().next() else {
                        continue;
                    };
                    let pusher = board.neighbour(end.square, end.side);
                    let cost = f64::from(end.moves) * (noise * (2.0 * rng.f64() - 1.0)).exp();
                    let origins: Vec<_> = ends.map(|step| step.square).collect();
                    candidates.push((cost, index, Some(pusher), origins));
                }
            }
            // A box that starts on this very goal may just stay.
            for (index, goal) in state.boxes.iter().enumerate() {
                if starts.contains(goal) {
                    candidates.push((f64::MAX, index, state.pusher, vec![*goal]));
                }
            }
            candidates.sort_by(|one, other| one.0.total_cmp(&other.0));
            let best = candidates
                .into_iter()
                .find_map(|(_, index, pusher, of)| origins.add(of).then_some((index, pusher)));
            if let Some((index, pusher)) = best {
                let to = state.boxes.remove(index);
                state.pusher = pusher;
                steps.push(PlanStep { from: None, to });
            } else if !state.park(
                &mut board,
                &origins,
                clearing_weight,
                max_states,
                &mut steps,
                budget,
            )? {
                break;
            }
        }
        // What cannot be removed is filled first.
        let left_over = state.boxes.len();
        let rest = state.boxes.into_iter();
        steps.extend(rest.map(|to| PlanStep { from: None, to }));
        // If there are more goals than boxes, those that would be filled first stay empty.
        let mut boxes = 0;
        let count = steps.iter().position(|step| {
            boxes += usize::from(step.from.is_none());
            boxes > starts.len()
        });
        steps.truncate(count.unwrap_or(steps.len()));
        steps.reverse();
        Ok((left_over, steps))
    }

    /// Largest number of steps after which the plan fills no other squares than boxes do.
    pub fn done(&self, board: &Board<'_>) -> usize {
        let all = |filled: &Vec<Square>| filled.iter().all(|square| board.is_blocked(*square));
        self.filled.iter().rposition(all).unwrap_or(0)
    }

    /// Number of boxes that are too late: as steps are made, boxes that are not used yet end where no open target can be
    /// reached. Each step uses at most one box, so of those that are usable up to a step some may be left over.
    pub fn late(&self, boxes: impl Iterator<Item = Square>, done: usize) -> usize {
        // Boxes by the last step that can use them, counted from `done`; with more than 255 they are not late.
        let mut counts = [0_u16; 256];
        let mut late = 0;
        let filled = &self.filled[done];
        for square in boxes.filter(|square| !filled.contains(square)) {
            match self.last_use[usize::from(square)] - done as i32 {
                last @ 0..=255 => counts[last as usize] += 1,
                last if last < 0 => late += 1,
                _ => {}
            }
        }
        let mut most = 0;
        let mut usable = 0;
        for step in done..self.targets.len() {
            usable += usize::from(counts[(step - done).min(255)]);
            let used = self.filled[step + 1].len().saturating_sub(filled.len());
            most = most.max(usable.saturating_sub(used));
        }
        late + most
    }
}

impl Origins<'_> {
    /// Finds a start for one more box, which can be pulled to these. Returns whether it is possible.
    fn add(&mut self, options: Vec<Square>) -> bool {
        if options.is_empty() {
            return false;
        }
        self.options.push(options);
        let cost = |index: usize, at: usize| {
            let options: &Vec<Square> = &self.options[index];
            options.contains(&self.starts[at]).then_some(0)
        };
        let is_added = assignment(self.options.len(), self.starts.len(), cost).is_some();
        if !is_added {
            self.options.pop();
        }
        is_added
    }
}

impl Unpacking {
    /// A square of each area where the pusher may be.
    fn pushers(&self, board: &mut Board<'_>) -> Vec<Square> {
        if let Some(pusher) = self.pusher {
            return vec![pusher];
        }
        board.set(&self.boxes);
        board.areas()
    }

    /// Lists in `trail` the squares to which the box on `from` can be pulled, itself first.
    fn travel(&self, board: &mut Board<'_>, pusher: Square, from: Square, trail: &mut Vec<Step>) {
        board.set(&self.boxes);
        board.fill(pusher);
        let sides = board.reached_sides(from);
        board.travel(from, sides, Motion::Pull, trail);
    }

    /// Moves boxes about until one of them can be removed, and appends these steps. Returns whether it was possible.
    fn park(
        &mut self,
        board: &mut Board<'_>,
        origins: &Origins<'_>,
        clearing_weight: usize,
        max_states: u64,
        steps: &mut Vec<PlanStep>,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let mut known = FxHashSet::default();
        // Each with its number of moves, and with the index of the state before and the move from there.
        let starts = self.pushers(board).into_iter().map(|pusher| Unpacking {
            pusher: Some(pusher),
            ..self.clone()
        });
        let mut states: Vec<_> = starts.map(|start| (start, 0, None)).collect();
        // Priority, tie-break and index of each state to be expanded, the least first.
        let mut queue: BinaryHeap<_> = (0..states.len()).map(|at| Reverse((0, at, at))).collect();
        let mut trail = Vec::new();
        for _ in 0..max_states {
            let next = queue.pop().filter(|_| states.len() < MAX_PARKINGS);
            let Some(Reverse((.., at))) = next else {
                break;
            };
            budget.check()?;
            let (state, moves, before) = states[at].clone();
            for (index, from) in state.boxes.iter().enumerate() {
                let pusher = state.pusher.unwrap_or_default();
                state.travel(board, pusher, *from, &mut trail);
                let ends = trail.iter().map(|step| step.square);
                let ends = ends.filter(|square| origins.starts.contains(square));
                if before.is_some() && origins.clone().add(ends.collect()) {
                    let mut path = Vec::new();
                    let mut last = at;
                    while let Some((before, from, to)) = states[last].2 {
                        path.push(PlanStep {
                            from: Some(to),
                            to: from,
                        });
                        last = before;
                    }
                    steps.extend(path.into_iter().rev());
                    *self = state;
                    return Ok(true);
                }
                let ends = trail.iter().skip(1);
                for step in ends.filter(|step| origins.removable[usize::from(step.square)]) {
                    let mut next = state.clone();
                    next.boxes[index] = step.square;
                    board.set(&next.boxes);
                    let pusher = board.fill(board.neighbour(step.square, step.side));
                    next.pusher = Some(pusher);
                    let house = board.house;
                    let key = house.boxes_hash(&next.boxes) ^ house.pusher_key(pusher);
                    if known.insert(key) {
                        let moves = moves + 1;
                        let on_goals = next.boxes.iter().filter(|it| house.is_goal(**it)).count();
                        let weighted = clearing_weight * (2 * on_goals + board.divide());
                        // Farther squares first where the goals are to be cleared.
                        let index = states.len();
                        let tie = match clearing_weight > 0 {
                            true => usize::MAX - index,
                            false => index,
                        };
                        queue.push(Reverse((moves + weighted, tie, index)));
                        states.push((next, moves, Some((at, *from, step.square))));
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Returns for each square whether a box gets there from some start, alone in the warehouse. From other squares a box
/// can be pulled to none.
pub(super) fn removable(house: &Warehouse, starts: &[Square]) -> Vec<bool> {
    let pushes = starts.iter().map(|start| pushes_from(house, *start));
    let pushes: Vec<_> = pushes.collect();
    let is_reached = |square| pushes.iter().any(|pushes| pushes[square] < usize::MAX);
    (0..house.goal.len()).map(is_reached).collect()
}
