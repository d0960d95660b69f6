//! Automatic wait for a window that has lost the focus.

use crate::event::{Observation, PauseReason};
use crate::game::words;
use crate::log::LogKind;

use super::super::interrupt::{Break, Flow};
use super::super::observer::compare::shows_except_uncertain;
use super::PlayLoop;

impl PlayLoop {
    /// Waits, at most as long as configured, until the target is in front again and shows the level as simulated. If it
    /// is in front but different by then, the following check handles it.
    ///
    /// # Errors
    /// The pause `why`, if the window does not come to the front or waiting is not configured.
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
            if self.ctx.has_resume_command()? {
                self.resume(waited);
                return Ok(());
            }
        }
    }

    /// Returns whether the window shows the current level as simulated. Also returns true if an input of the next move
    /// was sent, as its effect is unknown then.
    fn is_as_simulated(&mut self) -> Flow<bool> {
        let frame = self.observer.capture_once(&mut self.ctx)?;
        let Some(level) = self
            .level
            .as_ref()
            .filter(|level| !level.is_next_attempted())
        else {
            return Ok(true);
        };
        let position = level.position.as_ref();
        let screen = Observation::playing(&frame);
        Ok(level.started
            || screen.is_some_and(|screen| shows_except_uncertain(position, position, screen)))
    }
}
