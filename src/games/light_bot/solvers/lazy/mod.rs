//! `lazy`: skeletons of programs, and X commands put into those that walk over all lights.
//!
//! How it works, and what each part of it gains, is told in `docs/solvers/program-search.md`.

pub(super) mod begun;
mod bodies;
mod bound;
mod chance;
mod graph;
mod passes;
mod place;
mod proof;
mod rest;
mod search;
mod shared;

pub use proof::{Checkpoint, CheckpointError, Effort, Proof};

use planwright_programs::search::{read, write};
use proof::Listener;

use crate::game::{
    Keep, Limit, Outcome, Part, Plan, Resumable, ResumeError, Solution, SolveError, SolveRequest,
    Solver, SolverInfo, Stretch, THREADS,
};
use crate::program::Program;
use crate::search::{Budget, Progress, Stop};

use super::kinds::{LOOPS, UP_TO, named_in_order};
use super::task::Task;

/// Search over skeletons.
pub(super) struct Lazy;

static INFO: SolverInfo = SolverInfo {
    id: "lazy",
    title: "Skeletons",
    good_for: "The one to begin with: a shortest program, mostly within a second.",
    method: "Programs without X by length, procedures from the bottom up as maps of board states, \
             under distance bounds; X is put in where the walk comes to all lights, by parity.",
    guarantee: "Finds a shortest program and proves it, looping or not; how far the proof has come \
                is told by the lower bound.",
    cost_unit: "commands",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: true,
    options: &[LOOPS, THREADS],
};

impl Solver for Lazy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn up_to(&self) -> &'static str {
        UP_TO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        self.run_whole(request, budget, progress)
    }

    fn resumable(&self) -> Option<&dyn Resumable> {
        Some(self)
    }
}

impl Resumable for Lazy {
    fn version(&self) -> u32 {
        1
    }

    fn go_on(
        &self,
        request: &SolveRequest<'_>,
        part: Part,
        notes: Option<&str>,
        keep: &dyn Keep,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Stretch, ResumeError> {
        search(self, request, (part, notes, keep), budget, progress)
    }

    fn merge(&self, request: &SolveRequest<'_>, notes: &[&str]) -> Result<Stretch, ResumeError> {
        let task = Task::of(request, self)?;
        if let Some(outcome) = settled_at_once(&task) {
            return Ok(settled(outcome));
        }
        let proof = Proof::new(&task.puzzle);
        let mut checkpoint = proof.start_with(task.loops);
        for notes in notes {
            let part: Checkpoint = read(notes)?;
            proof.best(&part)?;
            checkpoint.merge(part)?;
        }
        stretch(&task, &proof, &checkpoint, None)
    }
}

impl From<CheckpointError> for ResumeError {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::OtherLevel => Self::Other {
                found: "another level".to_owned(),
                wanted: "this one".to_owned(),
            },
            CheckpointError::OtherLoops => Self::Other {
                found: "a search with another setting of ‘loops’".to_owned(),
                wanted: "this one".to_owned(),
            },
            CheckpointError::Damaged(reason) => Self::Damaged(reason),
        }
    }
}

/// Notes where nothing had to be searched for.
const NOTHING: &str = "nothing to search";

/// Levels that need no search.
fn settled_at_once(task: &Task) -> Option<Outcome<Plan>> {
    // With what is written nothing may be left to do.
    if task.is_won_by(&task.done) {
        return Some(Outcome::Solved(task.best(&task.done)));
    }
    task.out_of_reach().map(Outcome::Unsolvable)
}

fn settled(outcome: Outcome<Plan>) -> Stretch {
    Stretch {
        finished: matches!(outcome, Outcome::Solved(_) | Outcome::Unsolvable(_)),
        notes: NOTHING.to_owned(),
        outcome,
    }
}

/// Tells of a running search, and keeps it.
struct Teller<'a> {
    task: &'a Task,
    progress: &'a Progress<'a>,
    keep: &'a dyn Keep,
    known: Option<usize>,
}

impl Listener for Teller<'_> {
    fn news(&mut self, passes: usize, nodes: u64, best: Option<Program>) {
        let bound = passes + 1;
        let cost = best.as_ref().map(Program::cost);
        let phase = format!("{passes} commands besides X");
        let (points, least) = (cost.map(|cost| cost as i64), Some(bound as i64));
        self.progress.report(phase, nodes, points, least);
        let known = self.known;
        if let Some(best) = best.filter(|best| known.is_none_or(|known| best.cost() < known)) {
            self.known = cost;
            self.progress.improved(&found(self.task, &best, bound));
        }
    }

    fn pulse(&mut self, checkpoint: &Checkpoint) {
        if self.keep.due()
            && let Ok(notes) = write(checkpoint)
        {
            self.keep.keep(notes);
        }
    }
}

