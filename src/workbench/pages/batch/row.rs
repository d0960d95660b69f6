//! A level of the batch with its results.

use std::time::Instant;

use crate::catalogue::Item;
use crate::game::LevelRef;
use crate::games;
use crate::session::library::Origin;
use crate::session::results::Found;

pub(super) struct BatchRow {
    pub(super) origin: Origin,
    pub(super) title: String,
    pub(super) level: LevelRef,
    pub(super) content: u64,
    /// State of each solver on this level.
    pub(super) cells: [Cell; 2],
}

impl BatchRow {
    /// A row for a library level; `None` if that cannot be read.
    pub(super) fn of(item: &Item) -> Option<Self> {
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
pub(super) enum Cell {
    #[default]
    Open,
    /// Result of an earlier run.
    Earlier(Found),
    /// Running since this time.
    Running(Instant),
    /// Result of this run.
    Now(Found),
}

impl Cell {
    /// The result, if the solver has ended.
    pub(super) fn found(&self) -> Option<&Found> {
        match self {
            Self::Earlier(found) | Self::Now(found) => Some(found),
            Self::Open | Self::Running(_) => None,
        }
    }
}
