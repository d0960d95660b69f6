//! `sat`: planning as satisfiability.

use std::rc::Rc;
use std::time::Duration;

use crate::game::{Answer, Outcome, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, Progress};

use super::answers::{UNIT, slice};
use super::best::best_value;
use super::problem::{NETWORK_OPTIONS, Problem};
use super::sat::{Asked, Wanted, run};

pub(super) struct Sat;

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
        let problem = match Problem::new(request, INFO.id, budget) {
            Ok(problem) => problem,
            Err(refused) => return refused.told(INFO.id),
        };
        let asked = Asked {
            wanted: Wanted::of(request.optimal),
            several: request.count,
            bound: 0,
            once: true,
        };
        let view = match asked.simple() {
            true => problem.seen(budget).map(Rc::new),
            false => problem.view(problem.want, true, budget),
        };
        let view = match view {
            Ok(view) => view,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        Ok(match run(&problem, &view, asked, budget, progress) {
            Outcome::Unsolvable(_) => {
                let budget = slice(budget, Duration::from_secs(5), 2);
                best_value(&problem, &budget, progress)
            }
            outcome => outcome,
        })
    }
}
