//! `auto`: several methods in turn, each for a while, then each for longer.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::game::{Outcome, Plan, SolveError, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, Progress, Stop};

use super::super::net::machine::Machine;
use super::super::net::playout::Playout;
use super::greedy;
use super::iterative::IterativeDeepening;
use super::problem::{NETWORK_OPTIONS, Problem, Refused, UNIT, slice, solved, spent};
use super::sat;
use super::search;

/// Share of the time that the network may take.
const NETWORK_SHARE: f64 = 0.6;

/// A portfolio.
pub(super) struct Auto;

static INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    method: "Breadth first, games by chance, best first and SAT in turn, each for longer than before; on \
             the rules as they are where no network can be made.",
    guarantee: "A plan, a shortest one where that is asked for or found first, or a proof that there is none.",
    cost_unit: UNIT,
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    options: NETWORK_OPTIONS,
};

impl Solver for Auto {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        // Where the network takes its time, some is left to do without.
        let share = match budget.time_left() {
            Some(left) => budget.clone().with_time(left.mul_f64(NETWORK_SHARE)),
            None => budget.clone(),
        };
        match Problem::new(request, INFO.id, &share) {
            Ok(problem) => Ok(portfolio(&problem, request, budget, progress)),
            Err(Refused::Error(error)) => Err(error),
            Err(Refused::Stop(Stop::Cancelled)) => Ok(Stop::Cancelled.outcome(None, None)),
            Err(_) => {
                let plain = SolveRequest {
                    options: BTreeMap::new(),
                    ..request.clone()
                };
                IterativeDeepening.run(&plain, budget, progress)
            }
        }
    }
}

fn portfolio(
    problem: &Problem,
    request: &SolveRequest<'_>,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let mut seconds = 0.5;
    let mut bound = 0;
    let mut memory_full = false;
    let mut random = fastrand::Rng::with_seed(1);
    loop {
        let part = |share: f64| slice(budget, Duration::from_secs_f64(seconds * share), 2);
        if !memory_full {
            match problem.breadth(problem.want, &part(1.0), progress) {
                Ok(Some(plan)) => {
                    let several = (request.count > 1)
                        .then(|| search::count(problem, request.count, budget))
                        .flatten();
                    return several.unwrap_or_else(|| solved(plan, true));
                }
                Ok(None) => return problem.hopeless(budget, progress),
                Err(stopped) => {
                    bound = bound.max(stopped.bound);
                    memory_full = stopped.stop == Stop::Memory;
                }
            }
        }
        let lower = Some(bound as i64);
        if let Some(stop) = spent(budget) {
            return stop.outcome(None, lower);
        }
        // Better a plan that is not the shortest than none – unless the shortest is asked for.
        if !request.optimal && request.count == 1 {
            if let Some(plan) = chance(problem, &mut random, &part(0.25)) {
                return with_bound(solved(plan, false), lower);
            }
            if let Ok(view) = problem.view(problem.want, true, budget) {
                let found = greedy::search(&view, problem.anywhere, &part(1.0), progress);
                if let Ok(Some(moves)) = found {
                    return with_bound(solved(problem.plan(&view, &moves), false), lower);
                }
            }
        }
        let view = match problem.view(problem.want, true, budget) {
            Ok(view) => view,
            Err(stop) => return stop.outcome(None, lower),
        };
        match sat::run(problem, &view, request, bound, &part(2.0), progress) {
            Outcome::Solved(solution) => {
                let outcome = Outcome::Solved(solution);
                return with_bound(outcome, lower);
            }
            Outcome::Unsolvable(_) => return problem.hopeless(&part(2.0), progress),
            Outcome::Limit { lower_bound, .. } | Outcome::Interrupted { lower_bound, .. } => {
                bound = bound.max(lower_bound.map_or(0, |bound| bound as usize));
            }
        }
        if let Some(stop) = spent(budget) {
            return stop.outcome(None, Some(bound as i64));
        }
        seconds *= 2.0;
    }
}

/// The outcome with a bound that another method proved.
fn with_bound(mut outcome: Outcome<Plan>, bound: Option<i64>) -> Outcome<Plan> {
    if let Outcome::Solved(solution) = &mut outcome
        && !solution.optimal
    {
        solution.lower_bound = solution.lower_bound.max(bound);
        if solution.lower_bound == Some(solution.cost) {
            solution.optimal = true;
        }
    }
    outcome
}

/// A plan that comes up in games by chance.
fn chance(problem: &Problem, random: &mut fastrand::Rng, budget: &Budget) -> Option<Plan> {
    if problem.anywhere {
        return None;
    }
    let view = problem.view(problem.want, false, budget).ok()?;
    // Here the value counts where the game is over; `won` is all the goal there is.
    let mut net = view.net.clone();
    net.goals = vec![(1, net.extra[super::analysis::WON])];
    let code = super::super::net::machine::Code::new(&net);
    let mut machine = Machine::<4>::new(&code);
    let mut playout = Playout::new(&mut machine, true);
    let line = playout.seek(random, 1, usize::MAX, budget).ok()??;
    Some(problem.plan(&view, &line.moves))
}
