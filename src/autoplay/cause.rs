//! What is most likely wrong where a screen is not as simulated.

use thiserror::Error;

use crate::game::Cell;

/// What is most likely wrong, told from the boards; in a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cause {
    /// The input had the effect that it should have in another cell.
    #[error(
        "The window shows what ‘{did}’ would do, not ‘{meant}’: the input reaches another cell than it should."
    )]
    OtherPlace {
        /// The move that was to be made.
        meant: String,
        /// The move that was made, by its effect.
        did: String,
    },
    /// The input had the effect that another one should have.
    #[error(
        "The window shows what ‘{did}’ would do, not ‘{meant}’: the inputs for them may be interchanged."
    )]
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
        "In {cell} ‘{read}’ is read where ‘{wanted}’ should be: the cell may have a look that the profile takes for another value."
    )]
    Misread {
        /// Where.
        cell: Cell,
        /// The value by the rules.
        wanted: String,
        /// The value by the reading.
        read: String,
    },
    /// All is read as it should be, but a cell is doubtful.
    #[error(
        "In {cell} ‘{wanted}’ is expected, but what is read there is doubtful: say what it shows."
    )]
    Doubtful {
        /// Where.
        cell: Cell,
        /// The value by the rules.
        wanted: String,
    },
    /// Nothing has changed but that some cells look otherwise, in a way that is not known.
    #[error(
        "After the input for ‘{meant}’ the board is as before, but cells look otherwise: the input may have marked them only."
    )]
    Marked {
        /// The move that was to be made.
        meant: String,
    },
    /// No move of the rules explains what is seen.
    #[error("‘{meant}’ did something that no move of the rules does: they may be of another game.")]
    Rules {
        /// The move that was to be made.
        meant: String,
    },
}
