//! Shortcuts from a state of the plan to a later one.

use rustc_hash::FxHashMap;

use super::Shortener;
use crate::net::machine::Packed;
use crate::solvers::search::best_first::{BestFirst, OpenList, RatedState, Strategy};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};

/// Path from a state of the plan to a later one in fewer steps.
struct Shortcut {
    saved: usize,
    /// Number of the last state in the search.
    number: u32,
    /// Index of that state in the plan.
    index: usize,
}

/// Breadth-first search from a state of the plan, with the shortcut that saves most so far.
struct Bridges<'s> {
    /// Index of each state of the plan; the last one of a state that occurs repeatedly.
    indices: &'s FxHashMap<Packed, usize>,
    plan_length: usize,
    max_states: u64,
    best: Option<Shortcut>,
    /// Steps of the states expanded last, from the start of the plan.
    depth: usize,
    /// Some states were not expanded, as the limit was reached.
    truncated: bool,
}

impl Strategy for Bridges<'_> {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        if let Some(index) = self.indices.get(state.bits) {
            let saved = index.saturating_sub(state.depth);
            if saved > self.best.as_ref().map_or(0, |best| best.saved) {
                self.best = Some(Shortcut {
                    saved,
                    number: state.number,
                    index: *index,
                });
            }
        }
        // A path as long as the rest of the plan saves nothing.
        match state.depth < self.plan_length {
            true => Ok(state.depth),
            false => Err(PruneReason::TooLong),
        }
    }

    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        let Some(depth) = open.least_rank() else {
            return Vec::new();
        };
        if open.reached() > self.max_states {
            self.truncated = true;
            return Vec::new();
        }
        self.depth = depth;
        open.take_least()
    }
}

impl Shortener<'_, '_> {
    /// Explores around each state of the plan for shortcuts. Returns whether some states were not expanded.
    pub(super) fn bridges(&mut self, max_states: usize, budget: &Budget) -> Result<bool, Stop> {
        let (mut at, mut truncated) = (0, false);
        while at < self.moves.len() && !self.is_optimal() {
            let mut bridges = Bridges {
                indices: &self.indices,
                plan_length: self.moves.len(),
                max_states: max_states as u64,
                best: None,
                depth: at,
                truncated: false,
            };
            let watch = SearchWatch::unobserved(self.progress);
            let mut search =
                BestFirst::from_state(&self.view, &self.states[at], at, budget, &watch)?;
            let rest = match (search.search(&mut bridges)?, bridges.best) {
                // To the goal, in fewer steps than the rest of the plan.
                (Some(moves), _) => Some(moves),
                (None, Some(shortcut)) => {
                    let after = &self.moves[shortcut.index..];
                    Some([&search.path(shortcut.number), after].concat())
                }
                (None, None) => None,
            };
            let explored = bridges.depth - at;
            truncated |= bridges.truncated;
            let shorter = rest.map(|rest| [&self.moves[..at], &rest].concat());
            // After a shortcut the same state is explored again, else one so near that the explored parts overlap.
            if !shorter.is_some_and(|moves| self.adopt(moves)) {
                at += (explored / 2).max(1);
            }
        }
        Ok(truncated)
    }
}
