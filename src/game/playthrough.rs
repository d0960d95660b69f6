//! Play through consecutive levels, in games whose levels follow each other.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::{BoardInfo, Cell, CellStyle, Move, MoveError, Position, ProgramError, read_plan};

/// Play through consecutive levels.
pub trait Playthrough {
    /// Single moves of a written plan; of a program, those that write it. Fails for a program with errors.
    fn moves(&self, text: &str) -> Result<Vec<Move>, Vec<ProgramError>>;

    /// Fails if the level did not start, so that there is no board and every move fails.
    fn check_start(&self) -> Result<(), MoveError> {
        Ok(())
    }

    /// Makes a move. On an error, nothing changes.
    fn make(&mut self, mv: &Move) -> Result<(), MoveError>;

    /// Number of the current level in its file, from 1; `None` if the file has one level.
    fn number(&self) -> Option<usize>;

    /// Returns whether the last move that changed anything won a level, even if the next one has started.
    fn is_won(&self) -> bool;

    /// Messages shown so far.
    fn messages(&self) -> &[String];

    /// Current board; a list of facts in games without another board.
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
    /// Id of the board, once it is known.
    board: OnceCell<&'static str>,
    number: Option<usize>,
}

impl SingleLevel {
    /// Play of a level with its number in its file, if the file holds several.
    pub fn new(position: Box<dyn Position>, number: Option<usize>) -> Self {
        Self {
            position,
            board: OnceCell::new(),
            number,
        }
    }
}

impl Playthrough for SingleLevel {
    fn moves(&self, text: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        Ok(read_plan(self.position.as_ref(), text)?.0)
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
        let listing = self.position.listing();
        let lists = listing.map_or(&[][..], |listing| listing.boards);
        let boards = self.position.boards();
        let board = boards
            .iter()
            .find(|board| !lists.contains(&board.id))
            .cloned();
        board
            .or_else(|| boards.into_iter().next())
            .unwrap_or(BoardInfo::new("", "", super::Size::new(0, 0)))
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let board = self.board.get_or_init(|| self.board().id);
        self.position.style(board, cell)
    }
}
