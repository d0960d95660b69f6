//! End of a level. A plan that is entered as a whole is read back, started by the game's own control, and must end as
//! simulated.

use std::time::Duration;

use crate::event::{Event, Frame, LevelStats};
use crate::game::{Cell, Finish, Position, ShownBoard, words};
use crate::log::Kind;
use crate::vision::{ENDED_PHASE, ScreenReading, WON_PHASE};

use super::super::eye::compare::{differing_cells, shows};
use super::super::interrupt::{Break, Step};
use super::super::timing::ms;
use super::Run;
use super::moves::Goal;

/// Limit of starts of a plan that the game resets before its end is observed.
const STARTS: u32 = 3;
/// Longest wait at an end that differs from the simulation, as it may still be drawn.
const DRAWING: Duration = Duration::from_secs(1);
/// Time-out for the whole plan to show, in multiples of the time-out for a stable picture.
const PATIENCE: u32 = 4;

enum End {
    /// As simulated.
    AsPlanned,
    /// The game is back in the state before the start.
    Back,
}

impl Run {
    /// Starts an entered plan, if the game requires it, and waits for its end.
    pub(super) fn carry_out(&mut self) -> Step<()> {
        let Some(level) = &self.level else {
            return Ok(());
        };
        let Some(finish) = level.position.finish() else {
            return Ok(());
        };
        let position = level.position.boxed_clone();
        for _ in 0..STARTS {
            if !self.level.as_ref().is_some_and(|level| level.started) {
                self.start_plan(&finish, position.as_ref())?;
            }
            let end = self.await_end(&finish)?;
            if let Some(level) = &mut self.level {
                level.started = false;
            }
            match end {
                End::AsPlanned => return Ok(()),
                End::Back => {
                    let text = "the game is back at the state before the plan was started";
                    self.site.note(Kind::Lost, text);
                }
            }
        }
        let what = format!("The plan was started {STARTS} times, but never seen to finish.");
        Err(Break::Diverged(what))
    }

    /// Reads back the entered plan, and starts it.
    fn start_plan(&mut self, finish: &Finish, position: &dyn Position) -> Step<()> {
        self.site.checkpoint()?;
        let patience = self.eye.patience() * PATIENCE;
        let mut deadline = self.site.now() + patience;
        // First cell not yet read of a list that is longer than its visible part.
        let mut read = 0;
        loop {
            let (frame, stable) = self.eye.settled(&mut self.site)?;
            let seen = frame.playing().filter(|seen| shows(position, seen));
            if let Some(seen) = seen.filter(|_| stable) {
                let before = read;
                if !self.read_on(position, seen, &mut read)? {
                    break;
                }
                if read > before {
                    deadline = self.site.now() + patience;
                }
            }
            if self.site.now() >= deadline {
                return Err(self.not_as_simulated(&frame));
            }
            self.eye.nap(&mut self.site);
        }
        let text = "the whole plan is entered; starting it";
        self.site.note(Kind::Confirmed, text);
        for intent in &finish.start {
            self.perform(intent, Some(position), Goal::Started)?;
        }
        if let Some(level) = &mut self.level {
            level.started = true;
        }
        Ok(())
    }

    fn await_end(&mut self, finish: &Finish) -> Step<End> {
        self.site.tell_preparing("Watching the plan run");
        let controls = self.config.profile.controls.as_ref();
        let limit = controls.map_or(0, |controls| controls.pacing.run_timeout_ms);
        let limit = ms(limit);
        let deadline = self.site.now() + limit;
        let mut ended_since: Option<Duration> = None;
        loop {
            let (frame, stable) = self.eye.settled_within(&mut self.site, Duration::ZERO)?;
            let now = self.site.now();
            if ends_as_planned(finish, &frame) {
                return Ok(End::AsPlanned);
            }
            if let Some(seen) = ended(&frame) {
                let since = *ended_since.get_or_insert(now);
                if stable && now.saturating_sub(since) >= DRAWING {
                    return Err(ended_otherwise(finish, seen));
                }
            } else {
                ended_since = None;
            }
            if let Some(seen) = frame.playing().filter(|_| stable) {
                // If another level is shown, the end was missed.
                return Ok(if self.is_another_level(seen) {
                    End::AsPlanned
                } else {
                    End::Back
                });
            }
            if now >= deadline {
                let waited = limit.as_secs();
                let what = format!("The plan was started, but did not finish within {waited} s.");
                return Err(Break::Diverged(what));
            }
            self.eye.nap(&mut self.site);
        }
    }

