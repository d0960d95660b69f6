//! Outcomes and budget slices shared by the solvers.

use std::time::Duration;

use planwright_game::search::{Budget, Stop};
use planwright_game::{Outcome, Plan, Solution};

/// Outcome with one plan; `optimal` says that it is proved to be shortest.
pub(super) fn solved(plan: Plan, optimal: bool) -> Outcome<Plan> {
    Outcome::Solved(solution(plan, optimal))
}

fn solution(plan: Plan, optimal: bool) -> Solution<Plan> {
    let cost = plan.0.len() as i64;
    match optimal {
        true => Solution::optimal(plan, cost),
        false => Solution::new(plan, cost),
    }
}

/// Solution of several plans, the first of which is a shortest; `None` without plans.
pub(super) fn several(plans: Vec<Plan>, optimal: bool) -> Option<Solution<Plan>> {
    let mut plans = plans.into_iter();
    let first = plans.next()?;
    let others: Vec<Plan> = plans.collect();
    Some(Solution {
        solutions: Some(others.len() as u64 + 1),
        others,
        ..solution(first, optimal)
    })
}

/// Restricts a budget to `time`, and its memory to that divided by `memory_divisor`.
pub(super) fn slice(budget: &Budget, time: Duration, memory_divisor: u64) -> Budget {
    let memory = budget.memory() / memory_divisor.max(1);
    budget.at_most(time).with_memory(memory)
}

/// Returns the reason to stop once `budget`, the whole one rather than a slice of it, is used up.
pub(super) fn spent(budget: &Budget) -> Option<Stop> {
    budget.check().err()
}

/// Unit of all costs: a plan costs its number of moves.
pub(crate) const UNIT: &str = "steps";
