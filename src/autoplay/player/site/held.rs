//! Guards of pressed keys, released however the run is interrupted.

use crate::desktop::{WindowId, WorldError};
use crate::vision::Chord;

use super::Site;

/// Pressed keys; released on drop.
pub struct Held<'s> {
    /// The context in which they were pressed.
    pub site: &'s mut Site,
    chord: Chord,
}

impl Site {
    /// Presses keys in the target, if it has the focus.
    pub fn hold(&mut self, chord: Chord) -> Result<Held<'_>, WorldError> {
        self.hold_in(self.target, chord)
    }

    /// Presses keys in a window, such as a dialog of the target, if it has the focus. After an error all keys are
    /// released, as some of them, or a modifier, may be down.
    pub fn hold_in(&mut self, window: WindowId, chord: Chord) -> Result<Held<'_>, WorldError> {
        let held = Held { site: self, chord };
        for key in chord.keys() {
            held.site.world.key_down(window, key)?;
        }
        Ok(held)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        for key in self.chord.keys().rev() {
            if let Err(error) = self.site.world.key_up(key) {
                log::warn!("the key ‘{key}’ could not be released: {error}");
            }
        }
    }
}
