//! Screens of practice games, without a window.
//!
//! A [`Stage`] holds the levels, the current page and its clock, and implements [`game::Practice`]. A game provides a
//! [`StageScreen`]: its pages, keys and art. Common parts are [`Moves`] (a level played move by move), [`squares`] (a
//! board of cells), [`program`] (commands in slots) and [`drawing`] (pen, letters, areas).

use planwright_game as game;

pub mod drawing;
mod levels;
pub mod program;
pub mod squares;
mod stage;
#[cfg(test)]
mod tests;

pub use levels::{Moves, content_of, read_levels};
pub use stage::{Stage, StageScreen};
