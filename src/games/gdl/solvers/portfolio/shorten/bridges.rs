//! Shortcuts from a state of the plan to a later one.

use rustc_hash::FxHashMap;

use super::Shortener;
use crate::net::machine::Packed;
use crate::solvers::search::best_first::{BestFirst, OpenList, RatedState, Strategy};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};

/// Breadth-first search from a state of the plan, with the shortcut that saves most so far.
struct Bridges<'s> {
    /// Indices of the states of the plan; the last of each.
    indices: &'s FxHashMap<Packed, usize>,
    /// Length of the plan.
    end: usize,
    max_states: u64,
    /// Steps saved by the best shortcut, the state that it leads to, and the index of that state in the plan.
    best: (usize, u32, usize),
    /// Steps of the states expanded last, from the start of the plan.
    depth: usize,
    /// Some states were not expanded, as the limit was reached.
    truncated: bool,
}

impl Strategy for Bridges<'_> {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        if let Some(index) = self.indices.get(state.bits) {
            let saved = index.saturating_sub(state.depth);
            if saved > self.best.0 {
                self.best = (saved, state.number, *index);
            }
        }
        // A path as long as the rest of the plan saves nothing.
        match state.depth < self.end {
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
                end: self.moves.len(),
                max_states: max_states as u64,
                best: (0, 0, 0),
                depth: at,
                truncated: false,
            };
            let watch = SearchWatch::unobserved(self.progress);
            let mut search =
                BestFirst::from_state(&self.view, &self.states[at], at, budget, &watch)?;
            let rest = match (search.search(&mut bridges)?, bridges.best) {
                // To the goal, in fewer steps than the rest of the plan.
                (Some(moves), _) => Some(moves),
                (None, (0, ..)) => None,
                (None, (_, number, index)) => {
                    Some([&search.path(number), &self.moves[index..]].concat())
                }
            };
            let explored = bridges.depth - at;
            truncated |= bridges.truncated;
            let shorter = rest.map(|rest| [&self.moves[..at], &rest].concat());
            if !shorter.is_some_and(|moves| self.adopt(moves)) {
                at += (explored / 2).max(1);
            }
        }
        Ok(truncated)
    }
}
