//! Boards that lost blanks: web pages collapse runs of blanks and drop them at the ends of lines.

use super::{FormError, Level, LevelRef};

/// The ability to restore lost blanks, for games whose boards are drawn with blanks.
pub trait LostBlanks: Sync {
    /// Whether a level looks as if it lost blanks before it was read.
    fn seem_lost(&self, level: &dyn Level) -> bool;

    /// The boards that a text may have been, `width` cells wide or as wide as its longest row.
    /// Returns at most `most` of them, the most plausible first. Fails where a row cannot have that
    /// width, or has too many readings.
    fn readings(
        &self,
        source: &str,
        width: Option<usize>,
        most: usize,
    ) -> Result<Readings, FormError>;
}

/// What a text may have been before it lost blanks.
#[derive(Clone, Debug)]
pub struct Readings {
    /// Number of all readings, saturating.
    pub total: u128,
    /// Number of columns.
    pub width: usize,
    /// The first readings.
    pub levels: Vec<LevelRef>,
}
