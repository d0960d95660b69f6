//! Drawing for practice games: into RGB bytes, with anti-aliased edges and letters of a real font.

mod letters;
mod pen;
mod sheet;

pub use letters::{Align, LetterStyle, LetterWeight, Letters};
pub use pen::{Colour, Pen, ellipse, ink};
pub use sheet::{Area, StageSheet, Tiling};
