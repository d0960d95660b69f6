//! Drawing for practice games: into RGB bytes, with anti-aliased edges and letters of a real font.

mod letters;
mod pen;
mod sheet;
mod tiling;

pub use letters::{Align, Letters, Style, Weight};
pub use pen::{Colour, Pen, ellipse, ink};
pub use sheet::{Area, Sheet};
pub use tiling::Tiling;
