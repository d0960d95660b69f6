//! `lazy`: annealing for good programs, and enumeration by cost for the proof.
//!
//! The enumeration decides each command when a run first reaches it, so commands that no run reaches are never
//! varied. Equal states of the main commands are explored once, and labels must pay for themselves. A plain walk gives a
//! first program.

mod annealing;
mod chain;
mod code;
mod completion;
mod driver;
pub(super) mod fast;
pub(super) mod partial;
mod search;
mod world;

use std::sync::Mutex;
use std::time::Duration;

use crate::game::{Answer, Heading, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo};
use crate::machine::{score, score_of};
use crate::program::RoboProgram;
use crate::search::{Budget, Progress, Stop};

pub(crate) use annealing::anneal_once;
pub(crate) use driver::{BestProgram, Ledger, SearchTask, best_program};

use super::RobosTask;
use super::problem::{ProgramProblem, walk_from};

pub(super) struct Lazy;

/// Times for enumeration and for annealing after it, in turns; afterwards enumeration continues without limit.
const TURNS: [(Duration, Duration); 3] = [
    (Duration::from_millis(300), Duration::from_millis(700)),
    (Duration::from_secs(4), Duration::from_secs(12)),
    (Duration::from_secs(10), Duration::from_secs(60)),
];
/// Time limit if any program suffices.
const ANY_PROGRAM_TIME: Duration = Duration::from_millis(1500);

/// Found programs with their points, best last.
struct FoundPrograms<'a> {
    programs: Mutex<Vec<(i64, RoboProgram)>>,
    problem: &'a ProgramProblem,
    progress: &'a Progress<'a>,
    request: &'a SolveRequest<'a>,
}

impl FoundPrograms<'_> {
    /// Keeps and reports a program, if it is better than all before.
    fn add(&self, points: i64, program: RoboProgram) {
        let Ok(mut programs) = self.programs.lock() else {
            return;
        };
        if programs.last().is_none_or(|(best, _)| *best < points) {
            let plan = self.problem.plan(&program);
            self.progress.improved(&Solution::new(plan, points));
            programs.push((points, program));
        }
    }

    /// Points of the best program so far, and the program; `None` if none was found.
    fn best(&self) -> Option<(i64, RoboProgram)> {
        self.programs.lock().ok()?.last().cloned()
    }

    fn points(&self) -> Option<i64> {
        self.best().map(|(points, _)| points)
    }
}

const INFO: SolverInfo = SolverInfo {
    id: "lazy",
    title: "Lazy enumeration",
    good_for: "Recommended: a good program at once, better ones the longer it runs.",
    method: "Simulated annealing finds good programs first. Then programs are enumerated by cost, \
        writing each command only when a run first reaches it; equal states are explored once, and \
        labels must pay for themselves.",
    guarantee: "A program if there is one, with a proved upper bound on the score; asked for the \
        best, it runs until the bound is met.",
    cost_unit: "points",
    ..SolverInfo::EXACT
};

impl Solver for Lazy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &RobosTask::new(request, self.info().id)?;
        let request = task.request;
        let mut problem = ProgramProblem::new(task);
        if let Some(proof) = problem.unsolvable.take() {
            return Ok(Outcome::Unsolvable(proof));
        }
        let found = FoundPrograms {
            programs: Mutex::default(),
            problem: &problem,
            progress,
            request,
        };
        if !problem.written.commands.is_empty() || problem.written.half_label {
            return Ok(partial::complete(&found, budget));
        }
        let start = problem.board.start();
        let walk = start.and_then(|start| walk_from(&problem.board, start, Heading::Down));
        if let Some(program) = walk.map(RoboProgram::new)
            && let Some(points) = score_of(&problem.board, &program)
        {
            found.add(points, program);
        }
        let search_budget = if request.optimal {
            budget.clone()
        } else if request.first && found.points().is_some() {
            // The walk's program suffices.
            budget.at_most(Duration::ZERO)
        } else {
            budget.at_most(ANY_PROGRAM_TIME)
        };
        let mut ledger = Ledger::default();
        let best = search(&found, &search_budget, &mut ledger);
        let open_bound = score(ledger.next_cost(), problem.coins);
        let bound = found.points().unwrap_or(open_bound).max(open_bound);
        progress.report("done", best.nodes, found.points(), Some(bound));
        // The shorter deadline applies only because any program suffices.
        let stop = best.stop.and_then(|_| budget.check().err());
        Ok(outcome(&found, bound, stop))
    }
}

