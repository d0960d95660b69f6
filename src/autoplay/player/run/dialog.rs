//! Dialogs of the game that take the focus: a congratulation, or a question for another game.

use std::sync::Arc;
use std::time::Duration;

use crate::desktop::WindowInfo;
use crate::event::Pause;
use crate::game::words;
use crate::log::Kind;
use crate::vision::Chord;

use super::super::eye::compare::{clear_differences, look_alike, reads_as_end, shows};
use super::super::interrupt::{Break, Step};
use super::Run;
use super::finish::ends_as_planned;

const MOST_IN_A_ROW: u32 = 3;
const CLOSING: Duration = Duration::from_secs(3);

/// Outcome of a loss of focus.
pub(super) enum Past {
    /// Continue.
    On,
    /// The run has ended; with a sentence.
    End(String),
}

impl Run {
    /// Handles a dialog of the game that has the focus. After the last move it means that the level is won, and is
    /// closed with the profile's key.
    ///
    /// # Errors
    /// A pause, if there is no such dialog, it came too early, or the profile has no key for it.
    pub(super) fn past_dialog(&mut self, to: Option<String>) -> Step<Past> {
        let Some(dialog) = self.site.own_dialog()? else {
            return Err(Break::Pause(Pause::FocusLost { to }));
        };
        if self.level.is_some() {
            if let Err(why) = self.has_won_behind()? {
                let text = format!("the game opened its own window ‘{}’", dialog.title);
                let (_, world) = self.site.window_and_world();
                let picture = world.capture(dialog.id).ok().map(Arc::new);
                self.site.note_with_picture(Kind::Paused, text, picture);
                let title = dialog.title;
                return Err(Break::Pause(Pause::EndedByDialog { title, why }));
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

    /// Returns whether the level is won although a dialog has the focus: all inputs of the plan were sent, and the
    /// window behind or, if that is hidden, the last reading before it shows the end. Moves the game makes by itself
    /// count once their effect is certain. If so, all moves are taken as made. The error says when the dialog came, for
    /// the user.
    fn has_won_behind(&mut self) -> Step<Result<(), String>> {
        let Some(level) = &self.level else {
            return Ok(Ok(()));
        };
        let (made, all) = (level.made, level.moves.len());
        let after_moves = format!("after {made} of {}", words::count(all, "moves"));
        let Some(end) = level.end().filter(|end| end.is_solved()) else {
            return Ok(Err(after_moves));
        };
        let is_sent = level.is_all_sent();
        let finish = end.finish();
        if level.steps_left() == 0 && finish.is_none() {
            return Ok(Ok(()));
        }
        let before = level.position.boxed_clone();
        let last = self.eye.last_boards();
        let deadline = self.site.now() + self.eye.patience();
        let frame = loop {
            let frame = self.eye.glance(&mut self.site)?;
            let is_late = self.site.now() >= deadline;
            let is_end = match (&finish, frame.playing()) {
                (Some(finish), _) => is_sent && ends_as_planned(finish, &frame),
                // A move that does not change the board is not confirmed by it.
                (None, Some(seen))
                    if shows(end.as_ref(), seen)
                        && (is_sent || !look_alike(end.as_ref(), before.as_ref())) =>
                {
                    true
                }
                (None, seen) => {
                    let past = (self.eye.before_input(), last.as_deref());
                    is_sent && is_late && reads_as_end(end.as_ref(), seen, past)
                }
            };
            if is_end {
                self.all_moves_made()?;
                return Ok(Ok(()));
            }
            if is_late {
                break frame;
            }
            self.site.check_person()?;
            self.site.sleep(Duration::from_millis(20));
        };
        if !is_sent {
            return Ok(Err(after_moves));
        }
        let seen = frame.playing().or(last.as_deref());
        let wrong = seen.and_then(|seen| clear_differences(end.as_ref(), seen));
        let wrong = wrong.and_then(|wrong| wrong.into_iter().next());
        Ok(Err(match wrong {
            Some((board, cell)) => format!(
                "after the last move, but {cell} does not show ‘{}’, as it should",
                end.look(&board, cell).on_screen()
            ),
            None => "after the last move, but the end of the plan was not seen".to_owned(),
        }))
    }

    fn all_moves_made(&mut self) -> Step<()> {
        while let Some(next) = self.level.as_ref().and_then(|level| level.next_move()) {
            let (mv, after) = next?;
            self.move_made(&mv, after);
        }
        Ok(())
    }

    /// Presses a key in a dialog of the game, and waits until it is closed.
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
