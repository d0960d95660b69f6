//! Outcomes and budget slices shared by the solvers.

use std::time::Duration;

use crate::game::{Outcome, Plan, Solution};
use crate::search::{Budget, Stop};

use super::super::INFO;

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

/// Solution of several plans, the first of which is a shortest.
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

/// Restricts a budget to `time` and to a `share`-th of its memory.
pub(super) fn slice(budget: &Budget, time: Duration, share: u64) -> Budget {
    let time = budget.time_left().map_or(time, |left| left.min(time));
    budget
        .clone()
        .with_time(time)
        .with_memory(budget.memory() / share.max(1))
}

/// Returns the reason to stop once the whole budget, not only a slice of it, is used up.
pub(super) fn spent(budget: &Budget) -> Option<Stop> {
    budget.check().err()
}

pub(super) const UNIT: &str = INFO.cost_unit;
