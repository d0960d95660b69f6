//! Windows of the game's own that take the focus from it: a congratulation, a question for another game.

use std::time::Duration;

use crate::desktop::{Bounds, WindowInfo};
use crate::event::{Frame, Pause};
use crate::game::Position;
use crate::log::Kind;
use crate::vision::{Chord, ImageRect};

use super::super::eye::compare::{shows, shows_unless_hidden};
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
            if !self.has_won_behind(&dialog)? {
                return Err(Break::Pause(Pause::FocusLost { to }));
            }
            let text = format!("the game opened its own window ‘{}’", dialog.title);
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

    /// Whether the window behind shows the end of the plan, whose last moves a game may make by itself; once the last
    /// move was sent, as far as it can be seen, or no board any more. All moves count as made then.
    fn has_won_behind(&mut self, dialog: &WindowInfo) -> Step<bool> {
        let Some(level) = &self.level else {
            return Ok(false);
        };
        if level.steps_left() == 0 {
            return Ok(level.position.is_solved());
        }
        let is_last = level.steps_left() == 1 && level.is_next_sent();
        let Some(end) = level.end().filter(|end| end.is_solved()) else {
            return Ok(false);
        };
        let deadline = self.site.now() + self.eye.patience();
        loop {
            let frame = self.eye.glance(&mut self.site)?;
            let is_late = self.site.now() >= deadline;
            let is_end = match frame.playing() {
                Some(seen) if shows(end.as_ref(), seen) => true,
                Some(_) => is_last && is_late && self.shows_beside(end.as_ref(), &frame, dialog)?,
                // What lies over the board may hide all of it.
                None => is_last && is_late,
            };
            if is_end {
                self.all_moves_made()?;
                return Ok(true);
            }
            if is_late {
                return Ok(false);
            }
            self.site.check_person()?;
            self.site.sleep(Duration::from_millis(20));
        }
    }

    /// Takes all moves that are left over into the simulation.
    fn all_moves_made(&mut self) -> Step<()> {
        while let Some(next) = self.level.as_ref().and_then(|level| level.next_move()) {
            let (mv, after) = next?;
            self.move_made(&mv, after);
        }
        Ok(())
    }

    /// Whether cells that are clear and not under a dialog show a position. A picture of a window may show what lies
    /// over it, and what has won may look like nothing that was seen before.
    fn shows_beside(
        &mut self,
        position: &dyn Position,
        frame: &Frame,
        dialog: &WindowInfo,
    ) -> Step<bool> {
        let (Some(seen), Some(game)) = (frame.playing(), self.site.target()?) else {
            return Ok(false);
        };
        let hidden = place_in(&game, frame.picture.dimensions(), dialog.client);
        let profile = &self.config.profile;
        let is_hidden = |board: &str, cell| {
            let rect = seen.cell_rect(profile, board, cell);
            rect.is_some_and(|rect| rect.overlaps(&hidden))
        };
        Ok(shows_unless_hidden(position, seen, is_hidden))
    }

    /// Presses a key in a window of the game's own, and waits until it is gone.
    fn close(&mut self, dialog: &WindowInfo, key: Chord) -> Step<()> {
        let text = format!("the window ‘{}’ is closed by ‘{key}’", dialog.title);
        self.site.note(Kind::Sent, text);
        let hold = self.hand.hold();
        let held = self.site.hold_in(dialog.id, key)?;
        held.site.sleep(hold);
        drop(held);
        let deadline = self.site.now() + CLOSING;
        while self.site.is_open(dialog.id)? && self.site.now() < deadline {
            self.site.check_person()?;
            self.site.sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

/// Where a part of the desktop lies in a window's picture of this size.
fn place_in(window: &WindowInfo, (width, height): (u32, u32), part: Bounds) -> ImageRect {
    let client = window.client;
    let across = width as f32 / client.width.max(1) as f32;
    let down = height as f32 / client.height.max(1) as f32;
    ImageRect {
        x: (part.x - client.x) as f32 * across,
        y: (part.y - client.y) as f32 * down,
        width: part.width as f32 * across,
        height: part.height as f32 * down,
    }
}
