//! Windows of the game's own that take the focus from it: a congratulation, a question for another game.

use std::time::Duration;

use crate::desktop::WindowInfo;
use crate::event::Pause;
use crate::log::Kind;
use crate::vision::Key;

use super::super::eye::compare::shows;
use super::super::interrupt::{Break, Step};
use super::Run;

/// Windows of the game's own that are closed in a row before the person is asked.
const MOST_IN_A_ROW: u32 = 3;
/// Longest wait for such a window to be gone after its key.
const CLOSING: Duration = Duration::from_secs(3);

/// How a run goes on after the focus was lost.
pub(super) enum Past {
    /// As before.
    On,
    /// It is at its end, in a sentence.
    End(String),
}

impl Run {
    /// Goes past a window of the game's own that has the focus: after the last move it says that the level is won, and
    /// is closed with the profile's key.
    ///
    /// # Errors
    /// The pause it was, where it is no such window or the profile has no key for it.
    pub(super) fn past_dialog(&mut self, to: Option<String>) -> Step<Past> {
        let Some(dialog) = self.site.own_dialog()? else {
            return Err(Break::Pause(Pause::FocusLost { to }));
        };
        if self.level.is_some() {
            if !self.has_won_behind()? {
                return Err(Break::Pause(Pause::FocusLost { to }));
            }
            let text = format!("the game's own window ‘{}’ came up", dialog.title);
            self.site.note(Kind::Confirmed, text);
            self.finish_level();
        }
        if let Some(text) = self.all_solved().or_else(|| self.is_last()) {
            return Ok(Past::End(text));
        }
        let controls = self.config.profile.controls.as_ref();
        let key = controls.and_then(|controls| controls.dialog);
        match key.filter(|_| self.dialogs < MOST_IN_A_ROW) {
            Some(key) => {
                self.dialogs += 1;
                self.close(&dialog, key)?;
                Ok(Past::On)
            }
            None => Err(Break::Pause(Pause::Dialog {
                title: dialog.title,
            })),
        }
    }

    /// Whether the last move was sent, and the window behind shows its end or no board any more; the move counts as made
    /// then.
    fn has_won_behind(&mut self) -> Step<bool> {
        let Some(level) = &self.level else {
            return Ok(false);
        };
        if level.steps_left() == 0 {
            return Ok(level.position.is_solved());
        }
        let was_sent = level.attempted == Some(level.made);
        let Some((mv, after)) = level.next_move().transpose()? else {
            return Ok(false);
        };
        if level.steps_left() > 1 || !was_sent || !after.is_solved() {
            return Ok(false);
        }
        let deadline = self.site.now() + self.eye.patience();
        loop {
            let frame = self.eye.glance(&mut self.site)?;
            let is_end = match frame.playing() {
                Some(seen) => shows(after.as_ref(), seen),
                // What lies over the board may hide it.
                None => self.site.now() >= deadline,
            };
            if is_end {
                self.move_made(&mv, after);
                return Ok(true);
            }
            if self.site.now() >= deadline {
                return Ok(false);
            }
            self.site.check_person()?;
            self.site.sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key in a window of the game's own, and waits until it is gone.
    fn close(&mut self, dialog: &WindowInfo, key: Key) -> Step<()> {
        let text = format!("the window ‘{}’ is closed by ‘{key}’", dialog.title);
        self.site.note(Kind::Sent, text);
        let hold = self.hand.hold();
        self.site.tap_in(dialog.id, key, hold)?;
        let deadline = self.site.now() + CLOSING;
        while self.site.is_open(dialog.id)? && self.site.now() < deadline {
            self.site.check_person()?;
            self.site.sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}
