//! Planning again from what the screen shows: which moves lead there, and on from them; or
//! back, by the game's own undo or restart.

use crate::event::Frame;
use crate::game::{Level, LevelRef, Move, play};
use crate::log::Kind;
use crate::reader::{differences, shows};
use crate::vision::{Input, ScreenReading};

use super::plan::Planned;
use super::{Break, Player, Step};

/// Positions tried when looking for one unplanned move.
const MOST_TRIES: usize = 20_000;

impl Player {
    /// Takes the board as it is for the new start of the plan.
    pub(super) fn replan(&mut self) -> Step<()> {
        // From what is there, whatever was asked for at first.
        (self.config.level, self.config.plan) = (None, None);
        let limit = self.pace.longest_timeout() * 4;
        let (frame, _) = self.settled(self.pace.settle(), limit)?;
        let Some(seen) = frame.playing().cloned() else {
            // Between levels, or at the title: wait for what comes.
            self.current = None;
            return Ok(());
        };
        let level = match self.game.level_from_reading(&seen.reading) {
            Ok(level) => level,
            Err(error) => {
                let what = format!("No level can be read: {error}.");
                return Err(self.diverged(what, Some(&seen)));
            }
        };
        if shows(level.start().as_ref(), &seen) {
            if self.game.info().memoryless && self.current.is_some() {
                return match self.begin(level, Vec::new(), &frame)? {
                    Planned::Moves(_) => Ok(()),
                    Planned::None(why) => {
                        let what = format!("The level cannot be finished from here: {why}.");
                        Err(self.diverged(what, Some(&seen)))
                    }
                };
            }
            // The person has restarted it, or it is another level.
            self.current = None;
            return Ok(());
        }
        let known = match &self.current {
            // The same level if its goal is the same, whatever happened on the board.
            Some(current) if current.level.to_text() == level.to_text() => current.moves.clone(),
            _ => Vec::new(),
        };
        self.go_on_from(level, &known, &frame)
    }

    /// A level that is not at its start although this run has not played in it.
    pub(super) fn take_begun(&mut self, level: LevelRef, frame: &Frame) -> Step<Option<String>> {
        self.go_on_from(level, &[], frame).map(|()| None)
    }

    fn go_on_from(&mut self, level: LevelRef, known: &[Move], frame: &Frame) -> Step<()> {
        let Some(seen) = frame.playing().cloned() else {
            return Err(self.not_as_simulated(frame));
        };
        let why = match self.moves_to(&level, known, &seen) {
            Some(made) => {
                let text = format!("the screen shows the board after {} moves", made.len());
                self.note(Kind::Plan, text);
                match self.begin(level.clone(), made, frame)? {
                    Planned::Moves(_) => return Ok(()),
                    Planned::None(why) => {
                        format!("The level cannot be finished from here: {why}.")
                    }
                }
            }
            None => "It is not known which moves lead to what the screen shows.".to_owned(),
        };
        self.go_back(level, known, why)
    }

    /// Moves from the level's start to what is seen: a part of the plan, the plan and one move
    /// beside it, or what the game itself makes of it.
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
            // One move changes few cells; boards further away are not one move away.
            let near = differences(position.as_ref(), seen).is_some_and(|cells| cells.len() <= 8);
            if near && tries < MOST_TRIES {
                for mv in position.legal_moves(MOST_TRIES - tries) {
                    tries += 1;
                    let mut after = position.boxed_clone();
                    if after.apply(&mv).is_ok() && shows(after.as_ref(), seen) {
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

    /// Back to where the plan still holds.
    fn go_back(&mut self, level: LevelRef, known: &[Move], why: String) -> Step<()> {
        let restart = self.controls.control("restart").cloned();
        let (input, most) = match (self.controls.undo.clone(), restart) {
            (Some(undo), _) => (undo, known.len() + 64),
            (None, Some(restart)) => (restart, 4),
            (None, None) => {
                let what = format!(
                    "{why} The profile knows no way to take moves back: take them back in the \
                     game, or restart the level, then plan again."
                );
                return Err(self.told(what));
            }
        };
        for _ in 0..most {
            self.checkpoint()?;
            self.undo(&input)?;
            let limit = self.pace.longest_timeout() * 4;
            let (frame, _) = self.settled(self.pace.settle(), limit)?;
            let Some(seen) = frame.playing().cloned() else {
                continue;
            };
            if shows(level.start().as_ref(), &seen) {
                self.current = None;
                return Ok(());
            }
            if let Some(made) = self.prefix(level.as_ref(), known, &seen)
                && let Planned::Moves(_) = self.begin(level.clone(), made, &frame)?
            {
                return Ok(());
            }
        }
        let what = format!("{why} Taking moves back did not help either.");
        Err(self.told(what))
    }

    fn undo(&mut self, input: &Input) -> Step<()> {
        // Whether it had an effect is seen by the board that is read next.
        self.send(input).map(|_| ())
    }

    /// How much of the plan the screen shows.
    fn prefix(&self, level: &dyn Level, known: &[Move], seen: &ScreenReading) -> Option<Vec<Move>> {
        (0..=known.len()).rev().find_map(|made| {
            let moves = known.get(..made)?;
            let position = play(level, moves).ok()?;
            shows(position.as_ref(), seen).then(|| moves.to_vec())
        })
    }

    fn told(&mut self, what: String) -> Break {
        let seen = self.last.as_ref().and_then(|frame| frame.seen.clone().ok());
        self.diverged(what, seen.as_deref())
    }
}
