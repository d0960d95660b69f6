//! The cheapest plan for a player with a cursor (or pointer) that travels from stamp to stamp, and its proof.
//!
//! Any order of stamps with the same *orientation* (for each pair of neighbours, which is stamped first) leads to the
//! same board, so the task is a shortest path through all cells under these precedences, for each orientation. A greedy
//! plan is improved by local search (`construct`, `improve`). The proof (`prove`) then searches each orientation as a
//! sequential ordering problem (`task`), by dynamic programming over (set visited, last cell) in layers of growing
//! width (`layers`), pruned by Lagrangian bounds (`walks`, `guide`). States that a layer drops keep their bound, so the
//! lower bound stays valid. `cost` defines what a plan costs; the proofs need only that travel costs are a metric.

mod bound;
mod construct;
mod cost;
mod guide;
mod improve;
mod layers;
mod lengths;
mod nearest;
mod prove;
mod prune;
mod run;
mod search;
mod set;
mod task;
#[cfg(test)]
mod tests;
mod walks;

use crate::Logo;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Outcome, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, Progress};

use super::peel;
use super::problem::StampProblem;
use cost::CostModel;
use run::{MAX_ORIENTATIONS, run};
use search::KeysSearch;

pub(super) struct FewestKeys;

const INFO: SolverInfo = SolverInfo {
    id: "fewest-keys",
    title: "Fewest keys",
    good_for: "For the fewest key presses in the real game.",
    method: "Greedy plan, local search that keeps neighbours in order, then dynamic programming \
        over boards in layers of growing width, pruned by Lagrangian bounds with prices tuned to each layer.",
    guarantee: "A plan if there is one, with a lower bound on its cost; proved optimal on nearly \
        all boards of up to 60 cells.",
    cost_unit: "keys",
    counts: false,
    options: cost::OPTIONS,
    ..SolverInfo::EXACT
};

impl Solver for FewestKeys {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn cost_unit(&self, request: &SolveRequest<'_>) -> &'static str {
        cost::unit_of(request.option("unit"))
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<Logo>::new(request, self.info().id)?;
        let cost = CostModel::from_options(|key| task.option(key), task.level.size())?;
        let problem = match StampProblem::new(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let cost = cost.with_cells(&problem);
        let (orders, explored) = peel::orders(&problem, MAX_ORIENTATIONS, budget);
        match orders {
            Ok(Ok(orders)) => {
                let search = KeysSearch::new(&problem, &cost, explored, progress);
                Ok(run(search, &orders, task.optimal, budget))
            }
            Ok(Err(proof)) => {
                progress.report("done", explored, None, None);
                Ok(Outcome::Unsolvable(proof))
            }
            Err(stop) => {
                let bound = cost.plan_cost(bound::lower_bound(&problem, &cost).max(0));
                Ok(stop.outcome(None, Some(bound)))
            }
        }
    }
}
