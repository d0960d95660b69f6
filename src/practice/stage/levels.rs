//! Levels of a practice game.

use crate::game::typed::GameTypes;
use crate::game::{Game, LevelRef, PracticeError};

/// Parses the levels in a text. The error names the broken one.
pub fn read_levels(game: &dyn Game, text: &str) -> Result<Vec<LevelRef>, PracticeError> {
    let levels = game.parse_several(text).into_iter().enumerate();
    let levels = levels.map(|(index, level)| {
        level.map_err(|error| PracticeError::Level {
            index,
            reason: error.to_string(),
        })
    });
    levels.collect()
}

/// Downcasts a level to its own game. Fails if it is a level of another game.
pub fn content_of<G: GameTypes>(level: &LevelRef) -> Result<&G::Level, String> {
    let foreign = || format!("it is a level of ‘{}’", level.game_id());
    G::downcast(level.as_ref()).ok_or_else(foreign)
}

/// Concatenates the texts of levels in the folder `levels` of the calling crate: `shipped!("01-first-push",
/// "03-two-rooms")`.
#[macro_export]
macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/", $name, ".txt"))),+)
    };
}
