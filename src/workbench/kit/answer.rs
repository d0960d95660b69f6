//! Formats solver reports as text.

use crate::game::words::group_digits;
pub use crate::game::words::{cost, mid_sentence, number, seconds, sentence, time};
use crate::game::{Cost, Limit, Objective, Outcome, Solution, SolveReport};

/// A solver's answer as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    /// The answer in one short sentence.
    pub headline: String,
    /// Further facts, one sentence each.
    pub details: Vec<String>,
    /// Kind of answer.
    pub tone: AnswerTone,
    /// Cost of the plan that the headline names.
    pub cost: Option<String>,
    /// The first detail states that the plan is proved optimal.
    pub proved: bool,
}

/// Kind of answer, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerTone {
    /// A plan was found.
    Good,
    /// The search ended early, with or without a plan.
    Open,
    /// Proved unsolvable.
    Impossible,
}

/// Formats a report. `continued`: the solver started after moves already made, so its proofs hold only for plans that
/// begin with them.
pub fn answer_text(report: &SolveReport, direction: Objective, continued: bool) -> AnswerText {
    let unit = report.cost_unit;
    let from_here = if continued { " from here" } else { "" };
    let (headline, mut details, tone) = match &report.outcome {
        Outcome::Solved(solution) => {
            let mut details = vec![quality_text(
                solution,
                solution.lower_bound,
                direction,
                unit,
            )];
            details.extend(count_text(solution, report.up_to));
            if continued && solution.optimal {
                details[0] = "Proved best for this beginning.".to_owned();
            }
            (
                format!("Solved: {}{from_here}", cost(solution.cost, unit)),
                details,
                AnswerTone::Good,
            )
        }
        Outcome::Unsolvable(proof) => {
            let details = match proof.reason.trim() {
                "" => vec!["Proved by a complete search.".to_owned()],
                reason => vec![sentence(reason)],
            };
            let headline = format!("There is no solution{from_here}");
            (headline, details, AnswerTone::Impossible)
        }
        Outcome::Limit {
            limit,
            best,
            lower_bound,
        } => {
            let reason = match limit {
                Limit::Time => "Time limit reached",
                Limit::Memory => "Memory limit reached",
                Limit::Method => "The solver's own limit was reached",
            };
            let (headline, details) = unfinished(reason, best, *lower_bound, direction, unit);
            (headline, details, AnswerTone::Open)
        }
        Outcome::Interrupted { best, lower_bound } => {
            let (headline, details) = unfinished("Stopped", best, *lower_bound, direction, unit);
            (headline, details, AnswerTone::Open)
        }
    };
    // Methods that compute a plan directly explore no states.
    if report.explored > 0 {
        details.push(format!(
            "Explored {} in {}.",
            cost(report.explored as Cost, "states"),
            time(report.elapsed)
        ));
    }
    let solved = match &report.outcome {
        Outcome::Solved(solution) => Some(solution),
        _ => None,
    };
    AnswerText {
        headline,
        details,
        tone,
        cost: solved.map(|solution| format!("{}{from_here}", cost(solution.cost, unit))),
        proved: solved.is_some_and(|solution| solution.optimal),
    }
}

fn unfinished(
    reason: &str,
    best: &Option<Solution>,
    bound: Option<Cost>,
    direction: Objective,
    unit: &str,
) -> (String, Vec<String>) {
    match best {
        Some(best) => {
            let headline = format!("{reason}. Best so far: {}", cost(best.cost, unit));
            let bound = best.lower_bound.or(bound);
            (headline, vec![quality_text(best, bound, direction, unit)])
        }
        None => {
            let mut details = vec!["No plan found so far, but there may be one.".to_owned()];
            if let Some(bound) = bound {
                let than = match direction {
                    Objective::Minimise => "at least",
                    Objective::Maximise => "at most",
                };
                details.push(format!("Any plan takes {than} {}.", cost(bound, unit)));
            }
            (reason.to_owned(), details)
        }
    }
}

