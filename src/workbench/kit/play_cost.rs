//! Formats the cost of plans in a game's window.

use crate::autoplay::{PlanCosts, PlayCost};
use crate::game::words::count;

use super::answer;

pub fn cost_text(cost: PlayCost) -> String {
    let time = cost.time.map(|time| format!(", {}", answer::time(time)));
    count(cost.presses, "presses") + &time.unwrap_or_default()
}

pub fn cost_rows(cost: PlanCosts) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Plan", cost_text(cost.plan))];
    if let Some(plain) = cost.plain {
        rows.push(("Plain solver", cost_text(plain)));
        if let Some(saved) = saved_text(cost.saved_presses(), cost.saved_seconds()) {
            rows.push(("Saved", saved));
        }
    }
    rows
}

/// Total presses and seconds saved in a run's solved levels; `None` if unknown or zero.
pub fn total_saved(costs: impl Iterator<Item = PlanCosts> + Clone) -> Option<String> {
    let presses = costs.clone().filter_map(|cost| cost.saved_presses());
    let seconds = costs.filter_map(|cost| cost.saved_seconds());
    saved_text(presses.reduce(|a, b| a + b), seconds.reduce(|a, b| a + b))
}

fn saved_text(presses: Option<i64>, seconds: Option<f64>) -> Option<String> {
    let presses = presses.filter(|presses| *presses != 0)?;
    let seconds = seconds.map(|seconds| format!(", {}", answer::seconds(seconds)));
    Some(answer::cost(presses, "presses") + &seconds.unwrap_or_default())
}

/// Formats a number with a minus sign as wide as a digit.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", answer::number(number.unsigned_abs()))
}
