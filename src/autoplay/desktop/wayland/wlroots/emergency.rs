//! Emergency stop: the stop key, if the compositor supports one, and the pointer in a corner.

use crate::desktop::world::{Emergency, Signal, WindowId, WorldError};

use super::windows::Wlroots;

impl Emergency for Wlroots {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, WorldError> {
        let stops = {
            let mut watch = self.watch();
            let key = watch.stop_key()?;
            if key.is_none_or(|key| !key.is_down && key.presses == self.stops) {
                return Ok(watch.is_in_corner()?.then_some(Signal::Corner));
            }
            key.map_or(0, |key| key.presses)
        };
        // A press that has already ended counts too, but only once.
        self.stops = stops;
        Ok(Some(Signal::Hotkey))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        self.watch().signals()
    }
}