/// Number of threads, those that the machine runs at a time.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Enumerates and anneals in turns. `nodes` of the result are those of all turns.
fn search(found: &FoundPrograms<'_>, budget: &Budget, ledger: &mut Ledger) -> BestProgram {
    let (threads, progress) = (threads(), found.progress);
    let mut total = 0;
    let mut enumerate = |ledger: &mut Ledger, budget: &Budget, threads: usize| {
        let improved = |points: i64, program: &RoboProgram| found.add(points, program.clone());
        let done = |cost: usize, more: u64, best: Option<i64>, bound: i64| {
            let phase = format!("programs of cost {}", cost + 1);
            progress.report(phase, total + more, best, Some(bound));
        };
        let task = SearchTask {
            board: &found.problem.board,
            budget,
            threads,
            max_cost: usize::MAX,
            known: found.best(),
            on_improved: &improved,
            on_done: &done,
        };
        let mut best = best_program(&task, ledger);
        total += best.nodes;
        best.nodes = total;
        best
    };
    for (turn, (enumeration, annealing)) in TURNS.into_iter().enumerate() {
        // The first costs take less time than starting a second thread.
        let workers = if turn == 0 { 1 } else { threads };
        let best = enumerate(ledger, &budget.at_most(enumeration), workers);
        if best.stop.is_none() || budget.check().is_err() {
            return best;
        }
        let phase = "random programs";
        progress.report(phase, best.nodes, found.points(), Some(best.bound));
        // Half of the time is left for enumeration.
        let half = budget.time_left().map_or(annealing, |left| left / 2);
        let time = budget.at_most(annealing.min(half));
        // Seeds that no turn before had.
        anneal(found, &time, turn * threads, threads, best.bound);
    }
    enumerate(ledger, budget, threads)
}

/// Anneals on several threads until the budget ends or a program has `bound` points; the first thread gets this seed.
fn anneal(found: &FoundPrograms<'_>, budget: &Budget, seed: usize, threads: usize, bound: i64) {
    let better = |points, program| {
        found.add(points, program);
        found.points().unwrap_or(points)
    };
    std::thread::scope(|scope| {
        for seed in (seed..).take(threads) {
            let better = &better;
            let board = &found.problem.board;
            let prefix = &found.problem.written;
            scope.spawn(move || {
                // It ends at the bound or with the budget; both are no errors, as its programs were reported.
                annealing::anneal(board, prefix, seed as u64, budget, bound, better)
            });
        }
    });
}

/// Answer with the found programs; `stop` is why the search ended before the bound was reached, if it did.
fn outcome(found: &FoundPrograms<'_>, bound: i64, stop: Option<Stop>) -> Outcome<Plan> {
    let request = found.request;
    let programs = found.programs.lock();
    let programs = programs.map_or_else(|_| Vec::new(), |programs| programs.clone());
    let programs = programs.into_iter().rev();
    let best = found.problem.solution(programs, bound, request.count);
    match (best, stop) {
        (Some(best), _) if best.optimal => Outcome::Solved(best),
        (best, Some(stop)) => stop.outcome(best, Some(bound)),
        (Some(best), None) if !request.optimal => Outcome::Solved(best),
        // No program was found in the time for any program.
        (None, None) => Stop::Deadline.outcome(None, Some(bound)),
        // The enumeration covers programs of limited length only.
        (best, None) => Stop::Method.outcome(best, Some(bound)),
    }
}
