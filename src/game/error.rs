//! Errors, worded so that the user can correct the cause.

use thiserror::Error;

use super::{Cell, Move, ReplayError, Size, StepInfo, words};

/// A level file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FormError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl FormError {
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column,
            message: message.into(),
        }
    }

    /// The same error in a text with `lines` more lines above.
    #[must_use]
    pub fn below(self, lines: usize) -> Self {
        let line = self.line + lines;
        Self { line, ..self }
    }
}

/// A move that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of the game.
    #[error("‘{text}’ is not a move: {expected}")]
    Syntax {
        text: String,
        /// The form of a move.
        expected: &'static str,
    },
    /// A well-formed move that is not allowed here.
    #[error("you can’t {act}: {reason}")]
    Illegal {
        /// What was to be done: `stamp row 4, column 5`.
        act: String,
        reason: String,
    },
    /// Time or memory ran out before the move's effect was known.
    #[error("cannot tell what ‘{mv}’ does: {reason}")]
    Undecided {
        mv: Move,
        /// Which limit was reached.
        reason: String,
    },
}

impl MoveError {
    /// The move that `step` describes is refused.
    pub fn illegal(step: &StepInfo, reason: impl Into<String>) -> Self {
        Self::Illegal {
            act: words::inside(&step.text),
            reason: reason.into(),
        }
    }

    pub fn undecided(mv: &Move, reason: impl Into<String>) -> Self {
        Self::Undecided {
            mv: mv.clone(),
            reason: reason.into(),
        }
    }
}

/// An edit that a level refuses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("the board cannot be {size}: {limits}")]
    Size {
        size: Size,
        /// What is possible.
        limits: String,
    },
    #[error("{cell} cannot hold this value: {reason}")]
    Value { cell: Cell, reason: String },
    #[error("‘{key}’ cannot be ‘{value}’: {reason}")]
    Property {
        key: String,
        value: String,
        /// What would be right.
        reason: String,
    },
}

impl EditError {
    /// Refuses a board with a side that is 0 or longer than `most`.
    ///
    /// # Errors
    /// [`EditError::Size`].
    pub fn check_sides(size: Size, most: usize) -> Result<(), Self> {
        let sides = 1..=most;
        if sides.contains(&size.rows) && sides.contains(&size.cols) {
            return Ok(());
        }
        let limits = format!("1 to {most} rows and columns");
        Err(Self::Size { size, limits })
    }
}

/// A screen reading that makes no level.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadingError {
    #[error("the picture has no board ‘{0}’")]
    NoBoard(String),
    /// A value that the game does not have.
    #[error("{cell} of the board ‘{board}’ shows ‘{value}’, which this game does not have")]
    UnknownValue {
        board: String,
        cell: Cell,
        value: String,
    },
    /// The values exist, but do not make a level.
    #[error("the picture shows no valid level: {0}")]
    NoLevel(String),
}

impl From<EditError> for ReadingError {
    fn from(error: EditError) -> Self {
        Self::NoLevel(error.to_string())
    }
}

/// A practice window that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PracticeError {
    /// The game has no stand-in.
    #[error("the game ‘{0}’ has no practice window")]
    None(&'static str),
    /// The stand-in cannot show a level.
    #[error("level {}: {reason}", index + 1)]
    Level {
        /// Index of the level, from 0.
        index: usize,
        /// Why not, and what would fit.
        reason: String,
    },
}

impl PracticeError {
    /// Index of the level that causes the error, from 0.
    pub fn level(&self) -> Option<usize> {
        match self {
            Self::None(_) => None,
            Self::Level { index, .. } => Some(*index),
        }
    }
}

/// A solver that could not start its work.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    #[error("the solver ‘{solver}’ was given a level of ‘{game}’")]
    WrongGame {
        solver: &'static str,
        game: &'static str,
    },
    /// An unknown option, or a value that it cannot have.
    #[error("option ‘{key}’: {reason}")]
    Option {
        key: String,
        /// What would be right.
        reason: String,
    },
    /// The solver cannot handle this level.
    #[error("the solver ‘{solver}’ cannot handle this level: {reason}")]
    Unsupported {
        solver: &'static str,
        /// Why not, and what to use instead.
        reason: String,
    },
    /// The level cannot be played (see [`super::Level::unplayable`]).
    #[error("{0}")]
    Unplayable(String),
    /// The moves made so far cannot be replayed.
    #[error("the moves made so far do not fit the level: {0}")]
    Prefix(ReplayError),
    /// The rules refused the solver's plan: a defect of the solver.
    #[error("the solver ‘{solver}’ made a plan that the rules reject: {error}")]
    WrongPlan {
        solver: &'static str,
        error: ReplayError,
    },
}
