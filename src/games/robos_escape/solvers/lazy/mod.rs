//! `lazy`: programs in the order of their cost, each command decided when it is first reached.

pub(super) mod begun;
mod chain;
mod chance;
mod code;
mod driver;
pub(super) mod fast;
mod ledger;
mod rest;
mod search;
mod tails;
mod walk;
mod world;

use std::sync::Mutex;
use std::time::Duration;

use planwright_programs::search::{at_most, read, write};
use serde::{Deserialize, Serialize};

use crate::RobosEscape;
use crate::game::typed::{self, TypedSolver};
use crate::game::{
    Answer, Keep, Outcome, Part, Plan, Resumable, ResumeError, Solution, SolveRequest, SolverInfo,
    Stretch,
};
use crate::machine::{score, score_of};
use crate::program::Program;
use crate::search::{Budget, Progress, Stop};

pub(crate) use chance::anneal_once;
use driver::MOST_COST;
pub(crate) use driver::{Best, Task, best_program};
pub(crate) use ledger::Ledger;

use super::problem::Problem;

pub(super) struct Lazy;

/// Time for all programs in order, and then for random programs, turn by turn; behind the last
/// one comes the search in order for as long as it takes.
const TURNS: [(Duration, Duration); 3] = [
    (Duration::from_millis(300), Duration::from_millis(700)),
    (Duration::from_secs(4), Duration::from_secs(12)),
    (Duration::from_secs(10), Duration::from_secs(60)),
];
/// Time in all if any program will do.
const ANY: Duration = Duration::from_millis(1500);

/// Programs found, the best last.
struct Found<'a> {
    programs: Mutex<Vec<(i64, Program)>>,
    problem: &'a Problem,
    progress: &'a Progress<'a>,
}

impl<'a> Found<'a> {
    fn new(problem: &'a Problem, progress: &'a Progress<'a>) -> Self {
        Self {
            programs: Mutex::new(Vec::new()),
            problem,
            progress,
        }
    }

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

