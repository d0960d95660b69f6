//! `lazy`: skeletons of programs, and X commands put into those that walk over all lights.
//!
//! How it works, and what each part of it gains, is told in `docs/solvers/program-search.md`.

mod bodies;
mod bound;
mod graph;
mod passes;
mod place;
mod proof;
mod search;
mod shared;

pub use proof::{Checkpoint, CheckpointError, Effort, Proof, Shard};

use crate::game::{
    OptionInfo, Outcome, Plan, Solution, SolveError, SolveRequest, Solver, SolverInfo,
};
use crate::program::Program;
use crate::run::run;
use crate::search::{Budget, Progress, Stop};

use super::task::Task;

/// Search over skeletons.
pub(super) struct Lazy;

static INFO: SolverInfo = SolverInfo {
    id: "lazy",
    title: "Skeletons",
    method: "Programs without X by length, procedures from the bottom up as maps of board states, \
             under distance bounds; X is put in where the walk comes to all lights, by parity.",
    guarantee: "Finds a shortest program and proves it, looping or not; how far the proof has come \
                is told by the lower bound.",
    cost_unit: "commands",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    options: &[OptionInfo {
        key: "threads",
        name: "Threads",
        default: "0",
        help: "1 to 64, or 0 for as many as there are processors",
    }],
};

fn threads(request: &SolveRequest<'_>) -> Result<usize, SolveError> {
    let value = request.option("threads").unwrap_or("0");
    let wanted = value.parse().ok().filter(|threads| *threads <= 64);
    match wanted {
        Some(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads) => Ok(threads),
        None => Err(SolveError::Option {
            key: "threads".to_owned(),
            reason: format!("‘{value}’ is not a number from 0 to 64"),
        }),
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
        let task = Task::of(request, self)?;
        let threads = threads(request)?;
        let empty = Program::empty(&task.puzzle.slots);
        if run(&task.puzzle, &empty).won {
            return Ok(Outcome::Solved(task.best(&empty)));
        }
        if let Some(proof) = task.out_of_reach() {
            return Ok(Outcome::Unsolvable(proof));
        }
        let proof = Proof::new(&task.puzzle);
        let mut checkpoint = proof.start();
        let mut known: Option<usize> = None;
        let mut news = |passes: usize, nodes: u64, best: Option<Program>| {
            let bound = passes + 1;
            let cost = best.as_ref().map(Program::cost);
            let phase = format!("{passes} commands besides X");
            progress.report(
                phase,
                nodes,
                cost.map(|cost| cost as i64),
                Some(bound as i64),
            );
            if let Some(best) = best.filter(|best| known.is_none_or(|known| best.cost() < known)) {
                known = cost;
                progress.improved(&found(&task, &best, bound));
            }
        };
        let effort = Effort {
            threads,
            any: !request.optimal,
            ..Effort::default()
        };
        let ended = proof
            .go_on_telling(&mut checkpoint, effort, budget, &mut news)
            .and_then(|ended| Ok((ended, proof.best(&checkpoint)?)));
        // A checkpoint that is made here is of this level.
        let (ended, best) = ended.unwrap_or((Err(Stop::Cancelled), None));
        let bound = checkpoint.lower_bound();
        let solution = best.map(|best| found(&task, &best, bound));
        Ok(match (ended, solution) {
            (Ok(()), Some(solution)) => Outcome::Solved(solution),
            (Ok(()), None) => Outcome::Unsolvable(task.too_few_slots()),
            (Err(_), Some(solution)) if solution.optimal => Outcome::Solved(solution),
            (Err(stop), best) => stop.outcome(best, Some(bound as i64)),
        })
    }
}

/// A program, and what is known of it when all with fewer than `bound` commands are.
fn found(task: &Task, program: &Program, bound: usize) -> Solution<Plan> {
    if program.cost() <= bound {
        task.best(program)
    } else {
        task.some(program, bound)
    }
}
