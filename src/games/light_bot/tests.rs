//! Helpers of this crate's tests.

use std::sync::Arc;

use crate::game::typed::Puzzle as _;
use crate::game::{Game as _, LevelRef};
use crate::{BotPuzzle, LIGHT_BOT, LightBot, practice};
use planwright_stage::program::RobotGame as _;
use planwright_stage::read_levels;

pub(crate) fn puzzle_of(level: &LevelRef) -> &Arc<BotPuzzle> {
    LightBot::downcast(level.as_ref()).expect("is of this game")
}

pub(crate) fn puzzle(text: &str) -> Arc<BotPuzzle> {
    let level = LIGHT_BOT.parse_text(&format!("light-bot\n{text}"));
    Arc::clone(puzzle_of(&level.expect("is a level")))
}

pub(crate) fn shipped() -> Vec<LevelRef> {
    read_levels(&LIGHT_BOT, practice::Tiles::LEVELS).expect("are levels")
}

/// Programs published or found for the twelve original levels.
pub(crate) const PROGRAMS: [&str; 12] = [
    "main: FFX",
    "main: FL1\nf1: FXFR1",
    "main: FJJFL1\nf1: XF1",
    "main: FJJFR1\nf1: XF1",
    "main: 1\nf1: 22XL21\nf2: JF",
    "main: F1\nf1: JXJL22J1\nf2: FFFR",
    "main: 1\nf1: F221\nf2: XRFR",
    "main: 1\nf1: JXFJJL1",
    "main: 1\nf1: 2X2L1\nf2: JXF",
    "main: 1\nf1: 2L2FRJJ1\nf2: FFXFJLJJ",
    "main: 1\nf1: 2X22X2F1\nf2: JXJJJLJ",
    "main: FJ1\nf1: X2XR22R1\nf2: JXJXJ",
];
