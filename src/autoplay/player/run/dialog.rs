//! Dialogs of the game that take the focus: a congratulation, or a question for another game. The main loop
//! ([`super::drive`]) calls [`PlayLoop::handle_dialog`] whenever another window has the focus.

use std::sync::Arc;
use std::time::Duration;

use crate::desktop::WindowInfo;
use crate::event::PauseReason;
use crate::game::words;
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::vision::Chord;

use super::super::observer::compare::{certain_differences, have_same_display, shows, shows_end};
use super::PlayLoop;
use super::finish::ends_as_planned;

/// Limit of dialogs closed for one level. Games show a congratulation, high scores and a question at most.
const MAX_DIALOGS: u32 = 3;
/// Longest wait for a dialog to close after its key.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// Time between two checks of the windows.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl PlayLoop {
    /// Handles a dialog of the game that has the focus. After the last move it means that the level is won, and is
    /// closed with the profile's key. Otherwise, or without a key, the run pauses. `to` is the title of the window that
    /// has the focus, if any. Returns why the run ends, if it does; `None` to go on with the next level.
    pub(super) fn handle_dialog(&mut self, to: Option<String>) -> Flow<Option<String>> {
        let Some(dialog) = self.ctx.own_dialog()? else {
            return Err(Break::Pause(PauseReason::FocusLost { to }));
        };
        if self.level.is_some() {
            let text = format!("the game opened its own window ‘{}’", dialog.title);
            if let Err(why) = self.check_behind_dialog()? {
                let (_, desktop) = self.ctx.target_and_desktop();
                let picture = desktop.capture(dialog.id).ok().map(Arc::new);
                self.ctx.note_with_picture(LogKind::Paused, text, picture);
                let title = dialog.title;
                return Err(Break::Pause(PauseReason::EndedByDialog { title, why }));
            }
            self.ctx.note(LogKind::Confirmed, text);
            self.finish_level();
        }
        let end = self.all_solved().or_else(|| self.is_last());
        if end.is_some() {
            return Ok(end);
        }
        let key = self.actuator.controls.dialog;
        match key.filter(|_| self.dialogs < MAX_DIALOGS) {
            Some(key) => {
                self.dialogs += 1;
                self.close_dialog(&dialog, key)?;
                Ok(None)
            }
            None => Err(Break::Pause(PauseReason::Dialog {
                title: dialog.title,
            })),
        }
    }

    /// Checks whether the level is won although a dialog has the focus: all inputs of the plan were sent, and the
    /// window behind or, if that is hidden, the last reading before it shows the end. Moves the game makes by itself
    /// count once their effect is certain. If so, all moves are taken as made. The error says when the dialog came, for
    /// the user: a clause such as "after 3 of 5 moves".
    fn check_behind_dialog(&mut self) -> Flow<Result<(), String>> {
        let Some(level) = &self.level else {
            return Ok(Ok(()));
        };
        let (made, all) = (level.done, level.moves.len());
        let after_moves = format!("after {made} of {}", words::count(all, "moves"));
        let Some(end) = level.end().filter(|end| end.is_solved()) else {
            return Ok(Err(after_moves));
        };
        let is_sent = level.is_all_sent();
        let launch = end.launch();
        if level.steps_left() == 0 && launch.is_none() {
            // Every move was confirmed before the dialog came.
            return Ok(Ok(()));
        }
        let position = level.position.boxed_clone();
        let last = self.observer.last_boards();
        let deadline = self.ctx.now() + self.observer.patience;
        let frame = loop {
            let frame = self.observer.capture_once(&mut self.ctx)?;
            let is_late = self.ctx.now() >= deadline;
            let is_end = match (&launch, frame.playing()) {
                (Some(launch), _) => is_sent && ends_as_planned(launch, &frame),
                // A move that does not change the board is not confirmed by it.
                (None, Some(screen))
                    if shows(end.as_ref(), screen)
                        && (is_sent || !have_same_display(end.as_ref(), position.as_ref())) =>
                {
                    true
                }
                // The window may still draw the end, so its last boards count only at the deadline.
                (None, screen) => {
                    let earlier = (self.observer.before_input(), last.as_deref());
                    is_sent && is_late && shows_end(end.as_ref(), screen, earlier)
                }
            };
            if is_end {
                while let Some(next) = self.level.as_ref().and_then(|level| level.next_move()) {
                    let (mv, after) = next?;
                    self.complete_move(&mv, after);
                }
                return Ok(Ok(()));
            }
            if is_late {
                break frame;
            }
            self.ctx.check_user()?;
            self.ctx.sleep(POLL_INTERVAL);
        };
        if !is_sent {
            return Ok(Err(after_moves));
        }
        let screen = frame.playing().or(last.as_deref());
        let wrong = screen.and_then(|screen| certain_differences(end.as_ref(), screen));
        let wrong = wrong.and_then(|wrong| wrong.into_iter().next());
        Ok(Err(match wrong {
            Some((board, cell)) => format!(
                "after the last move, but {cell} does not show ‘{}’, as it should",
                end.style(&board, cell).on_screen()
            ),
            None => "after the last move, but the end of the plan was not seen".to_owned(),
        }))
    }

    /// Presses a key in a dialog of the game, and waits until it is closed.
    fn close_dialog(&mut self, dialog: &WindowInfo, key: Chord) -> Flow<()> {
        let text = format!("the window ‘{}’ is closed by ‘{key}’", dialog.title);
        self.ctx.note(LogKind::Sent, text);
        let hold = self.actuator.pace.hold();
        let guard = self.ctx.hold_in(dialog.id, key)?;
        guard.ctx.sleep(hold);
        drop(guard);
        let deadline = self.ctx.now() + CLOSE_TIMEOUT;
        while self.ctx.is_open(dialog.id)? && self.ctx.now() < deadline {
            self.ctx.check_user()?;
            self.ctx.sleep(POLL_INTERVAL);
        }
        Ok(())
    }
}
