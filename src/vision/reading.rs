//! What a picture shows.

use std::collections::BTreeMap;

use crate::game::{Cell, CellReading, Reading};

use super::part::ListPart;
use super::place::{ImageRect, Place};
use super::profile::{BoardRule, PLAYING_PHASE, Profile};

/// A value read with some confidence and nothing else that it could be.
pub(crate) fn cell_reading(value: impl Into<String>, confidence: f32) -> CellReading<String> {
    CellReading {
        value: value.into(),
        confidence,
        runner_up: None,
    }
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenReading {
    /// The phase of the game. Boards and cursor are read in [`PLAYING_PHASE`] and
    /// [`ENDED_PHASE`](crate::ENDED_PHASE) only.
    pub phase: String,
    /// Boards and cursor; empty in other phases.
    pub reading: Reading,
    /// Where the game's picture lies in the image; the hint for the next reading.
    pub place: Place,
    /// Whether the whole picture is in the image, so that its points can be told from `place`.
    pub whole: bool,
    /// Where the cells of boards lie whose places no rule knows, row by row, by the boards' ids.
    pub spots: BTreeMap<String, Vec<ImageRect>>,
    /// Values of boards that look the same, by the boards' ids, as [`BoardRule::alike`].
    pub alike: BTreeMap<String, Vec<(String, String)>>,
    /// Lists of which a part is seen, by their boards' ids; the cells of such a board are those that are seen.
    pub parts: BTreeMap<String, ListPart>,
    /// Cells below this confidence are doubtful, 0 to 1.
    pub doubtful_below: f32,
    /// In [`OTHER_PHASE`](crate::OTHER_PHASE), why the boards could not be read, for people.
    pub why_no_boards: Option<String>,
}

impl ScreenReading {
    /// Whether the game is being played, so that boards were read.
    pub fn is_playing(&self) -> bool {
        self.phase == PLAYING_PHASE
    }

    /// Whether a cell of a board that was read as a value may show another one.
    pub fn may_show(&self, board: &str, read: &str, wanted: &str) -> bool {
        let is_pair = |(shown, other): &(String, String)| shown == read && other == wanted;
        read == wanted
            || self
                .alike
                .get(board)
                .is_some_and(|pairs| pairs.iter().any(is_pair))
    }

    /// All cells that were read with too little confidence, as (board, place).
    pub fn doubtful(&self) -> Vec<(&str, Cell)> {
        let boards = self.reading.boards.iter();
        boards
            .flat_map(|board| {
                let cells = board.doubtful(self.doubtful_below);
                cells.map(|(cell, _)| (board.id.as_str(), cell))
            })
            .collect()
    }

    /// Where a cell lies in the image, for overlays and clicks; `None` for a board that the
    /// profile does not have.
    pub fn cell_rect(&self, profile: &Profile, board: &str, cell: Cell) -> Option<ImageRect> {
        if let (Some(spots), Some(seen)) = (self.spots.get(board), self.reading.board(board)) {
            let index = cell.row * seen.size().cols + cell.col;
            return spots.get(index).copied();
        }
        Some(self.place.cell(profile.board(board)?, cell))
    }

    /// Where a board lies in the image.
    pub fn board_rect(&self, profile: &Profile, board: &str) -> Option<ImageRect> {
        if let Some(spots) = self.spots.get(board) {
            return ImageRect::around(spots);
        }
        let rule = profile.board(board)?;
        match self.reading.board(board) {
            // Only the picture tells how large a grid is.
            Some(seen) if rule.lines.is_none() => Some(self.place.board(&BoardRule {
                rows: seen.size().rows,
                cols: seen.size().cols,
                ..rule.clone()
            })),
            _ => Some(self.place.board(rule)),
        }
    }
}
