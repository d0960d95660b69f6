//! Play through consecutive levels, in games whose levels follow each other.

use std::borrow::Cow;

use super::{BoardInfo, Cell, CellStyle, Move, MoveError, Position};

/// Play through consecutive levels.
pub trait Playthrough {
    /// Moves in a text; one per line in most games.
    fn moves(&self, text: &str) -> Vec<Move>;

    /// Makes a move. On an error, nothing changes.
    fn make(&mut self, mv: &Move) -> Result<(), MoveError>;

    /// Number of the current level in its file, from 1; `None` if the file has one level.
    fn number(&self) -> Option<usize>;

    /// Returns whether a level was won, even if the next one has started.
    fn is_won(&self) -> bool;

    /// Messages shown so far.
    fn messages(&self) -> &[String];

    /// Current board.
    fn board(&self) -> BoardInfo;

    /// Appearance of a cell of the board.
    fn style(&self, cell: Cell) -> CellStyle;

    /// Names of the objects in a cell, in order, separated by blanks.
    fn names(&self, cell: Cell) -> Cow<'static, str> {
        self.style(cell).name
    }
}

/// Play of a single level, in games whose levels do not follow each other.
pub struct SingleLevel {
    position: Box<dyn Position>,
    number: Option<usize>,
}

impl SingleLevel {
    /// Play of a level with its number in its file, if the file holds several.
    pub fn new(position: Box<dyn Position>, number: Option<usize>) -> Self {
        Self { position, number }
    }
}

impl Playthrough for SingleLevel {
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

    fn style(&self, cell: Cell) -> CellStyle {
        self.position.style(self.board().id, cell)
    }
}
