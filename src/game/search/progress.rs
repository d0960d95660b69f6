//! What a running search tells about itself.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::VisitSink;
use crate::{Cost, Plan, Solution};

/// A search at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// What it is doing: `linear sweep`, `depth 12`.
    pub phase: Cow<'static, str>,
    /// Search nodes looked at so far.
    pub explored: u64,
    /// Cost of the best plan so far.
    pub best: Option<Cost>,
    /// Bound proved so far.
    pub lower_bound: Option<Cost>,
}

/// Somebody who listens. Called on the solver's thread; must return quickly.
pub trait ProgressSink: Sync {
    /// A snapshot, as often as the solver likes.
    fn snapshot(&self, snapshot: Snapshot);

    /// A better plan than before, not yet replayed.
    fn improved(&self, _solution: &Solution<Plan>) {}

    /// Who watches which states are visited, if anybody does.
    fn visits(&self) -> Option<&dyn VisitSink> {
        None
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl ProgressSink for NoProgress {
    fn snapshot(&self, _snapshot: Snapshot) {}
}

/// The solver's end: passes snapshots on and remembers how many nodes were explored.
pub struct Progress<'a> {
    sink: &'a dyn ProgressSink,
    explored: AtomicU64,
}

impl<'a> Progress<'a> {
    /// Passes everything on to `sink`.
    pub fn new(sink: &'a dyn ProgressSink) -> Self {
        Self {
            sink,
            explored: AtomicU64::new(0),
        }
    }

    /// Tells where the search is. Tell the final number of explored nodes this way, too.
    pub fn report(
        &self,
        phase: impl Into<Cow<'static, str>>,
        explored: u64,
        best: Option<Cost>,
        lower_bound: Option<Cost>,
    ) {
        self.explored.store(explored, Ordering::Relaxed);
        self.sink.snapshot(Snapshot {
            phase: phase.into(),
            explored,
            best,
            lower_bound,
        });
    }

    /// Tells of a better plan.
    pub fn improved(&self, solution: &Solution<Plan>) {
        self.sink.improved(solution);
    }

    /// Who watches which states are visited. Asked once before a search; if nobody does, nothing is to be told.
    pub fn visits(&self) -> Option<&dyn VisitSink> {
        self.sink.visits()
    }

    /// Nodes explored, as last told.
    pub fn explored(&self) -> u64 {
        self.explored.load(Ordering::Relaxed)
    }
}
