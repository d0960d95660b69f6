//! What a screen profile says. `docs/adding-a-profile.md` explains every field with an example.
//!
//! All lengths are pixels of the picture at scale 1, counted from its upper left corner.

mod board;
mod controls;
mod cost;
pub(crate) mod file;
mod grid;
mod isometric;
mod key;
mod looks;
mod rgb;
mod squares;

pub use board::{
    BlankLook, BoardRule, CellRule, ColourClass, ColourRule, DiagramRule, LineRule, LinesRule,
    PatchRule, ShareRule,
};
pub use controls::{
    Action, AfterLevel, Controls, CursorKeys, CursorStart, Input, Pacing, StartRule, StartStep,
};
pub use cost::{CostRule, Way};
pub use file::VERSION;
pub use grid::GridRule;
pub use isometric::{ArrowPart, FigureRule, IsometricRule, RoundPart, TopClass};
pub use key::{Key, KeyNameError};
pub use looks::{Look, LookClass, LookError, LooksRule};
pub use rgb::{Rgb, RgbError};
pub use squares::SquaresRule;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A pixel or an offset, x then y.
pub type Point = (u32, u32);

/// How a game looks on the screen, and how it is played there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// Version of the file form, [`VERSION`].
    pub version: u32,
    /// Stable id, also the file's name.
    pub id: String,
    /// Name on screen.
    pub title: String,
    /// Id of the game it shows.
    pub game: String,
    /// Remarks.
    pub notes: String,
    /// How the window is known.
    pub window: WindowRule,
    /// Size, scales and colours of the picture.
    pub picture: PictureRule,
    /// How the board is found where its size and place are not fixed; then the picture is the
    /// board, and its upper left corner the first cell's.
    pub grid: Option<GridRule>,
    /// How boards are found that consist of outlined squares on an even ground, which then is the
    /// picture; they need no board rules.
    pub squares: Option<SquaresRule>,
    /// How a board of blocks is found that are seen from above and aside, somewhere in the picture;
    /// there are `boards` beside it.
    pub isometric: Option<IsometricRule>,
    /// The boards in it.
    pub boards: Vec<BoardRule>,
    /// How the game's own cursor is seen.
    pub cursor: Option<CursorRule>,
    /// What tells the phases apart; the first that fits counts, [`OTHER_PHASE`] if none does.
    pub phases: Vec<PhaseRule>,
    /// What every level is like beyond its board, as (key, value) of the plain-text form: what
    /// cannot be seen in the picture.
    pub properties: BTreeMap<String, String>,
    /// A level in its plain-text form that is like every level on the screen but for what is seen:
    /// the rules, in games that are given by them.
    pub level: Option<String>,
    /// Cells read with less confidence than this are doubtful, 0 to 1.
    pub doubtful_below: f32,
    /// How the game is played; without it the profile is for reading only.
    pub controls: Option<Controls>,
    /// What moves cost there, and the game's own clock.
    pub cost: Option<CostRule>,
    /// How the program is started and brought to its first level.
    pub start: Option<StartRule>,
}

/// Name of the phase in which boards are read.
pub const PLAYING_PHASE: &str = "playing";

/// Name of the phase in which boards are read to see what came of a plan that had to be started
/// when it was entered.
pub const ENDED_PHASE: &str = "ended";

/// Name of the phase after the last level: there is nothing more to wait for.
pub const OVER_PHASE: &str = "end";

/// Name of the phase when no rule fits.
pub const OTHER_PHASE: &str = "other";

impl Profile {
    /// The board rule with this id.
    pub fn board(&self, id: &str) -> Option<&BoardRule> {
        self.boards.iter().find(|board| board.id == id)
    }
}

/// How the window is known. Both lists must fit; an empty list fits every window, but two empty
/// lists fit none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowRule {
    /// Names of the program, one of which must be the window's, capital letters or not.
    #[serde(default)]
    pub apps: Vec<String>,
    /// Texts, one of which the window's title must contain, capital letters or not.
    #[serde(default)]
    pub titles: Vec<String>,
}

impl WindowRule {
    /// Whether a window of the program `app` with this title may be the game's.
    pub fn fits(&self, app: &str, title: &str) -> bool {
        if self.apps.is_empty() && self.titles.is_empty() {
            return false;
        }
        let (app, title) = (app.to_lowercase(), title.to_lowercase());
        let named = |known: &String| app == known.to_lowercase();
        let titled = |known: &String| title.contains(&known.to_lowercase());
        (self.apps.is_empty() || self.apps.iter().any(named))
            && (self.titles.is_empty() || self.titles.iter().any(titled))
    }
}

