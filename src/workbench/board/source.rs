//! What a canvas can show.

use crate::game::{BoardInfo, Cell, CellLook, Level, LineNote, Position, Size};

/// A board to be drawn.
pub trait BoardSource {
    /// Its id, name and size.
    fn info(&self) -> BoardInfo;

    /// How a cell looks.
    fn look(&self, cell: Cell) -> CellLook;

    /// What stands beside its rows and columns.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// The size of the parts into which it is divided, if it is.
    fn parts(&self) -> Option<Size> {
        None
    }

    /// Whether its cells have heights, so that they can be shown as blocks.
    fn has_heights(&self) -> bool {
        false
    }
}

/// The board on which a level is drawn.
#[derive(Clone, Copy, Debug)]
pub struct LevelBoard<'a>(pub &'a dyn Level);

impl BoardSource for LevelBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.0.board()
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.0.look(cell)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.0.notes()
    }

    fn parts(&self) -> Option<Size> {
        self.0.parts()
    }

    fn has_heights(&self) -> bool {
        self.0.has_heights()
    }
}

/// One of a position's boards.
#[derive(Clone)]
pub struct PositionBoard<'a> {
    /// The state of play.
    pub position: &'a dyn Position,
    /// Which board of it.
    pub board: BoardInfo,
}

impl BoardSource for PositionBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.board.clone()
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.position.look(self.board.id, cell)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.position.notes(self.board.id)
    }
}

/// A board whose cells come from a function: readings of a screen, expected beside seen.
pub struct FnBoard<F> {
    /// Its id, name and size.
    pub board: BoardInfo,
    /// How a cell looks.
    pub look: F,
}

impl<F: Fn(Cell) -> CellLook> BoardSource for FnBoard<F> {
    fn info(&self) -> BoardInfo {
        self.board.clone()
    }

    fn look(&self, cell: Cell) -> CellLook {
        (self.look)(cell)
    }
}
