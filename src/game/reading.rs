//! Readings of a screen, in the game's own terms.

use std::sync::Arc;

use super::{Cell, Grid, LevelRef, ReadingError, Size};

/// Reading of a picture by a screen profile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub boards: Vec<BoardReading>,
    /// Cursor of the game, if it has one and it was found.
    pub cursor: Option<CellReading<Cell>>,
    /// Values read outside the boards, by their names in the profile (`level`, `moves`).
    pub fields: Vec<(String, String)>,
    /// Ids of boards whose cells have no order, such as a tray of pieces: only their contents matter.
    pub unordered: Vec<String>,
    /// Known properties of the level as (key, value), which are not read from the picture.
    pub properties: Vec<(String, String)>,
    /// Plain-text level that supplies what the screen does not show, such as the rules.
    pub base: Option<Arc<str>>,
}

impl Reading {
    pub fn board(&self, id: &str) -> Option<&BoardReading> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// Number of cells of all boards.
    pub fn area(&self) -> usize {
        self.boards.iter().map(|board| board.size().area()).sum()
    }

    pub fn require(&self, id: &str) -> Result<&BoardReading, ReadingError> {
        let missing = || ReadingError::NoBoard(id.to_owned());
        self.board(id).ok_or_else(missing)
    }

    /// Returns whether the cells of the board with this id have no order.
    pub fn is_unordered(&self, id: &str) -> bool {
        self.unordered.iter().any(|known| known == id)
    }
}

/// Reading of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardReading {
    pub id: String,
    /// Plain-text token of each cell.
    pub cells: Grid<CellReading<String>>,
}

impl BoardReading {
    /// Board of certain values; `None` if their number does not match the size.
    pub fn certain(id: &str, size: Size, values: &[&str]) -> Option<Self> {
        let cells = values.iter().map(|value| CellReading {
            value: (*value).to_owned(),
            confidence: 1.0,
            runner_up: None,
        });
        Some(Self {
            id: id.to_owned(),
            cells: Grid::from_cells(size, cells.collect())?,
        })
    }

    /// Error of a cell with a value that the game does not have.
    pub fn unknown_value(&self, cell: Cell, value: &str) -> ReadingError {
        ReadingError::UnknownValue {
            board: self.id.clone(),
            cell,
            value: value.to_owned(),
        }
    }

    /// Rows × columns.
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns whether some cell has such a value.
    pub fn shows(&self, is_such: impl Fn(&String) -> bool) -> bool {
        let mut cells = self.cells.as_slice().iter();
        cells.any(|cell| is_such(&cell.value))
    }

    /// Cells with a confidence below `threshold`.
    pub fn doubtful(&self, threshold: f32) -> impl Iterator<Item = (Cell, &CellReading<String>)> {
        let cells = self.cells.iter();
        cells.filter(move |(_, cell)| cell.confidence < threshold)
    }
}

/// Reading of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReading<T> {
    /// Most likely value.
    pub value: T,
    /// From 0 to 1.
    pub confidence: f32,
    /// Next most likely value, if it comes close.
    pub runner_up: Option<T>,
}

/// Paints the values of a board on a level, matched by [`super::Brush::text`].
pub fn paint_reading(
    base: LevelRef,
    id: &str,
    reading: &Reading,
) -> Result<LevelRef, ReadingError> {
    let board = reading.require(id)?;
    // First, because properties may determine the possible values.
    let base = with_properties(base, reading)?;
    let no_grid = || ReadingError::NoLevel("its levels are not grids of values".to_owned());
    let level = base.as_grid().ok_or_else(no_grid)?;
    let brushes = level.brushes();
    let mut grid = Grid::filled(board.size(), level.blank_value());
    for (cell, read) in board.cells.iter() {
        let unknown = || board.unknown_value(cell, &read.value);
        let brush = brushes.iter().find(|brush| brush.text() == read.value);
        grid.set(cell, brush.ok_or_else(unknown)?.value);
    }
    Ok(level.with_grid(grid)?)
}

/// Sets the reading's known properties.
pub fn with_properties(level: LevelRef, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let mut properties = reading.properties.iter();
    let with = properties.try_fold(level, |level, (key, value)| level.with_property(key, value));
    Ok(with?)
}
