//! Plans and graphs as pictures, animations and text. Knows no game, no egui.
//!
//! Everything is drawn once, as SVG ([`board`], [`graph`]); pictures and animations are made from
//! that ([`raster`], [`animation`]).

use planwright_game as game;
use planwright_graph as state_graph;

pub mod animation;
pub mod board;
pub mod dot;
pub mod film;
pub mod graph;
pub mod palette;
pub mod plan;
pub mod raster;
pub mod report;
pub mod run;
pub mod states;
mod svg;
#[cfg(test)]
mod tests;
pub mod text;
mod ticket;
mod write;

pub use svg::{Anchor, Drawing};
pub use ticket::Ticket;
pub use write::{DELAY, Form, Measures, RUN_DELAY, write};

use crate::game::MoveError;

/// Why something could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The plan is another level's.
    #[error("the plan does not fit the level: {0}")]
    Plan(#[from] MoveError),
    /// The picture would be larger than this many pixels.
    #[error(
        "the picture would be {width}×{height} pixels; at most {most} million are made: choose a smaller scale"
    )]
    Size {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// Millions of pixels that are made at most.
        most: u32,
    },
    /// A drawing that cannot be turned into pixels.
    #[error("the drawing could not be turned into pixels: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// An encoder failed.
    #[error("the picture could not be written: {0}")]
    Image(#[from] image::ImageError),
    /// The GIF encoder failed.
    #[error("the picture could not be written: {0}")]
    Gif(#[from] gif::EncodingError),
    /// Wider or higher than the form can tell.
    #[error("{0} pixels are more than GIF can hold; choose a smaller scale or another form")]
    TooWide(u32),
    /// The PNG encoder failed.
    #[error("the picture could not be written: {0}")]
    Png(#[from] png::EncodingError),
    /// The answer has no form in JSON.
    #[error("the answer has no form in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// There is nothing to show.
    #[error("there is nothing to show")]
    Nothing,
    /// A run is asked for of a plan that is no program.
    #[error("a plan of this game is no program, so there is no run to show; take the plan")]
    NoRun,
    /// It was called off.
    #[error("called off")]
    Stopped,
}

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Side of a cell in pixels.
    pub cell: f32,
    /// Light on dark.
    pub dark: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            cell: 40.0,
            dark: false,
        }
    }
}
