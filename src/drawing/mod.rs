//! Drawing in a picture of RGB bytes, with smooth edges and letters of a real font, for stand-in
//! games.

mod letters;
mod pen;
mod sheet;

pub use letters::{Align, Letters, Style, Weight};
pub use pen::Pen;
pub use planwright_game::canvas::Colour;
pub use sheet::{Area, Sheet};
