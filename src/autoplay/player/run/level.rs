//! The current level, its plan and progress.

use std::sync::Arc;
use std::time::Duration;

use crate::event::{LevelStats, PlayError};
use crate::game::{Level, LevelRef, Move, Position, play};
use crate::player::{Break, Flow};
use crate::vision::ScreenReading;

use super::super::actuator::InputCounts;

/// Longest wait for a screen that differs from the simulation, as a busy machine may take long to draw it.
pub(super) const DRAW_WAIT: Duration = Duration::from_secs(2);
/// Limit of moves tried as explanations of a reading while the run goes on.
pub(super) const MAX_EXPLAINING_MOVES: usize = 500;

/// A move of which some intents were carried out.
pub(super) struct PartialMove {
    /// Index of the move in the plan.
    pub(super) step: usize,
    /// Number of intents carried out.
    pub(super) intents: usize,
    /// Boards after these intents.
    pub(super) boards: Arc<ScreenReading>,
}

pub(super) struct CurrentLevel {
    pub(super) level: LevelRef,
    /// All moves from the level's start, with the made ones first.
    pub(super) moves: Vec<Move>,
    /// Number of moves made.
    pub(super) done: usize,
    /// The simulated position after these moves.
    pub(super) position: Box<dyn Position>,
    /// Statistics without the time and the counts of inputs, which are those since `began` and `sent_before`.
    pub(super) stats: LevelStats,
    /// Time when it was first recognized, moved forward by pauses.
    pub(super) began: Duration,
    /// Counts of inputs before the level.
    pub(super) sent_before: InputCounts,
    /// True if the plan was entered and started, and its end has not been observed.
    pub(super) started: bool,
    /// Last step for which an input was sent.
    pub(super) attempted: Option<usize>,
    /// Last step of which all inputs were sent.
    pub(super) sent: Option<usize>,
    /// Last move that was carried out in part.
    pub(super) partial: Option<PartialMove>,
    pub(super) recoveries: u32,
}

impl CurrentLevel {
    /// Creates a level with the first `done` moves applied.
    pub(super) fn new(level: LevelRef, moves: Vec<Move>, done: usize) -> Self {
        let position = play(level.as_ref(), moves.get(..done).unwrap_or_default());
        Self {
            // Moves that were verified before are never refused.
            position: position.unwrap_or_else(|_| level.start()),
            level,
            moves,
            done,
            stats: LevelStats::default(),
            began: Duration::ZERO,
            sent_before: InputCounts::default(),
            started: false,
            attempted: None,
            sent: None,
            partial: None,
            recoveries: 0,
        }
    }

    pub(super) fn steps_left(&self) -> usize {
        self.moves.len() - self.done
    }

    pub(super) fn end(&self) -> Option<Box<dyn Position>> {
        play(self.level.as_ref(), &self.moves).ok()
    }

    /// The next move, and the position after it; `None` at the end of the plan.
    pub(super) fn next_move(&self) -> Option<Flow<(Move, Box<dyn Position>)>> {
        let mv = self.moves.get(self.done)?.clone();
        let mut after = self.position.boxed_clone();
        Some(match after.apply(&mv) {
            Ok(()) => Ok((mv, after)),
            Err(error) => {
                let what = format!("a verified plan was refused in the simulation: {error}");
                Err(Break::Fail(PlayError::Broken(what)))
            }
        })
    }

    /// Replaces the plan by made and remaining moves.
    pub(super) fn set_plan(
        &mut self,
        done: Vec<Move>,
        remaining: Vec<Move>,
        position: Box<dyn Position>,
    ) {
        self.done = done.len();
        self.moves = done.into_iter().chain(remaining).collect();
        self.position = position;
        (self.attempted, self.sent, self.partial) = (None, None, None);
    }

    /// Partly made next move, if there is one.
    pub(super) fn partial(&self) -> Option<&PartialMove> {
        let partial = self.partial.as_ref();
        partial.filter(|partial| partial.step == self.done)
    }

    pub(super) fn is_next_attempted(&self) -> bool {
        self.attempted == Some(self.done)
    }

    pub(super) fn is_next_sent(&self) -> bool {
        self.sent == Some(self.done)
    }

    /// Returns whether no move was made and no input sent since the level was read; `sent` is the number in the run.
    pub(super) fn is_untouched(&self, sent: u64) -> bool {
        self.done == 0 && sent == self.sent_before.sent
    }

    /// Returns whether all inputs of the plan were sent, including those that start it if it is entered as a whole.
    pub(super) fn is_all_sent(&self) -> bool {
        match self.steps_left() {
            0 => self.position.launch().is_none() || self.started,
            1 => self.is_next_sent() && self.position.launch().is_none(),
            _ => false,
        }
    }

    pub(super) fn stats(&self, sent: InputCounts) -> LevelStats {
        let counts = sent - self.sent_before;
        LevelStats {
            keys: counts.sent,
            confirmed: counts.confirmed,
            lost: counts.lost,
            doubled: counts.doubled,
            ..self.stats.clone()
        }
    }
}

/// Position after a move; `None` if the rules refuse it.
pub(super) fn after(position: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    let mut after = position.boxed_clone();
    after.apply(mv).ok().map(|()| after)
}

/// Moves from the end of `prefix` to that of `moves`, in games that know such paths without a search.
pub(super) fn known_path(level: &dyn Level, prefix: &[Move], moves: &[Move]) -> Option<Vec<Move>> {
    let end = play(level, moves).ok()?.encode();
    play(level, prefix).ok()?.path_to(&end)
}
