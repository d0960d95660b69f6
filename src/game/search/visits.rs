//! Which states a search visits, for whoever wants to watch it.

use crate::Move;

/// Something that a search does with a state. States have numbers of the search's own choice; a number means
/// the same state until the search begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit<'m> {
    /// The search begins, or begins anew, at this state; nothing else waits.
    Begin(u64),
    /// A state was reached and waits until it is looked at.
    Wait {
        /// Its number.
        state: u64,
        /// A state that was looked at before.
        from: u64,
        /// The move that leads from there.
        mv: &'m Move,
    },
    /// The search looks at a state and its moves.
    Look(u64),
    /// A state is not gone on from.
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

/// Somebody who watches. Called on the solver's thread, as often as it visits states.
pub trait VisitSink: Sync {
    /// Takes note.
    fn visit(&self, visit: Visit<'_>);
}
