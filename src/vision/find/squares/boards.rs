//! Boards assembled from squares, pieces and notes, for the squares finder.

use crate::game::{Cell, CellReading, Grid, Size};
use crate::place::ImageRect;
use crate::profile::SquaresRule;
use crate::reading::{CellGrid, ReadBoard, cell_reading};

use super::contents::SquareContent;
use super::lattice::SquareLattice;
use super::notes::EdgeNote;

/// A square that may be a cell, at a position of the lattice; columns and rows are counted from an arbitrary one.
pub(super) struct OutlinedSquare {
    pub(super) column: i32,
    pub(super) row: i32,
    /// Certainty that it is a cell, by the visible share of its outline: 0 (possible) to 1 (certain).
    pub(super) certainty: f32,
    pub(super) content: SquareContent,
}

impl OutlinedSquare {
    /// Returns whether it is a cell regardless of its surroundings.
    pub(super) fn is_sure(&self) -> bool {
        self.certainty >= 1.0
    }
}

/// Maximum confidence of a square whose outline is partly covered; low enough to count as doubtful.
const MAX_UNSURE_CONFIDENCE: f32 = 0.4;

/// Boards just large enough for all squares; positions without one have the value [`SquaresRule::none`]. `pieces` are
/// those in the tray, outside cells, in reading order. Notes at lines without a square are ignored.
pub(super) fn assemble<'a>(
    rule: &'a SquaresRule,
    lattice: &SquareLattice,
    squares: &[OutlinedSquare],
    pieces: &[(ImageRect, SquareContent)],
    notes: &[EdgeNote],
) -> Vec<ReadBoard<'a>> {
    let columns = || squares.iter().map(|square| square.column);
    let rows = || squares.iter().map(|square| square.row);
    let (left, top) = (columns().min().unwrap_or(0), rows().min().unwrap_or(0));
    let span = |from: i32, to: Option<i32>| to.map_or(0, |to| (to - from + 1).max(0) as usize);
    let size = Size::new(span(top, rows().max()), span(left, columns().max()));
    // Beyond all boards for lines before the first one; setting such a cell does nothing.
    let index = |from: i32, at: i32| usize::try_from(at - from).unwrap_or(usize::MAX);
    let mut cells = Grid::filled(size, cell_reading(rule.none.as_str(), 1.0));
    let mut placed = Grid::filled(size, cell_reading("", 1.0));
    for square in squares {
        let cell = Cell::new(index(top, square.row), index(left, square.column));
        let mut read = square.content.read(&rule.empty);
        if !square.is_sure() {
            let limit = MAX_UNSURE_CONFIDENCE * square.certainty;
            read.confidence = read.confidence.min(limit);
            read.runner_up = read.runner_up.or(Some(rule.none.clone()));
        }
        if square.content.filled {
            placed.set(cell, read.clone());
        }
        cells.set(cell, read);
    }
    let mut row_notes = Grid::filled(Size::new(size.rows, 1), cell_reading("", 1.0));
    let mut column_notes = Grid::filled(Size::new(1, size.cols), cell_reading("", 1.0));
    for note in notes {
        let (notes, cell) = match note.of_row {
            true => (&mut row_notes, Cell::new(index(top, note.line), 0)),
            false => (&mut column_notes, Cell::new(0, index(left, note.line))),
        };
        add_note(notes, cell, &note.read);
    }
    let rect = |cell: Cell| lattice.rect(cell.col as i32 + left, cell.row as i32 + top);
    let rects: Vec<ImageRect> = size.cells().map(rect).collect();
    let ids = &rule.boards;
    let mut boards = vec![ReadBoard::new(&ids.cells, cells, rects.clone())];
    if !pieces.is_empty() {
        let tray = Grid::from_fn(Size::new(1, pieces.len()), |cell| {
            pieces[cell.col].1.read("")
        });
        let rects = pieces.iter().map(|(rect, _)| *rect).collect();
        boards.push(ReadBoard {
            unordered: true,
            ..ReadBoard::new(&ids.tray, tray, rects)
        });
    }
    boards.extend([
        ReadBoard::new(&ids.placed, placed, rects),
        ReadBoard::new(&ids.row_notes, row_notes, Vec::new()),
        ReadBoard::new(&ids.column_notes, column_notes, Vec::new()),
    ]);
    boards
}

/// Adds a note to those of its line, separated by commas, with the least of their confidences; none outside the board.
fn add_note(notes: &mut CellGrid, at: Cell, note: &CellReading<String>) {
    let Some(earlier) = notes.get(at).cloned() else {
        return;
    };
    let joined = |text: &str| match earlier.value.as_str() {
        "" => text.to_owned(),
        earlier => format!("{earlier}, {text}"),
    };
    let read = CellReading {
        value: joined(&note.value),
        confidence: note.confidence.min(earlier.confidence),
        runner_up: note.runner_up.as_deref().map(joined),
    };
    notes.set(at, read);
}
