//! What a solver answered, as the JSON object that scripts read.

use serde::Serialize;

use crate::game::{Cost, GameInfo, Limit, Outcome, Part, Report, VerifiedPlan};

/// A solver's answer. Its keys are a contract; more may be added, none changes its meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    game: &'static str,
    solver: &'static str,
    outcome: &'static str,
    plan: Option<Vec<String>>,
    cost: Option<Cost>,
    cost_unit: &'static str,
    optimal: bool,
    lower_bound: Option<Cost>,
    solutions: Option<u64>,
    /// How many plans these stand for, where they are counted up to something: decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<String>,
    explored: u64,
    elapsed_s: f64,
    /// Where several were asked for: all plans found, the one in `plan` first.
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<Vec<Vec<String>>>,
    /// Why each move of `plan` is made, by solvers that say so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<Why>,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Of a search in parts: which part this is of, and whether it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_done: Option<bool>,
}

#[derive(Clone, Debug, Serialize)]
struct Why {
    technique: &'static str,
    text: String,
    tried: bool,
}

impl Answer {
    /// The answer in a report. `count` is the number of solutions that were asked for, if any was;
    /// `part` is told where only a part was searched, with whether it is done.
    pub fn new(
        game: &GameInfo,
        report: &Report,
        count: Option<usize>,
        part: Option<(Part, bool)>,
    ) -> Self {
        let solution = report.outcome.solution();
        let (lower_bound, limit, reason) = match &report.outcome {
            Outcome::Solved(solution) => (solution.lower_bound, None, None),
            Outcome::Unsolvable(proof) => {
                let reason = (!proof.reason.is_empty()).then(|| proof.reason.clone());
                (None, None, reason)
            }
            Outcome::Limit {
                limit, lower_bound, ..
            } => (*lower_bound, Some(limit_word(*limit)), None),
            Outcome::Interrupted { lower_bound, .. } => (*lower_bound, None, None),
        };
        Self {
            game: game.id,
            solver: report.solver,
            outcome: match part {
                Some((_, true)) => "part",
                _ => report.outcome.word(),
            },
            plan: solution.map(|solution| moves(&solution.plan)),
            cost: solution.map(|solution| solution.cost),
            cost_unit: report.cost_unit,
            optimal: solution.is_some_and(|solution| solution.optimal),
            lower_bound,
            solutions: solutions(&report.outcome, count),
            orders: solution.and_then(|solution| solution.orders.clone()),
            explored: report.explored,
            elapsed_s: report.elapsed.as_secs_f64(),
            plans: count.map(|_| {
                let plans = solution.map(|solution| solution.plans().map(moves).collect());
                plans.unwrap_or_default()
            }),
            reasons: solution.map_or(Vec::new(), |solution| {
                let reasons = solution.reasons.iter();
                reasons
                    .map(|reason| Why {
                        technique: reason.technique,
                        text: reason.text.clone(),
                        tried: reason.tried,
                    })
                    .collect()
            }),
            reason,
            limit: limit.filter(|_| part.is_none_or(|(_, done)| !done)),
            part: part.map(|(part, _)| part.to_string()),
            part_done: part.map(|(_, done)| done),
        }
    }

    /// As JSON on one line.
    ///
    /// # Errors
    /// When a value has no form in JSON.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(self)?;
        text.push('\n');
        Ok(text)
    }
}

fn moves(plan: &VerifiedPlan) -> Vec<String> {
    plan.moves().iter().map(ToString::to_string).collect()
}

/// How many distinct solutions are known, up to the number asked for.
fn solutions(outcome: &Outcome, count: Option<usize>) -> Option<u64> {
    match outcome {
        Outcome::Unsolvable(_) => Some(0),
        // One was asked for, and there it is.
        Outcome::Solved(solution) if count.unwrap_or(1) == 1 => solution.solutions.or(Some(1)),
        other => other.solution().and_then(|solution| solution.solutions),
    }
}

/// The word for a limit, in JSON and tables.
pub fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Method => "method",
    }
}
