//! Likely causes of a difference between the screen and the simulation.

use thiserror::Error;

use crate::game::Cell;

/// Most likely cause of a difference, judged from the boards. `Display` gives a sentence for users.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cause {
    /// The input had its effect in another cell.
    #[error(
        "The window shows what ‘{actual}’ would do, not ‘{intended}’: the input reaches the wrong cell."
    )]
    OtherCell {
        /// The intended move.
        intended: String,
        /// The move whose effect is seen.
        actual: String,
    },
    /// The input had the effect of another input.
    #[error(
        "The window shows what ‘{actual}’ would do, not ‘{intended}’: their inputs may be swapped."
    )]
    OtherInput {
        /// The intended move.
        intended: String,
        /// The move whose effect is seen.
        actual: String,
    },
    /// The input had its effect twice.
    #[error("‘{intended}’ was done twice: each input may count double.")]
    Repeated {
        /// The move.
        intended: String,
    },
    /// One cell, or a cell the move does not touch, is recognized as another value.
    #[error(
        "The cell at {cell} was recognized as ‘{actual}’ instead of ‘{expected}’: the profile may take its appearance for another value."
    )]
    Misread {
        /// The cell.
        cell: Cell,
        /// The value by the rules.
        expected: String,
        /// The value by the reading.
        actual: String,
    },
    /// The board shows a move that was not sent.
    #[error(
        "The window shows ‘{actual}’, which auto-play did not send: the game was played by somebody else meanwhile."
    )]
    ForeignMove {
        /// The move whose effect is seen.
        actual: String,
    },
    /// The user has used keyboard or mouse in the window.
    #[error("The keyboard or the mouse was used in the game's window while auto-play was playing.")]
    UsedByUser,
    /// Everything matches, but one cell is uncertain.
    #[error(
        "The cell at {cell} should show ‘{expected}’, but was not recognized with certainty: enter what it shows."
    )]
    Uncertain {
        /// The cell.
        cell: Cell,
        /// The value by the rules.
        expected: String,
    },
    /// The board is unchanged, but the appearance of some cells is new.
    #[error(
        "The input for ‘{intended}’ left the board as it was, but changed how some cells look: it may only have marked them."
    )]
    Marked {
        /// The intended move.
        intended: String,
    },
    /// No move of the rules explains the screen.
    #[error("‘{intended}’ had an effect the rules do not allow. Is this the right game?")]
    RuleMismatch {
        /// The intended move.
        intended: String,
    },
}

impl Cause {
    /// Machine-readable identifier.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherCell { .. } => "other_cell",
            Self::OtherInput { .. } => "other_input",
            Self::Repeated { .. } => "repeated_effect",
            Self::Misread { .. } => "misread",
            Self::ForeignMove { .. } | Self::UsedByUser => "played_by_user",
            Self::Uncertain { .. } => "doubtful",
            Self::Marked { .. } => "marked",
            Self::RuleMismatch { .. } => "other_rules",
        }
    }
}
