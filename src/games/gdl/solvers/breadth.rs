//! Breadth-first search on packed states: shortest plans, and proofs that there are none.

use crate::search::{Budget, Stop, Why};

use super::super::model::Model;
use super::expand::{Expander, LANES};
use super::orbits::Orbits;
use super::table::{NONE, Table};
use super::watch::Watch;
use crate::analysis::View;
use crate::analysis::Window;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A shortest plan.
    Plan(Vec<u32>),
    /// There is none. The value wanted was seen where the game goes on, if `passed`.
    None { passed: bool },
}

/// How far a search came before it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped {
    pub stop: Stop,
    /// No plan is shorter than this.
    pub bound: usize,
}

/// With so many states it pays to look for symmetries; games in tests are smaller.
const MANY: usize = if cfg!(test) { 200 } else { 20_000 };

/// Searches from the view's start. With `anywhere` the value counts wherever it holds. Where the
/// model is given, states that are alike but for a symmetry are kept once, as soon as there are many.
pub(super) fn search(
    view: &View,
    model: Option<&Model>,
    anywhere: bool,
    budget: &Budget,
    watch: &Watch<'_>,
) -> Result<Found, Stopped> {
    let words = view.code.words();
    let mut table = Table::new(words, budget);
    let mut expander = Expander::new(view, budget);
    let least = view.window.first;
    let fail = |bound: usize| {
        let bound = bound.max(least);
        move |stop: Stop| Stopped { stop, bound }
    };
    table.add(&view.start, NONE, 0).map_err(fail(0))?;
    watch.begin(0u32);
    if view.window == Window::EMPTY {
        return Ok(Found::None { passed: false });
    }
    let longest = view.longest();
    let mut passed = false;
    // Symmetries, and the step from which on they are made use of.
    let (mut orbits, mut since): (Option<Orbits>, Option<usize>) = (None, None);
    let (mut from, mut depth) = (0u32, 0usize);
    loop {
        let to = table.len() as u32;
        if from == to || depth > longest {
            return Ok(Found::None { passed });
        }
        watch.report(
            format!("step {depth}"),
            table.len() as u64,
            Some(depth as i64),
        );
        let last = view.limit.is_some_and(|limit| depth >= limit);
        // First the whole layer is looked at, so that a plan is found before it is gone on from.
        let mut open = Vec::new();
        let mut at = from;
        while at < to {
            budget.check().map_err(fail(depth))?;
            let end = to.min(at + LANES as u32);
            let states = table.states(at..end);
            for (number, seen) in (at..end).zip(expander.look(&states)) {
                if seen.won && (seen.over || last || anywhere) {
                    watch.look(number);
                    let moves = table.path(number);
                    return Ok(Found::Plan(match (&mut orbits, since) {
                        (Some(orbits), Some(since)) => orbits.unfold(view, &moves, since),
                        _ => moves,
                    }));
                }
                passed |= seen.won;
                if seen.over {
                    watch.look(number);
                } else if !seen.hope {
                    watch.leave_out(number, Why::Hopeless);
                } else if depth >= longest {
                    watch.leave_out(number, Why::TooFar);
                } else {
                    open.push(number);
                }
            }
            at = end;
        }
        if since.is_none()
            && table.len() > MANY
            && let Some(model) = model
        {
            since = Some(depth);
            orbits = Orbits::of(model, view, budget);
        }
        for chunk in open.chunks(LANES) {
            budget.check().map_err(fail(depth + 1))?;
            let states = table.states(chunk);
            expander.look(&states);
            for (lane, number) in chunk.iter().enumerate() {
                watch.look(*number);
                let mut made = |parent, mv, next: &[u64]| {
                    keep(&mut table, &mut orbits, (budget, watch), (parent, mv), next)
                };
                let pushed = expander.push_all(*number, &states, lane, &mut made);
                pushed.map_err(fail(depth + 1))?;
            }
        }
        let mut made = |parent, mv, next: &[u64]| {
            keep(&mut table, &mut orbits, (budget, watch), (parent, mv), next)
        };
        expander.flush(&mut made).map_err(fail(depth + 1))?;
        from = to;
        depth += 1;
    }
}

/// Keeps a state, or the one that stands for it.
fn keep(
    table: &mut Table,
    orbits: &mut Option<Orbits>,
    (budget, watch): (&Budget, &Watch<'_>),
    (parent, mv): (u32, u32),
    state: &[u64],
) -> Result<(), Stop> {
    let kept = match orbits {
        Some(orbits) => {
            // It takes its time where there are many symmetries.
            budget.check()?;
            orbits.canonical(state)
        }
        None => state,
    };
    if let Some(number) = table.add(kept, parent, mv)? {
        watch.wait(number, parent, mv);
    }
    Ok(())
}
