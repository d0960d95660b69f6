//! Boards of cells that have one of a few values each: a table of these values brings a level with both file forms,
//! palette, editing, reading off a screen, and errors with their places.

mod board;
mod rows;
mod values;

pub use board::Board;
pub use rows::{char_grid, char_row, rectangle, token_grid};
pub use values::{Cells, MovedFigure, Value, brushes};
