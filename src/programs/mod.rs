//! What games of programmed robots share. Knows no game.
//!
//! | file | what it holds |
//! |---|---|
//! | [`calls`] | the call stack, and detection of endless runs |
//! | [`loops`] | repeats that are open in a run |
//! | [`slots`] | a program in the slots of a live game |
//! | [`chance`] | random levels that need certain programs |
//! | [`search`] | time slices and notes of searches for programs |
//! | [`text`] | the text of a program, and counts in words |

use planwright_game as game;

pub mod calls;
pub mod chance;
pub mod loops;
pub mod search;
pub mod slots;
pub mod text;
