//! `lazy`: programs in the order of their cost, each command decided when it is first reached.

mod chance;
mod code;
mod driver;
mod search;
mod walk;
mod world;

use std::sync::Mutex;
use std::time::Duration;

use crate::game::{Limit, Outcome, Plan, Solution, SolveError, SolveRequest, Solver, SolverInfo};
use crate::games::robos_escape::machine::score_of;
use crate::games::robos_escape::program::Program;
use crate::search::{Budget, Progress, Stop};

use driver::MOST_COST;
pub(in crate::games::robos_escape) use driver::{Best, Task, best_program};

use super::problem::Problem;

/// Lazy enumeration.
pub(super) struct Lazy;

static INFO: SolverInfo = SolverInfo {
    id: "lazy",
    title: "Lazy enumeration",
    method: "Writes a command only when a run first comes to it, cost after cost; equal states are \
             met once where nothing runs again, labels must be worth their cost. Simulated \
             annealing finds good programs first.",
    guarantee: "Always a program if there is one, with an upper bound that holds; asked for the \
                best, it goes on until the bound is met.",
    cost_unit: "points",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: false,
    options: &[],
};

/// Time for the short programs, before any are looked for by chance.
const FIRST: Duration = Duration::from_millis(300);
/// Time for programs by chance, if any program will do, and if the best is wanted.
const CHANCE: Duration = Duration::from_millis(700);
const LONG_CHANCE: Duration = Duration::from_secs(40);
/// Time in all if any program will do.
const ANY: Duration = Duration::from_millis(1500);

/// Programs found, the best last.
struct Found<'a> {
    programs: Mutex<Vec<(i64, Program)>>,
    problem: &'a Problem,
    progress: &'a Progress<'a>,
}

impl Found<'_> {
    /// Takes a program if it is better than all before.
    fn add(&self, points: i64, program: Program) {
        let Ok(mut programs) = self.programs.lock() else {
            return;
        };
        if programs.last().is_none_or(|(best, _)| *best < points) {
            let plan = self.problem.plan(&program);
            self.progress.improved(&Solution::new(plan, points));
            programs.push((points, program));
        }
    }

    fn best(&self) -> Option<(i64, Program)> {
        self.programs.lock().ok()?.last().cloned()
    }
}

impl Solver for Lazy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let problem = Problem::of(request, self)?;
        if let Some(proof) = problem.hopeless {
            return Ok(Outcome::Unsolvable(proof));
        }
        if !problem.written.commands.is_empty() || problem.written.half_label {
            return match score_of(&problem.board, &problem.written) {
                Some(points) => Ok(Outcome::Solved(Solution::new(Plan::default(), points))),
                None => Err(SolveError::Unsupported {
                    solver: INFO.id,
                    reason: "it writes programs from their first command on; use brute-force to \
                             go on from what is written"
                        .to_owned(),
                }),
            };
        }
        let found = Found {
            programs: Mutex::new(Vec::new()),
            problem: &problem,
            progress,
        };
        if let Some(program) = walk::walk(&problem.board)
            && let Some(points) = score_of(&problem.board, &program)
        {
            found.add(points, program);
        }
        let own = if request.optimal {
            budget.clone()
        } else {
            shorter(budget, ANY)
        };
        let best = search(&found, &own, request.optimal);
        progress.report(
            "done",
            best.nodes,
            best.program.map(|(points, _)| points),
            Some(best.bound),
        );
        // Time was up that was given only because any program would do.
        let stop = best.stop.and_then(|_| budget.check().err());
        Ok(outcome(&found, best.bound, stop, request))
    }
}

fn shorter(budget: &Budget, time: Duration) -> Budget {
    let left = budget.time_left().unwrap_or(time);
    budget.clone().with_time(left.min(time))
}

/// The short programs, then programs by chance, then all programs as far as time goes.
fn search(found: &Found<'_>, budget: &Budget, optimal: bool) -> Best {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let task = |budget: &Budget, from: &Best, threads: usize| {
        let improved = |points: i64, program: &Program| found.add(points, program.clone());
        let done = |cost: usize, nodes: u64, best: Option<i64>, bound: i64| {
            let phase = format!("programs of cost {}", cost + 1);
            found
                .progress
                .report(phase, from.nodes + nodes, best, Some(bound));
        };
        let best = best_program(&Task {
            board: &found.problem.board,
            budget,
            threads,
            from_cost: from.cost,
            most_cost: MOST_COST,
            known: found.best(),
            improved: &improved,
            done: &done,
        });
        Best {
            nodes: best.nodes + from.nodes,
            ..best
        }
    };
    let first = task(&shorter(budget, FIRST), &Best::default(), 1);
    if first.stop.is_none() || budget.check().is_err() {
        return first;
    }
    found
        .progress
        .report("programs by chance", first.nodes, None, Some(first.bound));
    let time = if optimal { LONG_CHANCE } else { CHANCE };
    let quarter = budget.time_left().map_or(time, |left| left / 2);
    let by_chance = shorter(budget, time.min(quarter));
    std::thread::scope(|scope| {
        for seed in 0..threads as u64 {
            let by_chance = &by_chance;
            scope.spawn(move || {
                let better = |points, program| {
                    found.add(points, program);
                    found.best().map_or(points, |(best, _)| best)
                };
                let board = &found.problem.board;
                let rounds = usize::MAX;
                chance::anneal(board, seed, rounds, by_chance, first.bound, &better)
            });
        }
    });
    task(budget, &first, threads)
}

/// What was found comes to.
fn outcome(
    found: &Found<'_>,
    bound: i64,
    stop: Option<Stop>,
    request: &SolveRequest<'_>,
) -> Outcome<Plan> {
    let mut programs = found
        .programs
        .lock()
        .map(|all| all.clone())
        .unwrap_or_default();
    let Some((points, program)) = programs.pop() else {
        return stop.unwrap_or(Stop::Deadline).outcome(None, Some(bound));
    };
    let proved = points == bound;
    let others = programs.iter().rev().take(request.count.saturating_sub(1));
    let others: Vec<Plan> = others
        .map(|(_, program)| found.problem.plan(program))
        .collect();
    let solution = Solution {
        optimal: proved,
        lower_bound: Some(bound),
        solutions: (request.count > 1).then_some(others.len() as u64 + 1),
        others,
        ..Solution::new(found.problem.plan(&program), points)
    };
    match stop {
        Some(stop) if !proved => stop.outcome(Some(solution), Some(bound)),
        None if !proved && request.optimal => Outcome::Limit {
            limit: Limit::Method,
            best: Some(solution),
            lower_bound: Some(bound),
        },
        _ => Outcome::Solved(solution),
    }
}
