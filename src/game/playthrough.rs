//! Playing from a level on, as a person does: in games whose levels follow each other, on to the next.

use std::borrow::Cow;

use super::{BoardInfo, Cell, CellLook, Move, MoveError, Position};

/// Play that goes on from level to level.
pub trait Playthrough {
    /// The moves in a text; one a line in most games.
    fn moves(&self, text: &str) -> Vec<Move>;

    /// Makes a move. On an error nothing has changed.
    fn make(&mut self, mv: &Move) -> Result<(), MoveError>;

    /// The number of the level that is played in its file, from 1; none if there is one only.
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

/// Play in games whose levels stand alone, be it in one file.
pub struct Alone {
    position: Box<dyn Position>,
    number: Option<usize>,
}

impl Alone {
    /// Play of the level with this number in its file, if that holds several.
    pub fn new(position: Box<dyn Position>, number: Option<usize>) -> Self {
        Self { position, number }
    }
}

impl Playthrough for Alone {
    fn moves(&self, text: &str) -> Vec<Move> {
        super::Plan::parse(text).0
    }

    fn make(&mut self, mv: &Move) -> Result<(), MoveError> {
        self.position.apply(mv)
    }

    fn number(&self) -> Option<usize> {
        self.number
    }

    fn is_won(&self) -> bool {
        self.position.is_solved()
    }

    fn messages(&self) -> &[String] {
        &[]
    }

    fn board(&self) -> BoardInfo {
        let first = self.position.boards().into_iter().next();
        first.unwrap_or(BoardInfo::new("", "", super::Size::new(0, 0)))
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.position.look(self.board().id, cell)
    }
}
