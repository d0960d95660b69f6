//! State of the window as the reason for a wait, and the wait for a window that has lost the focus.

use std::time::Duration;

use crate::event::PauseReason;
use crate::game::words;
use crate::log::LogKind;
use crate::player::{Break, Flow};

use super::super::observer::compare::shows_except_uncertain;
use super::PlayLoop;

/// Time without a changed pixel after which a window counts as frozen.
const FREEZE_TIME: Duration = Duration::from_secs(1);

impl PlayLoop {
    /// Replaces an interruption by the state of the window that caused it, if any: minimised or closed for one about
    /// the focus or the picture, resized for one about the picture, frozen for inputs without effect.
    pub(super) fn with_cause(&mut self, interrupt: Break) -> Break {
        let (is_about_focus, is_about_picture) = match &interrupt {
            Break::Diverged(_) => (false, true),
            Break::Pause(pause) => (pause.is_about_focus(), pause.is_about_picture()),
            Break::Stop | Break::Fail(_) => (false, false),
        };
        if matches!(interrupt, Break::Pause(PauseReason::WindowGone)) {
            // Another window may have another size.
            self.read_size = None;
        }
        if !is_about_focus && !is_about_picture {
            return interrupt;
        }
        match self.ctx.target() {
            Ok(Some(window)) if window.minimised => return Break::Pause(PauseReason::Minimised),
            Ok(Some(_)) if is_about_picture => {}
            Ok(None) => {
                self.read_size = None;
                return Break::Pause(PauseReason::WindowGone);
            }
            Ok(Some(_)) | Err(_) => return interrupt,
        }
        let to = self.observer.picture().map(|picture| picture.dimensions());
        if let (Some(from), Some(to)) = (self.read_size, to)
            && from != to
        {
            // Reported once: after a resumption at the new size, other causes matter.
            self.read_size = Some(to);
            return Break::Pause(PauseReason::Resized { from, to });
        }
        let (key, times, input) = match &interrupt {
            Break::Pause(PauseReason::NoReaction { key, times }) => {
                (Some(*key), *times, format!("‘{key}’"))
            }
            Break::Pause(PauseReason::NoClickReaction { cell, times }) => {
                (None, *times, format!("a click at {cell}"))
            }
            _ => return interrupt,
        };
        match self.actuator.has_worked(key) && self.observer.undrawn_for() >= FREEZE_TIME {
            true => Break::Pause(PauseReason::Frozen { input, times }),
            false => interrupt,
        }
    }

    /// Waits, at most as long as configured, until the target is in front again and shows the level as simulated, or
    /// the user resumes the run. If it is in front but different by then, [`PlayLoop::resync`] handles it. Returns the
    /// pause `why` if it does not come to the front or waiting is not configured.
    pub(super) fn await_focus(&mut self, why: PauseReason) -> Flow<()> {
        let Some(limit) = self.config.wait_for_focus else {
            return Err(Break::Pause(why));
        };
        let since = self.ctx.now();
        self.note_with_picture(LogKind::Paused, why.to_string());
        let what = format!(
            "The window lost the focus. Waiting up to {} until it is in front again",
            words::time(limit)
        );
        self.ctx.notify_preparing(&what);
        loop {
            let is_in_front = self.ctx.is_in_front()?;
            let waited = self.ctx.now().saturating_sub(since);
            let is_late = waited >= limit;
            if is_in_front && (is_late || self.is_as_simulated()?) {
                self.ctx
                    .note(LogKind::Command, "the window is in front again");
                self.resume(waited);
                return Ok(());
            }
            if is_late {
                return Err(Break::Pause(why));
            }
            // Waits briefly.
            if self.ctx.poll_resume()? {
                self.resume(waited);
                return Ok(());
            }
        }
    }

    /// Returns whether the window shows the level as simulated. Also true if there is nothing to compare with: no
    /// level, a started plan, or an input that was sent and whose effect has not been seen.
    fn is_as_simulated(&mut self) -> Flow<bool> {
        let frame = self.observer.capture_once(&mut self.ctx)?;
        let level = self.level.as_ref();
        let Some(level) = level.filter(|it| !it.is_next_attempted && !it.started) else {
            return Ok(true);
        };
        let position = level.position.as_ref();
        let screen = frame.playing();
        Ok(screen.is_some_and(|screen| shows_except_uncertain(position, position, screen)))
    }
}
