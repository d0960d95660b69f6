//! The levels of a stand-in.

use crate::game::typed::{Typed, concrete};
use crate::game::{Game, Level, LevelRef, PracticeError};

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

/// A level as one of its own game.
///
/// # Errors
/// When it is a level of another game.
pub fn level_of<L: Level>(level: &LevelRef) -> Result<&L, String> {
    let own = concrete(level.as_ref());
    own.ok_or_else(|| other_game(level))
}

/// What is in a level of its own game.
///
/// # Errors
/// When it is a level of another game.
pub fn content_of<G: Typed>(level: &LevelRef) -> Result<&G::Level, String> {
    G::of(level.as_ref()).ok_or_else(|| other_game(level))
}

fn other_game(level: &LevelRef) -> String {
    format!("it is a level of ‘{}’", level.game_id())
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