/// Size, scales and colours of the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureRule {
    /// Width and height at scale 1. Not needed where the board is found by its grid.
    #[serde(default)]
    pub size: (u32, u32),
    /// Which scales occur.
    #[serde(default)]
    pub scale: ScaleRule,
    /// All colours the picture consists of; empty if they cannot be listed. A picture with many
    /// others is not this game's.
    #[serde(default)]
    pub palette: Vec<Rgb>,
    /// How far, channel by channel, a pixel may be from a colour of the palette.
    #[serde(default = "default_tolerance")]
    pub tolerance: u8,
    /// Share of the picture's pixels that must be near a colour of the palette, 0 to 1.
    #[serde(default = "default_palette_share")]
    pub palette_share: f32,
}

fn default_tolerance() -> u8 {
    48
}

fn default_palette_share() -> f32 {
    0.8
}

/// Which scales occur.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleRule {
    /// Smallest scale.
    #[serde(default = "default_scale_from")]
    pub from: f32,
    /// Largest scale.
    #[serde(default = "default_scale_to")]
    pub to: f32,
    /// Only whole numbers.
    #[serde(default)]
    pub whole: bool,
}

fn default_scale_from() -> f32 {
    0.75
}

fn default_scale_to() -> f32 {
    4.0
}

impl Default for ScaleRule {
    fn default() -> Self {
        Self {
            from: default_scale_from(),
            to: default_scale_to(),
            whole: false,
        }
    }
}

impl ScaleRule {
    /// Whether the scale is one of these.
    pub fn allows(&self, scale: f32) -> bool {
        scale >= self.from - 1e-3
            && scale <= self.to + 1e-3
            && (!self.whole || (scale - scale.round()).abs() < 1e-3)
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width, at least 1.
    pub width: u32,
    /// Height, at least 1.
    pub height: u32,
}

impl Area {
    /// All its pixels, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let columns = self.x..self.x.saturating_add(self.width);
        (self.y..self.y.saturating_add(self.height))
            .flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }
}

/// How the game's own cursor is seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CursorRule {
    /// It is on the cell where all these points have one colour.
    OneColour {
        /// Id of the board it moves on.
        board: String,
        /// Offsets from the cell's corner, at least two.
        at: Vec<Point>,
        /// How far, channel by channel, two points of one colour may differ.
        tolerance: u8,
    },
    /// It is on the cell that has something of these colours.
    Colour {
        /// Id of the board it moves on.
        board: String,
        /// Where to look, offset from the cell's corner.
        area: Area,
        /// Colours of the cursor.
        colours: Vec<Rgb>,
        /// How far, channel by channel, a pixel may be from one of them.
        tolerance: u8,
        /// Share of the area that has one of them, above 0 to 1.
        min_share: f32,
    },
}

impl CursorRule {
    /// Id of the board the cursor moves on.
    pub fn board(&self) -> &str {
        match self {
            Self::OneColour { board, .. } | Self::Colour { board, .. } => board,
        }
    }
}

/// What tells one phase of the game from the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseRule {
    /// Its name: [`PLAYING_PHASE`], or any other, e.g. `between`, `title`.
    pub phase: String,
    /// All of these must hold.
    pub when: Vec<Condition>,
}

/// Something that holds of a picture or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The area is of one colour.
    OneColour {
        /// Where.
        area: Area,
        /// How far, channel by channel, two of its pixels may differ.
        tolerance: u8,
    },
    /// The area is not of one colour.
    Pattern {
        /// Where.
        area: Area,
        /// How far, channel by channel, two pixels of one colour may differ.
        tolerance: u8,
    },
    /// A share of the area is near a colour.
    Colour {
        /// Where.
        area: Area,
        /// Which colour.
        colour: Rgb,
        /// How far, channel by channel, a pixel may be from it.
        tolerance: u8,
        /// Share of the area, 0 to 1.
        min_share: f32,
    },
}

impl Condition {
    /// The part of the picture it looks at.
    pub fn area(&self) -> Area {
        match self {
            Self::OneColour { area, .. }
            | Self::Pattern { area, .. }
            | Self::Colour { area, .. } => *area,
        }
    }
}
