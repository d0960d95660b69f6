//! Boards that a canvas can display.

use crate::game::{BoardInfo, Cell, CellStyle, Level, LineNote, Position, Size};

/// A board to display.
pub struct BoardSource<'a> {
    pub info: BoardInfo,
    pub style: Box<dyn Fn(Cell) -> CellStyle + 'a>,
    pub notes: Vec<LineNote>,
    /// Size of the parts into which the board is divided, if it is.
    pub parts: Option<Size>,
    /// True if cells have heights, so that the board can be shown as blocks.
    pub has_heights: bool,
}

impl<'a> BoardSource<'a> {
    pub fn new(info: BoardInfo, style: impl Fn(Cell) -> CellStyle + 'a) -> Self {
        Self {
            info,
            style: Box::new(style),
            notes: Vec::new(),
            parts: None,
            has_heights: false,
        }
    }

    pub fn from_level(level: &'a dyn Level) -> Self {
        Self {
            notes: level.notes(),
            parts: level.viewport_size(),
            has_heights: level.has_heights(),
            ..Self::new(level.board(), move |cell| level.style(cell))
        }
    }

    pub fn from_position(position: &'a dyn Position, board: &'a BoardInfo) -> Self {
        Self {
            notes: position.notes(board.id),
            ..Self::new(board.clone(), move |cell| position.style(board.id, cell))
        }
    }

    pub fn style(&self, cell: Cell) -> CellStyle {
        (self.style)(cell)
    }
}
