//! Which levels the library shows.

use serde::{Deserialize, Serialize};

/// Which levels the library shows, beside the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryFilter {
    /// Of this game; empty for all.
    pub game: String,
    /// Solved or not.
    pub solved: SolvedFilter,
    /// Tiles in a grid instead of rows in a list.
    pub grid: bool,
}

/// Whether solved levels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolvedFilter {
    /// Solved and unsolved ones.
    #[default]
    All,
    /// Those that were not solved yet.
    Unsolved,
    /// Those that were.
    Solved,
}

impl SolvedFilter {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::All, Self::Unsolved, Self::Solved];

    /// Its name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Unsolved => "Unsolved",
            Self::Solved => "Solved",
        }
    }
}
