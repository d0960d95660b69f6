//! Levels of a practice game, and one played move by move.

use std::sync::Arc;

use crate::game::typed::Puzzle;
use crate::game::{Game, LevelRef, Move, Position, PracticeError, play};

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
pub fn content_of<P: Puzzle>(level: &LevelRef) -> Result<&Arc<P::Level>, String> {
    let foreign = || format!("it is a level of ‘{}’", level.game_id());
    P::downcast(level.as_ref()).ok_or_else(foreign)
}

/// Concatenates levels of the calling crate: `shipped!("01-first-push", "03-two-rooms")`.
#[macro_export]
macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/", $name, ".txt"))),+)
    };
}

/// Position and the moves that led to it.
pub struct Moves {
    level: LevelRef,
    position: Box<dyn Position>,
    moves: Vec<Move>,
}

impl Moves {
    pub fn new(level: &LevelRef) -> Self {
        Self {
            position: level.start(),
            level: LevelRef::clone(level),
            moves: Vec::new(),
        }
    }

    pub fn level(&self) -> &LevelRef {
        &self.level
    }

    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Makes a move; `false` if the rules refuse it.
    pub fn make(&mut self, mv: Move) -> bool {
        let is_legal = self.position.apply(&mv).is_ok();
        if is_legal {
            self.moves.push(mv);
        }
        is_legal
    }

    /// Goes back to the position after the first `count` moves; `false` if the rules refuse them.
    pub fn rewind(&mut self, count: usize) -> bool {
        self.moves.truncate(count);
        let position = play(self.level.as_ref(), &self.moves).ok();
        position.map(|position| self.position = position).is_some()
    }

    pub fn undo(&mut self) -> bool {
        self.rewind(self.count().saturating_sub(1))
    }
}
