//! Level played move by move.

use crate::game::{LevelRef, Move, Position, play};

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

    /// Number of moves made.
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
        let position = position.map(|position| self.position = position);
        position.is_some()
    }

    /// Undoes the last move.
    pub fn undo(&mut self) -> bool {
        self.rewind(self.count().saturating_sub(1))
    }
}
