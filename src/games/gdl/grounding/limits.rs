//! Limits of grounding, and its errors.

use thiserror::Error;

use crate::game::words;
use crate::search::Stop;

/// Limits of the work and its result; what exceeds them is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundingLimits {
    /// Most ground rules and atoms together.
    pub size: usize,
    /// Deepest nesting of terms.
    pub depth: usize,
    /// Most matches tried and arguments derived, together; a reproducible substitute for time.
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

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundingError {
    #[error(
        "instantiating the rules gives more than {} rules and atoms, most of them for ‘{relation}’ (raise ‘size’)",
        words::number(*.limit)
    )]
    Size { limit: usize, relation: String },
    #[error(
        "‘{relation}’ builds terms nested more than {depth} deep, perhaps endlessly (raise ‘depth’)"
    )]
    Depth { relation: String, depth: usize },
    /// The game has several players; the text says so.
    #[error("{0}")]
    Players(String),
    #[error("{}", stopped(*stop, relation.as_deref()))]
    Stopped {
        stop: Stop,
        /// Relation that took most of the work.
        relation: Option<String>,
    },
}

fn stopped(stop: Stop, relation: Option<&str>) -> String {
    let busiest = relation.map_or(String::new(), |name| format!(", most of it for ‘{name}’"));
    let doing = "instantiating the rules";
    match stop {
        Stop::Cancelled => format!("{doing} was stopped"),
        // Grounding has no method that ends by itself.
        Stop::Deadline | Stop::Method => {
            format!("{doing} took too long{busiest} (raise ‘seconds’)")
        }
        Stop::Memory => format!("{doing} needs more memory than allowed{busiest} (raise ‘memory’)"),
    }
}

impl From<Stop> for GroundingError {
    fn from(stop: Stop) -> Self {
        let relation = None;
        Self::Stopped { stop, relation }
    }
}
