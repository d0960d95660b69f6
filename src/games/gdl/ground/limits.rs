//! How far grounding may go, and what is said where it goes further.

use crate::game::words;
use thiserror::Error;

use crate::search::Stop;

/// How far grounding may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most ground rules and atoms together.
    pub size: usize,
    /// Deepest nesting of terms.
    pub depth: usize,
    /// Most matches tried; the clock's stand-in where the same has to come out each time.
    pub work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 12_000_000,
            depth: 40,
            work: u64::MAX,
        }
    }
}

/// Why rules could not be ground.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundError {
    /// More than the limit.
    #[error(
        "instantiating the rules gives more than {} rules and atoms, most of them for ‘{relation}’ (raise ‘size’)",
        words::number(*.limit)
    )]
    Size {
        /// The limit.
        limit: usize,
        /// Where most of them come from.
        relation: String,
    },
    /// Terms grow.
    #[error(
        "‘{relation}’ builds terms nested more than {depth} deep, perhaps endlessly (raise ‘depth’)"
    )]
    Depth {
        /// Which relation.
        relation: String,
        /// The limit.
        depth: usize,
    },
    /// The game is not for one player.
    #[error("{0}")]
    Players(String),
    /// The time is over, the memory used up, or somebody said stop.
    #[error("{}", stopped(*stop, relation.as_deref()))]
    Stopped {
        /// Which of these.
        stop: Stop,
        /// What most of the work went into.
        relation: Option<String>,
    },
}

fn stopped(stop: Stop, relation: Option<&str>) -> String {
    let most = relation.map_or(String::new(), |relation| {
        format!(", most of it for ‘{relation}’")
    });
    let doing = "instantiating the rules";
    match stop {
        Stop::Cancelled => format!("{doing} was stopped"),
        Stop::Deadline => format!("{doing} took too long{most} (raise ‘seconds’)"),
        Stop::Memory => {
            format!("{doing} needs more memory than allowed{most} (raise ‘memory’)")
        }
    }
}

impl From<Stop> for GroundError {
    fn from(stop: Stop) -> Self {
        Self::Stopped {
            stop,
            relation: None,
        }
    }
}
