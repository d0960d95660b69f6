//! Emergency stop, by polling keys and pointer.
//!
//! `RegisterHotKey` is not used: it reports a press but not its end, takes the key from all other programs while a
//! window is only inspected, and fails if another program has registered the key. It would also receive keys while a
//! program run as administrator is in front, but then nothing is sent anyway, as that is not the target.

use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    VK_CANCEL, VK_CONTROL, VK_END, VK_MENU, VK_PAUSE,
};

use crate::desktop::traits::{DesktopError, EmergencyStop, Signal, WindowId, is_in_corner};

use super::api;
use super::desktop::Windows;

impl EmergencyStop for Windows {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        // Auto-play itself presses only Control and Alt. With Control, Pause becomes Cancel.
        let all = |keys: &[u16]| keys.iter().all(|key| api::is_down(*key));
        if all(&[VK_PAUSE]) || all(&[VK_CANCEL]) || all(&[VK_CONTROL, VK_MENU, VK_END]) {
            return Ok(Some(Signal::Hotkey));
        }
        // Unavailable while the screen is locked, when no input is sent either.
        let pointer = api::pointer();
        let in_corner = pointer.is_some_and(|at| is_in_corner(at, &api::monitors()));
        Ok(in_corner.then_some(Signal::Corner))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        vec![
            (Signal::Hotkey, "Pause, or Ctrl+Alt+End"),
            (Signal::Corner, "the pointer in a corner of the screen"),
        ]
    }
}
