//! Emergency stop: hotkeys, and the pointer in a corner.

use std::mem::take;

use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::ConnectionExt as _;

use crate::desktop::keysyms::{ALT, CONTROL, END, PAUSE};
use crate::desktop::traits::{DesktopError, EmergencyStop, Signal, WindowId, is_in_corner};

use super::{X11, bounds};

impl X11 {
    /// Updates the areas of the screen and of all monitors.
    pub(super) fn update_screens(&mut self) -> Result<(), DesktopError> {
        let screen = self.conn.get_geometry(self.root)?;
        let monitors = self.conn.randr_get_monitors(self.root, true);
        let screen = screen.reply()?;
        self.screens = vec![bounds((0, 0), (screen.width, screen.height))];
        // Without RandR there is one monitor.
        if let Ok(Ok(monitors)) = monitors.map(|monitors| monitors.reply()) {
            let monitors = monitors.monitors.iter();
            let monitors = monitors.map(|it| bounds((it.x, it.y), (it.width, it.height)));
            self.screens.extend(monitors);
        }
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
        let pointer = (pointer.root_x.into(), pointer.root_y.into());
        Ok(is_in_corner(pointer, &self.screens).then_some(Signal::Corner))
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
