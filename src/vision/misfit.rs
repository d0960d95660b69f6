//! Why a picture is not the game's.

use std::fmt;

use super::profile::Rgb;

/// Why a picture is not the game's, or not one with boards.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Misfit {
    /// Too many pixels of other colours.
    Palette { share: f32, least: f32 },
    /// Blank cells that should have a pattern have none.
    Plain { board: String },
    /// Blank cells that should have no pattern have one.
    Patterned { board: String },
    /// Blank cells that should look alike do not.
    Unlike {
        board: String,
        blank: usize,
        unlike: usize,
    },
    /// More than one cell has the cursor.
    Cursors { count: usize },
    /// Most cells are doubtful.
    Doubtful { board: String, share: f32 },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Palette { share, least } => write!(
                f,
                "{:.0} % of the pixels have one of the game's colours, at least {:.0} % should",
                share * 100.0,
                least * 100.0
            ),
            Self::Plain { board } => write!(
                f,
                "the blank cells of the board ‘{board}’ are plain, they should have a pattern"
            ),
            Self::Patterned { board } => write!(
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
            Self::Cursors { count } => {
                write!(f, "{count} cells look as if the cursor were on them")
            }
            Self::Doubtful { board, share } => write!(
                f,
                "{:.0} % of the cells of the board ‘{board}’ show no clear value",
                share * 100.0
            ),
        }
    }
}

/// The largest difference between any two of the colours in any channel.
pub(super) fn spread(colours: impl Iterator<Item = Rgb>) -> u8 {
    let (mut least, mut most) = ([u8::MAX; 3], [0_u8; 3]);
    for Rgb(colour) in colours {
        for ((least, most), channel) in least.iter_mut().zip(&mut most).zip(colour) {
            *least = channel.min(*least);
            *most = channel.max(*most);
        }
    }
    let differences = most.iter().zip(least);
    differences
        .map(|(most, least)| most.saturating_sub(least))
        .max()
        .unwrap_or(0)
}
