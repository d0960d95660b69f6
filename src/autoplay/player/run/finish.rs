//! End of a level. A plan entered as a whole is read back, started, and must end as simulated.

use std::time::Duration;

use crate::event::{Observation, PlayEvent};
use crate::game::{ExpectedBoard, Launch, Position, words};
use crate::log::LogKind;
use crate::player::{Break, Flow, ms};
use crate::vision::{ENDED_PHASE, ScreenReading, WON_PHASE};

use super::super::observer::compare::{differing_cells, is_uncertain, shows};
use super::PlayLoop;
use super::moves::MoveGoal;

/// Limit of starts of a plan that the game resets before its end is observed.
const MAX_STARTS: u32 = 3;
/// Longest wait at an end that differs from the simulation, as it may still be drawn.
const END_DRAW_WAIT: Duration = Duration::from_secs(1);
/// Time-out for the whole plan to show, in multiples of the time-out for a stable picture.
const PLAN_PATIENCE: u32 = 4;

impl PlayLoop {
    /// Starts an entered plan, if the game requires it, and waits for its end.
    pub(super) fn run_plan(&mut self) -> Flow<()> {
        let Some(level) = &self.level else {
            return Ok(());
        };
        let Some(launch) = level.position.launch() else {
            return Ok(());
        };
        let position = level.position.boxed_clone();
        for _ in 0..MAX_STARTS {
            if !self.level.as_ref().is_some_and(|level| level.started) {
                self.start_plan(&launch, position.as_ref())?;
            }
            let is_done = self.await_end(&launch)?;
            if let Some(level) = &mut self.level {
                level.started = false;
            }
            if is_done {
                return Ok(());
            }
            let text = "the game is back at the state before the plan was started";
            self.ctx.note(LogKind::Lost, text);
        }
        let what = format!("The plan was started {MAX_STARTS} times, but never seen to finish.");
        Err(Break::Diverged(what))
    }

    /// Reads back the entered plan, and starts it.
    fn start_plan(&mut self, launch: &Launch, position: &dyn Position) -> Flow<()> {
        self.ctx.checkpoint()?;
        let patience = self.observer.patience * PLAN_PATIENCE;
        let mut deadline = self.ctx.now() + patience;
        // First cell not yet read of a list that is longer than its visible part.
        let mut read_up_to = 0;
        loop {
            let (frame, stable) = self.observer.wait_until_stable(&mut self.ctx)?;
            let screen = frame.playing().filter(|screen| shows(position, screen));
            if let Some(screen) = screen.filter(|_| stable) {
                let before = read_up_to;
                if !self.scroll_on(position, screen, &mut read_up_to)? {
                    break;
                }
                if read_up_to > before {
                    deadline = self.ctx.now() + patience;
                }
            }
            if self.ctx.now() >= deadline {
                return Err(self.mismatch(&frame));
            }
            self.observer.wait_poll(&mut self.ctx);
        }
        let text = "the whole plan is entered; starting it";
        self.ctx.note(LogKind::Confirmed, text);
        for intent in &launch.intents {
            self.perform(intent, Some(position), MoveGoal::Started)?;
        }
        if let Some(level) = &mut self.level {
            level.started = true;
        }
        Ok(())
    }

    /// Waits for the end of the plan. Returns whether it was reached, as simulated or because another level is shown;
    /// otherwise the game is back before the start.
    fn await_end(&mut self, launch: &Launch) -> Flow<bool> {
        self.ctx.notify_preparing("Watching the plan run");
        let limit = ms(self.actuator.controls.pacing.run_timeout_ms);
        let deadline = self.ctx.now() + limit;
        let mut ended_since: Option<Duration> = None;
        loop {
            // No wait, as the screen changes while the plan runs.
            let (frame, stable) = self.observer.stable_within(&mut self.ctx, Duration::ZERO)?;
            let now = self.ctx.now();
            if ends_as_planned(launch, &frame) {
                return Ok(true);
            }
            if let Some(screen) = ended_screen(&frame) {
                let since = *ended_since.get_or_insert(now);
                if stable && now.saturating_sub(since) >= END_DRAW_WAIT {
                    return Err(wrong_end(launch, screen));
                }
            } else {
                ended_since = None;
            }
            if let Some(screen) = frame.playing().filter(|_| stable) {
                // If another level is shown, the end was missed.
                let shown = self.level_at_start(screen).zip(self.level.as_ref());
                return Ok(shown.is_some_and(|(it, own)| own.level.identity() != it.identity()));
            }
            if now >= deadline {
                let waited = limit.as_secs();
                let what = format!("The plan was started, but did not finish within {waited} s.");
                return Err(Break::Diverged(what));
            }
            self.observer.wait_poll(&mut self.ctx);
        }
    }

    pub(super) fn finish_level(&mut self) {
        // Includes the input that started the plan.
        self.notify_counts();
        let Some(level) = self.level.take() else {
            return;
        };
        let stats = level.stats(self.actuator.counts, self.ctx.now());
        self.past.solved = Some(level.position);
        self.past.level = Some(level.level);
        self.actuator.forget_cursor_and_choice();
        if level.moves.is_empty() && stats.keys == 0 {
            // Nothing to count, but there may be a next level.
            self.ctx
                .note(LogKind::Solved, "the level shown is solved already");
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
        self.note_with_picture(LogKind::Solved, text);
        self.ctx.notify(PlayEvent::LevelDone(stats.clone()));
        self.past.done.push(stats);
    }
}

pub(super) fn ends_as_planned(launch: &Launch, frame: &Observation) -> bool {
    let screen = frame.screen.as_ref();
    screen.is_ok_and(|screen| screen.phase == WON_PHASE)
        || ended_screen(frame).is_some_and(|screen| shows_boards(&launch.after, screen))
}

/// Reading of a frame in the phase of an ended plan.
fn ended_screen(frame: &Observation) -> Option<&ScreenReading> {
    let screen = frame.screen.as_deref().ok()?;
    (screen.phase == ENDED_PHASE).then_some(screen)
}

/// Returns whether the boards that the profile reads are as expected, except in uncertain cells.
fn shows_boards(boards: &[ExpectedBoard], screen: &ScreenReading) -> bool {
    let is_read = |board: &&ExpectedBoard| screen.reading.board(board.id).is_some();
    let mut boards = boards.iter().filter(is_read);
    boards.all(|board| {
        differing_cells(board, screen).all(|cell| is_uncertain(screen, board.id, cell))
    })
}

/// Divergence of a plan that ended differently from the simulation.
fn wrong_end(launch: &Launch, screen: &ScreenReading) -> Break {
    let is_read = |board: &&ExpectedBoard| screen.reading.board(board.id).is_some();
    let boards = launch.after.iter().filter(is_read).filter_map(|board| {
        let cells = differing_cells(board, screen).map(|cell| cell.to_string());
        let cells: Vec<_> = cells.collect();
        let all = cells.join(", ");
        (!cells.is_empty()).then(|| format!("‘{}’ differs at {all}", board.id))
    });
    let boards: Vec<_> = boards.collect();
    Break::Diverged(format!(
        "The plan ran to its end, but the result differs from the simulation: {}. Either the level was misread, or the game's rules are different.",
        boards.join("; ")
    ))
}
