//! The levels of a stand-in.

use crate::game::typed::concrete;
use crate::game::{Game, Level, LevelRef, PracticeError};

/// The levels in a text, one after the other; each begins with a line that is the game's id.
///
/// # Errors
/// [`PracticeError::Level`] when one of them is damaged.
pub fn read_levels(game: &dyn Game, text: &str) -> Result<Vec<LevelRef>, PracticeError> {
    let mut texts: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.trim() == game.info().id {
            texts.push(String::new());
        }
        if let Some(level) = texts.last_mut() {
            level.push_str(line);
            level.push('\n');
        }
    }
    let levels = texts.iter().enumerate().map(|(index, text)| {
        game.parse_text(text).map_err(|error| PracticeError::Level {
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
