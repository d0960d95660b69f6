//! Steps through a plan in both directions.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::game::{LevelRef, Move, MoveError, MoveReason, Position, StepInfo};

/// Minimum number of moves between keyframes; long plans use more, to bound the number of keyframes.
const MIN_STRIDE: usize = 32;
/// Most positions retained for jumping.
const MAX_KEYFRAMES: usize = 256;
/// Maximum number of moves that are described from their own positions, to bound the memory.
const MAX_DESCRIBED: usize = 20_000;
/// If a move takes longer than this, moves ahead are no longer described in advance.
const SLOW_MOVE: Duration = Duration::from_millis(25);

/// Sequence of moves with a current index. A jump replays at most one stride of moves from the nearest keyframe.
pub struct Playback {
    moves: Vec<Move>,
    /// Reasons of moves, by index.
    reasons: BTreeMap<usize, MoveReason>,
    /// Number of moves made, which is the index of the next move.
    at: usize,
    position: Box<dyn Position>,
    /// Number of moves from one keyframe to the next.
    stride: usize,
    /// Position before move `index × stride`, up to the furthest move reached.
    keyframes: Vec<Box<dyn Position>>,
    /// First moves, each described from its own position.
    described: Vec<StepInfo>,
    /// Index and position of the next move to describe in advance.
    ahead: Option<(usize, Box<dyn Position>)>,
}

impl Playback {
    /// Plays `moves` of a verified plan from the position after `done`. Fails if the rules refuse a move of `done`.
    pub fn new(level: &LevelRef, done: &[Move], moves: Vec<Move>) -> Result<Self, MoveError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let stride = MIN_STRIDE.max(moves.len().div_ceil(MAX_KEYFRAMES));
        Ok(Self {
            moves,
            reasons: BTreeMap::new(),
            at: 0,
            keyframes: vec![position.boxed_clone()],
            described: Vec::new(),
            ahead: Some((0, position.boxed_clone())),
            position,
            stride,
        })
    }

    /// Describes moves in advance for about this time; `false` once all are described or one took [`SLOW_MOVE`].
    pub fn describe_ahead(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while let Some((at, position)) = &mut self.ahead {
            let start = Instant::now();
            let mv = self.moves.get(*at).filter(|_| *at < MAX_DESCRIBED);
            let Some(mv) = mv else {
                self.ahead = None;
                break;
            };
            // Else a jump has described it already.
            if *at == self.described.len() {
                self.described.push(position.describe(mv));
            }
            if position.apply(mv).is_err() || start.elapsed() > SLOW_MOVE {
                self.ahead = None;
                break;
            }
            *at += 1;
            if Instant::now() >= deadline {
                break;
            }
        }
        self.ahead.is_some()
    }

    pub fn described(&self) -> &[StepInfo] {
        &self.described
    }

    #[must_use]
    pub fn with_reasons(mut self, reasons: Vec<MoveReason>) -> Self {
        self.reasons = reasons.into_iter().enumerate().collect();
        self
    }

    pub fn explain(&mut self, index: usize, reason: MoveReason) {
        self.reasons.insert(index, reason);
    }

    pub fn reason(&self, index: usize) -> Option<&MoveReason> {
        self.reasons.get(&index)
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub fn at_end(&self) -> bool {
        self.at == self.moves.len()
    }

    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Describes move `index`, from its own position if that was reached, else from the current one.
    pub fn describe(&self, index: usize) -> Option<StepInfo> {
        let mv = self.moves.get(index)?;
        let described = self.described.get(index).cloned();
        Some(described.unwrap_or_else(|| self.position.describe(mv)))
    }

    /// Goes to the position after `at` moves, or to the end.
    pub fn seek(&mut self, at: usize) {
        let at = at.min(self.moves.len());
        let keyframe = (at / self.stride).min(self.keyframes.len() - 1);
        if at < self.at || keyframe * self.stride > self.at {
            self.position = self.keyframes[keyframe].boxed_clone();
            self.at = keyframe * self.stride;
        }
        while self.at < at {
            if self.at == self.described.len() && self.at < MAX_DESCRIBED {
                let step = self.position.describe(&self.moves[self.at]);
                self.described.push(step);
            }
            // Cannot fail for a verified plan of this level; otherwise playback stays here.
            if self.position.apply(&self.moves[self.at]).is_err() {
                break;
            }
            self.at += 1;
            if self.at == self.keyframes.len() * self.stride {
                self.keyframes.push(self.position.boxed_clone());
            }
        }
    }

    /// Makes one move; `false` at the end.
    pub fn step_forward(&mut self) -> bool {
        let before = self.at;
        self.seek(before + 1);
        self.at > before
    }

    /// Goes back one move; `false` at the start.
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
    use crate::games;
    use proptest::prelude::*;

    fn row_of_lamps(lamps: usize) -> Playback {
        let game = games::by_id("lights-out").expect("is registered");
        let text = format!("lights-out\npattern 1\n\n{}\n", ".".repeat(lamps));
        let level = game.parse_text(&text).expect("is a level");
        let lamps = (1..=lamps).rev();
        let moves = lamps.map(|lamp| Move::new(format!("1 {lamp}"))).collect();
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
        assert_eq!(playback.at(), 1);
    }
}
