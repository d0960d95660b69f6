//! A level of the batch with its results.

use std::time::Instant;

use crate::catalogue::LibraryItem;
use crate::game::LevelRef;
use crate::games;
use crate::session::library::LevelOrigin;
use crate::session::results::SolverResult;

pub(super) struct BatchRow {
    pub(super) origin: LevelOrigin,
    pub(super) title: String,
    pub(super) level: LevelRef,
    pub(super) content: u64,
    /// State of each solver on this level.
    pub(super) cells: [SolverState; 2],
}

impl BatchRow {
    /// A row for a library level; `None` if that cannot be read.
    pub(super) fn from_item(item: &LibraryItem) -> Option<Self> {
        Some(Self {
            origin: item.entry.origin.clone(),
            title: item.title().to_owned(),
            level: item.entry.level.as_ref().ok()?.clone(),
            content: item.content?,
            cells: Default::default(),
        })
    }

    pub(super) fn game(&self) -> &'static str {
        games::by_id(self.level.game_id()).map_or("", |game| game.info().title)
    }
}

/// State of a solver on a level.
#[derive(Clone, Default)]
pub(super) enum SolverState {
    #[default]
    Pending,
    /// Result of an earlier run.
    Earlier(SolverResult),
    /// Running since this time.
    Running(Instant),
    /// Result of this run.
    Current(SolverResult),
}

impl SolverState {
    /// The result, if the solver has ended.
    pub(super) fn result(&self) -> Option<&SolverResult> {
        match self {
            Self::Earlier(found) | Self::Current(found) => Some(found),
            Self::Pending | Self::Running(_) => None,
        }
    }
}
