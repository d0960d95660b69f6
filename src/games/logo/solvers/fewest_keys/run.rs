//! Phases of the search: greedy plan, local search, proof, local search again.
//!
//! An *orientation* says for each two neighbours which is stamped first; all orders of one lead to the same board.

use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::game::{Outcome, Plan};
use crate::search::{Budget, Stop};

use super::super::problem::Vertex;
use super::construct;
use super::prove::prove;
use super::search::KeysSearch;

/// Time limit if any good plan will do, and of the last local search without a time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// Most orientations examined one by one; each takes tables and passes of its own.
pub(super) const MAX_ORIENTATIONS: usize = 1024;
/// Most cells for a proof: four 64-bit words of a set. Larger boards get only local search and the simple bound.
const MAX_PROOF_CELLS: usize = 256;
/// Up to this number of cells a proof is likely, and the layers of its search also find good plans.
const EASY_CELLS: usize = 128;
/// Number of orientations from which greedy plans start.
const GREEDY_PLANS: usize = 64;
/// Number of orientations on boards too large for a proof, where the time is better spent on one plan.
const GREEDY_PLANS_LARGE: usize = 2;
/// Share of the time left that a search inside a time limit takes, so that its result is still used.
const TIME_SHARE: f64 = 0.9;
/// Multiple of [`KeysSearch::min_shakes`] descents without success after which local search gives way to the proof.
const PATIENCE: usize = 10;

/// Searches from orders of all orientations, one of each, or of [`MAX_ORIENTATIONS`] if there are more; then nothing is
/// proved but the simple bound. `optimal` asks for a proof, else the search ends after [`DEFAULT_TIME`].
pub(super) fn run(
    mut search: KeysSearch<'_, '_>,
    orders: &[Vec<Vertex>],
    optimal: bool,
    budget: &Budget,
) -> Outcome<Plan> {
    // Any order is a plan, so there is one to return however soon the search ends.
    search.offer(orders.first().map_or(&[], Vec::as_slice));
    // If any good plan will do, the search ends in time for it to be the answer.
    let mut inner = budget.clone();
    if !optimal {
        let left = budget.time_left().unwrap_or(DEFAULT_TIME);
        inner = inner.with_time(DEFAULT_TIME.min(left.mul_f64(TIME_SHARE)));
    }
    let result = improve(&mut search, orders, &inner);
    search.report("done");
    let (best, lower_bound) = (search.solution(), Some(search.lower_bound()));
    match result {
        _ if best.optimal => Outcome::Solved(best),
        // The search's own time limit is not the user's.
        Ok(_) | Err(Stop::Deadline) if !optimal && budget.check().is_ok() => Outcome::Solved(best),
        Ok(stop) | Err(stop) => stop.outcome(Some(best), lower_bound),
    }
}

/// Improves plan and bound until proved or the method has nothing more to try. `Ok` is the limit of the method if
/// nothing is proved, `Err` that of the budget.
fn improve(
    search: &mut KeysSearch<'_, '_>,
    orders: &[Vec<Vertex>],
    budget: &Budget,
) -> Result<Stop, Stop> {
    let n = search.problem.len();
    search.report("greedy plan");
    let greedy = match n > MAX_PROOF_CELLS {
        true => GREEDY_PLANS_LARGE,
        false => GREEDY_PLANS,
    };
    for order in orders.iter().take(greedy) {
        if search.is_proved() {
            return Ok(Stop::Method);
        }
        let order = construct::nearest(search.problem, search.cost, order, budget)?;
        search.offer(&order);
    }
    let mut rng = Rng::with_seed(n as u64);
    let mut limit = Stop::Method;
    let mut attempts_proof = false;
    if n <= MAX_PROOF_CELLS {
        search.report("local search");
        let min = search.min_shakes();
        // All boards get at least `min` descents. Beyond `EASY_CELLS`, with a time limit, more follow for up to a
        // quarter of the time left, while an improvement is among the last half of them or the last `PATIENCE * min`.
        let left = budget.time_left().filter(|_| n > EASY_CELLS);
        let until = left.and_then(|left| Instant::now().checked_add(left / 4));
        search.local_search(&mut rng, budget, |shakes| {
            let succeeds = shakes.failed < (shakes.total / 2).max(PATIENCE * min);
            let is_ahead = until.is_some_and(|until| Instant::now() < until);
            shakes.total < min || succeeds && is_ahead
        })?;
        // With as many as the limit, there may be more orientations, so nothing could be proved.
        if !search.is_proved() && orders.len() < MAX_ORIENTATIONS {
            attempts_proof = true;
            limit = run_proof(search, orders, budget)?;
        }
    }
    if search.is_proved() {
        return Ok(limit);
    }
    search.report("local search");
    // Without a time limit, it has one of its own.
    let until = Instant::now() + DEFAULT_TIME;
    let is_limited = budget.time_left().is_some();
    let searched = search.local_search(&mut rng, budget, |_| is_limited || Instant::now() < until);
    match searched {
        // More time would not have helped the proof.
        Err(Stop::Deadline) if limit == Stop::Memory || !attempts_proof => Ok(limit),
        searched => searched.map(|()| limit),
    }
}

/// Works on the proof. Beyond [`EASY_CELLS`], where its layers rarely find good plans, a share of the time is left to
/// the local search after it.
fn run_proof(
    search: &mut KeysSearch<'_, '_>,
    orders: &[Vec<Vertex>],
    budget: &Budget,
) -> Result<Stop, Stop> {
    let n = search.problem.len();
    let proof_budget = match budget.time_left() {
        Some(left) if n > EASY_CELLS => budget.clone().with_time(left.mul_f64(TIME_SHARE)),
        _ => budget.clone(),
    };
    // The parameter is the number of 64-bit words of a set of cells.
    let result = match n {
        ..=64 => prove::<1>(search, orders, &proof_budget),
        65..=128 => prove::<2>(search, orders, &proof_budget),
        _ => prove::<4>(search, orders, &proof_budget),
    };
    match result {
        // Only the proof's share of the time is over.
        Err(Stop::Deadline) if budget.check().is_ok() => Ok(Stop::Method),
        // Local search continues; it needs little memory.
        Err(Stop::Memory) => Ok(Stop::Memory),
        result => result,
    }
}
