//! The end of a level. A plan that is entered first and started then is read back before its start,
//! started by the game's own control, and its end must be the one that was simulated.

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

/// How often a plan is started that the game takes back before its end is seen.
const STARTS: u32 = 3;
/// Longest wait at an end that is not as simulated: it may still be drawn.
const DRAWING: Duration = Duration::from_secs(1);
/// The wait for the whole plan to show, in waits for a picture to settle.
const PATIENCE: u32 = 4;

/// How a plan that was started ended.
enum End {
    /// As simulated.
    AsPlanned,
    /// The game is back before the start.
    Back,
}

impl Run {
    /// Starts the plan that was entered, if the game has to be told to, and waits for its end.
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

    /// Reads back what was entered, and starts it.
    fn start_plan(&mut self, finish: &Finish, position: &dyn Position) -> Step<()> {
        self.site.checkpoint()?;
        let patience = self.eye.patience() * PATIENCE;
        let mut deadline = self.site.now() + patience;
        // Up to which cell of a list that is longer than what is seen of it.
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
                // Its end went by unseen if another level is shown.
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

    /// Whether a reading is that of another level than the one in hand, at its start.
    fn is_another_level(&self, seen: &ScreenReading) -> bool {
        let (Ok(shown), Some(own)) = (self.game.level_from_reading(&seen.reading), &self.level)
        else {
            return false;
        };
        own.level.identity() != shown.identity() && shows(shown.start().as_ref(), seen)
    }

    /// Counts the level in hand as solved.
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
            // There is nothing to count, but there may be a next level.
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

/// Returns whether a frame shows that a plan ended as simulated.
pub(super) fn ends_as_planned(finish: &Finish, frame: &Frame) -> bool {
    let seen = frame.seen.as_ref();
    seen.is_ok_and(|seen| seen.phase == WON_PHASE)
        || ended(frame).is_some_and(|seen| is_shown(&finish.shown, seen))
}

/// The reading of a frame that shows the end of a plan.
fn ended(frame: &Frame) -> Option<&ScreenReading> {
    let seen = frame.seen.as_deref().ok()?;
    (seen.phase == ENDED_PHASE).then_some(seen)
}

/// Whether boards show what they should, as far as they can be seen: a message may cover some cells.
/// Boards that the profile does not read do not count.
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

/// Why the run is left when a plan ended, but not as simulated.
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
