//! Interface to boards that a canvas can display.

use crate::game::{BoardInfo, Cell, CellStyle, Level, LineNote, Position, Size};

pub trait BoardSource {
    fn info(&self) -> BoardInfo;

    fn style(&self, cell: Cell) -> CellStyle;

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

#[derive(Clone)]
pub struct PositionBoard<'a> {
    pub position: &'a dyn Position,
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
    pub board: BoardInfo,
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
