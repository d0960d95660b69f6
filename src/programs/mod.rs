//! Robots that are programmed: what their games share. It knows no game.
//!
//! | file | what it holds |
//! |---|---|
//! | [`calls`] | the procedures that run, and whether a run repeats itself |
//! | [`slots`] | a program in the slots of a live game |
//! | [`needs`] | what the shortest program of a level made by chance is to need |
//! | [`search`] | turns and notes of searches for programs |

use planwright_game as game;

pub mod calls;
pub mod needs;
pub mod search;
pub mod slots;
