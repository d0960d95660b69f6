//! What is most likely wrong where a screen is not as simulated.

use thiserror::Error;

use crate::game::Cell;

/// What is most likely wrong, told from the boards; in a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cause {
    /// The input had the effect that it should have in another cell.
    #[error(
        "The window shows what ‘{did}’ would do, not ‘{meant}’: the input reaches the wrong cell."
    )]
    OtherPlace {
        /// The move that was to be made.
        meant: String,
        /// The move that was made, by its effect.
        did: String,
    },
    /// The input had the effect that another one should have.
    #[error("The window shows what ‘{did}’ would do, not ‘{meant}’: their inputs may be swapped.")]
    OtherInput {
        /// The move that was to be made.
        meant: String,
        /// The move that was made, by its effect.
        did: String,
    },
    /// The input had its effect twice.
    #[error("‘{meant}’ was done twice: each input may count double.")]
    Twice {
        /// The move.
        meant: String,
    },
    /// A cell alone, or one that the move does not touch, is read as something else.
    #[error(
        "The cell at {cell} was recognized as ‘{read}’ instead of ‘{wanted}’: the profile may take its appearance for another value."
    )]
    Misread {
        /// Where.
        cell: Cell,
        /// The value by the rules.
        wanted: String,
        /// The value by the reading.
        read: String,
    },
    /// The board shows a move that was not sent.
    #[error(
        "The window shows ‘{did}’, which auto-play did not send: the game was played by somebody else meanwhile."
    )]
    ForeignMove {
        /// The move, by its effect.
        did: String,
    },
    /// The user has used keyboard or mouse in the window.
    #[error("The keyboard or the mouse was used in the game's window while auto-play was playing.")]
    UsedByUser,
    /// All is read as it should be, but a cell is doubtful.
    #[error(
        "The cell at {cell} should show ‘{wanted}’, but was not recognized with certainty: enter what it shows."
    )]
    Doubtful {
        /// Where.
        cell: Cell,
        /// The value by the rules.
        wanted: String,
    },
    /// Nothing has changed but that some cells look otherwise, in a way that is not known.
    #[error(
        "The input for ‘{meant}’ left the board as it was, but changed how some cells look: it may only have marked them."
    )]
    Marked {
        /// The move that was to be made.
        meant: String,
    },
    /// No move of the rules explains what is seen.
    #[error("‘{meant}’ had an effect the rules do not allow. Is this the right game?")]
    Rules {
        /// The move that was to be made.
        meant: String,
    },
}

impl Cause {
    /// The cause in a word, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherPlace { .. } => "other_cell",
            Self::OtherInput { .. } => "other_input",
            Self::Twice { .. } => "repeated_effect",
            Self::Misread { .. } => "misread",
            Self::ForeignMove { .. } | Self::UsedByUser => "played_by_user",
            Self::Doubtful { .. } => "doubtful",
            Self::Marked { .. } => "marked",
            Self::Rules { .. } => "other_rules",
        }
    }
}
