//! Replanning from what the screen shows: finds moves that lead there and plans from them, or goes back by the game's
//! own undo or restart.

use crate::event::Frame;
use crate::game::{LevelRef, Move, play, words};
use crate::log::Kind;
use crate::vision::{Input, ScreenReading};

use super::super::eye::compare::{differences, shows};
use super::super::interrupt::{Break, Step};
use super::Run;
use super::level::after;

/// Limit of positions tried to find one unplanned move.
const MOST_TRIES: usize = 20_000;
const MOST_CHANGED: usize = 8;
/// Time-out for a stable picture, in multiples of the usual one, as the user may just have acted.
const PATIENCE: u32 = 4;
/// Attempts to undo in addition to the number of known moves.
const MORE_UNDOS: usize = 64;
const RESTARTS: usize = 4;

impl Run {
    /// Replaces the plan by one from the board on screen.
    pub(super) fn replan(&mut self) -> Step<()> {
        // The user wants what is on screen, whatever was requested at the start.
        self.config.given = None;
        let frame = self.settled_patiently()?;
        let Some(seen) = frame.playing() else {
            // Between levels or on the title page; the next level will come.
            self.level = None;
            return Ok(());
        };
        // If values look the same, the known moves of the level decide between them.
        if !seen.alike.is_empty()
            && let Some(same) = &self.level
            && let Some(made) = self.moves_to(&same.level, &same.moves, seen)
        {
            let (level, known) = (same.level.clone(), same.moves.clone());
            return self.go_on(level, &known, made, &frame);
        }
        let level = match self.game.level_from_reading(&seen.reading) {
            Ok(level) => level,
            Err(error) => return Err(Break::Diverged(format!("No level can be read: {error}."))),
        };
        if shows(level.start().as_ref(), seen) {
            if self.game.info().memoryless && self.level.is_some() {
                let planned = self.begin(level, Vec::new(), &frame)?;
                return planned
                    .map(drop)
                    .map_err(|why| Break::Diverged(no_way_on(&why)));
            }
            // Restarted by the user, or another level.
            self.level = None;
            return Ok(());
        }
        let known = match &self.level {
            // An equal identity means the same level, whatever happened on the board.
            Some(same) if same.level.identity() == level.identity() => same.moves.clone(),
            _ => Vec::new(),
        };
        self.continue_level(level, &known, &frame)
    }

    fn settled_patiently(&mut self) -> Step<Frame> {
        let limit = self.eye.patience() * PATIENCE;
        Ok(self.eye.settled_within(&mut self.site, limit)?.0)
    }

    /// Plans from the current position of a level, of which `known` moves are known.
    pub(super) fn continue_level(
        &mut self,
        level: LevelRef,
        known: &[Move],
        frame: &Frame,
    ) -> Step<()> {
        let Some(seen) = frame.playing() else {
            return Err(self.not_as_simulated(frame));
        };
        match self.moves_to(&level, known, seen) {
            Some(made) => self.go_on(level, known, made, frame),
            None => {
                let why = "No known moves lead to what the screen shows.".to_owned();
                self.go_back(level, known, why)
            }
        }
    }

    /// Plans from the position after `made`. If that is impossible, goes back.
    fn go_on(
        &mut self,
        level: LevelRef,
        known: &[Move],
        made: Vec<Move>,
        frame: &Frame,
    ) -> Step<()> {
        let text = format!(
            "the screen shows the board after {}",
            words::count(made.len(), "moves")
        );
        self.site.note(Kind::Plan, text);
        match self.begin(level.clone(), made, frame)? {
            Ok(_) => Ok(()),
            Err(why) => self.go_back(level, known, no_way_on(&why)),
        }
    }

    /// Moves from the level's start to the position on screen: as derived by the game, or the first of the known moves,
    /// or these and one other move.
    fn moves_to(
        &self,
        level: &LevelRef,
        known: &[Move],
        seen: &ScreenReading,
    ) -> Option<Vec<Move>> {
        if let Some(moves) = self.game.moves_from_reading(level.as_ref(), &seen.reading) {
            return Some(moves);
        }
        let mut position = level.start();
        let mut tries = 0;
        for made in 0..=known.len() {
            if shows(position.as_ref(), seen) {
                return Some(known.get(..made)?.to_vec());
            }
            let near = differences(position.as_ref(), seen);
            // If the viewport follows the player, one move changes the whole picture.
            let follows = position
                .boards()
                .iter()
                .any(|board| position.sight(board.id).is_some());
            let near = near.is_some_and(|cells| follows || cells.len() <= MOST_CHANGED);
            if near && tries < MOST_TRIES {
                for mv in position.legal_moves(MOST_TRIES - tries) {
                    tries += 1;
                    let there = after(position.as_ref(), &mv);
                    if there.is_some_and(|there| shows(there.as_ref(), seen)) {
                        let mut moves = known.get(..made)?.to_vec();
                        moves.push(mv);
                        return Some(moves);
                    }
                }
            }
            position.apply(known.get(made)?).ok()?;
        }
        None
    }

    /// Undoes moves, or restarts, until the screen shows a position of the known moves.
    fn go_back(&mut self, level: LevelRef, known: &[Move], why: String) -> Step<()> {
        let Some((input, most)) = self.way_back(known.len()) else {
            return Err(Break::Diverged(format!(
                "{why} The profile has no control to undo moves: undo them in the game, or restart the level, then plan again."
            )));
        };
        for _ in 0..most {
            self.site.checkpoint()?;
            // The next reading shows the effect.
            self.hand.send(&mut self.site, &mut self.eye, &input)?;
            let frame = self.settled_patiently()?;
            let Some(seen) = frame.playing() else {
                continue;
            };
            if shows(level.start().as_ref(), seen) {
                self.level = None;
                return Ok(());
            }
            let made = (0..=known.len()).rev().find_map(|made| {
                let moves = known.get(..made)?;
                let position = play(level.as_ref(), moves).ok()?;
                shows(position.as_ref(), seen).then(|| moves.to_vec())
            });
            if let Some(made) = made
                && self.begin(level.clone(), made, &frame)?.is_ok()
            {
                return Ok(());
            }
        }
        let what = format!("{why} Undoing moves did not help either.");
        Err(Break::Diverged(what))
    }

    /// Input that undoes moves, and the limit of attempts.
    fn way_back(&self, known: usize) -> Option<(Input, usize)> {
        let controls = self.config.profile.controls.as_ref()?;
        match (&controls.undo, controls.control("restart")) {
            (Some(undo), _) => Some((undo.clone(), known + MORE_UNDOS)),
            (None, Some(restart)) => Some((restart.clone(), RESTARTS)),
            (None, None) => None,
        }
    }
}

fn no_way_on(why: &str) -> String {
    format!("The level cannot be finished from here: {why}.")
}
