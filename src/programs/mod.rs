//! Robots that are programmed: what their games share. It knows no game.
//!
//! | file | what it holds |
//! |---|---|
//! | [`calls`] | the procedures that run, and whether a run repeats itself |
//! | [`slots`] | a program in the slots of a live game |
//! | [`chance`] | levels by chance that have the programs that are wanted |
//! | [`search`] | turns and notes of searches for programs |
//! | [`text`] | the text of a program, and what is counted in words |

use planwright_game as game;

pub mod calls;
pub mod chance;
pub mod search;
pub mod slots;
pub mod text;
