//! Colours by purpose, vector drawings, sprites, rasterized boards. Independent of games and of egui.

pub mod palette;
pub mod raster;
mod renderer;
mod svg;

pub use renderer::BoardRenderer;
pub use svg::{Anchor, Drawing, escape, markup};

#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    #[error(
        "the picture would be {width}×{height} pixels; the limit is {most} million: choose a smaller scale"
    )]
    Size {
        width: u32,
        height: u32,
        /// Limit in millions of pixels.
        most: u32,
    },
    #[error("the drawing could not be turned into pixels: {0}")]
    Drawing(#[from] resvg::usvg::Error),
}
