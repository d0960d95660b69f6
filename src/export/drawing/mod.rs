//! How things look: colours by purpose, vector drawings, sprites and boards as pixels. Knows no
//! game and no egui.

pub mod palette;
pub mod raster;
mod sheet;
mod sprite;
mod svg;

pub use sheet::Sheet;
pub use sprite::markup;
pub use svg::{Anchor, Drawing, escape};

#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    #[error(
        "the picture would be {width}×{height} pixels; the limit is {most} million: choose a smaller scale"
    )]
    Size {
        width: u32,
        height: u32,
        /// The limit in millions of pixels.
        most: u32,
    },
    #[error("the drawing could not be turned into pixels: {0}")]
    Drawing(#[from] resvg::usvg::Error),
}
