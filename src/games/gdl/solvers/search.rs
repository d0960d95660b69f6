//! `search`: breadth first on the network.

use crate::game::{Outcome, Plan, SolveError, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, Progress};

use super::problem::{NETWORK_OPTIONS, Problem, UNIT, several, solved};
use super::several as many;

/// Breadth-first search on packed states.
pub(super) struct Search;

static INFO: SolverInfo = SolverInfo {
    id: "search",
    title: "Breadth first",
    method: "Breadth-first search on states packed into bits, 256 at a time through the network of \
             the rules; facts that do not matter and step counters that only end the game are taken off; \
             states that latches have made hopeless are dropped.",
    guarantee: "A shortest plan, or a proof that there is none; memory is the limit.",
    cost_unit: UNIT,
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    options: NETWORK_OPTIONS,
};

impl Solver for Search {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let problem = match Problem::new(request, INFO.id, budget) {
            Ok(problem) => problem,
            Err(refused) => return refused.told(INFO.id),
        };
        Ok(match problem.breadth(problem.want, budget, progress) {
            Ok(Some(plan)) if request.count > 1 => {
                let found = count(&problem, request.count, budget);
                let fallback = || solved(plan, true);
                found.unwrap_or_else(fallback)
            }
            Ok(Some(plan)) => solved(plan, true),
            Ok(None) => problem.hopeless(budget, progress),
            Err(stopped) => stopped.stop.outcome(None, Some(stopped.bound as i64)),
        })
    }
}

/// Up to `count` different plans of a level that is known to have one.
pub(super) fn count(problem: &Problem, count: usize, budget: &Budget) -> Option<Outcome<Plan>> {
    // With their clock, so that two ways to the same facts at different times stay apart.
    let view = problem.view(problem.want, false, budget).ok()?;
    let plans = |moves: Vec<Vec<u32>>| {
        several(
            moves
                .iter()
                .map(|moves| problem.plan(&view, moves))
                .collect(),
            true,
        )
    };
    match many::search(&view, problem.anywhere, count, budget) {
        Ok(moves) => plans(moves).map(Outcome::Solved),
        Err((moves, stop)) => {
            let best = plans(moves)?;
            let bound = best.lower_bound;
            Some(stop.outcome(Some(best), bound))
        }
    }
}
