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
mod model;
mod parts;
mod rgb;
mod screen;
mod start;
mod template;
mod values;

pub use area::{Area, PictureRule, Point, ScaleRule};
pub use board::{BlankStyle, BoardRule, LineRule, LinesRule};
pub use chord::Chord;
pub use controls::{
    ActionRule, AfterLevel, Controls, CursorKeys, CursorStart, GameInput, Pacing, PhaseInput,
};
pub use cost::{CostRule, CursorCost};
pub use file::VERSION;
pub use finder::{FinderRule, GridRule, SpritesRule, SquaresBoards, SquaresRule};
pub use form::{FormPart, help};
pub use isometric::{
    ArrowPart, FacePart, FaceRule, FigureRule, IsometricBoards, IsometricRule, ListKind, ListRule,
    RoundPart, ScrollRule, TileColours, TileLengths, TopClass,
};
pub use key::{Key, KeyNameError};
pub use model::{Profile, Unseen, WindowRule};
pub(crate) use parts::part_at;
pub use parts::parts;
pub use rgb::{Rgb, RgbError};
pub use screen::{
    Condition, CursorRule, ENDED_PHASE, OTHER_PHASE, OVER_PHASE, PLAYING_PHASE, PaletteRule,
    PhaseRule, ScreenRule, WON_PHASE, screen_text,
};
pub use start::{StartRule, StartStep};
pub use template::{Template, TemplateClass, TemplateError, TemplateRule};
pub use values::{
    CellRule, ColourClass, ColourRule, DiagramRule, NumbersRule, PatchRule, ShareRule,
};
