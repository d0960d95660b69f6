//! `propagate`: constraint propagation and search that learns from conflicts.

use std::collections::BTreeSet;

use crate::game::{
    Cell, Level, Outcome, Plan, SolveError, SolveRequest, Solver, SolverInfo, Unsolvable,
};
use crate::search::{Budget, Progress, Stop};

use super::brute_force::outcome;
use super::engine::{Active, Engine};
use super::problem::Problem;

/// Constraint propagation with search.
pub(super) struct Propagate;

static INFO: SolverInfo = SolverInfo {
    id: "propagate",
    title: "Constraint propagation",
    method: "All-different lines and piece counts by matchings, and sums, are propagated; what is \
             left open is searched, and conflicts are learnt as clauses.",
    guarantee: "Finds a plan, counts them, or proves that there is none and names constraints that \
                contradict each other.",
    cost_unit: "pieces",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    options: &[],
};

impl Solver for Propagate {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let problem = Problem::of(request, self)?;
        let active = Active::all(&problem);
        let mut engine = Engine::new(&problem, &active, request.count);
        let mut ticker = budget.ticker(8);
        let ended = engine.run(&mut ticker);
        progress.report("done", ticker.total(), None, None);
        let found = engine.found.iter().map(|chosen| problem.plan(chosen));
        let found: Vec<Plan> = found.collect();
        Ok(outcome(&problem, found, ended, request.count, || {
            contradiction(&problem, budget)
        }))
    }
}

/// Steps of search that are spent on each constraint to see whether it is needed.
const STEPS: u64 = 2_000;

/// How many solutions a level has, at most `most`; `None` if that takes more than so many steps.
pub(in crate::games::puzlogic) fn solutions(
    level: &dyn Level,
    most: usize,
    steps: u64,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    let Ok(problem) = Problem::of(&SolveRequest::new(level), &Propagate) else {
        return Ok(None);
    };
    let active = Active::all(&problem);
    let mut engine = Engine::new(&problem, &active, most);
    engine.steps = steps;
    let ended = engine.run(&mut budget.ticker(8));
    budget.check()?;
    Ok(ended.is_ok().then_some(engine.found.len()))
}

/// Constraints that cannot hold together, none of which can be left out as far as that could be
/// seen (deletion-based minimal unsatisfiable subset).
fn contradiction(problem: &Problem, budget: &Budget) -> Unsolvable {
    let (pieces, cells) = (problem.pieces(), problem.cells.len());
    if pieces != cells {
        return Unsolvable {
            reason: format!("there are {pieces} pieces for {cells} empty cells"),
            cells: problem.cells.clone(),
        };
    }
    if let Some((line, number)) = problem.clash {
        return Unsolvable {
            reason: format!("{number} stands twice in {line}"),
            cells: Vec::new(),
        };
    }
    let mut active = Active::all(problem);
    let still = |active: &Active| {
        let mut engine = Engine::new(problem, active, 1);
        // A search that is not over by then proves nothing.
        engine.steps = STEPS;
        engine.run(&mut budget.ticker(8)).is_ok() && engine.found.is_empty()
    };
    let parts = active.lines.len() + active.totals.len() + 1;
    for part in 0..parts {
        if budget.check().is_err() {
            break;
        }
        let mut without = active.clone();
        let (lines, totals) = (without.lines.len(), without.totals.len());
        if part < lines {
            without.lines[part] = false;
        } else if part < lines + totals {
            without.totals[part - lines] = false;
        } else {
            without.pieces = false;
        }
        if still(&without) {
            active = without;
        }
    }
    told(problem, &active)
}

fn told(problem: &Problem, active: &Active) -> Unsolvable {
    let mut words: Vec<String> = Vec::new();
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    let mut note = |on: &[usize]| cells.extend(on.iter().filter_map(|i| problem.cells.get(*i)));
    for (total, _) in problem
        .totals
        .iter()
        .zip(&active.totals)
        .filter(|(_, on)| **on)
    {
        words.push(format!("‘{}’", total.name));
        note(&total.cells);
        if total.cells.is_empty() {
            let line = total.line;
            return Unsolvable {
                reason: format!("the numbers of {line} do not come to ‘{}’", total.name),
                cells: Vec::new(),
            };
        }
    }
    for (line, _) in problem
        .lines
        .iter()
        .zip(&active.lines)
        .filter(|(_, on)| **on)
    {
        words.push(format!("no number twice in {}", line.line));
        note(&line.cells);
    }
    if active.pieces {
        words.push("the numbers of the pieces".to_owned());
    }
    let reason = match words.as_slice() {
        [] => "the constraints contradict each other".to_owned(),
        [one] => format!("{one} cannot hold with the pieces there are"),
        [all @ .., last] => format!("{} and {last} cannot hold together", all.join(", ")),
    };
    Unsolvable {
        reason,
        cells: cells.into_iter().collect(),
    }
}
