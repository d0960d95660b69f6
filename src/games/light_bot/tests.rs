//! Puzzles for the tests.

use std::sync::Arc;

use crate::game::typed::Typed as _;
use crate::game::{Game as _, LevelRef};
use crate::{LIGHT_BOT, LightBot, Puzzle};

/// What is in a level.
pub(crate) fn puzzle_of(level: &LevelRef) -> &Arc<Puzzle> {
    LightBot::of(level.as_ref()).expect("is of this game")
}

/// A level by its text without the game's id.
pub(crate) fn puzzle(text: &str) -> Arc<Puzzle> {
    let level = LIGHT_BOT.parse_text(&format!("light-bot\n{text}"));
    Arc::clone(puzzle_of(&level.expect("is a level")))
}
