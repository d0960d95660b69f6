//! What was read off a screen, in the game's own terms.

use std::sync::Arc;

use super::{Cell, Grid, LevelRef, ReadingError, Size};

/// What a screen profile made of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The boards seen, by id.
    pub boards: Vec<BoardReading>,
    /// Where the game's own cursor is, if it has one and it was seen.
    pub cursor: Option<CellReading<Cell>>,
    /// Values read outside any board, by the profile's name for them (`level`, `moves`).
    pub fields: Vec<(String, String)>,
    /// Boards whose cells have no order of their own, such as a tray of pieces, by id: only what
    /// there is in them counts, not where.
    pub loose: Vec<String>,
    /// What is known of the level without looking, as (key, value) of its properties.
    pub properties: Vec<(String, String)>,
    /// A level in its plain-text form that is like the one on the screen but for what is seen, in
    /// games of which a screen does not show all: the rules, say.
    pub base: Option<Arc<str>>,
}

impl Reading {
    /// The board with this id.
    pub fn board(&self, id: &str) -> Option<&BoardReading> {
        self.boards.iter().find(|board| board.id == id)
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

/// One board as seen.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardReading {
    /// Which board.
    pub id: String,
    /// What each cell shows: a token of the plain-text form.
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

    /// Cells read with a confidence below `threshold`.
    pub fn doubtful(&self, threshold: f32) -> impl Iterator<Item = (Cell, &CellReading<String>)> {
        self.cells
            .iter()
            .filter(move |(_, cell)| cell.confidence < threshold)
    }
}

/// One thing as seen.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReading<T> {
    /// What it most likely is.
    pub value: T,
    /// How sure that is, 0 to 1.
    pub confidence: f32,
    /// What else it could be, if anything comes near.
    pub runner_up: Option<T>,
}

/// Paints the values of one board on a level, matched by [`super::Brush::text`].
///
/// # Errors
/// When the board is missing or a cell's value is not one of the game's.
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
            .find(|brush| brush.text == read.value)
            .ok_or_else(|| seen.unknown(cell, &read.value))?;
        grid.set(cell, brush.value);
    }
    Ok(level.with_grid(grid)?)
}

/// The level with what is known of it without looking.
///
/// # Errors
/// When the game has no such property, or it cannot hold the value.
pub fn with_properties(level: LevelRef, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let mut properties = reading.properties.iter();
    let with = properties.try_fold(level, |level, (key, value)| level.with_property(key, value));
    Ok(with?)
}
