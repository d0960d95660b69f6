//! The stand-in's own levels: those that come with the program.

use std::sync::Arc;

use super::layout;
use crate::board::Board;
use crate::game::{LevelRef, PracticeError};
use crate::level::RoboLevel;

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../levels/robos-escape/", $name, ".txt"))),*]
    };
}

/// In the order of the game.
const TEXTS: [&str; 12] = shipped![
    "01-four-corners",
    "02-side-pockets",
    "03-many-exits",
    "04-pillars",
    "05-boxed-in",
    "06-pits",
    "07-checkerboard",
    "08-cells",
    "09-spiral",
    "10-two-rooms",
    "11-four-wings",
    "12-pits-and-blocks",
];

/// The levels of the stand-in.
///
/// # Errors
/// [`PracticeError::Level`] when a file they come from is damaged.
pub(super) fn levels() -> Result<Vec<LevelRef>, PracticeError> {
    let levels = TEXTS.iter().enumerate().map(|(index, text)| {
        RoboLevel::parse(text).map_err(|error| PracticeError::Level {
            index,
            reason: error.to_string(),
        })
    });
    levels.collect()
}

/// The board of a level that can be played here.
///
/// # Errors
/// Why it cannot.
pub(super) fn playable(level: &LevelRef) -> Result<&Arc<Board>, String> {
    let Some(level) = level.as_any().downcast_ref::<RoboLevel>() else {
        return Err(format!("it is a level of ‘{}’", level.game_id()));
    };
    let board = level.rules();
    if board.start().is_none() {
        return Err("it needs one start, no more and no less".to_owned());
    }
    let (size, most) = (board.size(), layout::MOST);
    if size.rows > most.rows || size.cols > most.cols {
        return Err(format!(
            "it has {size} cells; the screen has room for {most}"
        ));
    }
    Ok(board)
}
