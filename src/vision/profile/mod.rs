//! Screen profiles as data. `docs/adding-a-profile.md` describes every field.
//!
//! Lengths are pixels of the picture at scale 1, counted from its upper left corner.

mod area;
mod board;
mod chord;
mod controls;
mod cost;
mod facts;
pub(crate) mod file;
mod finder;
pub(crate) mod form;
mod isometric;
mod key;
mod look;
mod parts;
mod picture;
mod rgb;
mod screen;
mod sprites;
mod squares;
mod start;
mod values;
mod whole;
mod window;

pub use area::{Area, Point};
pub use board::{BlankLook, BoardRule, LineRule, LinesRule};
pub use chord::Chord;
pub use controls::{
    Action, AfterLevel, Controls, CursorKeys, CursorStart, Input, Pacing, PhaseInput,
};
pub use cost::{CostRule, Way};
pub use file::VERSION;
pub use finder::{Finder, GridRule};
pub use form::{Part, help};
pub use isometric::{
    ArrowPart, FacePart, FaceRule, FigureRule, IsometricBoards, IsometricRule, ListKind, ListRule,
    RoundPart, ScrollRule, TileColours, TileLengths, TopClass,
};
pub use key::{Key, KeyNameError};
pub use look::{Look, LookClass, LookError, LooksRule};
pub(crate) use parts::part_at;
pub use parts::parts;
pub use picture::{PictureRule, ScaleRule};
pub use rgb::{Rgb, RgbError};
pub use screen::{
    Condition, CursorRule, ENDED_PHASE, OTHER_PHASE, OVER_PHASE, PLAYING_PHASE, Palette, PhaseRule,
    ScreenRule, WON_PHASE,
};
pub use sprites::SpritesRule;
pub use squares::{SquaresBoards, SquaresRule};
pub use start::{StartRule, StartStep};
pub use values::{
    CellRule, ColourClass, ColourRule, DiagramRule, NumbersRule, PatchRule, ShareRule,
};
pub use whole::{Profile, Unseen};
pub use window::WindowRule;
