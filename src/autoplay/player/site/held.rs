//! Keys that are down: let up however the run is left.

use crate::desktop::{WindowId, WorldError};
use crate::vision::Chord;

use super::Site;

/// Keys that are down; dropping it lets them up.
pub struct Held<'s> {
    /// Where they are.
    pub site: &'s mut Site,
    chord: Chord,
}

impl Site {
    /// Presses keys down in the target; the desktop checks the focus in the same breath.
    pub fn hold(&mut self, chord: Chord) -> Result<Held<'_>, WorldError> {
        self.hold_in(self.target, chord)
    }

    /// Presses keys down in a window, such as a dialog of the target; the desktop checks the focus in the same breath. After
    /// an error they are let up, too: some of them, or a modifier, may be down.
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
