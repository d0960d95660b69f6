//! A solver's report as the JSON object that scripts read.

use serde::Serialize;

use crate::game::{Cost, GameInfo, Limit, Outcome, Part, Reason, Report, VerifiedPlan};

/// The JSON form of a report. Its keys are a contract: they may be extended but not changed.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    game: &'static str,
    solver: &'static str,
    outcome: &'static str,
    #[serde(flatten)]
    best: Best,
    explored: u64,
    elapsed_s: f64,
    /// With `--count`: all plans found, the one in `plan` first.
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<Vec<Vec<String>>>,
    /// Why each move of `plan` is made, if the solver says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<Why>,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(flatten)]
    part: Option<PartAnswer>,
}

/// The best plan, and how good it is.
#[derive(Clone, Debug, Serialize)]
struct Best {
    plan: Option<Vec<String>>,
    cost: Option<Cost>,
    cost_unit: &'static str,
    optimal: bool,
    lower_bound: Option<Cost>,
    solutions: Option<u64>,
    /// Number of plans that `solutions` stand for if they are counted up to symmetry; decimal
    /// digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<String>,
}

/// The part that was searched.
#[derive(Clone, Debug, Serialize)]
struct PartAnswer {
    part: String,
    part_done: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Why {
    technique: &'static str,
    text: String,
    tried: bool,
}

impl Answer {
    /// Makes the answer from a report. `count` is the number of solutions asked for, `part` the
    /// part that was searched, if not the whole, and whether it is done.
    pub fn new(
        game: &GameInfo,
        report: &Report,
        count: Option<usize>,
        part: Option<(Part, bool)>,
    ) -> Self {
        let outcome = &report.outcome;
        let solution = outcome.solution();
        let limit = match outcome {
            Outcome::Limit { limit, .. } => Some(limit_word(*limit)),
            _ => None,
        };
        let reason = match outcome {
            Outcome::Unsolvable(proof) => Some(proof.reason.clone()),
            _ => None,
        };
        let part_done = part.is_some_and(|(_, done)| done);
        let why = |reason: &Reason| Why {
            technique: reason.technique,
            text: reason.text.clone(),
            tried: reason.tried,
        };
        let reasons = solution.map_or(&[][..], |solution| &solution.reasons);
        Self {
            game: game.id,
            solver: report.solver,
            outcome: if part_done { "part" } else { outcome.word() },
            best: Best {
                plan: solution.map(|solution| moves(&solution.plan)),
                cost: solution.map(|solution| solution.cost),
                cost_unit: report.cost_unit,
                optimal: solution.is_some_and(|solution| solution.optimal),
                lower_bound: match outcome {
                    Outcome::Solved(solution) => solution.lower_bound,
                    Outcome::Unsolvable(_) => None,
                    Outcome::Limit { lower_bound, .. }
                    | Outcome::Interrupted { lower_bound, .. } => *lower_bound,
                },
                solutions: solutions(outcome, count),
                orders: solution.and_then(|solution| solution.orders.clone()),
            },
            explored: report.explored,
            elapsed_s: report.elapsed.as_secs_f64(),
            plans: count.map(|_| {
                let plans = solution.map(|solution| solution.plans().map(moves).collect());
                plans.unwrap_or_default()
            }),
            reasons: reasons.iter().map(why).collect(),
            reason: reason.filter(|reason| !reason.is_empty()),
            limit: limit.filter(|_| !part_done),
            part: part.map(|(part, part_done)| PartAnswer {
                part: part.to_string(),
                part_done,
            }),
        }
    }

    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(self)?;
        text.push('\n');
        Ok(text)
    }
}

fn moves(plan: &VerifiedPlan) -> Vec<String> {
    plan.moves().iter().map(ToString::to_string).collect()
}

/// Number of distinct solutions known, up to `count`.
fn solutions(outcome: &Outcome, count: Option<usize>) -> Option<u64> {
    match outcome {
        Outcome::Unsolvable(_) => Some(0),
        // One was asked for and found.
        Outcome::Solved(solution) if count.unwrap_or(1) == 1 => solution.solutions.or(Some(1)),
        other => other.solution().and_then(|solution| solution.solutions),
    }
}

fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Method => "method",
    }
}
