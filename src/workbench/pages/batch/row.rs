//! A level of the batch, and what is known of it.

use std::time::Instant;

use crate::catalogue::Item;
use crate::game::LevelRef;
use crate::games;
use crate::session::library::Origin;
use crate::session::results::Found;

/// A level of the batch.
pub(super) struct BatchRow {
    pub(super) origin: Origin,
    pub(super) title: String,
    pub(super) level: LevelRef,
    /// The number of its content.
    pub(super) content: u64,
    /// What each solver found, earlier or now.
    pub(super) cells: [Cell; 2],
}

impl BatchRow {
    /// A level of the library, if it can be read.
    pub(super) fn of(item: &Item) -> Option<Self> {
        Some(Self {
            origin: item.entry.origin.clone(),
            title: item.title().to_owned(),
            level: item.entry.level.as_ref().ok()?.clone(),
            content: item.content?,
            cells: Default::default(),
        })
    }

    /// The title of its game.
    pub(super) fn game(&self) -> &'static str {
        games::by_id(self.level.game_id()).map_or("", |game| game.info().title)
    }
}

/// What is known of a solver on a level.
#[derive(Clone, Default)]
pub(super) enum Cell {
    /// Nothing yet.
    #[default]
    Open,
    /// From an earlier run.
    Earlier(Found),
    /// A solver works on it.
    Running(Instant),
    /// From this run.
    Now(Found),
}

impl Cell {
    /// What the solver found, if it has ended.
    pub(super) fn found(&self) -> Option<&Found> {
        match self {
            Self::Earlier(found) | Self::Now(found) => Some(found),
            Self::Open | Self::Running(_) => None,
        }
    }
}
