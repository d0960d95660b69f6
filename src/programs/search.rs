//! Time slices of searches for programs.

use std::time::Duration;

use crate::game::search::Budget;

/// The budget, limited to at most this time.
pub fn at_most(time: Duration, budget: &Budget) -> Budget {
    let left = budget.time_left().unwrap_or(time);
    budget.clone().with_time(left.min(time))
}
