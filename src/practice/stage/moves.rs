//! Level played move by move.

use crate::game::{LevelRef, Move, Position, play};

/// Position and the moves that led to it.
pub struct Moves {
    level: LevelRef,
    position: Box<dyn Position>,
    made: Vec<Move>,
}

impl Moves {
    pub fn new(level: &LevelRef) -> Self {
        Self {
            position: level.start(),
            level: LevelRef::clone(level),
            made: Vec::new(),
        }
    }

    pub fn level(&self) -> &LevelRef {
        &self.level
    }

    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Number of moves made.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Makes a move; `false` if the rules refuse it.
    pub fn make(&mut self, mv: Move) -> bool {
        let made = self.position.apply(&mv).is_ok();
        if made {
            self.made.push(mv);
        }
        made
    }

    /// Goes back to the position after the first `count` moves; `false` if the rules refuse them.
    pub fn back_to(&mut self, count: usize) -> bool {
        self.made.truncate(count);
        let position = play(self.level.as_ref(), &self.made).ok();
        let position = position.map(|position| self.position = position);
        position.is_some()
    }

    /// Undoes the last move.
    pub fn take_back(&mut self) -> bool {
        self.back_to(self.count().saturating_sub(1))
    }
}