    /// Returns whether a reading shows the start of another level than the current one.
    fn is_another_level(&self, seen: &ScreenReading) -> bool {
        let (Ok(shown), Some(own)) = (self.game.level_from_reading(&seen.reading), &self.level)
        else {
            return false;
        };
        own.level.identity() != shown.identity() && shows(shown.start().as_ref(), seen)
    }

    pub(super) fn finish_level(&mut self) {
        let Some(level) = self.level.take() else {
            return;
        };
        let stats = LevelStats {
            time: self.site.now().saturating_sub(level.began),
            ..level.stats(self.hand.counts())
        };
        self.past.solved = Some(level.position);
        self.past.level = Some(level.level);
        self.hand.forget_cursor_and_choice();
        if level.moves.is_empty() && stats.keys == 0 {
            // Nothing to count, but there may be a next level.
            let text = "the level shown is solved already";
            self.site.note(Kind::Solved, text);
            return;
        }
        let text = format!(
            "level {} solved: {}, {} in {}, {} missed, {} repeated",
            stats.level,
            words::count(stats.moves, "moves"),
            words::count(stats.keys, "keys"),
            words::time(stats.time),
            stats.lost,
            stats.doubled
        );
        self.note_with_picture(Kind::Solved, text);
        self.site.tell(Event::LevelDone(stats.clone()));
        self.past.done.push(stats);
    }
}

pub(super) fn ends_as_planned(finish: &Finish, frame: &Frame) -> bool {
    let seen = frame.seen.as_ref();
    seen.is_ok_and(|seen| seen.phase == WON_PHASE)
        || ended(frame).is_some_and(|seen| is_shown(&finish.shown, seen))
}

/// Reading of a frame in the phase of an ended plan.
fn ended(frame: &Frame) -> Option<&ScreenReading> {
    let seen = frame.seen.as_deref().ok()?;
    (seen.phase == ENDED_PHASE).then_some(seen)
}

/// Returns whether boards show the expected values, except in uncertain cells, which a message may cover. Boards that
/// the profile does not read are ignored.
fn is_shown(boards: &[ShownBoard], seen: &ScreenReading) -> bool {
    boards.iter().all(|board| {
        let Some(read) = seen.reading.board(board.id) else {
            return true;
        };
        let is_covered = |cell: Cell| {
            let read = read.cells.get(cell);
            read.is_some_and(|read| read.confidence < seen.doubtful_below)
        };
        differing_cells(board, seen).all(is_covered)
    })
}

/// Divergence of a plan that ended differently from the simulation.
fn ended_otherwise(finish: &Finish, seen: &ScreenReading) -> Break {
    let boards: Vec<String> = finish
        .shown
        .iter()
        .filter(|board| seen.reading.board(board.id).is_some())
        .filter_map(|board| {
            let cells: Vec<String> = differing_cells(board, seen)
                .map(|cell| cell.to_string())
                .collect();
            let all = cells.join(", ");
            (!cells.is_empty()).then(|| format!("‘{}’ differs at {all}", board.id))
        })
        .collect();
    Break::Diverged(format!(
        "The plan ran to its end, but the result differs from the simulation: {}. Either the level was misread, or the game's rules are different.",
        boards.join("; ")
    ))
}
