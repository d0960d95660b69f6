//! The levels of a stand-in.

use crate::game::typed::Typed;
use crate::game::{Game, LevelRef, PracticeError};

/// The levels in a text.
///
/// # Errors
/// [`PracticeError::Level`] when one of them is damaged.
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

/// What is in a level of its own game.
///
/// # Errors
/// When it is a level of another game.
pub fn content_of<G: Typed>(level: &LevelRef) -> Result<&G::Level, String> {
    let other = || format!("it is a level of ‘{}’", level.game_id());
    G::of(level.as_ref()).ok_or_else(other)
}

/// The texts of shipped levels, one behind the other, for a crate in the folder of games:
/// `shipped!("sokoban", "01-first-push", "03-two-rooms")`.
#[macro_export]
macro_rules! shipped {
    ($game:literal, $($name:literal),+ $(,)?) => {
        concat!($(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../../../levels/", $game, "/", $name, ".txt"
        ))),+)
    };
}