    fn points(&self) -> Option<i64> {
        self.best().map(|(points, _)| points)
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Notes {
    ledger: Ledger,
    turn: usize,
    best: String,
}

impl Notes {
    fn read(text: &str, problem: &Problem) -> Result<(Self, Option<(i64, Program)>), ResumeError> {
        let damaged = |reason: String| ResumeError::Damaged(reason);
        let notes: Self = read(text)?;
        if notes.best.is_empty() {
            return Ok((notes, None));
        }
        let program = Program::parse(&notes.best).map_err(damaged)?;
        let points = score_of(&problem.board, &program);
        let points = points.ok_or_else(|| damaged("its program does not escape".to_owned()))?;
        Ok((notes, Some((points, program))))
    }

    /// Points that no program exceeds, but for the best.
    fn bound(&self, problem: &Problem, best: Option<i64>) -> i64 {
        let open = score(self.ledger.next_cost(), problem.coins);
        best.map_or(open, |best| best.max(open))
    }
}

impl TypedSolver for Lazy {
    type Game = RobosEscape;

    const INFO: &'static SolverInfo = &SolverInfo {
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

    fn run(
        &self,
        asked: &typed::Task<'_, RobosEscape>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        self.run_whole(asked.request, budget, progress)
    }

    fn resumable(&self) -> Option<&dyn Resumable> {
        Some(self)
    }
}

impl Resumable for Lazy {
    fn version(&self) -> u32 {
        1
    }

    fn resume(
        &self,
        request: &SolveRequest<'_>,
        part: Part,
        notes: Option<&str>,
        keep: &dyn Keep,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Stretch, ResumeError> {
        let mut problem = Problem::posed(request, Lazy::INFO.id)?;
        let (mut notes, known) = match notes {
            Some(text) => Notes::read(text, &problem)?,
            None => (Notes::default(), None),
        };
        if let Some(proof) = problem.hopeless.take() {
            return Ok(Stretch::of(Outcome::Unsolvable(proof), write(&notes)?));
        }
        let found = Found::new(&problem, progress);
        if !problem.written.commands.is_empty() || problem.written.half_label {
            let outcome = begun::go_on(&found, request, budget);
            return Ok(Stretch::of(outcome, write(&notes)?));
        }
        if let Some((points, program)) = known {
            found.add(points, program);
        }
        if let Some(program) = walk::walk(&problem.board)
            && let Some(points) = score_of(&problem.board, &program)
        {
            found.add(points, program);
        }
        let own = if request.optimal || part != Part::WHOLE {
            budget.clone()
        } else if request.first && found.points().is_some() {
            at_most(Duration::ZERO, budget)
        } else {
            at_most(ANY, budget)
        };
        let best = search(&found, &own, part, &mut notes, keep);
        if let Some((_, program)) = found.best() {
            notes.best = program.to_string();
        }
        let bound = notes.bound(&problem, found.points());
        progress.report("done", best.nodes, found.points(), Some(bound));
        // Time was up that was given only because any program would do.
        let stop = best.stop.and_then(|_| budget.check().err());
        let settled = found.points() == Some(bound);
        Ok(Stretch {
            outcome: outcome(&found, bound, stop, (part == Part::WHOLE, request)),
            notes: write(&notes)?,
            finished: best.stop.is_none() || settled,
        })
    }

    fn merge(&self, request: &SolveRequest<'_>, notes: &[&str]) -> Result<Stretch, ResumeError> {
        let problem = Problem::posed(request, Lazy::INFO.id)?;
        let mut merged = Notes::default();
        let progress = Progress::new(&crate::search::NoProgress);
        let found = Found::new(&problem, &progress);
        for text in notes {
            let (part, best) = Notes::read(text, &problem)?;
            if !merged.ledger.merge(&part.ledger) {
                let reason = "it was divided differently from the others";
                return Err(ResumeError::Damaged(reason.to_owned()));
            }
            merged.turn = merged.turn.max(part.turn);
            if let Some((points, program)) = best {
                found.add(points, program);
            }
        }
        if let Some(proof) = &problem.hopeless {
            let outcome = Outcome::Unsolvable(proof.clone());
            return Ok(Stretch::of(outcome, write(&merged)?));
        }
        if let Some((_, program)) = found.best() {
            merged.best = program.to_string();
        }
        let bound = merged.bound(&problem, found.points());
        Ok(Stretch {
            outcome: outcome(&found, bound, None, (false, request)),
            notes: write(&merged)?,
            finished: found.points() == Some(bound),
        })
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// All programs in order and random programs, turn by turn.
fn search(
    found: &Found<'_>,
    budget: &Budget,
    part: Part,
    notes: &mut Notes,
    keep: &dyn Keep,
) -> Best {
    let threads = threads();
    let mut before = 0;
    let mut in_order = |notes: &mut Notes, budget: &Budget, threads: usize| {
        let improved = |points: i64, program: &Program| found.add(points, program.clone());
        let done = |cost: usize, more: u64, best: Option<i64>, bound: i64| {
            let phase = format!("programs of cost {}", cost + 1);
            found
                .progress
                .report(phase, before + more, best, Some(bound));
        };
        let turn = notes.turn;
        let kept = |ledger: &Ledger| {
            if keep.due() {
                let best = found.best().map(|(_, program)| program.to_string());
                let notes = Notes {
                    ledger: ledger.clone(),
                    turn,
                    best: best.unwrap_or_default(),
                };
                if let Ok(notes) = write(&notes) {
                    keep.keep(notes);
                }
            }
        };
        let task = Task {
            board: &found.problem.board,
            budget,
            threads,
            part,
            most_cost: MOST_COST,
            known: found.best(),
            improved: &improved,
            done: &done,
            kept: &kept,
        };
        let best = best_program(&task, &mut notes.ledger);
        before += best.nodes;
        Best {
            nodes: before,
            ..best
        }
    };
    while let Some((first, then)) = TURNS.get(notes.turn).copied() {
        // The first costs are done before a second thread has begun.
        let few = if notes.turn == 0 { 1 } else { threads };
        let so_far = in_order(notes, &at_most(first, budget), few);
        if so_far.stop.is_none() || budget.check().is_err() {
            return so_far;
        }
        let phase = "random programs";
        found
            .progress
            .report(phase, so_far.nodes, found.points(), Some(so_far.bound));
        let half = budget.time_left().map_or(then, |left| left / 2);
        let time = at_most(then.min(half), budget);
        // Parts try different programs.
        let seed = (part.index() as usize * TURNS.len() + notes.turn) * threads;
        anneal(found, &time, seed, threads, so_far.bound);
        notes.turn += 1;
    }
    in_order(notes, budget, threads)
}

fn anneal(found: &Found<'_>, budget: &Budget, seed: usize, threads: usize, bound: i64) {
    let better = |points, program| {
        found.add(points, program);
        found.points().unwrap_or(points)
    };
    std::thread::scope(|scope| {
        for seed in (seed..).take(threads) {
            let better = &better;
            let board = &found.problem.board;
            let form = chance::Form {
                written: &found.problem.written.commands,
                half_label: found.problem.written.half_label,
            };
            scope.spawn(move || chance::anneal(board, form, seed as u64, budget, bound, better));
        }
    });
}

/// What was found comes to; `whole` if all programs were asked for, and not a part of them.
fn outcome(
    found: &Found<'_>,
    bound: i64,
    stop: Option<Stop>,
    (whole, request): (bool, &SolveRequest<'_>),
) -> Outcome<Plan> {
    let programs = found.programs.lock();
    let programs = programs.map_or_else(|_| Vec::new(), |programs| programs.clone());
    let best = found
        .problem
        .solution(programs.into_iter().rev(), bound, request.count);
    match (best, stop) {
        (Some(best), _) if best.optimal => Outcome::Solved(best),
        (best, Some(stop)) => stop.outcome(best, Some(bound)),
        (Some(best), None) if whole && !request.optimal => Outcome::Solved(best),
        (None, None) if whole => Stop::Deadline.outcome(None, Some(bound)),
        (best, None) => Outcome::given_up(best, Some(bound)),
    }
}
