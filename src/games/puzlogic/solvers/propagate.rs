//! `propagate`: constraint propagation, with a search that learns from conflicts (see `engine`).

use std::collections::BTreeSet;

use super::PuzlogicTask;
use super::brute_force::outcome;
use super::engine::{self, Switches};
use super::problem::Csp;
use crate::game::{
    Answer, Cell, SolutionCount, SolveRequest, Solver, SolverInfo, Unsolvable, words,
};
use crate::puzzle::SumPuzzle;
use crate::search::{Budget, Progress, Stop};

pub(crate) struct Propagate;

const INFO: SolverInfo = SolverInfo {
    id: "propagate",
    title: "Constraint propagation",
    good_for: "Recommended: reasons like a person, but faster.",
    method: "Propagates all-different lines, piece counts (by matchings) and sums; searches what is \
        left open and learns clauses from conflicts.",
    guarantee: "A plan, a count of plans, or proof that there is none, with the constraints that conflict.",
    cost_unit: "pieces",
    ..SolverInfo::EXACT
};

impl Solver for Propagate {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &PuzlogicTask::new(request, self.info().id)?;
        let problem = Csp::from_position(&task.start);
        let found = search(&problem, task.count, u64::MAX, budget);
        progress.report("done", found.steps, None, None);
        let plans = found.solutions.iter().map(|chosen| problem.plan(chosen));
        let proof = || contradiction(&problem, budget);
        let plans = plans.collect();
        Ok(outcome(&problem, plans, found.ended, task.count, proof))
    }
}

pub(crate) struct FoundSolutions {
    /// Up to the requested number of solutions: for each cell the index of its number in [`Csp::numbers`].
    pub(crate) solutions: Vec<Vec<usize>>,
    /// `Ok` if these are all solutions or the requested number; otherwise why the search ended early.
    pub(crate) ended: Result<(), Stop>,
    /// Decisions and conflicts of the search.
    steps: u64,
}

/// Decisions and conflicts of the SAT solver between two checks of the budget.
const STEPS_PER_CHECK: u32 = 8;

/// Searches for `limit` solutions in at most `steps` steps; ends with [`Stop::Deadline`] beyond.
pub(crate) fn search(problem: &Csp, limit: usize, steps: u64, budget: &Budget) -> FoundSolutions {
    let mut ticker = budget.ticker(STEPS_PER_CHECK);
    let all = Switches::all_on(problem);
    let (solutions, ended) = engine::search(problem, &all, limit, steps, &mut ticker);
    FoundSolutions {
        solutions,
        ended,
        steps: ticker.total(),
    }
}

/// Search steps to test whether a constraint is needed for a contradiction.
const MAX_CORE_STEPS: u64 = 2_000;

/// Number of solutions of a puzzle, at most `limit`; `None` if `steps` search steps are too few.
pub(crate) fn solutions(
    puzzle: &SumPuzzle,
    limit: usize,
    steps: u64,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    let found = search(&Csp::new(puzzle), limit, steps, budget);
    budget.check()?;
    Ok(found.ended.is_ok().then_some(found.solutions.len()))
}

/// Classifies a puzzle by its number of solutions; explains why if there is none.
pub(crate) fn solution_count(puzzle: &SumPuzzle, budget: &Budget) -> SolutionCount {
    match solutions(puzzle, 2, u64::MAX, budget) {
        Ok(Some(0)) => SolutionCount::None(contradiction(&Csp::new(puzzle), budget)),
        Ok(Some(1)) => SolutionCount::One,
        Ok(Some(_)) => SolutionCount::Several,
        Ok(None) | Err(_) => SolutionCount::Unknown,
    }
}

/// Conflicting constraints: a deletion-based minimal unsatisfiable subset, as far as short searches can tell.
pub(crate) fn contradiction(problem: &Csp, budget: &Budget) -> Unsolvable {
    let (pieces, cells) = (problem.pieces(), problem.cells.len());
    if pieces != cells {
        let reason = format!(
            "pieces and empty cells do not match: {} for {}",
            words::count(pieces, "pieces"),
            words::count(cells, "empty cells")
        );
        let cells = problem.cells.clone();
        return Unsolvable { reason, cells };
    }
    if let Some((line, number)) = problem.clash {
        return Unsolvable::because(format!("{number} appears twice in {line}"));
    }
    let mut active = Switches::all_on(problem);
    let is_infeasible = |active: &Switches| {
        let mut ticker = budget.ticker(STEPS_PER_CHECK);
        let (solutions, ended) = engine::search(problem, active, 1, MAX_CORE_STEPS, &mut ticker);
        // An unfinished search proves nothing.
        ended.is_ok() && solutions.is_empty()
    };
    // Switches off one constraint after the other, for good if the others still conflict.
    for part in 0..active.iter_mut().count() {
        if budget.check().is_err() {
            break;
        }
        let mut without = active.clone();
        if let Some(on) = without.iter_mut().nth(part) {
            *on = false;
        }
        if is_infeasible(&without) {
            active = without;
        }
    }
    explain_conflict(problem, &active)
}

fn explain_conflict(problem: &Csp, active: &Switches) -> Unsolvable {
    let mut parts: Vec<String> = Vec::new();
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    let mut add =
        |indices: &[usize]| cells.extend(indices.iter().filter_map(|i| problem.cells.get(*i)));
    for total in active.totals_of(problem) {
        parts.push(format!("the {}", total.name));
        add(&total.cells);
        if total.cells.is_empty() {
            let line = total.line;
            let reason = format!("the numbers of {line} do not add up to the {}", total.name);
            return Unsolvable::because(reason);
        }
    }
    for line in active.lines_of(problem) {
        parts.push(format!("different numbers in {}", line.line));
        add(&line.cells);
    }
    if active.pieces {
        parts.push("the numbers of the pieces".to_owned());
    }
    let reason = match parts.as_slice() {
        [] => "the constraints conflict".to_owned(),
        [one] => format!("{one} cannot hold with these pieces"),
        [all @ .., last] => format!("{} and {last} exclude each other", all.join(", ")),
    };
    let cells = cells.into_iter().collect();
    Unsolvable { reason, cells }
}
