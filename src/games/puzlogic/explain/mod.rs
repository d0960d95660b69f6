//! `explain`: a plan as a user would find it, with a reason for each step.
//!
//! Each step places a number by the easiest single argument. If there is none, eliminations are added one at a time,
//! easy ones first. Each elimination records the earlier ones it depends on, so a step lists exactly the arguments
//! it needs. If no argument applies, the number comes from a search and is marked as such.

mod sight;
mod singles;
mod subsets;
mod sums;
#[cfg(test)]
mod tests;
mod trying;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Puzlogic;
use crate::game::typed::{Play as _, Task, TypedSolver};
use crate::game::{Answer, Cell, Outcome, Plan, Reason, Solution, SolverInfo};
use crate::search::{Budget, NoProgress, Progress, Stop};

pub(super) use sight::Technique;

use self::sight::Sight;
use self::singles::Placement;
use super::position::{Put, PuzlogicPosition};
use super::puzzle::Puzzle;
use super::solvers::{Problem, contradiction, search};

pub(super) struct Explain;

/// Search steps to decide whether another number would do.
const STEPS: u64 = 20_000;

impl TypedSolver for Explain {
    type Game = Puzlogic;

    const INFO: &'static SolverInfo = &SolverInfo {
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

    fn run(&self, task: &Task<'_, Puzlogic>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let problem = Problem::of(&task.start);
        let found = search(&problem, task.count.max(2), u64::MAX, budget);
        let cost = problem.cells.len() as i64;
        let first = match (found.solutions.first(), found.ended) {
            (Some(first), _) => first,
            (None, Ok(())) => return Ok(Outcome::Unsolvable(contradiction(&problem, budget))),
            (None, Err(stop)) => return Ok(stop.outcome(None, None)),
        };
        let known = Known {
            start: &task.start,
            unique: found.solutions.len() == 1 && found.ended.is_ok(),
            solution: problem.numbers_of(first),
        };
        let steps = match walk(&problem, &known, budget, progress) {
            Ok(steps) => steps,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        let plan = Plan(steps.iter().map(|step| step.mv.into()).collect());
        let others = found.solutions.iter().filter(|other| {
            // The solution the steps lead to is the plan itself.
            let numbers = problem.numbers_of(other);
            let put = |step: &Step| numbers.get(step.cell) == Some(&step.mv.number);
            !steps.iter().all(put)
        });
        let others: Vec<Plan> = others
            .map(|other| problem.plan(other))
            .take(task.count - 1)
            .collect();
        let solution = Solution {
            solutions: (task.count > 1).then_some(1 + others.len() as u64),
            others,
            reasons: steps.into_iter().map(|step| step.reason).collect(),
            ..Solution::best(plan, cost)
        };
        Ok(match found.ended {
            Err(stop) if found.solutions.len() < task.count => stop.outcome(Some(solution), None),
            _ => Outcome::Solved(solution),
        })
    }
}

/// The hardest technique that a puzzle needs; `None` if it has no solution.
pub(super) fn hardest(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Technique>, Stop> {
    let start = PuzlogicPosition::start(Arc::new(puzzle.clone()));
    let problem = Problem::of(&start);
    let found = search(&problem, 2, u64::MAX, budget);
    found.ended?;
    let Some(first) = found.solutions.first() else {
        return Ok(None);
    };
    let known = Known {
        start: &start,
        unique: found.solutions.len() == 1,
        solution: problem.numbers_of(first),
    };
    let steps = walk(&problem, &known, budget, &Progress::new(&NoProgress))?;
    Ok(steps.iter().map(|step| step.technique).max())
}

/// Results of a search in advance.
struct Known<'a> {
    start: &'a PuzlogicPosition,
    /// `true` if it is the only solution.
    unique: bool,
    /// Number of each cell.
    solution: Vec<u8>,
}

struct Step {
    cell: usize,
    mv: Put,
    /// The hardest technique it depends on.
    technique: Technique,
    reason: Reason,
}

fn walk(
    problem: &Problem,
    known: &Known<'_>,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Vec<Step>, Stop> {
    let mut sight = Sight::new(problem);
    let mut steps: Vec<Step> = Vec::new();
    let mut ticker = budget.ticker(1);
    while steps.len() < problem.cells.len() {
        ticker.tick()?;
        progress.report("explaining", ticker.total(), None, None);
        let found = match singles::easiest(&sight) {
            Some(found) => found,
            None => match sums::needed_once(&sight) {
                Some(found) => found,
                None if think(&mut sight) => continue,
                None => searched(&sight, known, &steps, budget)?,
            },
        };
        steps.push(step(&sight, &found));
        sight.put(found.cell, found.number);
    }
    Ok(steps)
}

/// Adds the easiest elimination there is.
fn think(sight: &mut Sight<'_>) -> bool {
    sums::eliminate(sight) || subsets::eliminate(sight) || trying::eliminate(sight)
}

/// Explains a step with all arguments it depends on.
fn step(sight: &Sight<'_>, found: &Placement) -> Step {
    let needs = sight.all_needed(&found.needs);
    let needed: Vec<&sight::Elimination> = needs
        .iter()
        .map(|index| &sight.eliminations[*index])
        .collect();
    let hardest = needed.iter().map(|needed| needed.technique);
    let hardest = hardest.fold(found.technique, Technique::max);
    let mut text: Vec<&str> = needed.iter().map(|needed| needed.text.as_str()).collect();
    text.push(&found.text);
    let seen = needed.iter().flat_map(|needed| needed.cells.iter());
    let seen: BTreeSet<usize> = seen.chain(&found.cells).copied().collect();
    let place = sight.place(found.cell);
    let cells: Vec<Cell> = seen.iter().map(|cell| sight.place(*cell)).collect();
    Step {
        cell: found.cell,
        mv: Put {
            cell: place,
            number: found.number,
        },
        technique: hardest,
        reason: Reason {
            technique: hardest.name(),
            text: text.join("\n"),
            cells: cells.into_iter().filter(|cell| *cell != place).collect(),
            tried: hardest >= Technique::TryOut,
        },
    }
}

/// A number found by search for the cell with the fewest left, with what is known of the others.
fn searched(
    sight: &Sight<'_>,
    known: &Known<'_>,
    steps: &[Step],
    budget: &Budget,
) -> Result<Placement, Stop> {
    let cell = sight
        .free()
        .min_by_key(|cell| sight.open[*cell].count_ones());
    // There is one while cells are empty.
    let cell = cell.unwrap_or_default();
    let number = known.solution.get(cell).copied().unwrap_or_default();
    let place = sight.place(cell);
    let others = sight.open[cell] & !(1 << number);
    let mut text = format!(
        "No short argument was found. A search of all possibilities shows that only {number} fits at \
         {place}, not {}.",
        words::or(others)
    );
    if !known.unique {
        let mut also: sight::Set = 0;
        let mut open: sight::Set = 0;
        for other in sight::numbers(others) {
            budget.check()?;
            let mv = Put {
                cell: place,
                number: other,
            };
            match finishes(known, steps, mv, budget) {
                Some(false) => {}
                Some(true) => also |= 1 << other,
                None => open |= 1 << other,
            }
        }
        if also != 0 {
            text = format!(
                "A free choice: the puzzle can be solved with {number} at {place}, but also with {}.",
                words::or(also)
            );
        } else if open != 0 {
            text = format!(
                "By trial: a search found a solution with {number} at {place}; it is not known whether \
                 there is one with {}.",
                words::or(open)
            );
        }
    }
    Ok(Placement {
        cell,
        number,
        technique: Technique::Search,
        text,
        cells: Vec::new(),
        needs: BTreeSet::new(),
    })
}

/// Returns whether the puzzle can be finished after these steps and a move; `None` if a short search does not
/// decide.
fn finishes(known: &Known<'_>, steps: &[Step], mv: Put, budget: &Budget) -> Option<bool> {
    let mut position = known.start.clone();
    for mv in steps.iter().map(|step| &step.mv).chain([&mv]) {
        position.make(mv).ok()?;
    }
    let problem = Problem::of(&position);
    let found = search(&problem, 1, STEPS, budget);
    let any = !found.solutions.is_empty();
    (any || found.ended.is_ok()).then_some(any)
}
