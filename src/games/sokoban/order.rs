//! Packing plan: in which order goals are filled, and which boxes are parked on the way; see [`super::unpacking`].
//!
//! Boxes still at their start were ignored when it was worked out, so the plan is only a guide: nothing is concluded
//! from it.

use crate::game::search::Stop;

use super::board::Board;
use super::floor::Square;
use super::run::PackingRun;
use super::unpacking::Unpacking;
use super::warehouse::Warehouse;

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

impl PackingPlan {
    /// Works out a plan; `noise` varies the order at random, each number of pulls by at most this power of e. A few orders
    /// are tried, until one leaves no box over; see [`Unpacking::unpack`] for `max_states`.
    ///
    /// # Errors
    /// If the run is over.
    pub fn new(
        house: &Warehouse,
        starts: &[Square],
        noise: f64,
        seed: u64,
        max_states: u64,
        run: &PackingRun<'_>,
    ) -> Result<Self, Stop> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut best = (usize::MAX, Vec::new());
        for order in 0..MAX_ORDERS {
            // Every order but the first varies at random, even if no noise is requested.
            let noise = noise.max(order.min(1) as f64);
            let weight = CLEARING_WEIGHTS[(seed as usize + order) % CLEARING_WEIGHTS.len()];
            let search = Unpacking::new(house, starts, noise, weight);
            let found = search.unpack(max_states, &mut rng, run)?;
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
            run.check()?;
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
