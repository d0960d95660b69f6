//! Guards of pressed keys, released however the run is interrupted.

use crate::desktop::{DesktopError, WindowId};
use crate::vision::Chord;

use super::RunContext;

/// Pressed keys; released on drop.
pub struct KeyGuard<'s> {
    /// The context in which they were pressed.
    pub ctx: &'s mut RunContext,
    chord: Chord,
}

impl RunContext {
    /// Presses keys in the target, if it has the focus.
    pub fn hold(&mut self, chord: Chord) -> Result<KeyGuard<'_>, DesktopError> {
        self.hold_in(self.target, chord)
    }

    /// Presses keys in a window, such as a dialog of the target, if it has the focus. After an error all keys are
    /// released, as some of them, or a modifier, may be down.
    pub fn hold_in(
        &mut self,
        window: WindowId,
        chord: Chord,
    ) -> Result<KeyGuard<'_>, DesktopError> {
        let guard = KeyGuard { ctx: self, chord };
        for key in chord.keys() {
            guard.ctx.desktop.key_down(window, key)?;
        }
        Ok(guard)
    }
}

impl Drop for KeyGuard<'_> {
    fn drop(&mut self) {
        for key in self.chord.keys().rev() {
            if let Err(error) = self.ctx.desktop.key_up(key) {
                log::warn!("the key ‘{key}’ could not be released: {error}");
            }
        }
    }
}
