//! Boards of cells with few values. A table of values provides file forms, palette, editing, screen reading and error
//! positions.

mod board;
mod rows;
mod values;

pub use board::ValueBoard;
pub use rows::{char_grid, char_row, rectangle, token_grid, without_runs};
pub use values::{ActorSpec, CellTable, ValueSpec, brushes};
