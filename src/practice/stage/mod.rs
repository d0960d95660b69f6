//! The screen of stand-in games, without a window.
//!
//! A [`Stage`] has the levels, the page that is shown and its clock, and is a [`Practice`]. A game
//! gives it a [`Show`]: its pages, its keys, its art. [`Moves`] (a level played move by
//! move), [`squares`] (a board of cells) and [`drawing`] (pen, letters, areas) are what several of them are made of.

use planwright_game as game;

pub mod drawing;
mod levels;
mod moves;
pub mod program;
pub mod squares;
mod stage;
#[cfg(test)]
mod tests;

pub use levels::{content_of, read_levels};
pub use moves::Moves;
pub use stage::{Show, Stage};
