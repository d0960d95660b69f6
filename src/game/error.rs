//! What can go wrong, told so that a person can mend it.

use thiserror::Error;

use super::{Cell, Move, ReplayError, Size};

/// A level file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FormError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub message: String,
}

impl FormError {
    /// An error at a place, both counted from 1.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column,
            message: message.into(),
        }
    }

    /// The same error in a text with some more lines above.
    #[must_use]
    pub fn below(self, lines: usize) -> Self {
        let line = self.line + lines;
        Self { line, ..self }
    }
}

/// A move that the rules do not accept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not of the game's move form.
    #[error("‘{text}’ is not a move: {expected}")]
    Syntax {
        /// What was given.
        text: String,
        /// The form that moves have.
        expected: &'static str,
    },
    /// Well formed, but not allowed here.
    #[error("‘{mv}’ is not possible: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why not.
        reason: String,
    },
    /// Time or memory ran out before it was known whether it is allowed here, or what it leads to.
    #[error("what ‘{mv}’ does was not worked out: {reason}")]
    Undecided {
        /// The move.
        mv: Move,
        /// Which limit came first.
        reason: String,
    },
}

impl MoveError {
    /// Well formed, but not allowed here.
    pub fn illegal(mv: &Move, reason: impl Into<String>) -> Self {
        Self::Illegal {
            mv: mv.clone(),
            reason: reason.into(),
        }
    }

    /// Not worked out within a limit.
    pub fn undecided(mv: &Move, reason: impl Into<String>) -> Self {
        Self::Undecided {
            mv: mv.clone(),
            reason: reason.into(),
        }
    }
}

/// An edit that a level does not take.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// The game has no boards of this size.
    #[error("boards of {size} are not possible here: {limits}")]
    Size {
        /// The size asked for.
        size: Size,
        /// What is possible.
        limits: String,
    },
    /// A value this cell cannot hold.
    #[error("{cell} cannot hold this value: {reason}")]
    Value {
        /// The place.
        cell: Cell,
        /// Why not.
        reason: String,
    },
    /// A property with a value that does not fit.
    #[error("‘{key}’ cannot be ‘{value}’: {reason}")]
    Property {
        /// Which property.
        key: String,
        /// What was given.
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
    /// The reading holds no such board.
    #[error("the picture shows no board ‘{0}’")]
    NoBoard(String),
    /// A value that the game does not have.
    #[error("{cell} of the board ‘{board}’ shows ‘{value}’, which this game does not have")]
    UnknownValue {
        /// Which board.
        board: String,
        /// The place.
        cell: Cell,
        /// What was read.
        value: String,
    },
    /// The values are the game's, but no level looks like this.
    #[error("no level looks like this: {0}")]
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
    /// A level that the stand-in's screen cannot show.
    #[error("level {}: {reason}", index + 1)]
    Level {
        /// Which of the levels given, from 0.
        index: usize,
        /// Why not, and what would fit.
        reason: String,
    },
}

impl PracticeError {
    /// Which of the levels given it is about, from 0.
    pub fn level(&self) -> Option<usize> {
        match self {
            Self::None(_) => None,
            Self::Level { index, .. } => Some(*index),
        }
    }
}

/// A solver that could not do its work at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The solver was given a level of another game.
    #[error("the solver ‘{solver}’ was given a level of ‘{game}’")]
    WrongGame {
        /// The solver's id.
        solver: &'static str,
        /// The level's game.
        game: &'static str,
    },
    /// An option that the solver does not know or a value it cannot use.
    #[error("option ‘{key}’: {reason}")]
    Option {
        /// The option's key.
        key: String,
        /// What would be right.
        reason: String,
    },
    /// The solver does not take levels like this one.
    #[error("the solver ‘{solver}’ does not take this level: {reason}")]
    Unsupported {
        /// The solver's id.
        solver: &'static str,
        /// Why not, and what to use instead.
        reason: String,
    },
    /// Nobody plays this level: [`super::Level::unplayable`].
    #[error("{0}")]
    Unplayable(String),
    /// The moves made so far cannot be replayed.
    #[error("the moves made so far do not fit the level: {0}")]
    Prefix(ReplayError),
    /// The solver's plan was refused by the rules: a defect of the solver, never shown as a plan.
    #[error("the solver ‘{solver}’ made a plan that the rules refuse: {error}")]
    WrongPlan {
        /// The solver's id.
        solver: &'static str,
        /// Where the replay stopped.
        error: ReplayError,
    },
}
