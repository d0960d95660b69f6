//! Reasons why a candidate is rejected; the one that came closest to a match is reported.

use std::fmt;

/// Reason why a picture is not the game's, or has no boards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mismatch {
    /// Too many pixels have other colours.
    Palette { share: f32, least: f32 },
    /// Blank cells that should have a pattern have none.
    Plain(String),
    /// Blank cells that should have no pattern have one.
    Patterned(String),
    /// Blank cells that should be equal are not.
    Unlike {
        board: String,
        blank: usize,
        unlike: usize,
    },
    /// Number of cells that have the cursor.
    Cursors(usize),
    /// Most cells are doubtful.
    Doubtful { board: String, share: f32 },
    /// Lists that should contain numbers have none.
    NoNumbers,
    /// A finder found nothing.
    Nothing(&'static str),
    /// Percentage of block-coloured pixels that belong to no block.
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

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Palette { share, least } => write!(
                f,
                "{:.0} % of the pixels have one of the game's colours, at least {:.0} % should",
                share * 100.0,
                least * 100.0
            ),
            Self::Plain(board) => write!(
                f,
                "the blank cells of the board ‘{board}’ are plain, they should have a pattern"
            ),
            Self::Patterned(board) => write!(
                f,
                "the blank cells of the board ‘{board}’ have a pattern, they should be plain"
            ),
            Self::Unlike {
                board,
                blank,
                unlike,
            } => write!(
                f,
                "{unlike} of the {blank} cells of the board ‘{board}’ that could be blank look \
                 unlike the others"
            ),
            Self::Cursors(count) => {
                write!(f, "{count} cells look as if the cursor were on them")
            }
            Self::Doubtful { board, share } => write!(
                f,
                "{:.0} % of the cells of the board ‘{board}’ show no clear value",
                share * 100.0
            ),
            Self::NoNumbers => f.write_str("no numbers are read beside the board"),
            Self::Nothing(what) => f.write_str(what),
            Self::Unexplained(percent) => {
                write!(f, "{percent} % of what looks like blocks is none")
            }
        }
    }
}
