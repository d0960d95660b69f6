//! Recognition of the game's picture and of its phases.

use super::area::{Area, Point};
use super::form::described;
use super::rgb::Rgb;

/// Picture contents other than boards.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenRule {
    pub palette: PaletteRule,
    pub cursor: Option<CursorRule>,
    /// Phase rules; the first that matches counts, [`OTHER_PHASE`] if none does.
    pub phases: Vec<PhaseRule>,
    /// Cells read with less confidence than this are doubtful, 0 to 1.
    pub doubtful_below: f32,
}

impl Default for ScreenRule {
    fn default() -> Self {
        Self {
            palette: PaletteRule::default(),
            cursor: None,
            phases: Vec::new(),
            doubtful_below: 0.5,
        }
    }
}

/// Name of the phase in which boards are read.
pub const PLAYING_PHASE: &str = "playing";
/// Name of the phase in which boards are read to see the result of a started plan.
pub const ENDED_PHASE: &str = "ended";
/// Name of the phase in which the game announces that a started plan has won; no boards are read.
pub const WON_PHASE: &str = "won";
/// Name of the phase after the last level.
pub const OVER_PHASE: &str = "end";
/// Name of the phase when no rule fits.
pub const OTHER_PHASE: &str = "other";

/// Describes the content of a picture in this phase, for use in a sentence: `no known screen`, `the end of the game`.
pub fn screen_text(phase: &str) -> String {
    match phase {
        PLAYING_PHASE => "a level".to_owned(),
        ENDED_PHASE => "the end of a plan".to_owned(),
        WON_PHASE => "a won level".to_owned(),
        OVER_PHASE => "the end of the game".to_owned(),
        OTHER_PHASE => "no known screen of the game".to_owned(),
        "between" => "the screen between two levels".to_owned(),
        "running" => "a running program".to_owned(),
        "title" => "the title page".to_owned(),
        named => format!("the screen ‘{named}’"),
    }
}

described! {
    /// The colours of the picture, if they are few. A picture with many others is not the game's.
    struct PaletteRule("palette") defaults {
        /// All colours the picture consists of.
        colours: Vec<Rgb> = "none";
        /// Maximum channel difference between a pixel and one of them.
        tolerance: u8 = "48";
        /// Share of the picture's pixels that must be near one of them.
        share: f32 = "0.8", between(0, 1);
    }
}

impl PaletteRule {
    /// Returns whether a colour is within the tolerance of the palette.
    #[inline]
    pub fn has(&self, colour: Rgb) -> bool {
        let near = |known: &Rgb| known.distance(colour) <= self.tolerance;
        self.colours.iter().any(near)
    }
}

described! {
    enum CursorRule {
        /// The cursor is on the cell where several points have one colour. If several cells are like
        /// that, the picture shows no board.
        OneColour("cursor.OneColour") {
            /// Id of the board it moves on.
            board: String;
            /// Points, offsets from the cell's corner; at least two.
            at: Vec<Point>;
            /// Maximum channel difference between points of one colour.
            tolerance: u8;
        }
        /// The cursor is on the cell that has something of its colours.
        Colour("cursor.Colour") {
            /// Id of the board it moves on.
            board: String;
            /// Area whose pixels are counted, offset from the cell's corner.
            area: Area;
            /// Colours of the cursor.
            colours: Vec<Rgb>;
            /// Maximum channel difference between a pixel and one of them.
            tolerance: u8;
            /// Share of the area that must have one of them.
            min_share: f32, above(0, 1);
        }
    }
}

impl CursorRule {
    pub fn board(&self) -> &str {
        match self {
            Self::OneColour { board, .. } | Self::Colour { board, .. } => board,
        }
    }
}

described! {
    /// Distinction of one phase of the game from the others. The first rule all of whose conditions hold names the
    /// phase; if none does it is `other`.
    struct PhaseRule("phases") {
        /// Its name: `playing` while a level is played, `ended` where a started plan has come to
        /// its end, `won` where the game says that it has won, `end` after the last level, or any other.
        phase: String;
        /// Conditions, all of which must hold.
        when: Vec<Condition>;
    }
}

described! {
    /// Something that holds of a picture or not.
    enum Condition {
        /// Holds if an area is of one colour.
        OneColour("when.OneColour") {
            /// The area.
            area: Area;
            /// Maximum channel difference between pixels of one colour.
            tolerance: u8;
        }
        /// Holds if an area is not of one colour.
        Pattern("when.Pattern") {
            /// The area.
            area: Area;
            /// Maximum channel difference between pixels of one colour.
            tolerance: u8;
        }
        /// Holds if a share of an area has a colour.
        Colour("when.Colour") {
            /// The area.
            area: Area;
            /// The colour.
            colour: Rgb;
            /// Maximum channel difference between a pixel and it.
            tolerance: u8;
            /// Share of the area that must have it.
            min_share: f32, above(0, 1);
        }
    }
}

impl Condition {
    pub fn area(&self) -> Area {
        match self {
            Self::OneColour { area, .. }
            | Self::Pattern { area, .. }
            | Self::Colour { area, .. } => *area,
        }
    }
}
