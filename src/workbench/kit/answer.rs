//! Formats solver reports, the cost of plans, and failures of files as text.

use std::io;
use std::path::Path;

use crate::autoplay::{PlanCosts, PlayCost};
use crate::game::search::Stop;
use crate::game::words::group_digits;
use crate::game::{Cost, Objective, Outcome, Solution, SolveReport};

pub use crate::game::words::{
    capitalized, cost, count, io_error, mid_sentence, number, progress, seconds, sentence, time,
};

/// Sentence on a file: `a.txt cannot be written: permission denied.`
pub fn file_error(path: &Path, failure: &str, error: &io::Error) -> String {
    format!("{} {failure}: {}.", path.display(), io_error(error))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    /// The answer in one short sentence.
    pub headline: String,
    /// Further facts, one sentence each.
    pub details: Vec<String>,
    pub tone: AnswerTone,
    /// Cost of the plan that the headline names.
    pub cost: Option<String>,
    /// The first detail states that the plan is proved optimal.
    pub proved: bool,
}

/// Kind of answer, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerTone {
    Good,
    /// The search ended early, with or without a plan.
    Open,
    Impossible,
}

/// State from which a solver started. Its proofs hold only for plans that begin with that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    Level,
    /// This number of moves made, which the cost does not include.
    Moves(usize),
    /// Commands written, which the cost includes.
    Commands,
}

/// Formats a report. `direction` says whether the game's costs are minimised or maximised.
pub fn answer_text(report: &SolveReport, direction: Objective, beginning: Beginning) -> AnswerText {
    let unit = report.cost_unit;
    // Where the search started, what the cost includes, and what proofs presuppose.
    let (start, scope, condition) = match beginning {
        Beginning::Level => (String::new(), "", ""),
        Beginning::Moves(made) => (format!(" from step {}", number(made)), "", " from here"),
        Beginning::Commands => {
            let start = " with this beginning";
            (start.to_owned(), ", yours included", start)
        }
    };
    let quality = |solution: &Solution, bound| match solution.optimal {
        true if beginning == Beginning::Level => proved_best(direction, unit),
        true => "Proved best for this beginning.".to_owned(),
        false => format!("{}{condition}.", gap_text(solution, bound, direction, unit)),
    };
    let solved = match &report.outcome {
        Outcome::Solved(solution) => Some(solution),
        _ => None,
    };
    let solved_cost = solved.map(|solution| format!("{}{scope}", cost(solution.cost, unit)));
    let (headline, mut details, tone) = match &report.outcome {
        Outcome::Solved(solution) => {
            let quality = quality(solution, solution.lower_bound);
            let count = count_text(solution, report.up_to);
            let cost = cost(solution.cost, unit);
            let headline = match beginning {
                Beginning::Commands => format!("Solved: {cost}{scope}"),
                _ => format!("Solved{start}: {cost}"),
            };
            let details = [quality].into_iter().chain(count).collect();
            (headline, details, AnswerTone::Good)
        }
        Outcome::Unsolvable(proof) => {
            let details = match proof.reason.trim() {
                "" => vec!["Proved by a complete search.".to_owned()],
                reason => vec![sentence(reason)],
            };
            let headline = format!("There is no solution{start}");
            (headline, details, AnswerTone::Impossible)
        }
        Outcome::Stopped {
            stop,
            best,
            lower_bound,
        } => {
            let mut headline = stop_text(*stop).to_owned();
            let mut details = Vec::new();
            if let Some(best) = best {
                headline.push_str(&format!(". Best so far: {}", cost(best.cost, unit)));
                details.push(quality(best, best.lower_bound.or(*lower_bound)));
            } else {
                details.push("No plan found so far, but there may be one.".to_owned());
                details.extend(lower_bound.map(|bound| {
                    let than = match direction {
                        Objective::Minimise => "at least",
                        Objective::Maximise => "at most",
                    };
                    format!("Any plan{condition} takes {than} {}.", cost(bound, unit))
                }));
            }
            (headline, details, AnswerTone::Open)
        }
    };
    // Methods that compute a plan directly explore no states.
    if report.explored > 0 {
        let states = cost(report.explored as Cost, "states");
        details.push(format!("Explored {states} in {}.", time(report.elapsed)));
    }
    AnswerText {
        headline,
        details,
        tone,
        cost: solved_cost,
        proved: solved.is_some_and(|solution| solution.optimal),
    }
}

/// Says of what a plan is proved to have the best number.
pub fn proved_best(direction: Objective, unit: &str) -> String {
    let best = match direction {
        Objective::Minimise => "fewest",
        Objective::Maximise => "most",
    };
    format!("Proved: the {best} {unit}.")
}

fn stop_text(stop: Stop) -> &'static str {
    match stop {
        Stop::Cancelled => "Stopped",
        Stop::Deadline => "Time limit reached",
        Stop::Memory => "Memory limit reached",
        Stop::Method => "The solver's own limit was reached",
    }
}

/// Distance of a plan not proved optimal from the proved bound, as a sentence without its full stop.
fn gap_text(solution: &Solution, bound: Option<Cost>, direction: Objective, unit: &str) -> String {
    let gap = bound.map(|bound| match direction {
        Objective::Minimise => solution.cost - bound,
        Objective::Maximise => bound - solution.cost,
    });
    match gap {
        Some(gap) if gap > 0 => format!("At most {} worse than the best", cost(gap, unit)),
        // The plan meets the bound, but the solver does not call it optimal, so neither does this.
        Some(_) => "As good as the proved bound".to_owned(),
        None if direction == Objective::Minimise => "May not be the shortest".to_owned(),
        None => "May not be the best".to_owned(),
    }
}

