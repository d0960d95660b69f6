//! State of packing searches that run at the same time: limits, progress, and whether one has found a plan.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::search::{Budget, Progress, Stop};
use crate::game::{Cost, words};

/// State shared by searches that run at the same time.
pub(super) struct PackingRun<'a> {
    pub budget: &'a Budget,
    pub progress: &'a Progress<'a>,
    /// Proved lower bound of every plan's pushes, for reports.
    pub bound: Cost,
    /// Pushes of the best plan known before.
    pub best: Option<Cost>,
    pub threads: usize,
    /// Limit of states of all searches.
    pub max_states: u64,
    pub explored: AtomicU64,
    /// Set when a search has found a plan.
    pub is_over: AtomicBool,
}

/// States between two reports of progress.
const REPORT_STATES: u64 = 100;

impl PackingRun<'_> {
    /// Checks whether to go on: there is no plan, the limit of states is not reached, and nothing else stops the searches.
    pub fn check(&self) -> Result<(), Stop> {
        let explored = self.explored.load(Ordering::Relaxed);
        if self.is_over.load(Ordering::Relaxed) || explored >= self.max_states {
            return Err(Stop::Cancelled);
        }
        self.budget.check()
    }

    /// Counts a state of a search whose tables have this size, and reports progress. Returns whether the search may go
    /// on.
    pub fn count(&self, bytes: u64, packed: usize, boxes: usize) -> bool {
        let explored = self.explored.fetch_add(1, Ordering::Relaxed) + 1;
        // Searches at the same time have tables of about the same size.
        let memory = bytes * self.threads as u64;
        if explored.is_multiple_of(REPORT_STATES) {
            let phase = format!(
                "packed {} of {}, {} MB",
                words::number(packed),
                words::count(boxes, "boxes"),
                words::number(memory / 1_000_000)
            );
            self.progress
                .report(phase, explored, self.best, Some(self.bound));
        }
        let may_go_on = explored < self.max_states && !self.is_over.load(Ordering::Relaxed);
        may_go_on && self.budget.check_memory(memory).is_ok()
    }
}
