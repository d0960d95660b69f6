//! Finders, which yield the likely places and boards of a picture, and the reasons why one is rejected.

pub(crate) mod fixed;
pub(crate) mod grid;
pub(crate) mod isometric;
pub(crate) mod sprites;
pub(crate) mod squares;

use thiserror::Error;

/// Reason why a picture is not the game's, or has no boards.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum Mismatch {
    #[error(
        "{:.0} % of the pixels have one of the game's colours, at least {:.0} % should",
        share * 100.0, least * 100.0
    )]
    Palette { share: f32, least: f32 },
    #[error("the blank cells of the board ‘{0}’ are plain, they should have a pattern")]
    Plain(String),
    #[error("the blank cells of the board ‘{0}’ have a pattern, they should be plain")]
    Patterned(String),
    #[error(
        "{unlike} of the {blank} cells of the board ‘{board}’ that could be blank look unlike the \
         others"
    )]
    Unlike {
        board: String,
        blank: usize,
        unlike: usize,
    },
    #[error("{0} cells look as if the cursor were on them")]
    Cursors(usize),
    #[error("{:.0} % of the cells of the board ‘{board}’ show no clear value", share * 100.0)]
    Doubtful { board: String, share: f32 },
    #[error("no numbers are read beside the board")]
    NoNumbers,
    /// A finder found nothing.
    #[error("{0}")]
    Nothing(&'static str),
    /// Percentage of block-coloured pixels that belong to no block.
    #[error("{0} % of what looks like blocks is none")]
    Unexplained(u32),
}

impl Mismatch {
    /// Closeness to a match; later checks count more.
    fn closeness(&self) -> f32 {
        match self {
            Self::Nothing(_) => 0.0,
            Self::Palette { share, .. } => *share,
            Self::Plain(_) | Self::Patterned(_) => 1.0,
            Self::Unexplained(percent) => 2.0 - *percent as f32 / 100.0,
            Self::Unlike { blank, unlike, .. } => 3.0 - *unlike as f32 / (*blank).max(1) as f32,
            Self::Cursors(count) => 3.0 + 1.0 / (*count).max(1) as f32,
            Self::Doubtful { share, .. } => 5.0 - share,
            Self::NoNumbers => 5.0,
        }
    }

    /// Returns the reason with the closer match; the first among equals.
    pub(crate) fn closer(known: Option<Self>, new: Self) -> Self {
        match known {
            Some(known) if new.closeness() <= known.closeness() => known,
            _ => new,
        }
    }
}
