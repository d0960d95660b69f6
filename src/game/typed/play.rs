//! States of play with a move type of their own.

use std::fmt::Display;

use crate::{
    BoardInfo, Cell, CellLook, Finish, Gesture, Intent, LineNote, Move, MoveError, Position,
    Programmed, StepInfo,
};

use super::PlayAble;

/// State of play as written by a game's author. It implements [`Position`].
pub trait Play: Clone + Send + Sync + 'static {
    /// Formatted by `Display` and parsed by [`Play::read`].
    type Move: Display;

    /// Error for a text that is not a move: `a move is ‘row column’, both counted from 1`.
    const MOVES: &'static str;

    /// Optional abilities.
    const ABLE: &'static PlayAble<Self> = &PlayAble::NONE;

    /// Parses a move, whether or not it is possible here.
    fn read(text: &str) -> Option<Self::Move>;

    /// Makes a move. The error is the reason why the rules refuse it; the state is then unchanged.
    fn make(&mut self, mv: &Self::Move) -> Result<(), String>;

    fn is_solved(&self) -> bool;

    /// Possible moves in a fixed order. Includes all moves needed to reach every state; shortcuts for several moves may
    /// be missing.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Key of this state among those of the same level.
    fn encode(&self) -> Vec<u8>;

    /// Boards to show, the one to play on first.
    fn boards(&self) -> Vec<BoardInfo>;

    /// Appearance of a cell of a board; a hole outside.
    fn look(&self, board: &str, cell: Cell) -> CellLook;

    /// Move that a gesture means, possible or not.
    fn interpret(&self, gesture: &Gesture) -> Option<Self::Move>;

    /// Describes a move, possible or not.
    fn describe(&self, mv: &Self::Move) -> StepInfo;

    /// Actions in a live game that make the move.
    fn intents(&self, mv: &Self::Move) -> Vec<Intent>;
}

fn text(mv: impl Display) -> Move {
    Move::new(mv.to_string())
}

impl<P: Play> Position for P {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let read = P::read(mv.as_str()).ok_or_else(|| MoveError::Syntax {
            text: mv.as_str().to_owned(),
            expected: P::MOVES,
        })?;
        self.make(&read)
            .map_err(|reason| MoveError::illegal(&Play::describe(self, &read), reason))
    }

    fn is_solved(&self) -> bool {
        Play::is_solved(self)
    }

    fn notes(&self, board: &str) -> Vec<LineNote> {
        P::ABLE
            .notes
            .map_or_else(Vec::new, |notes| notes(self, board))
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        P::ABLE.program.map(|program| program(self))
    }

    fn way_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        P::ABLE.way_to?(self, encoded)
    }

    fn finish(&self) -> Option<Finish> {
        P::ABLE.finish.map(|finish| finish(self))
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        self.moves().take(limit).map(text).collect()
    }

    fn encode(&self) -> Vec<u8> {
        Play::encode(self)
    }

    fn boards(&self) -> Vec<BoardInfo> {
        Play::boards(self)
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        Play::look(self, board, cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        Play::interpret(self, gesture).map(text)
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        P::ABLE.advice?(self, gesture)
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let no_move = || StepInfo {
            text: mv.to_string(),
            ..StepInfo::default()
        };
        P::read(mv.as_str()).map_or_else(no_move, |mv| Play::describe(self, &mv))
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let read = P::read(mv.as_str());
        read.map_or_else(Vec::new, |mv| Play::intents(self, &mv))
    }
}
