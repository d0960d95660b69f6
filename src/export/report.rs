//! Solver reports as a JSON object for scripts.

use serde_json::{Value, json};

use crate::game::search::Stop;
use crate::game::{Complaint, GameInfo, Outcome, SolveReport, VerifiedPlan};

/// JSON form of a report. Its keys are a contract: they may be extended but not changed.
///
/// `count` is the number of solutions requested; `complaints` are errors and warnings about the text of the level.
pub fn answer(
    game: &GameInfo,
    report: &SolveReport,
    complaints: &[Complaint],
    count: Option<usize>,
) -> Value {
    let outcome = &report.outcome;
    let solution = outcome.solution();
    let mut answer = json!({
        "game": game.id,
        "solver": report.solver,
        "outcome": outcome.word(),
        "plan": solution.map(|solution| moves(&solution.plan)),
        "cost": solution.map(|solution| solution.cost),
        "cost_unit": report.cost_unit,
        "optimal": solution.is_some_and(|solution| solution.optimal),
        "lower_bound": match outcome {
            Outcome::Solved(solution) => solution.lower_bound,
            Outcome::Unsolvable(_) => None,
            Outcome::Stopped { lower_bound, .. } => *lower_bound,
        },
        "solutions": solutions(outcome, count),
    });
    // Number of plans that `solutions` represent if they are counted up to symmetry.
    if let Some(orders) = solution.and_then(|solution| solution.orders.as_ref()) {
        answer["orders"] = json!(orders);
    }
    answer["explored"] = json!(report.explored);
    answer["elapsed_s"] = json!(report.elapsed.as_secs_f64());
    if count.is_some() {
        let plans = solution.into_iter().flat_map(|solution| solution.plans());
        answer["plans"] = plans.map(moves).collect();
    }
    if let Some(solution) = solution.filter(|solution| !solution.reasons.is_empty()) {
        let reasons = solution.reasons.iter().map(|reason| {
            json!({
                "technique": reason.technique, "text": reason.text, "tried": reason.needs_search,
            })
        });
        answer["reasons"] = reasons.collect();
    }
    if let Outcome::Unsolvable(proof) = outcome
        && !proof.reason.is_empty()
    {
        answer["reason"] = json!(proof.reason);
        let cells = proof.cells.iter();
        answer["cells"] = cells
            .map(|cell| json!([cell.row + 1, cell.col + 1]))
            .collect();
    }
    if let Some(limit) = outcome.stop().and_then(limit_word) {
        answer["limit"] = json!(limit);
    }
    answer["complaints"] = complaint_values(complaints);
    answer
}

/// JSON form of errors and warnings about a text: a list of objects. Lines and columns count from 1.
pub fn complaint_values(complaints: &[Complaint]) -> Value {
    let one = |complaint: &Complaint| {
        let error = &complaint.error;
        json!({
            "line": error.line,
            "column": error.column,
            "severity": complaint.severity(),
            "text": error.message,
        })
    };
    complaints.iter().map(one).collect()
}

fn moves(plan: &VerifiedPlan) -> Vec<String> {
    plan.moves().iter().map(ToString::to_string).collect()
}

/// Number of distinct solutions known, up to `count`.
fn solutions(outcome: &Outcome, count: Option<usize>) -> Option<u64> {
    match outcome {
        Outcome::Unsolvable(_) => Some(0),
        // One was requested and found.
        Outcome::Solved(solution) if count.unwrap_or(1) == 1 => solution.solutions.or(Some(1)),
        other => other.solution().and_then(|solution| solution.solutions),
    }
}

/// Limit that was reached; `None` if the user cancelled the search.
fn limit_word(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Cancelled => None,
        Stop::Deadline => Some("time"),
        Stop::Memory => Some("memory"),
        Stop::Method => Some("method"),
    }
}
