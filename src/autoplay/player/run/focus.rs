//! Automatic wait for a window that has lost the focus.

use crate::event::{Frame, Pause};
use crate::game::words;
use crate::log::Kind;

use super::super::eye::compare::shows_where_clear;
use super::super::interrupt::{Break, Step};
use super::Run;

impl Run {
    /// Waits, at most as long as configured, until the target is in front again and shows the level as simulated. If it
    /// is in front but different by then, the following check handles it.
    ///
    /// # Errors
    /// The pause `why`, if the window does not come to the front or waiting is not configured.
    pub(super) fn await_focus(&mut self, why: Pause) -> Step<()> {
        let Some(limit) = self.config.wait_for_focus else {
            return Err(Break::Pause(why));
        };
        let since = self.site.now();
        self.note_with_picture(Kind::Paused, why.to_string());
        let what = format!(
            "The window lost the focus. Waiting up to {} until it is in front again",
            words::time(limit)
        );
        self.site.tell_preparing(&what);
        loop {
            let is_in_front = self.site.is_in_front()?;
            let waited = self.site.now().saturating_sub(since);
            let is_late = waited >= limit;
            if is_in_front && (is_late || self.is_as_simulated()?) {
                self.site
                    .note(Kind::Command, "the window is in front again");
                self.take_up_again(waited);
                return Ok(());
            }
            if is_late {
                return Err(Break::Pause(why));
            }
            if self.site.has_resume_command()? {
                self.take_up_again(waited);
                return Ok(());
            }
        }
    }

    /// Returns whether the window shows the current level as simulated. Also returns true if an input of the next move
    /// was sent, as its effect is unknown then.
    fn is_as_simulated(&mut self) -> Step<bool> {
        let frame = self.eye.glance(&mut self.site)?;
        let Some(level) = self.level.as_ref().filter(|level| !level.is_next_begun()) else {
            return Ok(true);
        };
        let here = level.position.as_ref();
        let seen = Frame::playing(&frame);
        Ok(level.started || seen.is_some_and(|seen| shows_where_clear(here, here, seen)))
    }
}
