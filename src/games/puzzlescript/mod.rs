//! Any game written in PuzzleScript, Stephen Lavelle's language for grid puzzles.

use planwright_game as game;

pub mod compile;
pub mod engine;
pub mod syntax;
