//! State of the window as the reason for a wait, in place of an unreadable picture or a missing reaction.

use std::time::Duration;

use crate::event::Pause;

use super::super::interrupt::Break;
use super::Run;

/// Time without a changed pixel after which a window counts as frozen.
const FROZEN: Duration = Duration::from_secs(1);

impl Run {
    /// Replaces an interruption by the state of the window, if that explains it.
    pub(super) fn explain(&mut self, left: Break) -> Break {
        let pause = match &left {
            Break::Diverged(_) => None,
            Break::Pause(Pause::WindowGone) => {
                // Another window may have another size.
                self.read_at = None;
                return left;
            }
            Break::Pause(pause) => Some(pause),
            Break::Stop | Break::Fail(_) => return left,
        };
        let is_about_focus = matches!(pause, Some(Pause::FocusLost { .. } | Pause::NoFocus));
        let is_about_picture = match pause {
            None => true,
            Some(pause) => matches!(
                pause.kind(),
                "unreadable" | "doubtful" | "no_effect" | "no_picture" | "no_level"
            ),
        };
        if !is_about_focus && !is_about_picture {
            return left;
        }
        match self.site.target() {
            Ok(Some(window)) if window.minimised => return Break::Pause(Pause::Minimised),
            Ok(Some(_)) if is_about_picture => {}
            Ok(None) => {
                self.read_at = None;
                return Break::Pause(Pause::WindowGone);
            }
            Ok(Some(_)) | Err(_) => return left,
        }
        let to = self.eye.picture().map(|picture| picture.dimensions());
        if let (Some(from), Some(to)) = (self.read_at, to)
            && from != to
        {
            return Break::Pause(Pause::Resized { from, to });
        }
        let (key, times, input) = match pause {
            Some(Pause::NoReaction { key, times }) => (Some(*key), *times, format!("‘{key}’")),
            Some(Pause::NoClickReaction { cell, times }) => {
                (None, *times, format!("a click at {cell}"))
            }
            _ => return left,
        };
        match self.hand.has_worked(key) && self.eye.undrawn_for() >= FROZEN {
            true => Break::Pause(Pause::Frozen { input, times }),
            false => left,
        }
    }
}
