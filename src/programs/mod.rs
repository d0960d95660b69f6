//! Robots that are programmed: what their games share. It knows no game.
//!
//! | file | what it holds |
//! |---|---|
//! | [`calls`] | the procedures that run, and whether a run repeats itself |

use planwright_game as game;

pub mod calls;
