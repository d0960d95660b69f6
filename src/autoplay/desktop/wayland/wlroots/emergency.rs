//! Emergency stop: the stop key, if the compositor supports one, and the pointer in a corner.

use crate::desktop::traits::{DesktopError, EmergencyStop, Signal, WindowId};

use super::windows::Wlroots;

impl EmergencyStop for Wlroots {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        let stops = {
            let mut detector = self.detector();
            let key = detector.stop_key()?;
            if key.is_none_or(|key| !key.is_down && key.presses == self.reported_presses) {
                return Ok(detector.is_in_corner()?.then_some(Signal::Corner));
            }
            key.map_or(0, |key| key.presses)
        };
        // A press that has already ended counts too, but only once.
        self.reported_presses = stops;
        Ok(Some(Signal::Hotkey))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        self.detector().signals()
    }
}
