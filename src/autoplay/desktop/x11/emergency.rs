//! Emergency stop: hotkeys, and the pointer in a corner.

use std::mem::take;

use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::ConnectionExt as _;

use crate::desktop::keysyms::{ALT, CONTROL, END, PAUSE};
use crate::desktop::traits::{DesktopError, EmergencyStop, Signal, WindowId};

use super::X11;

/// Distance to a corner, in pixels, that still counts as in it.
const CORNER_TOLERANCE: i32 = 1;

impl X11 {
    /// Updates the corners of the screen and of all monitors.
    pub(super) fn update_corners(&mut self) -> Result<(), DesktopError> {
        let screen = self.conn.get_geometry(self.root)?;
        let monitors = self.conn.randr_get_monitors(self.root, true);
        let screen = screen.reply()?;
        let mut areas = vec![(0, 0, screen.width, screen.height)];
        // Without RandR there is one monitor.
        if let Ok(Ok(monitors)) = monitors.map(|monitors| monitors.reply()) {
            let monitors = monitors.monitors.iter();
            areas.extend(monitors.map(|it| (it.x.into(), it.y.into(), it.width, it.height)));
        }
        let corners = areas.into_iter().flat_map(|(x, y, width, height)| {
            let (right, bottom) = (x + i32::from(width) - 1, y + i32::from(height) - 1);
            [(x, y), (right, y), (x, bottom), (right, bottom)]
        });
        self.corners = corners.collect();
        Ok(())
    }
}

impl EmergencyStop for X11 {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        self.raw_events.poll(&self.conn, &self.keyboard)?;
        if take(&mut self.raw_events.hotkey_pressed) {
            return Ok(Some(Signal::Hotkey));
        }
        let keys = self.conn.query_keymap()?;
        let pointer = self.conn.query_pointer(self.root)?;
        let keys = keys.reply()?.keys;
        let pointer = pointer.reply()?;
        // Keys pressed by this program are not the user's.
        let is_own = |code: u8| {
            let code = u32::from(code);
            let mut strokes = self.pressed.keys().iter().map(|(_, stroke)| stroke);
            strokes.any(|stroke| stroke.code == code || stroke.shift == Some(code))
        };
        let down = |symbols: &[u32]| {
            self.keyboard.codes(symbols).into_iter().any(|code| {
                let byte = keys.get(usize::from(code / 8)).copied().unwrap_or(0);
                byte & (1 << (code % 8)) != 0 && !is_own(code)
            })
        };
        if down(&PAUSE) || (down(&CONTROL) && down(&ALT) && down(&[END])) {
            return Ok(Some(Signal::Hotkey));
        }
        if self.is_nested {
            return Ok(None);
        }
        let (x, y) = (i32::from(pointer.root_x), i32::from(pointer.root_y));
        let is_near = |(cx, cy): &(i32, i32)| {
            (x - cx).abs() <= CORNER_TOLERANCE && (y - cy).abs() <= CORNER_TOLERANCE
        };
        Ok(self.corners.iter().any(is_near).then_some(Signal::Corner))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        if self.is_nested {
            let text = "Pause or Ctrl+Alt+End, or another window that gets the focus (X11 under Wayland does not hear the pointer in the corners of the screen)";
            return vec![(Signal::Hotkey, text)];
        }
        vec![
            (Signal::Hotkey, "Pause, or Ctrl+Alt+End"),
            (Signal::Corner, "the pointer in a corner of the screen"),
        ]
    }

    fn has_user_input(&mut self) -> Result<bool, DesktopError> {
        self.raw_events.poll(&self.conn, &self.keyboard)?;
        Ok(take(&mut self.raw_events.has_user_input))
    }
}
