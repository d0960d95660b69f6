//! The stand-in's own levels: those that come with the program.

use crate::game::{LevelRef, PracticeError};
use crate::level::LightBotLevel;
use crate::puzzle::Puzzle;

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../levels/light-bot/", $name, ".txt"))),*]
    };
}

/// In the order of the game.
const TEXTS: [&str; 12] = shipped![
    "01-first-light",
    "02-round-the-wall",
    "03-over-the-ridge",
    "04-the-far-end",
    "05-spiral-stairs",
    "06-three-corners",
    "07-two-by-seven",
    "08-lattice",
    "09-ring-road",
    "10-two-summits",
    "11-carpet",
    "12-figure-of-eight",
];

/// The levels of the stand-in.
///
/// # Errors
/// [`PracticeError::Level`] when a file they come from is damaged.
pub(super) fn levels() -> Result<Vec<LevelRef>, PracticeError> {
    let levels = TEXTS.iter().enumerate().map(|(index, text)| {
        LightBotLevel::parse(text).map_err(|error| PracticeError::Level {
            index,
            reason: error.to_string(),
        })
    });
    levels.collect()
}

/// The puzzle of a level that can be won.
///
/// # Errors
/// Why it cannot.
pub(super) fn playable(level: &LevelRef) -> Result<&std::sync::Arc<Puzzle>, String> {
    let Some(level) = level.as_any().downcast_ref::<LightBotLevel>() else {
        return Err(format!("it is a level of ‘{}’", level.game_id()));
    };
    let puzzle = level.puzzle();
    if puzzle.lights().next().is_none() {
        return Err("it has no light; there is nothing to do".to_owned());
    }
    if puzzle.tile(puzzle.robot.cell).is_none() {
        return Err("there is no tile under the robot".to_owned());
    }
    Ok(puzzle)
}
