//! `lazy`: skeletons of programs, and X commands put into those that walk over all lights.
//!
//! How it works, and what each part of it gains, is told in `docs/solvers/program-search.md`.

mod away;
pub(super) mod begun;
mod bodies;
mod bound;
pub(super) mod front;
pub(super) mod graph;
mod passes;
mod place;
mod proof;
mod rest;
mod search;
mod shared;

pub use proof::{Checkpoint, Effort, Proof};

use planwright_programs::search::{read, write};
use proof::News;

use crate::LightBot;
use crate::game::typed::{self, TypedSolver};
use crate::game::{
    Answer, Keep, Outcome, Part, Plan, Resumable, ResumeError, SolveError, SolveRequest,
    SolverInfo, Stretch, THREADS, words,
};
use crate::program::Program;
use crate::search::{Budget, Progress, Stop};

use super::kinds::{LOOPS, UP_TO, named_in_order};
use super::repeats;
use super::task::Task;

/// Search over skeletons.
pub(super) struct Lazy;

impl TypedSolver for Lazy {
    type Game = LightBot;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "lazy",
        title: "Skeletons",
        good_for: "Recommended: the shortest program, usually within a second.",
        method: "Builds programs without X by length, procedures bottom-up as maps of board states, \
            pruned by distance bounds; then adds X where the walk reaches all lights, by parity.",
        guarantee: "A shortest program with proof, looping or not; the lower bound shows how far the proof has got.",
        cost_unit: "commands",
        options: &[LOOPS, THREADS],
        ..SolverInfo::EXACT
    };

    fn up_to(&self) -> &'static str {
        UP_TO
    }

    fn run(
        &self,
        asked: &typed::Task<'_, LightBot>,
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
        search(request, (part, notes, keep), budget, progress)
    }

    fn merge(&self, request: &SolveRequest<'_>, notes: &[&str]) -> Result<Stretch, ResumeError> {
        let task = task(request)?;
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
        stretch(&task, &proof, &checkpoint, None, None)
    }
}

fn task(request: &SolveRequest<'_>) -> Result<Task, SolveError> {
    Ok(Task::of(&typed::Task::of(request, Lazy::INFO.id)?))
}

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
    Stretch::of(outcome, NOTHING.to_owned())
}

fn search(
    request: &SolveRequest<'_>,
    (part, notes, keep): (Part, Option<&str>, &dyn Keep),
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Stretch, ResumeError> {
    let task = task(request)?;
    let threads = request.threads(&THREADS)?;
    if let Some(outcome) = settled_at_once(&task) {
        return Ok(settled(outcome));
    }
    if task.puzzle.slots.repeats().is_some() {
        return Ok(settled(repeats::solve(
            &task, request, threads, budget, progress,
        )));
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
    let mut known: Option<usize> = None;
    let mut listener = |checkpoint: &Checkpoint, news: Option<News>| {
        if let Some(News {
            passes,
            nodes,
            best,
        }) = news
        {
            let bound = passes + 1;
            let cost = best.as_ref().map(Program::cost);
            let phase = format!("{} without X", words::count(passes, "commands"));
            let points = cost.map(|cost| cost as i64);
            progress.report(phase, nodes, points, Some(bound as i64));
            if let Some(best) = best.filter(|best| known.is_none_or(|known| best.cost() < known)) {
                known = cost;
                progress.improved(&task.known(&best, bound));
            }
        }
        if keep.due()
            && let Ok(notes) = write(checkpoint)
        {
            keep.keep(notes);
        }
    };
    let (ended, all) = proof.go_on_telling(&mut checkpoint, effort, budget, &mut listener)?;
    let all = counts.then_some(all);
    stretch(&task, &proof, &checkpoint, Some((ended, part)), all)
}

/// What a checkpoint comes to; `ended` tells how the search of a part just ended, `all` which
/// programs it has found if they are counted.
fn stretch(
    task: &Task,
    proof: &Proof,
    checkpoint: &Checkpoint,
    ended: Option<(Result<(), Stop>, Part)>,
    all: Option<Vec<Program>>,
) -> Result<Stretch, ResumeError> {
    let bound = checkpoint.lower_bound();
    let best = proof.best(checkpoint)?;
    let is_settled = proof.is_settled(checkpoint)?;
    // As long as there may be more programs to count, it is not settled.
    let counts = all.is_some();
    let slots = task.puzzle.slots.as_slice();
    let all = all.into_iter().flatten();
    let all = all.map(|program| named_in_order(program, slots)).collect();
    let solution = best.map(|best| task.with_others(task.known(&best, bound), all));
    let done = matches!(ended, Some((Ok(()), _)));
    let outcome = match (ended, solution) {
        (Some((Ok(()), Part::WHOLE)), Some(solution)) => Outcome::Solved(solution),
        (Some((Err(stop), _)), Some(solution)) if counts => {
            let bound = solution.lower_bound;
            stop.outcome(Some(solution), bound)
        }
        (_, Some(solution)) if solution.optimal => Outcome::Solved(solution),
        (_, None) if is_settled => Outcome::Unsolvable(task.too_few_slots()),
        (Some((Err(stop), _)), best) => stop.outcome(best, Some(bound as i64)),
        (_, best) => Outcome::given_up(best, Some(bound as i64)),
    };
    Ok(Stretch {
        outcome,
        notes: write(checkpoint)?,
        finished: done || is_settled,
    })
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
    let ended = proof.go_on_telling(&mut checkpoint, effort, &budget, &mut |_, _| {});
    ended.map_or_else(|_| Vec::new(), |(_, all)| all)
}
