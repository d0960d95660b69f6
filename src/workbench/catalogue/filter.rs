//! Filter of the library.

use serde::{Deserialize, Serialize};

/// Filter of the library, apart from the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryFilter {
    /// Id of the game; empty for all.
    pub game: String,
    /// By solved state.
    pub solved: SolvedFilter,
    /// Displays tiles in a grid instead of rows in a list.
    pub grid: bool,
}

/// Filter by solved state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolvedFilter {
    /// All levels.
    #[default]
    All,
    /// Only unsolved levels.
    Unsolved,
    /// Only solved levels.
    Solved,
}

impl SolvedFilter {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::All, Self::Unsolved, Self::Solved];

    /// Displayed name.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Unsolved => "Unsolved",
            Self::Solved => "Solved",
        }
    }
}
