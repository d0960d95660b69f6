//! `auto`: several methods in turn, longer in every round.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::solvers::answers::{UNIT, spent};
use crate::solvers::portfolio::rounds::{Decided, FIRST_ROUND, Methods, Shares};
use crate::solvers::problem::{GdlProblem, NETWORK_OPTIONS, StartError};
use crate::solvers::search::iterative::IterativeDeepening;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Answer, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo};

/// Time for improving a plan, if the budget has no limit of time.
const IMPROVING_TIME: Duration = Duration::from_secs(30);
/// Largest share of the time for building the network.
const NETWORK_SHARE: f64 = 0.6;

pub(crate) struct Auto;

static INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "Recommended: tries several methods in turn.",
    method: "Breadth-first search, the solver of Sokoban for games that are Sokoban, random walks, beam search, \
        best-first search and SAT in turn, each longer than before; then shortens the plan for a while. \
        Uses the rules directly if no network can be built.",
    guarantee: "A plan, the shortest one if requested or proved in time; or proof that there is none.",
    cost_unit: UNIT,
    options: NETWORK_OPTIONS,
    improves: true,
    reports_visits: true,
    ..SolverInfo::EXACT
};

impl Solver for Auto {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let start = Instant::now();
        // If the network takes too long, time is left for a search without it.
        let share = match budget.time_left() {
            Some(left) => budget.clone().with_time(left.mul_f64(NETWORK_SHARE)),
            None => budget.clone(),
        };
        // A plan that the caller has already, to be shortened.
        let known = match request.known {
            [] => None,
            moves => Some(Solution::new(Plan(moves.to_vec()), moves.len() as i64)),
        };
        match GdlProblem::new(request, INFO.id, &share) {
            Ok(problem) => {
                let mut methods = Methods::new(&problem, progress);
                methods.optimal = request.optimal;
                methods.count = request.count;
                if let Some(known) = known {
                    let time = budget.time_left().unwrap_or(IMPROVING_TIME);
                    return Ok(methods.shorten(known, time, budget));
                }
                Ok(match methods.portfolio(budget) {
                    Outcome::Solved(found) if !request.first && request.count == 1 => {
                        methods.shorten_found(found, start, budget)
                    }
                    outcome => outcome,
                })
            }
            Err(StartError::Error(error)) => Err(error),
            Err(StartError::Stop(Stop::Cancelled)) => Ok(Stop::Cancelled.outcome(known, None)),
            // The network is too large, or was not built in its share of the budget.
            Err(_) => {
                // Without a network a plan cannot be improved.
                if let Some(known) = known {
                    return Ok(Outcome::Solved(known));
                }
                // The options are limits of the network, which that solver does not take.
                let plain = SolveRequest {
                    options: BTreeMap::new(),
                    ..request.clone()
                };
                IterativeDeepening.run(&plain, budget, progress)
            }
        }
    }
}

/// Time shares of the methods while a plan is to be found.
const TO_FIND: Shares = Shares {
    search: 1.0,
    walks: 1.0,
    beam: 1.0,
    greedy: 1.0,
    sat: 2.0,
};

impl Methods<'_> {
    fn portfolio(&mut self, budget: &Budget) -> Outcome<Plan> {
        let mut seconds = FIRST_ROUND;
        loop {
            match self.round(seconds, TO_FIND, budget) {
                Some(Decided::Outcome(outcome)) => return outcome,
                Some(Decided::Impossible) => return self.best_value(budget),
                None => {}
            }
            if let Some(stop) = spent(budget) {
                return stop.outcome(self.fallback.take(), Some(self.task.bound as i64));
            }
            seconds *= 2.0;
        }
    }
}
