//! `lazy`: enumerates skeletons (programs without X, which switches a light) and inserts X into those that visit all
//! lights.
//!
//! Neither the walk nor the control flow depends on the lights, so a program's skeleton fixes its walk. Pass `n`
//! covers all skeletons of `n` commands; a program has at least one X, so after pass `n` all programs of up to `n +
//! 1` commands are known. The parts: `search` enumerates skeletons, `bound` prunes them by distance, `place`
//! inserts X, `passes` divides the work, `proof` runs it. `docs/solvers/program-search.md` gives measurements.

mod bound;
mod completion;
pub(super) mod graph;
pub(super) mod partial;
mod passes;
mod place;
mod proof;
mod search;
mod shared;

pub use proof::{LazyOptions, SkeletonSearch};

use proof::{LazyResult, PassProgress};

use crate::LightBot;
use crate::game::{Answer, Outcome, Plan, SolveRequest, Solver, SolverInfo, THREADS, typed, words};
use crate::search::{Budget, Progress, Stop};

use super::kinds::{LOOPS, UP_TO, named_in_order};
use super::repeats;
use super::task::BotTask;

pub(super) struct Lazy;

const INFO: SolverInfo = SolverInfo {
    id: "lazy",
    title: "Skeletons",
    good_for: "Recommended: the shortest program, usually within a second.",
    method: "Builds programs without X by length, procedures bottom-up as maps of board states, \
        pruned by distance bounds; then adds X where the walk reaches all lights, by parity.",
    guarantee: "A shortest program with proof, looping or not; the lower bound shows how far the proof has got.",
    cost_unit: "commands",
    options: &[LOOPS, THREADS],
    up_to: UP_TO,
    ..SolverInfo::EXACT
};

impl Solver for Lazy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let input = &typed::SolveTask::<LightBot>::new(request, self.info().id)?;
        let task = BotTask::new(input);
        let threads = request.threads(&THREADS)?;
        // The written commands win already, or some light is out of reach.
        if let Some(answer) = task.answer_at_once() {
            return Ok(answer);
        }
        if task.puzzle.slots.repeats().is_some() {
            return Ok(repeats::solve(&task, request, threads, budget, progress));
        }
        // The normal forms of skeletons could change commands that are already written.
        if task.done.cost() > 0 {
            return Ok(partial::complete(&task, request.optimal, budget, progress));
        }
        let options = LazyOptions {
            threads,
            // Counting needs the complete search.
            any_program: !request.optimal && task.count == 1,
            loops: task.loops,
            count: task.count,
            ..LazyOptions::default()
        };
        let mut best_cost = usize::MAX;
        let mut listener = |step: PassProgress| {
            let bound = step.covered + 1;
            let cost = step.best.as_ref().map(|best| best.cost() as i64);
            // The skeletons of the first incomplete pass are as long as the longest programs that are covered.
            let length = words::count(step.covered, "commands");
            let phase = format!("programs of {length}, lights not counted");
            progress.report(phase, step.nodes, cost, Some(bound as i64));
            if let Some(best) = step.best.filter(|best| best.cost() < best_cost) {
                best_cost = best.cost();
                progress.improved(&task.known(&best, bound));
            }
        };
        let proof = SkeletonSearch::new(&task.puzzle);
        let proved = proof.search_with(options, budget, &mut listener);
        Ok(outcome(&task, proved))
    }
}

/// Answer of a search; without `stop`, it ended by itself: complete, after its grace period, or at `max_cost`.
fn outcome(task: &BotTask, proved: LazyResult) -> Outcome<Plan> {
    let bound = proved.lower_bound;
    let slots = task.puzzle.slots.as_slice();
    let all = proved.all.into_iter();
    let all = all.map(|program| named_in_order(program, slots)).collect();
    let best = proved.best;
    let solution = best.map(|best| task.with_others(task.known(&best, bound), all));
    match (proved.stop, solution) {
        (None, Some(solution)) => Outcome::Solved(solution),
        // Unfinished while there may be more programs to count.
        (Some(stop), Some(solution)) if task.count > 1 => {
            let bound = solution.lower_bound;
            stop.outcome(Some(solution), bound)
        }
        (_, Some(solution)) if solution.optimal => Outcome::Solved(solution),
        (_, None) if proved.is_proved => Outcome::Unsolvable(task.too_few_slots()),
        (Some(stop), best) => stop.outcome(best, Some(bound as i64)),
        (None, best) => Stop::Method.outcome(best, Some(bound as i64)),
    }
}

/// Searches programs of at most `max_cost` commands.
#[cfg(test)]
pub(super) fn search(task: &BotTask, max_cost: usize) -> LazyResult {
    let options = LazyOptions {
        max_cost,
        loops: task.loops,
        count: task.count,
        ..LazyOptions::default()
    };
    SkeletonSearch::new(&task.puzzle).search(options, &Budget::default())
}
