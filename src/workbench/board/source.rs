//! Interface to boards that a canvas can display.

use crate::game::{BoardInfo, Cell, CellStyle, Level, LineNote, Position, Size};

/// A board to display.
pub trait BoardSource {
    /// Id, title and size.
    fn info(&self) -> BoardInfo;

    /// Appearance of a cell.
    fn style(&self, cell: Cell) -> CellStyle;

    /// Notes next to rows and columns.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// Size of the parts into which the board is divided, if it is.
    fn parts(&self) -> Option<Size> {
        None
    }

    /// Returns whether cells have heights, so that the board can be shown as blocks.
    fn has_heights(&self) -> bool {
        false
    }
}

/// The board of a level.
#[derive(Clone, Copy, Debug)]
pub struct LevelBoard<'a>(pub &'a dyn Level);

impl BoardSource for LevelBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.0.board()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.0.style(cell)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.0.notes()
    }

    fn parts(&self) -> Option<Size> {
        self.0.viewport_size()
    }

    fn has_heights(&self) -> bool {
        self.0.has_heights()
    }
}

/// A board of a position.
#[derive(Clone)]
pub struct PositionBoard<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// The board.
    pub board: BoardInfo,
}

impl BoardSource for PositionBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.board.clone()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.position.style(self.board.id, cell)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.position.notes(self.board.id)
    }
}

/// A board whose cells come from a function, such as recognized ones.
pub struct FnBoard<F> {
    /// Id, title and size.
    pub board: BoardInfo,
    /// Returns the appearance of a cell.
    pub style: F,
}

impl<F: Fn(Cell) -> CellStyle> BoardSource for FnBoard<F> {
    fn info(&self) -> BoardInfo {
        self.board.clone()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        (self.style)(cell)
    }
}
