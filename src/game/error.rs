//! Errors, worded so that the user can correct the cause.

use thiserror::Error;

use super::{Cell, Move, Outcome, ReplayError, Size, StepInfo, words};

/// Syntax or content error in a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// Problem, and what is expected.
    pub message: String,
}

impl TextError {
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column,
            message: message.into(),
        }
    }

    /// Returns the error's position in a text with `lines` more lines above.
    #[must_use]
    pub fn shifted(self, lines: usize) -> Self {
        let line = self.line + lines;
        Self { line, ..self }
    }
}

/// Error or warning about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Position and message.
    pub error: TextError,
    /// True if it is an error. A level may still have been built from the rest of the text.
    pub severe: bool,
}

impl Complaint {
    /// A warning: the text is valid, but probably not what was meant.
    pub fn warning(error: TextError) -> Self {
        Self {
            error,
            severe: false,
        }
    }

    /// Returns `error` or `warning`.
    pub fn severity(&self) -> &'static str {
        if self.severe { "error" } else { "warning" }
    }
}

impl From<TextError> for Complaint {
    fn from(error: TextError) -> Self {
        Self {
            error,
            severe: true,
        }
    }
}

/// Counts complaints by severity: `1 error and 2 warnings`; `None` if there are none.
pub fn count_complaints(complaints: &[Complaint]) -> Option<String> {
    let errors = complaints.iter().filter(|it| it.severe).count();
    let warnings = complaints.len() - errors;
    let counts = [(errors, "errors"), (warnings, "warnings")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(n, noun)| words::count(n, noun)).collect();
    (!counts.is_empty()).then(|| counts.join(" and "))
}

/// Returns why an answer about a level is doubtful: `the level has 1 error`. Warnings count only without a solution.
pub fn caveat(outcome: &Outcome, complaints: &[Complaint]) -> Option<String> {
    let unsolvable = matches!(outcome, Outcome::Unsolvable(_));
    let counted = complaints.iter().filter(|it| it.severe || unsolvable);
    let counted: Vec<Complaint> = counted.cloned().collect();
    Some(format!("the level has {}", count_complaints(&counted)?))
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of the game.
    #[error("‘{text}’ is not a move: {expected}")]
    Syntax {
        text: String,
        /// Syntax of a move.
        expected: &'static str,
    },
    /// A well-formed move that is not allowed here.
    #[error("you can’t {act}: {reason}")]
    Illegal {
        /// Attempted action: `stamp row 4, column 5`.
        act: String,
        reason: String,
    },
    /// A limit was reached before the effect of a move, or the first position, was known.
    #[error("cannot tell {what}: {reason}")]
    Undecided {
        /// Unknown effect: `what ‘right’ does`.
        what: String,
        /// Limit that was reached.
        reason: String,
    },
}

impl MoveError {
    /// Returns whether a limit was reached, so that the move is not proved wrong.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Self::Undecided { .. })
    }

    /// Error for the move that `step` describes.
    pub fn illegal(step: &StepInfo, reason: impl Into<String>) -> Self {
        Self::Illegal {
            act: words::mid_sentence(&step.text),
            reason: reason.into(),
        }
    }

    pub fn undecided(mv: &Move, reason: impl Into<String>) -> Self {
        Self::Undecided {
            what: format!("what ‘{mv}’ does"),
            reason: reason.into(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("the board cannot be {size}: {limits}")]
    Size {
        size: Size,
        /// Allowed sizes.
        limits: String,
    },
    #[error("{cell} cannot hold this value: {reason}")]
    Value { cell: Cell, reason: String },
    #[error("‘{key}’ cannot be ‘{value}’: {reason}")]
    Property {
        key: String,
        value: String,
        /// Expected form.
        reason: String,
    },
    #[error("the text of the level has errors; correct it first")]
    Text,
}

impl EditError {
    /// Checks that both sides are from 1 to `max`.
    pub fn check_sides(size: Size, max: usize) -> Result<(), Self> {
        let sides = 1..=max;
        if sides.contains(&size.rows) && sides.contains(&size.cols) {
            return Ok(());
        }
        let limits = format!("1 to {max} rows and columns");
        Err(Self::Size { size, limits })
    }
}

/// Error of a screen reading from which no level can be built.
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

/// Error of opening a practice window.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PracticeError {
    /// The game has no practice game.
    #[error("the game ‘{0}’ has no practice window")]
    None(&'static str),
    /// The practice game cannot show a level.
    #[error("level {}: {reason}", index + 1)]
    Level {
        /// Index of the level, from 0.
        index: usize,
        /// Reason, and what would fit.
        reason: String,
    },
}

impl PracticeError {
    /// Index of the level at fault, from 0.
    pub fn level(&self) -> Option<usize> {
        match self {
            Self::None(_) => None,
            Self::Level { index, .. } => Some(*index),
        }
    }
}

/// Error of a solver before its search.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    #[error("the solver ‘{solver}’ was given a level of ‘{game}’")]
    WrongGame {
        solver: &'static str,
        game: &'static str,
    },
    /// Unknown option or invalid value.
    #[error("option ‘{key}’: {reason}")]
    Option {
        key: String,
        /// Expected form.
        reason: String,
    },
    /// The solver cannot handle this level.
    #[error("the solver ‘{solver}’ cannot handle this level: {reason}")]
    Unsupported {
        solver: &'static str,
        /// Reason, and what to use instead.
        reason: String,
    },
    /// The level cannot be played (see [`super::Level::unplayable`]).
    #[error("{0}")]
    Unplayable(String),
    /// The moves made so far cannot be replayed.
    #[error("the moves made so far do not fit the level: {0}")]
    Prefix(ReplayError),
    /// The rules rejected the solver's plan: a defect of the solver.
    #[error("the solver ‘{solver}’ made a plan that the rules reject: {error}")]
    WrongPlan {
        solver: &'static str,
        error: ReplayError,
    },
}
