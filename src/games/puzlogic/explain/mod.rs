//! `explain`: a plan as a user would find it, with a reason for each step.
//!
//! Each step places a number by the easiest single argument. If there is none, eliminations are added one at a time,
//! easy ones first. Each elimination records the earlier ones it depends on, so a step lists exactly the arguments
//! it needs. If no argument applies, the number comes from a search and is marked as such.

mod candidates;
mod singles;
mod subsets;
mod sums;
#[cfg(test)]
mod tests;
mod trial;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::game::typed::Play as _;
use crate::game::{Answer, MoveReason, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, NoProgress, Progress, Stop};

pub(super) use candidates::Technique;

use self::candidates::{Candidates, NumberSet};
use self::singles::ArguedPlacement;
use super::position::{Put, PuzlogicPosition};
use super::puzzle::SumPuzzle;
use super::solvers::{Csp, FoundSolutions, PuzlogicTask, contradiction, search};

pub(super) struct Explain;

/// Search steps to decide whether another number would do.
const MAX_SEARCH_STEPS: u64 = 20_000;

const INFO: SolverInfo = SolverInfo {
    id: "explain",
    title: "Step by step, with reasons",
    good_for: "Solves the level the way a person would, step by step.",
    method: "The techniques people use, the easiest first: naked and hidden singles, piece counts, \
        sum combinations, naked subsets, then trial and error.",
    guarantee: "Every step is explained; guesses and free choices are named as such.",
    cost_unit: "pieces",
    counts: false,
    ..SolverInfo::EXACT
};

impl Solver for Explain {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &PuzlogicTask::new(request, self.info().id)?;
        let problem = Csp::from_position(&task.start);
        // A second solution says that the first is not the only one.
        let found = search(&problem, task.count.max(2), u64::MAX, budget);
        let known = KnownSolution::new(&task.start, &problem, &found);
        let known = match (known, found.ended) {
            (Some(known), _) => known,
            (None, Ok(())) => return Ok(Outcome::Unsolvable(contradiction(&problem, budget))),
            (None, Err(stop)) => return Ok(stop.outcome(None, None)),
        };
        let steps = match explain_all(&problem, &known, budget, progress) {
            Ok(steps) => steps,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        let plan = Plan(steps.iter().map(|step| step.mv.into()).collect());
        let others = found.solutions.iter().filter(|other| {
            // The solution the steps lead to is the plan itself.
            let numbers = problem.numbers_of(other);
            let agrees = |step: &ExplainedStep| numbers.get(step.cell) == Some(&step.mv.number);
            !steps.iter().all(agrees)
        });
        let others = others.map(|other| problem.plan(other));
        let others: Vec<Plan> = others.take(task.count - 1).collect();
        let solution = Solution {
            solutions: (task.count > 1).then_some(1 + others.len() as u64),
            others,
            reasons: steps.into_iter().map(|step| step.reason).collect(),
            ..Solution::optimal(plan, problem.cells.len() as i64)
        };
        Ok(match found.ended {
            Err(stop) if found.solutions.len() < task.count => stop.outcome(Some(solution), None),
            _ => Outcome::Solved(solution),
        })
    }
}

/// The hardest technique that a puzzle needs; `None` if it has no solution.
pub(super) fn hardest(puzzle: &SumPuzzle, budget: &Budget) -> Result<Option<Technique>, Stop> {
    let start = PuzlogicPosition::start(Arc::new(puzzle.clone()));
    let problem = Csp::from_position(&start);
    let found = search(&problem, 2, u64::MAX, budget);
    found.ended?;
    let Some(known) = KnownSolution::new(&start, &problem, &found) else {
        return Ok(None);
    };
    let steps = explain_all(&problem, &known, budget, &Progress::new(&NoProgress))?;
    Ok(steps.iter().map(|step| step.technique).max())
}

/// The solution that steps lead to: arguments hold in all solutions, and searched numbers come from this one.
struct KnownSolution<'a> {
    start: &'a PuzlogicPosition,
    /// It is proved to be the only solution.
    unique: bool,
    /// Number of each cell of the problem.
    solution: Vec<u8>,
}

impl<'a> KnownSolution<'a> {
    fn new(start: &'a PuzlogicPosition, problem: &Csp, found: &FoundSolutions) -> Option<Self> {
        Some(Self {
            start,
            unique: found.solutions.len() == 1 && found.ended.is_ok(),
            solution: problem.numbers_of(found.solutions.first()?),
        })
    }
}

struct ExplainedStep {
    /// Index into the problem's cells.
    cell: usize,
    mv: Put,
    /// The hardest technique it depends on.
    technique: Technique,
    reason: MoveReason,
}

