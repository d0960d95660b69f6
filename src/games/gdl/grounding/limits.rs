//! Limits of grounding, and its errors.

use crate::game::words;
use thiserror::Error;

use crate::search::Stop;

/// Limits of grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundingLimits {
    /// Most ground rules and atoms together.
    pub size: usize,
    /// Deepest nesting of terms.
    pub depth: usize,
    /// Most matches tried; a reproducible substitute for time.
    pub work: u64,
}

impl Default for GroundingLimits {
    fn default() -> Self {
        Self {
            size: 12_000_000,
            depth: 40,
            work: u64::MAX,
        }
    }
}

/// Reason why rules could not be grounded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundingError {
    /// The limit of size is exceeded.
    #[error(
        "instantiating the rules gives more than {} rules and atoms, most of them for ‘{relation}’ (raise ‘size’)",
        words::number(*.limit)
    )]
    Size {
        /// The limit.
        limit: usize,
        /// Relation of most of them.
        relation: String,
    },
    /// Terms are nested too deeply.
    #[error(
        "‘{relation}’ builds terms nested more than {depth} deep, perhaps endlessly (raise ‘depth’)"
    )]
    Depth {
        /// Relation that builds them.
        relation: String,
        /// The limit.
        depth: usize,
    },
    /// The game is not for one player.
    #[error("{0}")]
    Players(String),
    /// The time or memory ran out, or the work was cancelled.
    #[error("{}", stopped(*stop, relation.as_deref()))]
    Stopped {
        /// The reason.
        stop: Stop,
        /// Relation that took most of the work.
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

impl From<Stop> for GroundingError {
    fn from(stop: Stop) -> Self {
        Self::Stopped {
            stop,
            relation: None,
        }
    }
}