fn count_text(solution: &Solution, up_to: &str) -> Option<String> {
    let mut text = match (solution.solutions?, up_to) {
        (1, "") => "1 solution counted.".to_owned(),
        (1, up_to) => format!("One solution {up_to}."),
        (n, "") => format!("{} distinct solutions found.", number(n)),
        (n, up_to) => format!("{} distinct solutions found, {up_to}.", number(n)),
    };
    match solution.orders.as_deref() {
        None => {}
        Some("1") => text.push_str(" There is one order."),
        Some(orders) => text.push_str(&format!(" There are {} orders.", group_digits(orders))),
    }
    Some(text)
}

/// Formats counts of moves: `12 steps, 4 pushes`.
pub fn counts(counts: &[(&'static str, usize)]) -> String {
    let parts = counts.iter().map(|(unit, value)| count(*value, unit));
    parts.collect::<Vec<_>>().join(", ")
}

pub fn cost_text(cost: PlayCost) -> String {
    let time = cost.time.map(|taken| format!(", {}", time(taken)));
    count(cost.presses, "presses") + &time.unwrap_or_default()
}

/// Names and texts of the costs of a run: its plan, the default solver's plan, and the difference.
pub fn cost_rows(cost: PlanCosts) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Plan", cost_text(cost.plan))];
    if let Some(plain) = cost.plain {
        rows.push(("Default solver", cost_text(plain)));
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
    let seconds = seconds.map(|taken| format!(", {}", self::seconds(taken)));
    Some(cost(presses, "presses") + &seconds.unwrap_or_default())
}

/// Formats the keys sent in a run or level: `120 keys, 2 missed, 1 repeated`.
pub fn key_counts(keys: u64, missed: u64, repeated: u64) -> String {
    let mut text = count(keys, "keys");
    for (what, number) in [("missed", missed), ("repeated", repeated)] {
        if number > 0 {
            text.push_str(&format!(", {} {what}", self::number(number)));
        }
    }
    text
}

/// Formats a number with a minus sign as wide as a digit.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", self::number(number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::{SolveRequest, Unsolvable, VerifiedPlan, solve};
    use crate::games;
    use crate::search::{Budget, NoProgress};

    fn plan() -> VerifiedPlan {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let solver = game.solvers()[0];
        let request = SolveRequest::new(level.as_ref());
        let report = solve(solver, &request, &Budget::default(), &NoProgress);
        let report = report.expect("is solvable");
        report.outcome.solution().expect("has one").plan.clone()
    }

    fn report(outcome: Outcome) -> SolveReport {
        SolveReport {
            solver: "test",
            cost_unit: "keys",
            up_to: "",
            outcome,
            explored: 1_234_567,
            elapsed: Duration::from_millis(12),
        }
    }

    fn solution(cost: Cost, optimal: bool, lower_bound: Option<Cost>) -> Solution {
        Solution {
            optimal,
            lower_bound,
            ..Solution::new(plan(), cost)
        }
    }

    fn text_of(outcome: Outcome, direction: Objective) -> String {
        let text = answer_text(&report(outcome), direction, Beginning::Level);
        format!("{}|{}", text.headline, text.details.join("|"))
    }

    #[test]
    fn the_count_names_the_equivalence_of_solutions() {
        let mut one = solution(5, true, Some(5));
        one.solutions = Some(1);
        one.orders = Some("1234567".to_owned());
        let text = count_text(&one, "").expect("is counted");
        assert_eq!(text, "1 solution counted. There are 1,234,567 orders.");
        one.orders = None;
        let order = "up to the order of stamps";
        let text = count_text(&one, order).expect("is counted");
        assert_eq!(text, "One solution up to the order of stamps.");
        one.solutions = Some(2000);
        let text = count_text(&one, order).expect("is counted");
        assert_eq!(text, format!("2,000 distinct solutions found, {order}."));
    }

    #[test]
    fn a_report_states_no_more_than_is_proved() {
        let solved = |optimal, bound| Outcome::Solved(solution(23, optimal, bound));
        let proof = Unsolvable {
            reason: "the 4 in row 1 has too few neighbours".to_owned(),
            cells: Vec::new(),
        };
        let stopped = Stop::Cancelled.outcome(None, Some(7));
        let limit = Stop::Deadline.outcome(Some(solution(9, false, None)), Some(7));
        use Objective::{Maximise, Minimise};
        for (outcome, direction, expected) in [
            (
                solved(true, Some(23)),
                Minimise,
                "Solved: 23 keys|Proved: the fewest keys.",
            ),
            (
                solved(false, Some(20)),
                Minimise,
                "|At most 3 keys worse than the best.",
            ),
            (solved(false, None), Minimise, "|May not be the shortest."),
            (
                solved(false, Some(24)),
                Maximise,
                "|At most 1 key worse than the best.",
            ),
            (
                Outcome::Unsolvable(proof),
                Minimise,
                "There is no solution|The 4 in row 1 has too few neighbours.",
            ),
            (
                stopped,
                Minimise,
                "Stopped|No plan found so far, but there may be one.|Any plan takes at least 7 keys.",
            ),
            (
                limit,
                Minimise,
                "Best so far: 9 keys|At most 2 keys worse than the best.",
            ),
        ] {
            let text = text_of(outcome, direction);
            let expected = format!("{expected}|Explored 1,234,567 states in 12 ms.");
            assert!(text.ends_with(&expected), "{text}");
        }
        let partial = Stop::Deadline.outcome(Some(solution(13, false, None)), Some(12));
        let text = answer_text(&report(partial), Minimise, Beginning::Commands);
        let expected = "At most 1 key worse than the best with this beginning.";
        assert_eq!(text.details[0], expected);
    }
}
