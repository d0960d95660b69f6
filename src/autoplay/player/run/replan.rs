//! Planning from what the screen shows, or going back by the game's own undo or restart.

use crate::event::Observation;
use crate::game::{LevelRef, Move, play, words};
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::vision::{GameInput, ScreenReading};

use super::super::observer::compare::{differences, shows};
use super::PlayLoop;
use super::level::legal_results;

/// Limit of positions tried to find one unplanned move.
const MAX_TRIES: usize = 20_000;
/// Limit of cells that one move is expected to change.
const MAX_CHANGED: usize = 8;
/// Time-out for a stable picture, in multiples of the usual one, as the user may just have acted.
const REPLAN_PATIENCE: u32 = 4;
/// Attempts to undo in addition to the number of known moves, for moves of the user and lost presses.
const EXTRA_UNDOS: usize = 64;
/// Attempts to restart, as presses may get lost.
const MAX_RESTARTS: usize = 4;

impl PlayLoop {
    /// Replaces the plan by one from the board on screen.
    pub(super) fn replan(&mut self) -> Flow<()> {
        // The user wants what is on screen, whatever was requested at the start.
        self.config.start_level = None;
        let frame = self.wait_until_stable()?;
        let Some(screen) = frame.playing() else {
            // Between levels or on the title page; the next level will come.
            self.level = None;
            return Ok(());
        };
        // If values look the same, the known moves of the level decide between them.
        if !screen.ambiguous.is_empty()
            && let Some(current) = &self.level
            && let Some(prefix) = self.moves_to(&current.level, &current.moves, screen)
        {
            let (level, known) = (current.level.clone(), current.moves.clone());
            return self.plan_from(level, &known, prefix, &frame);
        }
        let level = match self.game.level_from_reading(&screen.reading) {
            Ok(level) => level,
            Err(error) => return Err(Break::Diverged(format!("No level can be read: {error}."))),
        };
        if shows(level.start().as_ref(), screen) {
            if self.game.info().memoryless && self.level.is_some() {
                let planned = self.start_level(level, Vec::new(), &frame)?;
                return planned
                    .map(drop)
                    .map_err(|why| Break::Diverged(unfinishable(&why)));
            }
            // Restarted by the user, or another level.
            self.level = None;
            return Ok(());
        }
        let known = match &self.level {
            // An equal identity means the same level, whatever happened on the board.
            Some(current) if current.level.identity() == level.identity() => current.moves.clone(),
            _ => Vec::new(),
        };
        self.continue_level(level, &known, &frame)
    }

    fn wait_until_stable(&mut self) -> Flow<Observation> {
        let limit = self.observer.patience * REPLAN_PATIENCE;
        Ok(self.observer.stable_within(&mut self.ctx, limit)?.0)
    }

    /// Plans from the position of a level on screen, to which some of the `known` moves may lead.
    pub(super) fn continue_level(
        &mut self,
        level: LevelRef,
        known: &[Move],
        frame: &Observation,
    ) -> Flow<()> {
        let Some(screen) = frame.playing() else {
            return Err(self.mismatch(frame));
        };
        match self.moves_to(&level, known, screen) {
            Some(prefix) => self.plan_from(level, known, prefix, frame),
            None => {
                let why = "No known moves lead to what the screen shows.".to_owned();
                self.undo_to_known(level, known, why)
            }
        }
    }

    /// Plans from the position after `prefix`. If that is impossible, goes back.
    fn plan_from(
        &mut self,
        level: LevelRef,
        known: &[Move],
        prefix: Vec<Move>,
        frame: &Observation,
    ) -> Flow<()> {
        let moves = words::count(prefix.len(), "moves");
        let text = format!("the screen shows the board after {moves}");
        self.ctx.note(LogKind::Plan, text);
        match self.start_level(level.clone(), prefix, frame)? {
            Ok(_) => Ok(()),
            Err(why) => self.undo_to_known(level, known, unfinishable(&why)),
        }
    }

    /// Moves to the position on screen: as derived by the game, or known ones, with at most one other.
    fn moves_to(
        &self,
        level: &LevelRef,
        known: &[Move],
        screen: &ScreenReading,
    ) -> Option<Vec<Move>> {
        let derived = self
            .game
            .moves_from_reading(level.as_ref(), &screen.reading);
        if derived.is_some() {
            return derived;
        }
        let mut position = level.start();
        let mut tries = 0;
        for count in 0..=known.len() {
            if shows(position.as_ref(), screen) {
                return Some(known.get(..count)?.to_vec());
            }
            let near = differences(position.as_ref(), screen);
            // If the viewport follows the player, one move changes the whole picture.
            let mut boards = position.boards().into_iter();
            let follows = boards.any(|board| position.viewport(board.id).is_some());
            let near = near.is_some_and(|cells| follows || cells.len() <= MAX_CHANGED);
            if near && tries < MAX_TRIES {
                for (mv, result) in legal_results(position.as_ref(), MAX_TRIES - tries) {
                    tries += 1;
                    if shows(result.as_ref(), screen) {
                        let mut moves = known.get(..count)?.to_vec();
                        moves.push(mv);
                        return Some(moves);
                    }
                }
            }
            position.apply(known.get(count)?).ok()?;
        }
        None
    }

    /// Undoes moves, or restarts, until the screen shows a position of the known moves.
    fn undo_to_known(&mut self, level: LevelRef, known: &[Move], why: String) -> Flow<()> {
        let Some((input, limit)) = self.undo_input(known.len()) else {
            return Err(Break::Diverged(format!(
                "{why} The profile has no control to undo moves: undo them in the game, or restart the level, then plan again."
            )));
        };
        for _ in 0..limit {
            self.ctx.checkpoint()?;
            // The next reading shows the effect.
            self.actuator
                .send(&mut self.ctx, &mut self.observer, &input)?;
            let frame = self.wait_until_stable()?;
            let Some(screen) = frame.playing() else {
                continue;
            };
            if shows(level.start().as_ref(), screen) {
                self.level = None;
                return Ok(());
            }
            let prefix = (0..=known.len()).rev().find_map(|count| {
                let moves = known.get(..count)?;
                let position = play(level.as_ref(), moves).ok()?;
                shows(position.as_ref(), screen).then(|| moves.to_vec())
            });
            if let Some(prefix) = prefix
                && self.start_level(level.clone(), prefix, &frame)?.is_ok()
            {
                return Ok(());
            }
        }
        let what = format!("{why} Undoing moves did not help either.");
        Err(Break::Diverged(what))
    }

    /// Input that undoes moves, and the limit of attempts.
    fn undo_input(&self, known: usize) -> Option<(GameInput, usize)> {
        let controls = &self.actuator.controls;
        match (&controls.undo, controls.control("restart")) {
            (Some(undo), _) => Some((undo.clone(), known + EXTRA_UNDOS)),
            (None, Some(restart)) => Some((restart.clone(), MAX_RESTARTS)),
            (None, None) => None,
        }
    }
}

fn unfinishable(why: &str) -> String {
    format!("The level cannot be finished from here: {why}.")
}
