//! Progress of a search: its report, and the states it visits for an observer.

use crate::game::{Cost, Move};
use crate::search::{Progress, Visit, VisitSink, Why};

pub(super) struct Watch<'p> {
    progress: &'p Progress<'p>,
    /// Receiver of visited states, with the names of the view's moves.
    seen: Option<(&'p dyn VisitSink, Vec<Move>)>,
}

impl<'p> Watch<'p> {
    /// `names` is called for the names of the view's moves if there is an observer.
    pub fn new(progress: &'p Progress<'p>, names: impl FnOnce() -> Vec<Move>) -> Self {
        let seen = progress.visits().map(|sink| (sink, names()));
        Self { progress, seen }
    }

    /// For a search whose states are not those of the game, which are not reported.
    pub fn unseen(progress: &'p Progress<'p>) -> Self {
        Self {
            progress,
            seen: None,
        }
    }

    /// As [`Progress::report`].
    pub fn report(
        &self,
        phase: impl Into<std::borrow::Cow<'static, str>>,
        explored: u64,
        bound: Option<Cost>,
    ) {
        self.progress.report(phase, explored, None, bound);
    }

    /// Returns whether there is an observer.
    pub fn is_watched(&self) -> bool {
        self.seen.is_some()
    }

    /// The search begins, or restarts, at a state.
    pub fn begin(&self, state: impl Into<u64>) {
        if let Some((sink, _)) = &self.seen {
            sink.visit(Visit::Begin(state.into()));
        }
    }

    /// A state was reached from another and waits.
    pub fn wait(&self, state: impl Into<u64>, from: impl Into<u64>, mv: u32) {
        if let Some((sink, names)) = &self.seen
            && let Some(mv) = names.get(mv as usize)
        {
            let (state, from) = (state.into(), from.into());
            sink.visit(Visit::Wait { state, from, mv });
        }
    }

    pub fn look(&self, state: impl Into<u64>) {
        if let Some((sink, _)) = &self.seen {
            sink.visit(Visit::Look(state.into()));
        }
    }

    /// A state is pruned.
    pub fn leave_out(&self, state: impl Into<u64>, why: Why) {
        if let Some((sink, _)) = &self.seen {
            sink.visit(Visit::LeaveOut(state.into(), why));
        }
    }
}
