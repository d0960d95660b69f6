//! What a profile says of a board that is found by its grid.

use serde::{Deserialize, Serialize};

/// How a board is found whose size and place are not fixed: its cells are patches of even colour,
/// set off from what is around them, of about one size and at even distances.
///
/// The picture at scale 1 is then the board itself, `pitch` of the board rules apart from cell to
/// cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GridRule {
    /// Neighbouring pixels belong to one patch if no channel differs by more.
    pub contrast: u8,
    /// Shortest and longest side of a patch, in pixels of the image.
    pub side: (u32, u32),
    /// Fewest and most rows.
    pub rows: (usize, usize),
    /// Fewest and most columns.
    pub cols: (usize, usize),
}

impl Default for GridRule {
    fn default() -> Self {
        Self {
            contrast: 12,
            side: (10, 400),
            rows: (1, 200),
            cols: (1, 200),
        }
    }
}
