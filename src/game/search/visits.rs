//! The states that a search visits, for those who watch it.

use crate::Move;

/// What a search does with a state. The search chooses the numbers of states; a number means the same state until
/// the search begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit<'m> {
    /// The search begins, or begins anew, at this state; nothing else waits.
    Begin(u64),
    /// A state was reached and waits to be expanded.
    Wait {
        /// Its number.
        state: u64,
        /// A state that was looked at before.
        from: u64,
        /// The move that leads from there.
        mv: &'m Move,
    },
    /// The search expands a state.
    Look(u64),
    /// The search leaves a state out.
    LeaveOut(u64, Why),
}

/// Why a search leaves a state out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No way leads from there to a solution.
    Hopeless,
    /// A solution by that way would be longer than is looked for.
    TooFar,
    /// It was reached before by a way that is no longer, or all from there on was tried.
    Known,
}

impl Why {
    /// For people.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Hopeless => "no way leads from there to a solution",
            Self::TooFar => "a solution by that way would be too long",
            Self::Known => "reached before by a way that is no longer",
        }
    }
}

/// A watcher, called on the solver's thread at every visit.
pub trait VisitSink: Sync {
    /// Notes a visit.
    fn visit(&self, visit: Visit<'_>);
}
