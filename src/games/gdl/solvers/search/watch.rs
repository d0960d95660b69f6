//! Progress of a search on a view ([`SearchNet`](crate::analysis::SearchNet)): its reports, and the states it visits.

use planwright_game::search::{Progress, PruneReason, Visit, VisitSink};
use planwright_game::{Cost, Move};

/// Reporter of a search. States are identified by numbers of the search's own.
pub(crate) struct SearchWatch<'p> {
    progress: &'p Progress<'p>,
    /// Receiver of visited states, with the names of the view's moves.
    observer: Option<(&'p dyn VisitSink, Vec<Move>)>,
}

impl<'p> SearchWatch<'p> {
    /// `names` is called for the names of the view's moves if there is an observer.
    pub fn new(progress: &'p Progress<'p>, names: impl FnOnce() -> Vec<Move>) -> Self {
        let observer = progress.visits().map(|sink| (sink, names()));
        Self { progress, observer }
    }

    /// Reports progress, but no states: for searches of a part of the game, whose states are not the game's, and for
    /// beam search, which begins again with each wider beam.
    pub fn unobserved(progress: &'p Progress<'p>) -> Self {
        Self {
            progress,
            observer: None,
        }
    }

    /// As [`Progress::report`], without the cost of a best plan.
    pub fn report(
        &self,
        phase: impl Into<std::borrow::Cow<'static, str>>,
        explored: u64,
        bound: Option<Cost>,
    ) {
        self.progress.report(phase, explored, None, bound);
    }

    /// The search begins, or restarts, at a state.
    pub fn begin(&self, state: impl Into<u64>) {
        if let Some((sink, _)) = &self.observer {
            sink.visit(Visit::Begin(state.into()));
        }
    }

    /// A state was reached from another by the view's move number `mv`, and waits to be expanded.
    pub fn generate(&self, state: impl Into<u64>, from: impl Into<u64>, mv: u32) {
        if let Some((sink, names)) = &self.observer
            && let Some(mv) = names.get(mv as usize)
        {
            let (state, from) = (state.into(), from.into());
            sink.visit(Visit::Generate { state, from, mv });
        }
    }

    /// A state is expanded, or ends a plan.
    pub fn expand(&self, state: impl Into<u64>) {
        if let Some((sink, _)) = &self.observer {
            sink.visit(Visit::Expand(state.into()));
        }
    }

    pub fn prune(&self, state: impl Into<u64>, reason: PruneReason) {
        if let Some((sink, _)) = &self.observer {
            sink.visit(Visit::Prune(state.into(), reason));
        }
    }
}