fn search(
    solver: &Lazy,
    request: &SolveRequest<'_>,
    (part, notes, keep): (Part, Option<&str>, &dyn Keep),
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Stretch, ResumeError> {
    let task = Task::of(request, solver)?;
    let threads = request.threads(&THREADS)?;
    if let Some(outcome) = settled_at_once(&task) {
        return Ok(settled(outcome));
    }
    if task.done.cost() > 0 {
        // Moves are not divided, and what is left to write is not much.
        let outcome = begun::go_on(&task, request.optimal, budget, progress);
        return Ok(settled(outcome));
    }
    let proof = Proof::new(&task.puzzle);
    let mut checkpoint = notes.map_or_else(|| Ok(proof.start_with(task.loops)), read)?;
    // Notes tell what was looked at, but not all that was found.
    let counts = task.count > 1 && part == Part::WHOLE && notes.is_none();
    let effort = Effort {
        shard: part,
        threads,
        // A part is to be done, all of it; and so is what is counted.
        any: !request.optimal && part == Part::WHOLE && !counts,
        loops: task.loops,
        count: if counts { task.count } else { 1 },
        ..Effort::default()
    };
    let mut teller = Teller {
        task: &task,
        progress,
        keep,
        known: None,
    };
    let (ended, all) = proof.go_on_telling(&mut checkpoint, effort, budget, &mut teller)?;
    let mut stretch = stretch(&task, &proof, &checkpoint, Some((ended, part)))?;
    if counts {
        stretch.outcome = counted(&task, stretch.outcome, ended, all);
    }
    Ok(stretch)
}

/// An outcome with all programs that were found of the shortest. As long as there may be more, it
/// is not settled.
fn counted(
    task: &Task,
    outcome: Outcome<Plan>,
    ended: Result<(), Stop>,
    all: Vec<Program>,
) -> Outcome<Plan> {
    let slots = task.puzzle.slots.as_slice();
    let all = all
        .into_iter()
        .map(|program| named_in_order(program, slots));
    let with_all = |solution| task.with_others(solution, all.collect());
    match (outcome, ended) {
        (Outcome::Solved(solution), Ok(())) => Outcome::Solved(with_all(solution)),
        (Outcome::Solved(solution), Err(stop)) => {
            let bound = solution.lower_bound;
            stop.outcome(Some(with_all(solution)), bound)
        }
        (
            Outcome::Limit {
                limit,
                best,
                lower_bound,
            },
            _,
        ) => Outcome::Limit {
            limit,
            best: best.map(with_all),
            lower_bound,
        },
        (Outcome::Interrupted { best, lower_bound }, _) => Outcome::Interrupted {
            best: best.map(with_all),
            lower_bound,
        },
        (outcome, _) => outcome,
    }
}

/// What a checkpoint comes to; `ended` tells how the search of a part just ended.
fn stretch(
    task: &Task,
    proof: &Proof,
    checkpoint: &Checkpoint,
    ended: Option<(Result<(), Stop>, Part)>,
) -> Result<Stretch, ResumeError> {
    let bound = checkpoint.lower_bound();
    let best = proof.best(checkpoint)?;
    let is_settled = proof.is_settled(checkpoint)?;
    let solution = best.map(|best| found(task, &best, bound));
    let done = matches!(ended, Some((Ok(()), _)));
    let outcome = match (ended, solution) {
        (Some((Ok(()), Part::WHOLE)), Some(solution)) => Outcome::Solved(solution),
        (_, Some(solution)) if solution.optimal => Outcome::Solved(solution),
        (_, None) if is_settled => Outcome::Unsolvable(task.too_few_slots()),
        (Some((Err(stop), _)), best) => stop.outcome(best, Some(bound as i64)),
        (_, best) => Outcome::Limit {
            limit: Limit::Method,
            best,
            lower_bound: Some(bound as i64),
        },
    };
    Ok(Stretch {
        outcome,
        notes: write(checkpoint)?,
        finished: done || is_settled,
    })
}

/// A program, and what is known of it when all with fewer than `bound` commands are.
fn found(task: &Task, program: &Program, bound: usize) -> Solution<Plan> {
    if program.cost() <= bound {
        task.best(program)
    } else {
        task.some(program, bound)
    }
}

/// The shortest programs, if `lazy` finds some when it looks for programs of up to `most` commands.
#[cfg(test)]
pub(super) fn shortest(task: &Task, most: usize) -> Vec<Program> {
    let proof = Proof::new(&task.puzzle);
    let effort = Effort {
        most,
        loops: task.loops,
        count: task.count,
        ..Effort::default()
    };
    let mut checkpoint = proof.start_with(task.loops);
    let budget = Budget::default();
    let ended = proof.go_on_telling(&mut checkpoint, effort, &budget, &mut proof::Nobody);
    ended.map_or_else(|_| Vec::new(), |(_, all)| all)
}
