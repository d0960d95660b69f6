//! Shortcuts from a state of the plan to a later one.

use super::Shortener;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use planwright_game::search::{Budget, Stop};

struct Bridge {
    saved: usize,
    /// Number of the later state in the table.
    number: u32,
    /// Its index in the plan.
    index: usize,
}

impl Bridge {
    /// Replaces the shortcut by one that saves more.
    fn offer(&mut self, saved: usize, number: u32, index: usize) {
        if saved > self.saved {
            *self = Self {
                saved,
                number,
                index,
            };
        }
    }
}

struct BridgeResult {
    moves: Option<Vec<u32>>,
    depth: usize,
    /// Some states were not expanded, as the limit was reached.
    more: bool,
}

impl Shortener<'_> {
    /// Explores around each state of the plan for shortcuts. Returns whether some states were not expanded.
    pub(super) fn bridges(&mut self, max_states: usize, budget: &Budget) -> Result<bool, Stop> {
        let (mut at, mut more) = (0, false);
        while at < self.moves.len() && !self.is_optimal() {
            let found = self.bridge(at, max_states, budget)?;
            more |= found.more;
            let adopted = found.moves.is_some_and(|moves| self.adopt(moves));
            if !adopted {
                at += (found.depth / 2).max(1);
            }
        }
        Ok(more)
    }

    /// Explores from the `at`-th state of the plan, breadth first, for the shortcut that saves most.
    fn bridge(&self, at: usize, max_states: usize, budget: &Budget) -> Result<BridgeResult, Stop> {
        let view = &*self.view;
        let end = self.moves.len();
        let mut table = Table::new(view.code.words(), budget);
        let mut expander = Expander::new(view, budget);
        table.add(&self.states[at], NONE, 0)?;
        let mut best = Bridge {
            saved: 0,
            number: 0,
            index: end,
        };
        let (mut from, mut depth, mut more) = (0u32, 0, false);
        // A path as long as the rest of the plan saves nothing.
        'layers: while (from as usize) < table.len() && at + depth < end {
            let to = table.len() as u32;
            let add = |table: &mut Table, best: &mut Bridge, parent, mv, next: &[u64]| {
                if let Some(number) = table.add(next, parent, mv)?
                    && let Some(index) = self.indices.get(next)
                {
                    best.offer(index.saturating_sub(at + depth + 1), number, *index);
                }
                Ok::<(), Stop>(())
            };
            let mut first = from;
            while first < to {
                budget.check()?;
                let last = to.min(first + LANES as u32);
                let states = table.states(first..last);
                for (lane, status) in expander.evaluate(&states).iter().enumerate() {
                    let number = first + lane as u32;
                    if status.won && (status.over || self.problem.anywhere) {
                        best.offer(end - at - depth, number, end);
                    }
                    if status.over || !status.hope {
                        continue;
                    }
                    if table.len() > max_states {
                        more = true;
                        break 'layers;
                    }
                    expander.push_all(number, &states, lane, &mut |parent, mv, next| {
                        add(&mut table, &mut best, parent, mv, next)
                    })?;
                }
                first = last;
            }
            expander.flush(&mut |parent, mv, next| add(&mut table, &mut best, parent, mv, next))?;
            (from, depth) = (to, depth + 1);
        }
        let moves = (best.saved > 0).then(|| {
            let path = table.path(best.number);
            [&self.moves[..at], &path[..], &self.moves[best.index..]].concat()
        });
        Ok(BridgeResult { moves, depth, more })
    }
}
