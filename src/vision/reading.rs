//! Result of reading a picture.

use std::collections::BTreeMap;

use crate::game::{Cell, CellReading, Grid, Reading};

use super::list_part::ListPart;
use super::place::{ImageRect, Placement};
use super::profile::{BoardRule, PLAYING_PHASE, Profile};

pub(crate) type CellGrid = Grid<CellReading<String>>;

/// Reading without an alternative value.
pub(crate) fn cell_reading(value: impl Into<String>, confidence: f32) -> CellReading<String> {
    CellReading {
        value: value.into(),
        confidence,
        runner_up: None,
    }
}

/// Board with cells that are already read.
pub(crate) struct ReadBoard<'a> {
    pub(crate) id: &'a str,
    pub(crate) cells: CellGrid,
    /// Image rectangles of the cells, row by row; empty if they follow from the picture's placement and the profile's
    /// rule of the board.
    pub(crate) rects: Vec<ImageRect>,
    /// True if the order of its cells is irrelevant, as of pieces that lie next to a board.
    pub(crate) unordered: bool,
}

impl<'a> ReadBoard<'a> {
    pub(crate) fn new(id: &'a str, cells: CellGrid, rects: Vec<ImageRect>) -> Self {
        Self {
            id,
            cells,
            rects,
            unordered: false,
        }
    }
}

/// Content of a picture of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScreenReading {
    /// The phase of the game. Boards and cursor are read in [`PLAYING_PHASE`] and [`crate::ENDED_PHASE`].
    pub phase: String,
    /// Boards and cursor; empty in other phases.
    pub reading: Reading,
    /// Placement of the game's picture in the image; the hint for the next reading.
    pub place: Placement,
    /// True if the whole picture is in the image, so that `place` gives the position of all its points.
    pub complete: bool,
    /// Image rectangles of cells, row by row, by board id, for boards whose position in the picture no rule gives.
    pub cell_rects: BTreeMap<String, Vec<ImageRect>>,
    /// Pairs (value that is read, other value that the cell may have), by board id, as [`BoardRule::alike`].
    pub ambiguous: BTreeMap<String, Vec<(String, String)>>,
    /// Partly visible lists by board id; such a board has the visible cells only.
    pub parts: BTreeMap<String, ListPart>,
    /// Confidence below which cells are doubtful, 0 to 1.
    pub doubtful_below: f32,
    /// In [`OTHER_PHASE`](crate::OTHER_PHASE), the reason why boards could not be read, for display.
    pub why_no_boards: Option<String>,
}

impl ScreenReading {
    /// Returns whether a level is being played, so that boards were read.
    pub fn is_playing(&self) -> bool {
        self.phase == PLAYING_PHASE
    }

    /// Reading of a cell; `None` for an unknown board, or a cell outside the board that was read.
    pub fn cell(&self, board: &str, cell: Cell) -> Option<&CellReading<String>> {
        self.reading.board(board)?.cells.get(cell)
    }

    /// Reading of a cell, as [`Self::cell`], if it is not doubtful.
    pub fn certain_cell(&self, board: &str, cell: Cell) -> Option<&CellReading<String>> {
        let read = self.cell(board, cell);
        read.filter(|read| read.confidence >= self.doubtful_below)
    }

    /// Returns whether a cell recognized as `read` may show `expected`.
    pub fn may_show(&self, board: &str, read: &str, expected: &str) -> bool {
        let is_pair = |(value, other): &(String, String)| value == read && other == expected;
        let pairs = self.ambiguous.get(board);
        read == expected || pairs.is_some_and(|pairs| pairs.iter().any(is_pair))
    }

    /// Cells below the confidence threshold, as (board, cell).
    pub fn doubtful(&self) -> Vec<(&str, Cell)> {
        let doubtful = self.reading.boards.iter().flat_map(|board| {
            let cells = board.doubtful(self.doubtful_below);
            cells.map(|(cell, _)| (board.id.as_str(), cell))
        });
        doubtful.collect()
    }

    /// Image rectangle of a cell; `None` for an unknown board, or a cell outside the board that was read.
    pub fn cell_rect(&self, profile: &Profile, board: &str, cell: Cell) -> Option<ImageRect> {
        if let (Some(rects), Some(read)) = (self.cell_rects.get(board), self.reading.board(board)) {
            return rects.get(cell.row * read.size().cols + cell.col).copied();
        }
        Some(self.place.cell(profile.board(board)?, cell))
    }

    /// Image rectangle of a board; `None` for an unknown one.
    pub fn board_rect(&self, profile: &Profile, board: &str) -> Option<ImageRect> {
        if let Some(rects) = self.cell_rects.get(board) {
            return ImageRect::bounding(rects);
        }
        let rule = profile.board(board)?;
        match self.reading.board(board) {
            // A rule with rows at places of their own (`lines`) states the size; that of a grid may not, so the board
            // is as large as it was read.
            Some(read) if rule.lines.is_none() => Some(self.place.board(&BoardRule {
                rows: read.size().rows,
                cols: read.size().cols,
                ..rule.clone()
            })),
            _ => Some(self.place.board(rule)),
        }
    }
}
