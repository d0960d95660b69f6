//! A state of play, and the one door for moves.

use std::any::Any;
use std::borrow::Cow;
use std::time::Duration;

use super::{
    BoardInfo, Cell, CellLook, Grid, Heading, LineNote, Listing, Move, MoveError, Programmed, Sight,
};

/// A state of play. Cheap enough to copy now and then, but not at every step of a long plan.
pub trait Position: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Plays a move. On an error, the position is unchanged.
    fn apply(&mut self, mv: &Move) -> Result<(), MoveError>;

    fn is_solved(&self) -> bool;

    /// The value of the game's end here, in games whose ends have values; `None` if the game does
    /// not end here.
    fn value(&self) -> Option<i64> {
        None
    }

    /// Legal moves, at most `limit`, in a fixed order.
    fn legal_moves(&self, limit: usize) -> Vec<Move>;

    /// A key of this position among those of the same level: equal keys mean equal positions.
    fn encode(&self) -> Vec<u8>;

    /// The boards to show, the one to play on first.
    fn boards(&self) -> Vec<BoardInfo>;

    /// How a cell of a board looks; a hole for an unknown board or cell.
    fn look(&self, board: &str, cell: Cell) -> CellLook;

    /// The part of a board that the game shows now, in games that show a part of it at a time; `None` for all of it.
    fn sight(&self, _board: &str) -> Option<Sight> {
        None
    }

    /// Notes beside the rows and columns of a board.
    fn notes(&self, _board: &str) -> Vec<LineNote> {
        Vec::new()
    }

    /// The move that a gesture means, if any; [`Position::apply`] may still refuse it.
    fn interpret(&self, gesture: &Gesture) -> Option<Move>;

    /// What the game said at the last move, in games that speak to the player.
    fn says(&self) -> Option<&str> {
        None
    }

    /// What to do instead of a gesture that means no move, as a sentence; `None` if there is nothing
    /// to say.
    fn advice(&self, _gesture: &Gesture) -> Option<String> {
        None
    }

    /// Describes a move, legal or not.
    fn describe(&self, mv: &Move) -> StepInfo;

    /// What to do in a live game to make the move; a screen profile turns each intent into keys or
    /// pointer actions.
    fn intents(&self, mv: &Move) -> Vec<Intent>;

    /// What a move would do, rule by rule, in games whose rules are written: what each one that applies leaves. Empty in
    /// others.
    fn traced(&self, _mv: &Move) -> Vec<Traced> {
        Vec::new()
    }

    /// What is seen of a move that goes on by itself, in games that have such moves. Empty where a move is one step.
    fn course(&self, _mv: &Move) -> Course {
        Course::default()
    }

    /// This position as a program, in games whose solution is one.
    fn as_program(&self) -> Option<&dyn Programmed> {
        None
    }

    /// This position as a list of facts, in games whose positions are just that.
    fn listing(&self) -> Option<Listing> {
        None
    }

    /// This position with its step counter reset, so that positions that differ only in the counter
    /// become equal. `None` without a counter, or if more depends on it than a step limit.
    fn without_clock(&self) -> Option<Box<dyn Position>> {
        None
    }

    /// The moves that lead straight to another position of the level, given by its
    /// [`Position::encode`], as small as a live game makes them; `None` in games in which such a
    /// path must be searched.
    fn way_to(&self, _encoded: &[u8]) -> Option<Vec<Move>> {
        None
    }

    /// What remains to do in a live game after the last move; `None` in games in which every move
    /// takes effect at once.
    fn finish(&self) -> Option<Finish> {
        None
    }
}

/// What a rule has changed in a move.
pub struct Traced {
    /// Its line in the text, from 1; none for what happens without a rule.
    pub line: Option<usize>,
    /// What happened, in words.
    pub text: String,
    /// The position after it.
    pub position: Box<dyn Position>,
}

/// A move that goes on by itself, step by step.
#[derive(Default)]
pub struct Course {
    /// Time from one step to the next.
    pub interval: Duration,
    /// What each step leads to; the last one to the position after the move.
    pub moments: Vec<Moment>,
}

/// What a step of a move leads to.
pub struct Moment {
    pub position: Box<dyn Position>,
    /// Pieces that go from cell to cell in the step.
    pub glides: Vec<Glide>,
}

/// How to start an entered plan in a live game, and what the screen shows then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// How to start it.
    pub start: Vec<Intent>,
    /// Boards before the start that a screen profile reads in addition to [`Position::boards`].
    pub before: Vec<ShownBoard>,
    /// These boards after the run has ended.
    pub shown: Vec<ShownBoard>,
}

/// What a board shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    pub id: &'static str,
    /// The reading of each cell.
    pub cells: Grid<String>,
}

/// A description of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepInfo {
    /// In words: `Stamp row 2, column 5`.
    pub text: String,
    /// Id of the board it happens on.
    pub board: Cow<'static, str>,
    /// Its cells, the cursor's target first.
    pub cells: Vec<Cell>,
    /// Pieces that go from cell to cell, for animations. All go for equally long.
    pub glides: Vec<Glide>,
    /// What it counts as, with the unit: `steps` 3, `pushes` 1. One move of the game if empty.
    pub counts: Vec<(&'static str, usize)>,
}

/// A piece that goes from cell to cell in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glide {
    /// Where it is at each moment, from before the step to after it. All glides of a step have as
    /// many moments; a piece that waits has the same cell again.
    pub path: Vec<Cell>,
    /// How the piece looks.
    pub piece: CellLook,
    /// How its first and last cell look without it.
    pub under: [CellLook; 2],
}

/// What the user does on a board while playing.
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
    /// An arrow key, in games with somebody who goes one way or another.
    Steer(Heading),
}

/// A pointer button by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Usually the left one.
    Primary,
    /// Usually the right one.
    Secondary,
}

/// One thing to do in a live game, in the game's own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Do an action (`stamp`, `press`) on a cell of a board.
    Act {
        board: &'static str,
        cell: Cell,
        /// Name of the action in the screen profile.
        action: Cow<'static, str>,
    },
    /// Drag something from one cell to another.
    Drag {
        from_board: &'static str,
        from: Cell,
        to_board: &'static str,
        to: Cell,
    },
    /// Use a named control outside the boards (`run`, `restart`).
    Control(Cow<'static, str>),
}
