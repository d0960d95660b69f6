//! `sat`: planning as satisfiability.

use std::rc::Rc;
use std::time::Duration;

use crate::solvers::answers::{UNIT, slice};
use crate::solvers::portfolio::best::best_value;
use crate::solvers::problem::{GdlProblem, NETWORK_OPTIONS};
use crate::solvers::sat::{SatQuery, SatTarget, run};
use crate::solvers::task::GoalTask;
use planwright_game::search::{Budget, Progress};
use planwright_game::{Answer, Outcome, SolveRequest, Solver, SolverInfo};

/// Time for the best value below a target that is proved to be out of reach.
const BEST_VALUE_TIME: Duration = Duration::from_secs(5);
/// Divisor of the memory limit for that search.
const BEST_VALUE_MEMORY_DIVISOR: u64 = 2;

pub(crate) struct Sat;

static INFO: SolverInfo = SolverInfo {
    id: "sat",
    title: "SAT",
    good_for: "For placement puzzles, such as sudoku or queens.",
    method: "Unrolls the network of the rules, one copy per step; a SAT solver (BatSat, conflict-driven \
        clause learning) looks for moves that reach the target value in more and more steps; undecided lengths are tried again later.",
    guarantee: "A plan, the shortest one if requested; or proof that there is none, if games cannot last for ever.",
    cost_unit: UNIT,
    options: NETWORK_OPTIONS,
    ..SolverInfo::EXACT
};

impl Solver for Sat {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let problem = match GdlProblem::new(request, INFO.id, budget) {
            Ok(problem) => problem,
            Err(error) => return error.into_answer(INFO.id),
        };
        let query = SatQuery {
            target: SatTarget::new(request.optimal),
            count: request.count,
            // Nothing is known yet: plans may have any length, and a set of moves without order is worth a try.
            bound: 0,
            unordered: true,
        };
        // Each of several plans visits no displayed state twice, so their view retains all displayed facts (all but
        // step counters); for one plan the facts that bear on the goal suffice.
        let view = match query.visits_no_state_twice() {
            true => problem.displayed(budget).map(Rc::new),
            false => GoalTask::new(&problem, problem.target).view(budget),
        };
        let view = match view {
            Ok(view) => view,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        Ok(match run(&problem, &view, query, budget, progress) {
            // The target is out of reach: the answer names the best value below it.
            Outcome::Unsolvable(_) => {
                let budget = slice(budget, BEST_VALUE_TIME, BEST_VALUE_MEMORY_DIVISOR);
                best_value(&problem, &budget, progress)
            }
            outcome => outcome,
        })
    }
}
