//! What solvers are asked for and how they answer: outcomes in words, parts of a budget.

use std::time::Duration;

use crate::game::{Outcome, Plan, Solution};
use crate::search::{Budget, Stop};

use super::super::INFO;

/// A plan with what is proved of it.
pub(super) fn solved(plan: Plan, optimal: bool) -> Outcome<Plan> {
    Outcome::Solved(solution(plan, optimal))
}

fn solution(plan: Plan, optimal: bool) -> Solution<Plan> {
    let cost = plan.0.len() as i64;
    match optimal {
        true => Solution::best(plan, cost),
        false => Solution::new(plan, cost),
    }
}

/// Several plans, the shortest first.
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

/// The budget, but for at most this long and a share of the memory.
pub(super) fn slice(budget: &Budget, time: Duration, share: u64) -> Budget {
    let time = budget.time_left().map_or(time, |left| left.min(time));
    budget
        .clone()
        .with_time(time)
        .with_memory(budget.memory() / share.max(1))
}

/// Whether the whole budget, not just a slice of it, is used up.
pub(super) fn spent(budget: &Budget) -> Option<Stop> {
    budget.check().err()
}

/// The game's unit of cost.
pub(super) const UNIT: &str = INFO.cost_unit;
