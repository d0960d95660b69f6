//! `search`: breadth-first search or A* on the network.

use std::time::Duration;

use crate::solvers::answers::{UNIT, slice, solved};
use crate::solvers::portfolio::best::best_value;
use crate::solvers::problem::{DEPTH, GdlProblem, MEMORY, SECONDS, SIZE};
use crate::solvers::search::Stopped;
use crate::solvers::search::simple;
use crate::solvers::task::{GoalTask, Method};
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Answer, Field, Plan, SolveRequest, Solver, SolverInfo};

/// Time for plain breadth-first search, with all of the memory, before estimates are built.
const BRIEF_TIME: Duration = Duration::from_millis(300);
/// Most time for decomposition and estimates before the method is chosen.
const PATTERN_TIME: Duration = Duration::from_secs(3);
/// Divisor of the memory limit for decomposition and estimates: estimates remain in memory during the search.
const PATTERN_MEMORY_DIVISOR: u64 = 4;

static OPTIONS: &[Field] = &[
    Field::new(
        "method",
        "Method",
        "auto",
        "‘breadth-first’, ‘a-star’, or ‘auto’: one of them",
    )
    .one_of(&["auto", "breadth-first", "a-star"])
    .tunable(),
    SECONDS,
    SIZE,
    DEPTH,
    MEMORY,
];

pub(crate) struct GraphSearch;

static INFO: SolverInfo = SolverInfo {
    id: "search",
    title: "Search",
    good_for: "For the fewest moves.",
    method: "Breadth-first search or A* on states packed into bits, 256 at a time through the \
        network of the rules; estimates from pattern databases and missing goal conditions. Ignores \
        irrelevant facts and step counters that only end the game; drops states that latches make hopeless.",
    guarantee: "A shortest plan, or proof that there is none; limited by memory.",
    cost_unit: UNIT,
    options: OPTIONS,
    reports_visits: true,
    ..SolverInfo::EXACT
};

impl Solver for GraphSearch {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let problem = match GdlProblem::new(request, INFO.id, budget) {
            Ok(problem) => problem,
            Err(error) => return error.into_answer(INFO.id),
        };
        let method = match request.option("method").map_or("auto", str::trim) {
            "breadth-first" => Some(Method::Breadth),
            "a-star" => Some(Method::AStar),
            // ‘auto’, the only other choice.
            _ => None,
        };
        let mut task = GoalTask::new(&problem, problem.target);
        let found = match method {
            Some(method) => task.shortest(method, budget, progress),
            None => automatic(&mut task, budget, progress),
        };
        Ok(match found {
            Ok(Some(plan)) if request.count > 1 => {
                simple::different_plans(&problem, plan, request.count, budget, progress)
            }
            Ok(Some(plan)) => solved(plan, true),
            Ok(None) => best_value(&problem, budget, progress),
            Err(stopped) => stopped.stop.outcome(None, Some(stopped.bound as i64)),
        })
    }
}

/// Tries breadth-first search briefly, then decomposition, then A* if there are estimates.
fn automatic(
    task: &mut GoalTask<'_>,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Option<Plan>, Stopped> {
    let brief = slice(budget, BRIEF_TIME, 1);
    match task.shortest(Method::Breadth, &brief, progress) {
        Err(stopped) if stopped.stop == Stop::Deadline && budget.check().is_ok() => {}
        other => return other,
    }
    // Pattern databases stay, and the search that follows needs most of the memory.
    let brief = slice(budget, PATTERN_TIME, PATTERN_MEMORY_DIVISOR);
    if let Ok(Some(plan)) = task.factored(&brief) {
        return Ok(Some(plan));
    }
    let method = match task.estimate(&brief) {
        Ok(estimate) if !estimate.is_empty() => Method::AStar,
        _ => Method::Breadth,
    };
    task.shortest(method, budget, progress)
}
