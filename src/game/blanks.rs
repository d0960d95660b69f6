//! Boards whose blanks were lost: a web page shows a run of blanks as one, and none at the ends of lines.

use super::{FormError, Level, LevelRef};

/// The ability to put lost blanks back, in games whose boards are drawn with blanks.
pub trait LostBlanks: Sync {
    /// Whether a level looks as if blanks were lost before it was read.
    fn seem_lost(&self, level: &dyn Level) -> bool;

    /// The boards that a text may have been, `width` cells wide, or as wide as its longest row. At most
    /// `most` of them, the most plausible first.
    ///
    /// # Errors
    /// [`FormError`] where a row cannot be of that width, or could be too many things.
    fn readings(
        &self,
        source: &str,
        width: Option<usize>,
        most: usize,
    ) -> Result<Readings, FormError>;
}

/// What a text may have been before its blanks were lost.
#[derive(Clone, Debug)]
pub struct Readings {
    /// How many boards there are in all; the largest number there is stands for more.
    pub total: u128,
    /// How wide they are.
    pub width: usize,
    /// The first of them.
    pub levels: Vec<LevelRef>,
}
