//! Different plans of a level that can be solved.

use crate::analysis::SearchNet;
use crate::solvers::answers::several;
use crate::solvers::problem::GdlProblem;
use crate::solvers::search::simple::{self, Plans};
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan};

/// Finds up to `count` plans; returns `shortest` if the search finds none.
pub(crate) fn count(
    problem: &GdlProblem,
    shortest: Plan,
    count: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let found = problem.displayed(budget).map(|view| {
        let found = simple::search(&view, problem.anywhere, count, budget, progress);
        plans(problem, &view, found)
    });
    let (mut plans, stop) = found.unwrap_or_else(|stop| (Vec::new(), Some(stop)));
    if plans.is_empty() {
        plans.push(shortest);
    }
    let best = several(plans, true);
    match (stop, best) {
        (None, Some(best)) => Outcome::Solved(best),
        (stop, best) => {
            let bound = best.as_ref().and_then(|best| best.lower_bound);
            stop.unwrap_or(Stop::Deadline).outcome(best, bound)
        }
    }
}

/// Plans found, and the reason if the search was stopped.
fn plans(
    problem: &GdlProblem,
    view: &SearchNet,
    found: Result<Plans, (Plans, Stop)>,
) -> (Vec<Plan>, Option<Stop>) {
    let (moves, stop) = match found {
        Ok(moves) => (moves, None),
        Err((moves, stop)) => (moves, Some(stop)),
    };
    let plan = |moves: &Vec<u32>| problem.plan(view, moves);
    (moves.iter().map(plan).collect(), stop)
}
