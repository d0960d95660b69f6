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
    /// True if an input of the next move was sent.
    pub(super) is_next_attempted: bool,
    /// True if all inputs of the next move were sent.
    pub(super) is_next_sent: bool,
    /// The next move, if it was carried out in part.
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
            is_next_attempted: false,
            is_next_sent: false,
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
        let made = done.len();
        self.moves = done.into_iter().chain(remaining).collect();
        self.go_to(made, position);
    }

    /// Sets the number of moves made, and the position after them. Nothing was sent for the next one.
    pub(super) fn go_to(&mut self, done: usize, position: Box<dyn Position>) {
        (self.done, self.position) = (done, position);
        (self.is_next_attempted, self.is_next_sent, self.partial) = (false, false, None);
    }

    /// Returns whether no move was made and no input sent since the level was read; `sent` is the number in the run.
    pub(super) fn is_untouched(&self, sent: u64) -> bool {
        self.done == 0 && sent == self.sent_before.sent
    }

    /// Returns whether all inputs of the plan were sent, including those that start it if it is entered as a whole.
    pub(super) fn is_all_sent(&self) -> bool {
        match self.steps_left() {
            0 => self.position.launch().is_none() || self.started,
            1 => self.is_next_sent && self.position.launch().is_none(),
            _ => false,
        }
    }

    /// Statistics at this moment; `sent` are the counts of the run.
    pub(super) fn stats(&self, sent: InputCounts, now: Duration) -> LevelStats {
        let before = self.sent_before;
        LevelStats {
            time: now.saturating_sub(self.began),
            keys: sent.sent - before.sent,
            confirmed: sent.confirmed - before.confirmed,
            lost: sent.lost - before.lost,
            doubled: sent.doubled - before.doubled,
            ..self.stats.clone()
        }
    }
}

/// Position after a move; `None` if the rules refuse it.
pub(super) fn after(position: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    let mut after = position.boxed_clone();
    after.apply(mv).ok().map(|()| after)
}

/// Legal moves, at most `limit`, each with the position after it.
pub(super) fn legal_results(
    position: &dyn Position,
    limit: usize,
) -> impl Iterator<Item = (Move, Box<dyn Position>)> {
    let moves = position.legal_moves(limit).into_iter();
    moves.filter_map(|mv| after(position, &mv).map(|after| (mv, after)))
}

/// Moves from the end of `prefix` to that of `moves`, in games that know such paths without a search.
pub(super) fn known_path(level: &dyn Level, prefix: &[Move], moves: &[Move]) -> Option<Vec<Move>> {
    let end = play(level, moves).ok()?.encode();
    play(level, prefix).ok()?.path_to(&end)
}
