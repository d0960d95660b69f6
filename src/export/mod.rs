//! Exports plans and graphs as pictures, animations and text. Independent of games and of egui.
//!
//! Everything is drawn as SVG ([`board`], [`graph`]), from which pictures and animations are rendered ([`animation`]).
//! [`drawing`] holds colours, sprites and rasterization.

use planwright_game as game;
use planwright_graph as state_graph;

pub mod animation;
pub mod board;
mod colors;
pub mod dot;
pub mod drawing;
pub mod fairness;
pub mod film;
pub mod graph;
pub mod plan;
pub mod report;
pub mod run;
pub mod states;
#[cfg(test)]
mod tests;
pub mod text;
mod ticket;
mod write;

pub use ticket::Ticket;
pub use write::{DELAY, ExportFormat, RUN_DELAY, RenderOptions, TimedDrawing, write};

use crate::drawing::DrawingError;
use crate::game::MoveError;

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the plan does not fit the level: {0}")]
    Plan(#[from] MoveError),
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    #[error("the picture could not be written: {0}")]
    Image(#[from] image::ImageError),
    #[error("the picture could not be written: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A side is longer than GIF allows.
    #[error("{0} pixels are more than GIF can hold; choose a smaller scale or another form")]
    TooWide(u32),
    #[error("the picture could not be written: {0}")]
    Png(#[from] png::EncodingError),
    #[error("there is nothing to show")]
    Nothing,
    #[error("this game has no programs to run; export the plan instead")]
    NoRun,
    #[error("it cannot be written as text: {0}")]
    Text(String),
    #[error("cancelled")]
    Stopped,
}

/// Size and theme of drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardStyle {
    /// Side of a cell in pixels.
    pub cell: f32,
    pub dark: bool,
    /// Tones and letters instead of pictures.
    pub letters: bool,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self {
            cell: 40.0,
            dark: false,
            letters: false,
        }
    }
}