fn quality_text(
    solution: &Solution,
    bound: Option<Cost>,
    direction: Objective,
    unit: &str,
) -> String {
    if solution.optimal {
        return "Proved optimal.".to_owned();
    }
    let gap = bound.map(|bound| match direction {
        Objective::Minimise => solution.cost - bound,
        Objective::Maximise => bound - solution.cost,
    });
    match gap {
        Some(gap) if gap > 0 => format!("At most {} worse than the best.", cost(gap, unit)),
        // The plan meets the bound, but the solver does not call it optimal, so neither does this.
        Some(_) => "As good as the proved bound.".to_owned(),
        None => match direction {
            Objective::Minimise => "May not be the shortest.",
            Objective::Maximise => "May not be the best.",
        }
        .to_owned(),
    }
}

fn count_text(solution: &Solution, up_to: &str) -> Option<String> {
    let count = solution.solutions?;
    let mut text = match (count, up_to) {
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
    let parts = counts.iter().map(|(unit, count)| {
        let count = Cost::try_from(*count).unwrap_or(Cost::MAX);
        cost(count, unit)
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::{Plan, Unsolvable, VerifiedPlan, replay};
    use crate::games;

    fn plan() -> VerifiedPlan {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let solver = game.solvers()[0];
        let request = crate::game::SolveRequest::new(level.as_ref());
        let budget = crate::search::Budget::default();
        let report = crate::game::solve(solver, &request, &budget, &crate::search::NoProgress);
        let report = report.expect("is solvable");
        let moves = report.outcome.solution().expect("has one").plan.to_plan();
        replay(level.as_ref(), &[], Plan(moves.0)).expect("is a plan")
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
        let text = answer_text(&report(outcome), direction, false);
        format!("{}|{}", text.headline, text.details.join("|"))
    }

    #[test]
    fn the_count_names_the_equivalence_of_solutions() {
        let mut one = solution(5, true, Some(5));
        one.solutions = Some(1);
        one.orders = Some("1234567".to_owned());
        assert_eq!(
            count_text(&one, "").as_deref(),
            Some("1 solution counted. There are 1,234,567 orders.")
        );
        one.orders = None;
        let order = "up to the order of stamps";
        assert_eq!(
            count_text(&one, order).as_deref(),
            Some("One solution up to the order of stamps.")
        );
        one.solutions = Some(2000);
        assert_eq!(
            count_text(&one, order).as_deref(),
            Some("2,000 distinct solutions found, up to the order of stamps.")
        );
    }

    #[test]
    fn a_plan_is_called_optimal_only_when_that_is_proved() {
        let proved = text_of(
            Outcome::Solved(solution(23, true, Some(23))),
            Objective::Minimise,
        );
        assert_eq!(
            proved,
            "Solved: 23 keys|Proved optimal.|Explored 1,234,567 states in 12 ms."
        );
        let text = text_of(
            Outcome::Solved(solution(23, false, Some(20))),
            Objective::Minimise,
        );
        assert!(
            text.contains("At most 3 keys worse than the best."),
            "{text}"
        );
        let unknown = text_of(
            Outcome::Solved(solution(23, false, None)),
            Objective::Minimise,
        );
        assert!(unknown.contains("May not be the shortest"), "{unknown}");
    }

    #[test]
    fn the_gap_is_positive_where_more_is_better() {
        let text = text_of(
            Outcome::Solved(solution(20, false, Some(21))),
            Objective::Maximise,
        );
        assert!(
            text.contains("At most 1 key worse than the best."),
            "{text}"
        );
    }

    #[test]
    fn a_proof_states_its_reason() {
        let proof = Unsolvable {
            reason: "the 4 in row 1 has too few neighbours".to_owned(),
            cells: Vec::new(),
        };
        let text = text_of(Outcome::Unsolvable(proof), Objective::Minimise);
        assert!(
            text.starts_with("There is no solution|The 4 in row 1 has too few neighbours.|"),
            "{text}"
        );
    }

    #[test]
    fn a_stopped_search_reports_its_best_plan() {
        let none = text_of(
            Outcome::Interrupted {
                best: None,
                lower_bound: Some(7),
            },
            Objective::Minimise,
        );
        assert!(none.starts_with("Stopped|No plan found so far"), "{none}");
        assert!(none.contains("at least 7 keys"), "{none}");
        let best = text_of(
            Outcome::Limit {
                limit: Limit::Time,
                best: Some(solution(9, false, None)),
                lower_bound: Some(7),
            },
            Objective::Minimise,
        );
        assert!(
            best.contains("Best so far: 9 keys|At most 2 keys"),
            "{best}"
        );
    }
}
