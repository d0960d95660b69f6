//! The level in hand: its plan, and how far it is played.

use std::sync::Arc;
use std::time::Duration;

use crate::event::{LevelStats, PlayError};
use crate::game::{Level, LevelRef, Move, Position, play};

use crate::vision::ScreenReading;

use super::super::hand::Counts;
use super::super::interrupt::{Break, Step};

/// A move of which some intents were carried out.
pub(super) struct Partial {
    pub(super) step: usize,
    pub(super) intents: usize,
    /// The boards after them.
    pub(super) boards: Arc<ScreenReading>,
}

/// The level in hand.
pub(super) struct LevelInHand {
    pub(super) level: LevelRef,
    /// All moves from the level's start, those made first.
    pub(super) moves: Vec<Move>,
    /// How many of them are made.
    pub(super) made: usize,
    /// The position after those.
    pub(super) position: Box<dyn Position>,
    pub(super) stats: LevelStats,
    /// When it was first seen, pauses left out.
    pub(super) began: Duration,
    /// What the hand had sent before.
    pub(super) sent_before: Counts,
    /// The plan was entered and started, and its end has not been seen yet.
    pub(super) started: bool,
    /// The step whose action was sent last.
    pub(super) attempted: Option<usize>,
    /// The step all of whose inputs were sent last.
    pub(super) sent: Option<usize>,
    /// The move that was carried out in part last.
    pub(super) partial: Option<Partial>,
    /// How often it went on from a board that was not as simulated.
    pub(super) recoveries: u32,
}

impl LevelInHand {
    /// A level of which so many moves are made.
    pub(super) fn new(level: LevelRef, moves: Vec<Move>, made: usize) -> Self {
        let position = play(level.as_ref(), moves.get(..made).unwrap_or_default());
        Self {
            // The rules have accepted these moves before.
            position: position.unwrap_or_else(|_| level.start()),
            level,
            moves,
            made,
            stats: LevelStats::default(),
            began: Duration::ZERO,
            sent_before: Counts::default(),
            started: false,
            attempted: None,
            sent: None,
            partial: None,
            recoveries: 0,
        }
    }

    /// Moves that are not made yet.
    pub(super) fn steps_left(&self) -> usize {
        self.moves.len() - self.made
    }

    /// The position after all moves of the plan.
    pub(super) fn end(&self) -> Option<Box<dyn Position>> {
        play(self.level.as_ref(), &self.moves).ok()
    }

    /// The next move, and the position after it.
    pub(super) fn next_move(&self) -> Option<Step<(Move, Box<dyn Position>)>> {
        let mv = self.moves.get(self.made)?.clone();
        let mut after = self.position.boxed_clone();
        Some(match after.apply(&mv) {
            Ok(()) => Ok((mv, after)),
            Err(error) => {
                let what = format!("a verified plan was refused in the simulation: {error}");
                Err(Break::Fail(PlayError::Broken(what)))
            }
        })
    }

    /// Goes on after moves that are made, with those that are left.
    pub(super) fn go_on(&mut self, made: Vec<Move>, left: Vec<Move>, position: Box<dyn Position>) {
        self.made = made.len();
        self.moves = made.into_iter().chain(left).collect();
        self.position = position;
        (self.attempted, self.sent, self.partial) = (None, None, None);
    }

    /// What was carried out of the next move, if it was begun.
    pub(super) fn partial(&self) -> Option<&Partial> {
        let partial = self.partial.as_ref();
        partial.filter(|partial| partial.step == self.made)
    }

    /// Returns whether an action of the next move was sent.
    pub(super) fn is_next_begun(&self) -> bool {
        self.attempted == Some(self.made)
    }

    /// Returns whether all inputs of the next move were sent.
    pub(super) fn is_next_sent(&self) -> bool {
        self.sent == Some(self.made)
    }

    /// Returns whether all inputs of the plan were sent.
    pub(super) fn is_all_sent(&self) -> bool {
        match self.steps_left() {
            0 => self.position.finish().is_none() || self.started,
            1 => self.is_next_sent() && self.position.finish().is_none(),
            _ => false,
        }
    }

    /// Its statistics, from what the hand has sent by now.
    pub(super) fn stats(&self, sent: Counts) -> LevelStats {
        let Counts {
            sent,
            confirmed,
            lost,
            doubled,
        } = sent - self.sent_before;
        LevelStats {
            keys: sent,
            confirmed,
            lost,
            doubled,
            ..self.stats.clone()
        }
    }
}

/// The position after a move; `None` if the rules refuse it.
pub(super) fn after(position: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    let mut after = position.boxed_clone();
    after.apply(mv).ok().map(|()| after)
}

/// The moves from where `made` leads to where `moves` lead, both from the level's start, in games
/// that know them without a search.
pub(super) fn known_path(level: &dyn Level, made: &[Move], moves: &[Move]) -> Option<Vec<Move>> {
    let end = play(level, moves).ok()?.encode();
    play(level, made).ok()?.way_to(&end)
}