/// A step for each empty cell: a placement by an argument, after as many eliminations as it takes, or by search.
fn explain_all(
    problem: &Csp,
    known: &KnownSolution<'_>,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Vec<ExplainedStep>, Stop> {
    let mut state = Candidates::new(problem, budget);
    let mut steps: Vec<ExplainedStep> = Vec::new();
    let mut ticker = budget.ticker(1);
    while steps.len() < problem.cells.len() {
        ticker.tick()?;
        progress.report("explaining", ticker.total(), None, None);
        let found = singles::easiest(&state).or_else(|| sums::forced_by_sum(&state));
        let found = match found {
            Some(found) => found,
            None if eliminate(&mut state) => continue,
            None => search_placement(&state, known, &steps, budget)?,
        };
        steps.push(explain_step(&state, &found));
        state.assign(found.cell, found.number);
    }
    Ok(steps)
}

/// Adds one elimination, by the easiest technique that has one; returns whether there is one.
fn eliminate(state: &mut Candidates<'_>) -> bool {
    sums::eliminate(state) || subsets::eliminate(state) || trial::eliminate(state)
}

/// The step of a placement, with the texts of all eliminations that it depends on, in their order, before its own.
fn explain_step(state: &Candidates<'_>, found: &ArguedPlacement) -> ExplainedStep {
    let needs = state.all_needs(&found.needs);
    let needed = needs.iter().map(|index| &state.eliminations[*index]);
    let needed: Vec<_> = needed.collect();
    let hardest = needed.iter().map(|needed| needed.technique);
    let hardest = hardest.fold(found.technique, Technique::max);
    let mut text: Vec<&str> = needed.iter().map(|needed| needed.text.as_str()).collect();
    text.push(&found.text);
    let involved = needed.iter().flat_map(|needed| needed.cells.iter());
    let involved: BTreeSet<usize> = involved.chain(&found.cells).copied().collect();
    let target = state.cell_at(found.cell);
    let cells = involved.iter().map(|cell| state.cell_at(*cell));
    ExplainedStep {
        cell: found.cell,
        mv: Put {
            cell: target,
            number: found.number,
        },
        technique: hardest,
        reason: MoveReason {
            technique: hardest.name(),
            text: text.join("\n"),
            cells: cells.filter(|cell| *cell != target).collect(),
            needs_search: hardest >= Technique::Trial,
        },
    }
}

/// A number found by search for the cell with the fewest left, with what is known of the others.
fn search_placement(
    state: &Candidates<'_>,
    known: &KnownSolution<'_>,
    steps: &[ExplainedStep],
    budget: &Budget,
) -> Result<ArguedPlacement, Stop> {
    let free = state.free();
    let fewest = free.min_by_key(|cell| state.domains[*cell].count_ones());
    // There is one while cells are empty.
    let cell = fewest.unwrap_or_default();
    let number = known.solution.get(cell).copied().unwrap_or_default();
    let target = state.cell_at(cell);
    let others = state.domains[cell] & !(1 << number);
    let mut text = format!(
        "No short argument was found. A search of all possibilities shows that only {number} fits at \
         {target}, not {}.",
        words::or(others)
    );
    if !known.unique {
        let mut solvable: NumberSet = 0;
        let mut undecided: NumberSet = 0;
        for other in candidates::numbers(others) {
            budget.check()?;
            let mv = Put {
                cell: target,
                number: other,
            };
            match can_finish(known, steps, mv, budget) {
                Some(false) => {}
                Some(true) => solvable |= 1 << other,
                None => undecided |= 1 << other,
            }
        }
        if solvable != 0 {
            text = format!(
                "A free choice: the puzzle can be solved with {number} at {target}, but also with {}.",
                words::or(solvable)
            );
        } else if undecided != 0 {
            text = format!(
                "By trial: a search found a solution with {number} at {target}; it is not known whether \
                 there is one with {}.",
                words::or(undecided)
            );
        }
    }
    Ok(ArguedPlacement {
        cell,
        number,
        technique: Technique::Search,
        text,
        cells: Vec::new(),
        needs: BTreeSet::new(),
    })
}

/// Returns whether the puzzle can be finished after these moves; `None` if a short search does not decide.
fn can_finish(
    known: &KnownSolution<'_>,
    steps: &[ExplainedStep],
    mv: Put,
    budget: &Budget,
) -> Option<bool> {
    let mut position = known.start.clone();
    for mv in steps.iter().map(|step| &step.mv).chain([&mv]) {
        position.make(mv).ok()?;
    }
    let found = search(&Csp::from_position(&position), 1, MAX_SEARCH_STEPS, budget);
    let any = !found.solutions.is_empty();
    (any || found.ended.is_ok()).then_some(any)
}
