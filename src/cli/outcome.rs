//! Prints the result of a search: the plan on standard output, a summary on standard error.

use super::files;
use super::status::{CommandResult, Status};
use crate::export::report::answer;
use crate::game::{
    Cell, Complaint, Cost, GameInfo, Objective, Outcome, Solution, SolveReport, caveat, words,
};
use crate::search::Stop;

/// Maximum number of cells named with a proof.
const MAX_NAMED_CELLS: usize = 8;

/// Output besides the plan.
#[derive(Debug, clap::Args)]
pub(super) struct PrintArgs {
    /// Print one JSON object instead of the plan
    #[arg(long)]
    pub(super) json: bool,
    /// Print no summary and no progress on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Prints a report and returns its status. `count` is the number of solutions requested; `complaints` are errors and
/// warnings about the text of the level.
pub(super) fn print_report(
    game: &GameInfo,
    report: &SolveReport,
    complaints: &[Complaint],
    count: Option<usize>,
    args: &PrintArgs,
) -> CommandResult {
    if args.json {
        files::print_json(&answer(game, report, complaints, count))?;
    } else if let Some(solution) = report.outcome.solution() {
        files::print(&plans_as_text(solution))?;
    }
    if !args.quiet {
        for line in reasons(report) {
            files::notify(&line);
        }
        files::notify(&summary(game, report, complaints, count));
    }
    Ok(match report.outcome {
        Outcome::Solved(_) => Status::Done,
        Outcome::Unsolvable(_) => Status::No,
        Outcome::Stopped {
            stop: Stop::Cancelled,
            ..
        } => Status::Interrupted,
        Outcome::Stopped { .. } => Status::Limit,
    })
}

/// Formats plans with one move per line and an empty line between plans.
fn plans_as_text(solution: &Solution) -> String {
    let plans: Vec<_> = solution.plans().map(ToString::to_string).collect();
    // The text of a plan ends with a line break.
    plans.join("\n")
}

/// Lines with the reason of each move; empty unless the solver gives reasons.
fn reasons(report: &SolveReport) -> Vec<String> {
    let Some(solution) = report.outcome.solution() else {
        return Vec::new();
    };
    let moves = solution.plan.moves().iter().zip(&solution.reasons);
    moves
        .enumerate()
        .map(|(index, (mv, reason))| {
            let (technique, text) = (reason.technique, reason.text.replace('\n', " "));
            format!("{}. {mv} ({technique}): {text}", index + 1)
        })
        .collect()
}

fn took_text(report: &SolveReport) -> String {
    let (time, solver) = (words::time(report.elapsed), report.solver);
    match report.explored {
        0 => format!("{time} ({solver})"),
        explored => format!("{} explored in {time} ({solver})", words::number(explored)),
    }
}

fn summary(
    game: &GameInfo,
    report: &SolveReport,
    complaints: &[Complaint],
    count: Option<usize>,
) -> String {
    let unit = report.cost_unit;
    let caveat =
        caveat(&report.outcome, complaints).map_or_else(String::new, |it| format!(", but {it}"));
    let took = took_text(report);
    match &report.outcome {
        Outcome::Solved(solution) => {
            let quality = quality(game, solution, unit, None);
            let mut line = format!("solved: {quality}{caveat}; {took}");
            if let Some(requested) = count.filter(|count| *count > 1) {
                line.push_str(&count_text(solution, report.up_to, requested));
            }
            line
        }
        Outcome::Unsolvable(proof) if proof.reason.is_empty() => {
            format!("unsolvable{caveat}; {took}")
        }
        Outcome::Unsolvable(proof) => {
            let reason = proof.reason.trim_end_matches('.');
            let cells = cell_list(&proof.cells);
            format!("unsolvable{caveat}: {reason}{cells}; {took}")
        }
        Outcome::Stopped {
            stop,
            best,
            lower_bound,
        } => {
            let what = match stop {
                Stop::Cancelled => "interrupted",
                limit => limit.in_words(),
            };
            let so_far = so_far(game, best.as_ref(), *lower_bound, unit);
            format!("{what}{caveat}: {so_far}; {took}")
        }
    }
}

/// Names the first cells that a proof is about, in parentheses; empty if there are none.
fn cell_list(cells: &[Cell]) -> String {
    let named = cells.iter().take(MAX_NAMED_CELLS).map(Cell::to_string);
    let mut named: Vec<_> = named.collect();
    match cells.len() {
        0 => return String::new(),
        count if count > MAX_NAMED_CELLS => named.push("…".to_owned()),
        _ => {}
    }
    format!(" ({})", named.join("; "))
}

/// Describes the number of solutions found, of at most `requested`. `ignoring` names differences that do not count, such
/// as ‘up to the order of stamps’; may be empty.
fn count_text(solution: &Solution, ignoring: &str, requested: usize) -> String {
    let ignoring = match ignoring {
        "" => String::new(),
        differences => format!(" {differences}"),
    };
    let mut line = match solution.solutions {
        Some(1) if ignoring.is_empty() => "; no other solution".to_owned(),
        Some(1) => format!("; one solution{ignoring}"),
        Some(found) if found < requested as u64 => {
            format!(
                "; {}{ignoring}, no others",
                words::count(found, "solutions")
            )
        }
        Some(found) => format!(
            "; {}{ignoring}, maybe more",
            words::count(found, "solutions")
        ),
        None => "; this solver does not look for several solutions".to_owned(),
    };
    if let Some(orders) = &solution.orders {
        let noun = if orders == "1" { "order" } else { "orders" };
        line.push_str(&format!("; {orders} {noun}"));
    }
    line
}

/// Describes the best plan of an unfinished search and its proved bound.
pub(super) fn so_far(
    game: &GameInfo,
    best: Option<&Solution>,
    bound: Option<Cost>,
    unit: &str,
) -> String {
    match (best, bound) {
        (Some(best), bound) => format!("best so far {}", quality(game, best, unit, bound)),
        (None, Some(bound)) => format!("no plan so far, {}", bound_text(game, bound, unit)),
        (None, None) => "no plan so far".to_owned(),
    }
}

/// Describes the cost of a plan and its proved bound.
pub(super) fn quality(
    game: &GameInfo,
    solution: &Solution,
    unit: &str,
    bound: Option<Cost>,
) -> String {
    let cost = words::cost(solution.cost, unit);
    if solution.optimal {
        return format!("{cost}, proved optimal");
    }
    match bound.or(solution.lower_bound) {
        Some(bound) => format!("{cost}, {}", bound_text(game, bound, unit)),
        None => format!("{cost}, not proved optimal"),
    }
}

fn bound_text(game: &GameInfo, bound: Cost, unit: &str) -> String {
    match game.objective {
        Objective::Minimise => format!("no plan takes fewer than {}", words::cost(bound, unit)),
        Objective::Maximise => format!("no plan gets more than {}", words::cost(bound, unit)),
    }
}
