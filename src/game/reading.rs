//! What was read from a screen, in the game's own terms.

use std::sync::Arc;

use super::{Cell, Grid, LevelRef, ReadingError, Size};

/// The reading of a picture by a screen profile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub boards: Vec<BoardReading>,
    /// The game's own cursor, if it has one and it was found.
    pub cursor: Option<CellReading<Cell>>,
    /// Values read outside the boards, by their names in the profile (`level`, `moves`).
    pub fields: Vec<(String, String)>,
    /// Ids of boards whose cells have no order, such as a tray of pieces: only their contents
    /// matter.
    pub loose: Vec<String>,
    /// Known properties of the level as (key, value), which are not read.
    pub properties: Vec<(String, String)>,
    /// A level in plain text that agrees with the screen in everything the screen does not show,
    /// such as the rules.
    pub base: Option<Arc<str>>,
}

impl Reading {
    pub fn board(&self, id: &str) -> Option<&BoardReading> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// How many cells all boards have.
    pub fn area(&self) -> usize {
        self.boards.iter().map(|board| board.size().area()).sum()
    }

    /// The board with this id, without which there is no level.
    ///
    /// # Errors
    /// [`ReadingError::NoBoard`].
    pub fn needed(&self, id: &str) -> Result<&BoardReading, ReadingError> {
        let missing = || ReadingError::NoBoard(id.to_owned());
        self.board(id).ok_or_else(missing)
    }

    /// Whether the cells of the board with this id have no order.
    pub fn is_loose(&self, id: &str) -> bool {
        self.loose.iter().any(|loose| loose == id)
    }
}

/// The reading of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardReading {
    pub id: String,
    /// A token of the plain-text form for each cell.
    pub cells: Grid<CellReading<String>>,
}

impl BoardReading {
    /// A board of which nothing is in doubt; `None` where there are more or fewer values than cells.
    pub fn sure(id: &str, size: Size, values: &[&str]) -> Option<Self> {
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

    /// That a cell shows what the game does not have.
    pub fn unknown(&self, cell: Cell, value: &str) -> ReadingError {
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

    /// Whether some cell is read as such a value.
    pub fn shows(&self, is_such: impl Fn(&String) -> bool) -> bool {
        let mut cells = self.cells.as_slice().iter();
        cells.any(|cell| is_such(&cell.value))
    }

    /// Cells read with a confidence below `threshold`.
    pub fn doubtful(&self, threshold: f32) -> impl Iterator<Item = (Cell, &CellReading<String>)> {
        self.cells
            .iter()
            .filter(move |(_, cell)| cell.confidence < threshold)
    }
}

/// The reading of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReading<T> {
    /// The most likely value.
    pub value: T,
    /// From 0 to 1.
    pub confidence: f32,
    /// The next most likely value, if it comes close.
    pub runner_up: Option<T>,
}

/// Paints the values of a board on a level, matched by [`super::Brush::text`].
pub fn paint_reading(
    base: LevelRef,
    board: &str,
    reading: &Reading,
) -> Result<LevelRef, ReadingError> {
    let seen = reading.needed(board)?;
    // First, as they may say which values there are.
    let base = with_properties(base, reading)?;
    let level = base
        .as_grid()
        .ok_or_else(|| ReadingError::NoLevel("its levels are not grids of values".to_owned()))?;
    let brushes = level.brushes();
    let mut grid = Grid::filled(seen.size(), level.blank_value());
    for (cell, read) in seen.cells.iter() {
        let brush = brushes
            .iter()
            .find(|brush| brush.text() == read.value)
            .ok_or_else(|| seen.unknown(cell, &read.value))?;
        grid.set(cell, brush.value);
    }
    Ok(level.with_grid(grid)?)
}

/// The level with the reading's known properties.
pub fn with_properties(level: LevelRef, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let mut properties = reading.properties.iter();
    let with = properties.try_fold(level, |level, (key, value)| level.with_property(key, value));
    Ok(with?)
}
