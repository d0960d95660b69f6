//! A state of play, and the one door for moves.

use std::any::Any;
use std::borrow::Cow;

use super::{BoardInfo, Cell, CellLook, Grid, LineNote, Listing, Move, MoveError, Programmed};

/// A state of play. Cheap enough to copy now and then, not at every step of a long plan.
pub trait Position: Any + Send + Sync {
    /// A copy that can go another way.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Plays a move. On an error the position is unchanged.
    ///
    /// # Errors
    /// [`MoveError`] when the text is no move or the rules do not allow it here.
    fn apply(&mut self, mv: &Move) -> Result<(), MoveError>;

    /// Whether the puzzle is solved here.
    fn is_solved(&self) -> bool;

    /// What it is worth that the game ends here, in games in which ends have values; `None` where it does
    /// not end.
    fn value(&self) -> Option<i64> {
        None
    }

    /// Moves that [`Position::apply`] would take here, at most `limit`, in a fixed order.
    fn legal_moves(&self, limit: usize) -> Vec<Move>;

    /// All that tells this position from others of the same level: equal bytes, equal position.
    fn encode(&self) -> Vec<u8>;

    /// The boards to show, the one to play on first.
    fn boards(&self) -> Vec<BoardInfo>;

    /// How a cell of the board with this id looks; an unknown board or place looks like a hole.
    fn look(&self, board: &str, cell: Cell) -> CellLook;

    /// What stands beside the rows and columns of a board.
    fn notes(&self, _board: &str) -> Vec<LineNote> {
        Vec::new()
    }

    /// What a person's gesture on a board means as a move, if anything. The move may still be
    /// refused by [`Position::apply`], with the reason.
    fn interpret(&self, gesture: &Gesture) -> Option<Move>;

    /// What a move is about, whether or not it is legal here.
    fn describe(&self, mv: &Move) -> StepInfo;

    /// What has to be done in a live game to make the move; a screen profile turns each intent
    /// into keys or pointer actions.
    fn intents(&self, mv: &Move) -> Vec<Intent>;

    /// This position as a program, in games whose solution is one.
    fn as_program(&self) -> Option<&dyn Programmed> {
        None
    }

    /// This position as a list of facts, in games whose positions are just that.
    fn listing(&self) -> Option<Listing> {
        None
    }

    /// This position with all that does nothing but count steps set back to how it is at the start:
    /// positions that differ in the count only become the same. `None` where nothing counts steps, or
    /// where what can be done or reached depends on the count in any way but a step limit.
    fn without_clock(&self) -> Option<Box<dyn Position>> {
        None
    }

    /// The moves that lead from here straight to another position of the level, given by its
    /// [`Position::encode`], each as small as a live game takes them; `None` in games in which
    /// such a way has to be searched for.
    fn way_to(&self, _encoded: &[u8]) -> Option<Vec<Move>> {
        None
    }

    /// What remains to be done in a live game after the last move, and its effect;
    /// `None` in games in which every move has its effect at once.
    fn finish(&self) -> Option<Finish> {
        None
    }
}

/// How a plan that was entered is started in a live game, and what the screen shows at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Starts it.
    pub start: Vec<Intent>,
    /// What boards show before it, those that a screen profile reads beside
    /// [`Position::boards`].
    pub before: Vec<ShownBoard>,
    /// What they show when it has come to its end.
    pub shown: Vec<ShownBoard>,
}

/// What a board shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    /// Board id.
    pub id: &'static str,
    /// What each cell reads as.
    pub cells: Grid<String>,
}

/// A move in words and places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepInfo {
    /// In words: `Stamp row 2, column 5`.
    pub text: String,
    /// The board it happens on, by id.
    pub board: Cow<'static, str>,
    /// The cells it is made on, the one the cursor goes to first.
    pub cells: Vec<Cell>,
}

/// What a person does on a board while playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click, or Enter or Space at the keyboard cursor.
    Click {
        /// Board id.
        board: String,
        /// Where.
        cell: Cell,
        /// Which button.
        button: Button,
    },
    /// Pressed on one cell, released on another.
    Drag {
        /// Board id where it began.
        from_board: String,
        /// Where it began.
        from: Cell,
        /// Board id where it ended.
        to_board: String,
        /// Where it ended.
        to: Cell,
    },
    /// A character typed with the keyboard cursor on a cell.
    Type {
        /// Board id.
        board: String,
        /// Where.
        cell: Cell,
        /// What was typed.
        character: char,
    },
}

/// A pointer button by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Usually the left one.
    Primary,
    /// Usually the right one.
    Secondary,
}

/// One thing to be done in a live game, in the game's own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Do the named action (`stamp`, `press`) on a cell of a board.
    Act {
        /// Board id.
        board: &'static str,
        /// Where.
        cell: Cell,
        /// The action's name in the screen profile.
        action: Cow<'static, str>,
    },
    /// Take something from one place to another.
    Drag {
        /// Board id where it is.
        from_board: &'static str,
        /// Where it is.
        from: Cell,
        /// Board id where it is to go.
        to_board: &'static str,
        /// Where it is to go.
        to: Cell,
    },
    /// Use a named control of the screen that is no cell (`run`, `restart`).
    Control(Cow<'static, str>),
}
