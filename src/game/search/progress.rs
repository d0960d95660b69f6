//! Reports of a running search: its progress, and the states that it visits.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Cost, Move, Plan, Solution};

/// Progress of a search at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Current phase: `linear sweep`, `depth 12`.
    pub phase: Cow<'static, str>,
    /// Number of search nodes explored so far.
    pub explored: u64,
    /// Cost of the best plan so far.
    pub best: Option<Cost>,
    /// Proved lower bound of every plan's cost.
    pub lower_bound: Option<Cost>,
}

/// Receives progress on the solver's thread; must return quickly.
pub trait ProgressSink: Sync {
    /// Called at any rate that the solver chooses.
    fn snapshot(&self, snapshot: Snapshot);

    /// Called with a better plan, which is not replayed yet.
    fn improved(&self, _solution: &Solution<Plan>) {}

    /// Called if a search ends without a plan, with the legal moves that came furthest.
    fn attempted(&self, _moves: &Plan) {}

    /// Observer of visited states, if any.
    fn visits(&self) -> Option<&dyn VisitSink> {
        None
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl ProgressSink for NoProgress {
    fn snapshot(&self, _snapshot: Snapshot) {}
}

/// Solver's side: forwards snapshots and stores the number of explored nodes.
pub struct Progress<'a> {
    sink: &'a dyn ProgressSink,
    explored: AtomicU64,
}

impl<'a> Progress<'a> {
    pub fn new(sink: &'a dyn ProgressSink) -> Self {
        Self {
            sink,
            explored: AtomicU64::new(0),
        }
    }

    /// Reports progress. Also report the final number of explored nodes.
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

    pub fn improved(&self, solution: &Solution<Plan>) {
        self.sink.improved(solution);
    }

    pub fn attempted(&self, moves: &Plan) {
        self.sink.attempted(moves);
    }

    /// Observer of visited states. Query once before a search; without an observer, do not report visits.
    pub fn visits(&self) -> Option<&dyn VisitSink> {
        self.sink.visits()
    }

    /// Last reported number of explored nodes.
    pub fn explored(&self) -> u64 {
        self.explored.load(Ordering::Relaxed)
    }
}

/// Event of a search. The search numbers its states; numbers are valid until it restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit<'m> {
    /// The search starts or restarts with only this state.
    Begin(u64),
    /// A state was generated and queued.
    Generate {
        state: u64,
        /// Expanded state.
        from: u64,
        /// Move from there.
        mv: &'m Move,
    },
    Expand(u64),
    Prune(u64, PruneReason),
}

/// Reason for pruning a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruneReason {
    /// No solution can be reached from it.
    DeadEnd,
    /// A solution through it would be longer than requested.
    TooLong,
    /// It was reached before by a path that is no longer, or was fully searched.
    Duplicate,
}

impl PruneReason {
    pub fn in_words(self) -> &'static str {
        match self {
            Self::DeadEnd => "no solution can be reached from here",
            Self::TooLong => "any solution this way is too long",
            Self::Duplicate => "already reached, at least as quickly",
        }
    }
}

/// Observes a search; called on the solver's thread.
pub trait VisitSink: Sync {
    fn visit(&self, visit: Visit<'_>);
}
