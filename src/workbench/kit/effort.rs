//! Formats the cost of plans in a game's window.

use crate::autoplay::{Effort, PlanEffort};
use crate::game::words::count;

use super::answer;

/// Presses and, if known, time of a plan.
pub fn words(effort: Effort) -> String {
    let presses = count(effort.presses, "presses");
    match effort.time {
        Some(time) => format!("{presses}, {}", answer::time(time)),
        None => presses,
    }
}

/// Rows of facts on the plan being played.
pub fn effort_rows(effort: PlanEffort) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Plan", words(effort.plan))];
    if let Some(plain) = effort.plain {
        rows.push(("Plain solver", words(plain)));
        if let Some(saved) = saved(effort.saved_presses(), effort.saved_seconds()) {
            rows.push(("Saved", saved));
        }
    }
    rows
}

/// Total presses and seconds saved in a run's solved levels; `None` if unknown or zero.
pub fn saved_in_all(efforts: impl Iterator<Item = PlanEffort> + Clone) -> Option<String> {
    let presses = efforts.clone().filter_map(|effort| effort.saved_presses());
    let presses = presses.reduce(|all, one| all + one);
    let seconds = efforts.filter_map(|effort| effort.saved_seconds());
    let seconds = seconds.reduce(|all, one| all + one);
    saved(presses, seconds)
}

fn saved(presses: Option<i64>, seconds: Option<f64>) -> Option<String> {
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
