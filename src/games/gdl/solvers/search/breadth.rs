//! Breadth-first search on packed states: shortest plans, and proofs that there are none.
//!
//! A layer is evaluated as a whole before any of it is expanded. Once there are more than `SYMMETRY_STATES`
//! states, each new one is replaced by its canonical state under the game's symmetries; plans are unfolded
//! afterwards.

use crate::analysis::{PlanLengths, SearchNet};
use crate::model::Model;
use crate::solvers::abstractions::orbits::Orbits;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlanOutcome {
    Plan(Vec<u32>),
    /// There is none. If `passed`, the target value was reached in a state where the game goes on.
    None {
        passed: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    pub stop: Stop,
    /// No plan is shorter than this.
    pub bound: usize,
}

/// Number of states from which looking for symmetries pays off. Games in tests are smaller.
const SYMMETRY_STATES: usize = if cfg!(test) { 200 } else { 20_000 };

/// Searches from the view's start. With `anywhere` the target value counts in every state, not only at the end. With
/// a model, states that are equivalent by a symmetry are merged once there are many.
pub(crate) fn search(
    view: &SearchNet,
    model: Option<&Model>,
    anywhere: bool,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stopped> {
    let words = view.code.words();
    let mut table = Table::new(words, budget);
    let mut expander = Expander::new(view, budget);
    let least = view.lengths.min;
    let stopped = |bound: usize| {
        let bound = bound.max(least);
        move |stop: Stop| Stopped { stop, bound }
    };
    table.add(&view.start, NONE, 0).map_err(stopped(0))?;
    watch.begin(0u32);
    if view.lengths == PlanLengths::EMPTY {
        return Ok(PlanOutcome::None { passed: false });
    }
    let longest = view.max_length();
    let mut passed = false;
    // Symmetries, and the step from which on they are used.
    let (mut orbits, mut since): (Option<Orbits>, Option<usize>) = (None, None);
    let (mut from, mut depth) = (0u32, 0usize);
    loop {
        let to = table.len() as u32;
        if from == to || depth > longest {
            return Ok(PlanOutcome::None { passed });
        }
        watch.report(
            format!("step {depth}"),
            table.len() as u64,
            Some(depth as i64),
        );
        let last = view.limit.is_some_and(|limit| depth >= limit);
        // Evaluate the whole layer before expanding it, so that a plan is found early.
        let mut open = Vec::new();
        let mut at = from;
        while at < to {
            budget.check().map_err(stopped(depth))?;
            let end = to.min(at + LANES as u32);
            let states = table.states(at..end);
            for (number, status) in (at..end).zip(expander.evaluate(&states)) {
                if status.won && (status.over || last || anywhere) {
                    watch.expand(number);
                    let moves = table.path(number);
                    return Ok(PlanOutcome::Plan(match (&mut orbits, since) {
                        (Some(orbits), Some(since)) => orbits.unfold(view, &moves, since),
                        _ => moves,
                    }));
                }
                passed |= status.won;
                if status.over {
                    watch.expand(number);
                } else if !status.hope {
                    watch.prune(number, PruneReason::DeadEnd);
                } else if depth >= longest {
                    watch.prune(number, PruneReason::TooLong);
                } else {
                    open.push(number);
                }
            }
            at = end;
        }
        if since.is_none()
            && table.len() > SYMMETRY_STATES
            && let Some(model) = model
        {
            since = Some(depth);
            orbits = Orbits::new(model, view, budget);
        }
        for chunk in open.chunks(LANES) {
            budget.check().map_err(stopped(depth + 1))?;
            let states = table.states(chunk);
            // Loads the states that the successors are computed from.
            expander.evaluate(&states);
            for (lane, number) in chunk.iter().enumerate() {
                watch.expand(*number);
                let mut emit = |parent, mv, next: &[u64]| {
                    add_state(&mut table, &mut orbits, (budget, watch), (parent, mv), next)
                };
                let pushed = expander.push_all(*number, &states, lane, &mut emit);
                pushed.map_err(stopped(depth + 1))?;
            }
        }
        let mut emit = |parent, mv, next: &[u64]| {
            add_state(&mut table, &mut orbits, (budget, watch), (parent, mv), next)
        };
        expander.flush(&mut emit).map_err(stopped(depth + 1))?;
        from = to;
        depth += 1;
    }
}

fn add_state(
    table: &mut Table,
    orbits: &mut Option<Orbits>,
    (budget, watch): (&Budget, &SearchWatch<'_>),
    (parent, mv): (u32, u32),
    state: &[u64],
) -> Result<(), Stop> {
    let canonical = match orbits {
        Some(orbits) => {
            // Slow with many symmetries.
            budget.check()?;
            orbits.canonical(state)
        }
        None => state,
    };
    if let Some(number) = table.add(canonical, parent, mv)? {
        watch.generate(number, parent, mv);
    }
    Ok(())
}
