//! A sequence of moves to step through both ways.

use crate::game::{LevelRef, Move, MoveError, Position, Reason, StepInfo};

/// Steps between two kept positions at least; more on long plans, so that their number stays
/// bounded.
const MIN_STRIDE: usize = 32;

/// Kept positions at most.
const MAX_KEYFRAMES: usize = 256;

/// Moves over a level with a place in them. Stepping forward applies one move; going back
/// replays from the nearest kept position, so any jump costs at most a stride of moves.
pub struct Playback {
    moves: Vec<Move>,
    /// Why each move is made; empty where nobody said.
    reasons: Vec<Reason>,
    at: usize,
    position: Box<dyn Position>,
    stride: usize,
    /// The position before move `index × stride`, as far as it was reached.
    keyframes: Vec<Box<dyn Position>>,
}

impl Playback {
    /// Moves of a verified plan, from the position after `done`.
    ///
    /// # Errors
    /// The first move of `done` that the rules refuse.
    pub fn new(level: &LevelRef, done: &[Move], moves: Vec<Move>) -> Result<Self, MoveError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let stride = MIN_STRIDE.max(moves.len().div_ceil(MAX_KEYFRAMES));
        Ok(Self {
            moves,
            reasons: Vec::new(),
            at: 0,
            keyframes: vec![position.boxed_clone()],
            position,
            stride,
        })
    }

    /// The same with a reason for each move.
    #[must_use]
    pub fn with_reasons(mut self, reasons: Vec<Reason>) -> Self {
        self.reasons = reasons;
        self
    }

    /// Why move `index` is made, where that is known.
    pub fn reason(&self, index: usize) -> Option<&Reason> {
        self.reasons.get(index)
    }

    /// All moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Moves made so far.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves at all.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether all moves are made.
    pub fn at_end(&self) -> bool {
        self.at == self.moves.len()
    }

    /// The position here.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The move that leads on from here.
    pub fn next_move(&self) -> Option<&Move> {
        self.moves.get(self.at)
    }

    /// The move that led here.
    pub fn last_move(&self) -> Option<&Move> {
        self.at.checked_sub(1).and_then(|last| self.moves.get(last))
    }

    /// What move `index` is about.
    pub fn describe(&self, index: usize) -> Option<StepInfo> {
        self.moves.get(index).map(|mv| self.position.describe(mv))
    }

    /// Goes to the position after `at` moves, at most all.
    pub fn seek(&mut self, at: usize) {
        let at = at.min(self.moves.len());
        let kept = (at / self.stride).min(self.keyframes.len() - 1);
        if at < self.at || kept * self.stride > self.at {
            self.position = self.keyframes[kept].boxed_clone();
            self.at = kept * self.stride;
        }
        while self.at < at {
            // The moves come from a verified plan; a refused one could only mean that the plan is
            // another level's, and then playback stays where it is.
            if self.position.apply(&self.moves[self.at]).is_err() {
                break;
            }
            self.at += 1;
            if self.at == self.keyframes.len() * self.stride {
                self.keyframes.push(self.position.boxed_clone());
            }
        }
    }

    /// One move on; `false` at the end.
    pub fn step_forward(&mut self) -> bool {
        let before = self.at;
        self.seek(before + 1);
        self.at > before
    }

    /// One move back; `false` at the start.
    pub fn step_back(&mut self) -> bool {
        let Some(to) = self.at.checked_sub(1) else {
            return false;
        };
        self.seek(to);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::games;
    use proptest::prelude::*;

    fn row_of_lamps(lamps: usize) -> Playback {
        let game = games::by_id("null").expect("is registered");
        let level = game.blank(Some(Size::new(1, lamps)));
        let moves = (1..=lamps)
            .rev()
            .map(|lamp| Move::new(format!("1 {lamp}")))
            .collect();
        Playback::new(&level, &[], moves).expect("is legal")
    }

    proptest! {
        #[test]
        fn any_jump_shows_what_stepping_shows(jumps in prop::collection::vec(0usize..300, 1..20)) {
            let mut playback = row_of_lamps(299);
            for jump in jumps {
                playback.seek(jump);
                prop_assert_eq!(playback.at(), jump.min(299));
                let lit = playback.position().encode().iter().filter(|lit| **lit == 1).count();
                prop_assert_eq!(lit, playback.at());
            }
        }
    }

    #[test]
    fn steps_stop_at_both_ends() {
        let mut playback = row_of_lamps(2);
        assert!(!playback.step_back());
        assert!(playback.step_forward() && playback.step_forward());
        assert!(playback.at_end() && !playback.step_forward());
        assert!(playback.step_back());
        assert_eq!(playback.next_move().map(Move::as_str), Some("1 1"));
    }
}
