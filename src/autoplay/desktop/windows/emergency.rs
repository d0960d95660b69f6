//! The person's emergency stop: keys that are down and where the pointer is.
//!
//! The keys are looked at, not registered with `RegisterHotKey`: that tells of a press, but not how long it
//! lasts; it takes the key away from all other programs as long as a window is only looked at; and it fails where
//! another program has the key. What it alone could do, hear keys that a program run as administrator gets,
//! is not needed: such a window is not the target, so nothing is sent while it is in front.

use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    VK_CANCEL, VK_CONTROL, VK_END, VK_MENU, VK_PAUSE,
};

use crate::desktop::world::{Emergency, Signal, WindowId, WorldError};

use super::api;
use super::desktop::Windows;

/// A pointer this near to a corner, in pixels, counts as in it.
const NEAR: i32 = 1;

impl Emergency for Windows {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, WorldError> {
        // Of these keys we press none but Control. While that is down, Pause is another key.
        let all = |keys: &[u16]| keys.iter().all(|key| api::is_down(*key));
        if all(&[VK_PAUSE]) || all(&[VK_CANCEL]) || all(&[VK_CONTROL, VK_MENU, VK_END]) {
            return Ok(Some(Signal::Hotkey));
        }
        // Not told while the screen is locked; then no input is sent, either.
        let Some((x, y)) = api::pointer() else {
            return Ok(None);
        };
        let in_corner = api::monitors().iter().any(|monitor| {
            let near = |at: i32, from: i32, size: u32| {
                let last = from.saturating_add_unsigned(size) - 1;
                (at - from).abs() <= NEAR || (at - last).abs() <= NEAR
            };
            near(x, monitor.x, monitor.width) && near(y, monitor.y, monitor.height)
        });
        Ok(in_corner.then_some(Signal::Corner))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        vec![
            (Signal::Hotkey, "Pause, or Ctrl+Alt+End"),
            (Signal::Corner, "the pointer in a corner of the screen"),
        ]
    }
}
