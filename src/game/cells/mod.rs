//! Boards of cells with few values. A table of the values yields a level with both file forms,
//! palette, editing, screen reading, and errors with places.

mod board;
mod rows;
mod values;

pub use board::Board;
pub use rows::{char_grid, char_row, rectangle, token_grid, without_runs};
pub use values::{Cells, MovedFigure, Value, brushes};
