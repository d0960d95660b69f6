//! Notifications about the states that a search visits.

use crate::Move;

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
    /// The search expands a state.
    Expand(u64),
    /// The search prunes a state.
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
    /// Describes the reason.
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
