//! `lazy`: programs in the order of their cost, each command decided when it is first reached.

mod chance;
mod code;
mod driver;
mod fast;
mod search;
mod walk;
mod world;

use std::sync::Mutex;
use std::time::Duration;

use crate::game::{Limit, Outcome, Plan, Solution, SolveError, SolveRequest, Solver, SolverInfo};
use crate::machine::score_of;
use crate::program::Program;
use crate::search::{Budget, Progress, Stop};

use driver::MOST_COST;
pub(crate) use driver::{Best, Task, best_program};

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

/// Time for all programs in order, and then for programs by chance, turn by turn; behind the last
/// one comes the search in order for as long as it takes.
const TURNS: [(Duration, Duration); 3] = [
    (Duration::from_millis(300), Duration::from_millis(700)),
    (Duration::from_secs(4), Duration::from_secs(6)),
    (Duration::from_secs(20), Duration::from_secs(40)),
];
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
        let best = search(&found, &own);
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

/// All programs in order and programs by chance, turn by turn.
fn search(found: &Found<'_>, budget: &Budget) -> Best {
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
    let mut so_far = Best::default();
    for (turn, (in_order, by_chance)) in TURNS.into_iter().enumerate() {
        // The first costs are done before a second thread has begun.
        let threads = if turn == 0 { 1 } else { threads };
        so_far = task(&shorter(budget, in_order), &so_far, threads);
        if so_far.stop.is_none() || budget.check().is_err() {
            return so_far;
        }
        let best = found.best().map(|(points, _)| points);
        found
            .progress
            .report("programs by chance", so_far.nodes, best, Some(so_far.bound));
        let half = budget.time_left().map_or(by_chance, |left| left / 2);
        let time = shorter(budget, by_chance.min(half));
        anneal(found, &time, turn, threads, so_far.bound);
    }
    task(budget, &so_far, threads)
}

fn anneal(found: &Found<'_>, budget: &Budget, turn: usize, threads: usize, bound: i64) {
    let better = |points, program| {
        found.add(points, program);
        found.best().map_or(points, |(best, _)| best)
    };
    let seeds = (0..threads).map(|thread| (turn * threads + thread) as u64);
    std::thread::scope(|scope| {
        for seed in seeds {
            let better = &better;
            let board = &found.problem.board;
            let form = chance::Form {
                written: &found.problem.written.commands,
                half_label: found.problem.written.half_label,
            };
            scope.spawn(move || chance::anneal(board, form, seed, budget, bound, better));
        }
    });
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
