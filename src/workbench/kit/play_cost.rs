//! Formats the cost of plans in a game's window.

use crate::autoplay::{PlanCosts, PlayCost};
use crate::game::words::count;

use super::answer;

/// Presses and, if known, time of a plan.
pub fn cost_text(cost: PlayCost) -> String {
    let presses = count(cost.presses, "presses");
    match cost.time {
        Some(time) => format!("{presses}, {}", answer::time(time)),
        None => presses,
    }
}

/// Rows of facts on the plan being played.
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
    let presses = presses.reduce(|all, one| all + one);
    let seconds = costs.filter_map(|cost| cost.saved_seconds());
    let seconds = seconds.reduce(|all, one| all + one);
    saved_text(presses, seconds)
}

fn saved_text(presses: Option<i64>, seconds: Option<f64>) -> Option<String> {
    let presses = presses.filter(|presses| *presses != 0)?;
    let presses = answer::cost(presses, "presses");
    Some(match seconds {
        Some(seconds) => format!("{presses}, {}", answer::seconds(seconds)),
        None => presses,
    })
}

/// Formats a number with a minus sign as wide as a digit.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", answer::number(number.unsigned_abs()))
}
