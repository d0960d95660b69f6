//! Packing plan: in which order goals are filled, and which boxes are parked on the way.
//!
//! It is worked out backwards. From the full goals, one box after the other is pulled to a square where a box starts,
//! each to one of its own, and taken away; the fewest pulls first, so that what lies nearest to the entry is filled
//! last. A removal never hurts the others. Where no box can be removed, a breadth-first search moves boxes about until
//! one can: read forwards, those boxes are parked elsewhere before they go to their goals. Boxes still at their start
//! are ignored, so the plan is only a guide: nothing is concluded from it.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::game::search::{Budget, Stop};

use super::board::{Board, Step};
use super::floor::Square;
use super::warehouse::Warehouse;

/// Limit of states of the search for a box that can be removed.
const MAX_PARKING_STATES: usize = 4_000;

/// Squares with boxes after each step of the plan.
pub(super) struct PackingPlan {
    /// The squares filled after each number of steps.
    filled: Vec<Vec<Square>>,
    /// Square that each step fills.
    targets: Vec<Square>,
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

/// Start squares of the boxes that are removed, one for each (Kuhn's augmenting paths).
#[derive(Clone)]
struct Origins {
    /// Each with the box that comes from it.
    starts: Vec<(Square, Option<usize>)>,
    /// For each box, the squares that it can be pulled to.
    options: Vec<Vec<Square>>,
}

impl PackingPlan {
    /// Works out a plan; `noise` varies the order at random, each number of pulls by at most this power of e.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn new(
        house: &Warehouse,
        starts: &[Square],
        noise: f64,
        seed: u64,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut board = Board::new(house);
        let mut trail = Vec::new();
        let mut state = Unpacking {
            boxes: house.goals.clone(),
            pusher: None,
        };
        let mut steps: Vec<PlanStep> = Vec::new();
        let mut origins = Origins {
            starts: starts.iter().map(|start| (*start, None)).collect(),
            options: Vec::new(),
        };
        while !state.boxes.is_empty() {
            budget.check()?;
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
            } else if !state.park(&mut board, &origins, &mut steps, budget)? {
                break;
            }
        }
        // What cannot be removed is filled first.
        let rest = state.boxes.into_iter();
        steps.extend(rest.map(|to| PlanStep { from: None, to }));
        let mut boxes = 0;
        let count = steps.iter().position(|step| {
            boxes += usize::from(step.from.is_none());
            boxes > starts.len()
        });
        steps.truncate(count.unwrap_or(steps.len()));
        steps.reverse();
        let mut filled = vec![Vec::new()];
        for step in &steps {
            let mut next = filled[filled.len() - 1].clone();
            next.retain(|square| Some(*square) != step.from && *square != step.to);
            next.push(step.to);
            filled.push(next);
        }
        let targets: Vec<_> = steps.iter().map(|step| step.to).collect();
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

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Largest number of steps after which the plan fills no other squares than boxes do.
    pub fn done(&self, board: &Board<'_>) -> usize {
        let all = |filled: &Vec<Square>| filled.iter().all(|square| board.is_blocked(*square));
        self.filled.iter().rposition(all).unwrap_or(0)
    }

    pub fn filled(&self, done: usize) -> &[Square] {
        &self.filled[done]
    }

    /// Square to fill next.
    pub fn target(&self, done: usize) -> Option<Square> {
        self.targets.get(done).copied()
    }

    /// Number of boxes that are too late: as steps are made, boxes that are not used yet end where no open target can be
    /// reached. Each step uses at most one box, so of those that are usable up to a step some may be left over.
    pub fn late(&self, boxes: impl Iterator<Item = Square>, done: usize) -> usize {
        // Boxes by the last step that can use them, counted from `done`.
        let mut counts = [0_u16; 256];
        let mut late = 0;
        let filled = self.filled(done);
        for square in boxes.filter(|square| !filled.contains(square)) {
            match self.last_use[usize::from(square)] - done as i32 {
                last @ 0..=255 => counts[last as usize] += 1,
                last if last < 0 => late += 1,
                _ => {}
            }
        }
        let mut most = 0;
        let mut usable = 0;
        for step in done..self.len() {
            usable += usize::from(counts[(step - done).min(255)]);
            let used = self.filled[step + 1].len() - filled.len().min(self.filled[step + 1].len());
            most = most.max(usable.saturating_sub(used));
        }
        late + most
    }
}

impl Origins {
    /// Finds a start for one more box, which can be pulled to any of these squares. Returns whether it is possible.
    fn add(&mut self, options: Vec<Square>) -> bool {
        self.options.push(options);
        let mut tried = vec![false; self.starts.len()];
        let is_added = self.assign(self.options.len() - 1, &mut tried);
        if !is_added {
            self.options.pop();
        }
        is_added
    }

    fn assign(&mut self, index: usize, tried: &mut [bool]) -> bool {
        for at in 0..self.starts.len() {
            let (start, other) = self.starts[at];
            if self.options[index].contains(&start)
                && !std::mem::replace(&mut tried[at], true)
                && other.is_none_or(|other| self.assign(other, tried))
            {
                self.starts[at].1 = Some(index);
                return true;
            }
        }
        false
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

    fn travel(&self, board: &mut Board<'_>, pusher: Square, from: Square, trail: &mut Vec<Step>) {
        board.set(&self.boxes);
        board.fill(pusher);
        let sides = board.reached_sides(from);
        board.travel(from, sides, true, trail);
    }

    /// Moves boxes about until one of them can be removed, and appends these steps. Returns whether it was possible.
    fn park(
        &mut self,
        board: &mut Board<'_>,
        origins: &Origins,
        steps: &mut Vec<PlanStep>,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let mut known = FxHashSet::default();
        // Each with the index of the state before and the move from there.
        let starts = self.pushers(board).into_iter().map(|pusher| Unpacking {
            pusher: Some(pusher),
            ..self.clone()
        });
        let mut states: Vec<_> = starts.map(|start| (start, None)).collect();
        let mut queue = VecDeque::from_iter(0..states.len());
        let mut trail = Vec::new();
        while let Some(at) = queue.pop_front() {
            budget.check()?;
            let state = states[at].0.clone();
            for (index, from) in state.boxes.iter().enumerate() {
                let pusher = state.pusher.unwrap_or_default();
                state.travel(board, pusher, *from, &mut trail);
                let is_moved = states[at].1.is_some();
                if is_moved
                    && origins
                        .clone()
                        .add(trail.iter().map(|step| step.square).collect())
                {
                    let mut path = Vec::new();
                    let mut last = at;
                    while let Some((before, from, to)) = states[last].1 {
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
                for step in trail.iter().skip(1) {
                    let mut next = state.clone();
                    next.boxes[index] = step.square;
                    board.set(&next.boxes);
                    let pusher = board.fill(board.neighbour(step.square, step.side));
                    next.pusher = Some(pusher);
                    let house = board.house;
                    let key = house.boxes_hash(&next.boxes) ^ house.pusher_key(pusher);
                    if states.len() < MAX_PARKING_STATES && known.insert(key) {
                        queue.push_back(states.len());
                        states.push((next, Some((at, *from, step.square))));
                    }
                }
            }
        }
        Ok(false)
    }
}
