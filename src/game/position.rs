//! State of play.

use std::any::Any;
use std::borrow::Cow;
use std::time::Duration;

use super::{
    BoardInfo, Cell, CellStyle, Grid, Heading, LineNote, Move, MoveError, Programmed, Region,
};

/// State of play. Cheap enough to copy occasionally, but not at every step of a long plan.
pub trait Position: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Makes a move. On an error, the position is unchanged.
    fn apply(&mut self, mv: &Move) -> Result<(), MoveError>;

    fn is_solved(&self) -> bool;

    /// Value of the end of the game, in games whose ends have values; `None` if the game does not end here.
    fn value(&self) -> Option<i64> {
        None
    }

    /// Legal moves, at most `limit`, in a fixed order.
    fn legal_moves(&self, limit: usize) -> Vec<Move>;

    /// Key of this position among those of the same level: equal keys mean equal positions.
    fn encode(&self) -> Vec<u8>;

    /// Boards to show, the one to play on first.
    fn boards(&self) -> Vec<BoardInfo>;

    /// Appearance of a cell of a board; a hole for an unknown board or cell.
    fn style(&self, board: &str, cell: Cell) -> CellStyle;

    /// Part of a board that is currently visible, in games that show a part at a time; `None` for all of it.
    fn viewport(&self, _board: &str) -> Option<Region> {
        None
    }

    /// Notes next to the rows and columns of a board.
    fn notes(&self, _board: &str) -> Vec<LineNote> {
        Vec::new()
    }

    /// Move that a gesture means, if any; [`Position::apply`] may still refuse it.
    fn interpret(&self, gesture: &Gesture) -> Option<Move>;

    /// Message of the last move, in games with messages to the player.
    fn message(&self) -> Option<&str> {
        None
    }

    /// Advice, as a sentence, for a gesture that means no move.
    fn advice(&self, _gesture: &Gesture) -> Option<String> {
        None
    }

    /// Single moves of a line of a written plan, in games whose plans may have several in a line.
    fn single_moves(&self, line: &Move) -> Vec<Move> {
        vec![line.clone()]
    }

    /// Describes a move, legal or not.
    fn describe(&self, mv: &Move) -> StepInfo;

    /// Actions in a live game that make the move; a screen profile turns each intent into keys or pointer actions.
    fn intents(&self, mv: &Move) -> Vec<Intent>;

    /// Effects of a move rule by rule, in games whose rules are written as text; empty in others.
    fn trace(&self, _mv: &Move) -> Vec<RuleEffect> {
        Vec::new()
    }

    /// Animation of a move that runs by itself, in games that have such moves; empty for moves of one step.
    fn animation(&self, _mv: &Move) -> Animation {
        Animation::default()
    }

    /// This position as a program, in games whose solution is one.
    fn as_program(&self) -> Option<&dyn Programmed> {
        None
    }

    /// This position as a list of facts, in games whose positions are just that.
    fn listing(&self) -> Option<Listing> {
        None
    }

    /// This position with its step counter reset, so that positions that differ only in the counter become equal.
    /// `None` without a counter, or if more than a step limit depends on it.
    fn without_clock(&self) -> Option<Box<dyn Position>> {
        None
    }

    /// Moves that lead directly to another position of the level, given by its [`Position::encode`], in steps as small
    /// as those of a live game; `None` in games in which such a path must be searched.
    fn path_to(&self, _encoded: &[u8]) -> Option<Vec<Move>> {
        None
    }

    /// Remaining actions in a live game after the last move; `None` in games in which every move takes effect at once.
    fn launch(&self) -> Option<Launch> {
        None
    }
}

pub struct RuleEffect {
    /// Line of the rule in the text, from 1; `None` for effects without a rule.
    pub line: Option<usize>,
    pub text: String,
    /// The position after it.
    pub position: Box<dyn Position>,
}

/// Animation of a move that runs by itself, step by step.
#[derive(Default)]
pub struct Animation {
    /// Time from one step to the next.
    pub interval: Duration,
    /// Frames; the last one shows the position after the move.
    pub frames: Vec<AnimationFrame>,
}

/// Frame after one step of a move.
pub struct AnimationFrame {
    pub position: Box<dyn Position>,
    /// Pieces that move from cell to cell in the step.
    pub motions: Vec<PieceMotion>,
}

/// Start of an entered plan in a live game, and the screen contents before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Actions that start it.
    pub intents: Vec<Intent>,
    /// Boards before the start that a screen profile reads besides [`Position::boards`].
    pub before: Vec<ExpectedBoard>,
    /// Boards after the run has ended.
    pub after: Vec<ExpectedBoard>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedBoard {
    pub id: &'static str,
    /// Expected reading of each cell.
    pub cells: Grid<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepInfo {
    /// In words: `Stamp row 2, column 5`.
    pub text: String,
    /// Id of the board on which it happens.
    pub board: Cow<'static, str>,
    /// Affected cells, the cursor's target first.
    pub cells: Vec<Cell>,
    /// Pieces that move from cell to cell, for animations. All have the same duration.
    pub motions: Vec<PieceMotion>,
    /// Counts with units: `steps` 3, `pushes` 1. Empty means one move of the game.
    pub counts: Vec<(&'static str, usize)>,
}

/// Piece that moves from cell to cell in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMotion {
    /// Its cell in each frame, from before the step to after it. All paths have the same length; a waiting piece
    /// repeats its cell.
    pub path: Vec<Cell>,
    /// Appearance of the piece.
    pub piece: CellStyle,
    /// Appearance of its first and last cell without it.
    pub under: [CellStyle; 2],
}

/// Input of the user on a board while playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click, or Enter or Space at the keyboard cursor.
    Click {
        board: String,
        cell: Cell,
        button: Button,
    },
    /// Pressed on one cell, released on another.
    Drag {
        from_board: String,
        from: Cell,
        to_board: String,
        to: Cell,
    },
    /// A character typed at the keyboard cursor.
    Type {
        board: String,
        cell: Cell,
        character: char,
    },
    /// Arrow key, in games with an actor that is steered.
    Steer(Heading),
}

/// Pointer button by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Usually the left one.
    Primary,
    /// Usually the right one.
    Secondary,
}

/// Action in a live game, in the game's own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Performs an action (`stamp`, `press`) on a cell of a board.
    Act {
        board: &'static str,
        cell: Cell,
        /// Name of the action in the screen profile.
        action: Cow<'static, str>,
    },
    /// Drags something from one cell to another.
    Drag {
        from_board: &'static str,
        from: Cell,
        to_board: &'static str,
        to: Cell,
    },
    /// Uses a named control outside the boards (`run`, `restart`).
    Control(Cow<'static, str>),
}

/// A position as a list of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Facts, sorted by group and text.
    pub facts: Vec<Fact>,
    /// Other values of the position as (name, value): `("Goal value", "50")`.
    pub counts: Vec<(Cow<'static, str>, String)>,
    /// Ids of boards that repeat facts and moves and need not be shown next to this list.
    pub boards: &'static [&'static str],
}

/// Fact that holds in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// Its relation.
    pub group: String,
    /// Written like a move.
    pub text: String,
}
