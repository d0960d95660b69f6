//! The levels of a stand-in.

use crate::game::typed::concrete;
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
    own.ok_or_else(|| format!("it is a level of ‘{}’", level.game_id()))
}
