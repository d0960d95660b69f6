//! States of play with a move type of their own.

use std::fmt::Display;

use crate::{
    BoardInfo, Cell, CellStyle, Gesture, Intent, Launch, LineNote, Move, MoveError, Position,
    Programmed, StepInfo,
};

/// State of play as written by a game's author. It implements [`Position`], whose docs hold for the
/// methods of the same name. Methods with a default are optional abilities.
pub trait Play: Clone + Send + Sync + 'static {
    /// Formatted by `Display` and parsed by [`Play::parse`].
    type Move: Display;

    /// Error for a text that is not a move: `a move is ‘row column’, both counted from 1`.
    const MOVE_SYNTAX: &'static str;

    /// Parses a move, whether or not it is possible here.
    fn parse(text: &str) -> Option<Self::Move>;

    /// Makes a move. The error is the reason why the rules refuse it; the state is then unchanged.
    fn make(&mut self, mv: &Self::Move) -> Result<(), String>;

    fn is_solved(&self) -> bool;

    /// Possible moves in a fixed order. They reach every state; shortcuts for several may be missing.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Key of this state among those of the same level.
    fn encode(&self) -> Vec<u8>;

    /// Boards to show, the one to play on first.
    fn boards(&self) -> Vec<BoardInfo>;

    /// Appearance of a cell of a board; a hole outside.
    fn style(&self, board: &str, cell: Cell) -> CellStyle;

    /// Move that a gesture means, possible or not.
    fn interpret(&self, gesture: &Gesture) -> Option<Self::Move>;

    /// Single moves of one that makes several, if it came from a line of a written plan.
    fn single_moves(mv: Self::Move) -> Vec<Self::Move> {
        vec![mv]
    }

    /// Describes a move, possible or not.
    fn describe(&self, mv: &Self::Move) -> StepInfo;

    /// Actions in a live game that make the move.
    fn intents(&self, mv: &Self::Move) -> Vec<Intent>;

    /// Notes next to rows and columns of a board.
    fn notes(&self, _board: &str) -> Vec<LineNote> {
        Vec::new()
    }

    /// Advice, as a sentence, for a gesture that means no move.
    fn advice(&self, _gesture: &Gesture) -> Option<String> {
        None
    }

    /// Position as a program.
    fn as_program(&self) -> Option<&dyn Programmed> {
        None
    }

    /// Moves that lead directly to another position, given by its `encode`.
    fn path_to(&self, _encoded: &[u8]) -> Option<Vec<Move>> {
        None
    }

    /// Remaining actions in a live game after the last move.
    fn launch(&self) -> Option<Launch> {
        None
    }
}

fn text(mv: impl Display) -> Move {
    Move::new(mv.to_string())
}

impl<P: Play> Position for P {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let parsed = P::parse(mv.as_str()).ok_or_else(|| MoveError::Syntax {
            text: mv.as_str().to_owned(),
            expected: P::MOVE_SYNTAX,
        })?;
        self.make(&parsed)
            .map_err(|reason| MoveError::illegal(&Play::describe(self, &parsed), reason))
    }

    fn is_solved(&self) -> bool {
        Play::is_solved(self)
    }

    fn notes(&self, board: &str) -> Vec<LineNote> {
        Play::notes(self, board)
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        Play::as_program(self)
    }

    fn path_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        Play::path_to(self, encoded)
    }

    fn launch(&self) -> Option<Launch> {
        Play::launch(self)
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

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        Play::style(self, board, cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        Play::interpret(self, gesture).map(text)
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        Play::advice(self, gesture)
    }

    fn single_moves(&self, line: &Move) -> Vec<Move> {
        let moves = P::parse(line.as_str()).map(P::single_moves);
        moves.map_or_else(
            || vec![line.clone()],
            |moves| moves.into_iter().map(text).collect(),
        )
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let no_move = || StepInfo {
            text: mv.to_string(),
            ..StepInfo::default()
        };
        P::parse(mv.as_str()).map_or_else(no_move, |mv| Play::describe(self, &mv))
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let parsed = P::parse(mv.as_str());
        parsed.map_or_else(Vec::new, |mv| Play::intents(self, &mv))
    }
}
