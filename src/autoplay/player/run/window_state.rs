//! State of the window as the reason for a wait, in place of an unreadable picture or a missing reaction.

use std::time::Duration;

use crate::event::PauseReason;

use super::super::interrupt::Break;
use super::PlayLoop;

/// Time without a changed pixel after which a window counts as frozen.
const FREEZE_TIME: Duration = Duration::from_secs(1);

impl PlayLoop {
    /// Replaces an interruption by the state of the window, if that explains it.
    pub(super) fn explain(&mut self, interrupt: Break) -> Break {
        let pause = match &interrupt {
            Break::Diverged(_) => None,
            Break::Pause(PauseReason::WindowGone) => {
                // Another window may have another size.
                self.read_at = None;
                return interrupt;
            }
            Break::Pause(pause) => Some(pause),
            Break::Stop | Break::Fail(_) => return interrupt,
        };
        let is_about_focus = matches!(
            pause,
            Some(PauseReason::FocusLost { .. } | PauseReason::NoFocus)
        );
        let is_about_picture = match pause {
            None => true,
            Some(pause) => matches!(
                pause.kind(),
                "unreadable" | "doubtful" | "no_effect" | "no_picture" | "no_level"
            ),
        };
        if !is_about_focus && !is_about_picture {
            return interrupt;
        }
        match self.ctx.target() {
            Ok(Some(window)) if window.minimised => return Break::Pause(PauseReason::Minimised),
            Ok(Some(_)) if is_about_picture => {}
            Ok(None) => {
                self.read_at = None;
                return Break::Pause(PauseReason::WindowGone);
            }
            Ok(Some(_)) | Err(_) => return interrupt,
        }
        let to = self.observer.picture().map(|picture| picture.dimensions());
        if let (Some(from), Some(to)) = (self.read_at, to)
            && from != to
        {
            return Break::Pause(PauseReason::Resized { from, to });
        }
        let (key, times, input) = match pause {
            Some(PauseReason::NoReaction { key, times }) => {
                (Some(*key), *times, format!("‘{key}’"))
            }
            Some(PauseReason::NoClickReaction { cell, times }) => {
                (None, *times, format!("a click at {cell}"))
            }
            _ => return interrupt,
        };
        match self.actuator.has_worked(key) && self.observer.undrawn_for() >= FREEZE_TIME {
            true => Break::Pause(PauseReason::Frozen { input, times }),
            false => interrupt,
        }
    }
}
