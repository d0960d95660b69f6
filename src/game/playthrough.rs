//! Playing from a level on, as a person does: in games whose levels follow each other, on to the next.

use std::borrow::Cow;

use super::{BoardInfo, Cell, CellLook, Move, MoveError, Position};

/// Play that goes on from level to level.
pub trait Playthrough {
    /// The moves in a text; one a line in most games.
    fn moves(&self, text: &str) -> Vec<Move>;

    /// Makes a move. On an error nothing has changed.
    fn make(&mut self, mv: &Move) -> Result<(), MoveError>;

    /// The number of the level that is played, from 1; none if there is one only.
    fn number(&self) -> Option<usize>;

    /// Whether a level was won, be it that the next one is played already.
    fn is_won(&self) -> bool;

    /// Messages shown so far.
    fn messages(&self) -> &[String];

    /// The board that is played on.
    fn board(&self) -> BoardInfo;

    /// How a cell of it looks.
    fn look(&self, cell: Cell) -> CellLook;

    /// The names of what lies in a cell, in order, with blanks between them.
    fn names(&self, cell: Cell) -> Cow<'static, str> {
        self.look(cell).name
    }
}

/// Play in games whose levels stand alone.
pub struct Alone(pub Box<dyn Position>);

impl Playthrough for Alone {
    fn moves(&self, text: &str) -> Vec<Move> {
        super::Plan::parse(text).0
    }

    fn make(&mut self, mv: &Move) -> Result<(), MoveError> {
        self.0.apply(mv)
    }

    fn number(&self) -> Option<usize> {
        None
    }

    fn is_won(&self) -> bool {
        self.0.is_solved()
    }

    fn messages(&self) -> &[String] {
        &[]
    }

    fn board(&self) -> BoardInfo {
        let first = self.0.boards().into_iter().next();
        first.unwrap_or(BoardInfo::new("", "", super::Size::new(0, 0)))
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.0.look(self.board().id, cell)
    }
}
