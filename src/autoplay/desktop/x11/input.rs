//! Keys and clicks through XTEST.
//!
//! XTEST sends a key to whichever window has the focus. To exclude that another program takes the focus between check
//! and key, both happen while the X server is grabbed (`GrabServer`, well below a millisecond).

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, InputFocus, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use crate::desktop::direct_input::DirectInput;
use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::{PressedInputs, release_all};
use crate::desktop::to_error;
use crate::desktop::traits::{Desktop as _, DesktopError, WindowId, is_within};
use crate::game::Button;
use crate::vision::Key;

use super::{X11, native};

impl X11 {
    /// Sends an event of this kind; `detail` is the key or button, `at` the pixel of the screen for a motion.
    fn send_fake(&self, kind: u8, detail: u8, at: (i16, i16)) -> Result<(), DesktopError> {
        self.conn
            .xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, at.0, at.1, 0)?
            .check()?;
        self.raw_events.add_sent(kind, detail);
        Ok(())
    }
}

impl DirectInput for X11 {
    fn stroke(&mut self, _: WindowId, key: Key) -> Result<KeyStroke, DesktopError> {
        self.keyboard.stroke(key)
    }

    fn pressed(&mut self) -> &mut PressedInputs<KeyStroke> {
        &mut self.pressed
    }

    /// Checks that the window manager reports the window as active, and that the window or one inside it has the focus.
    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError> {
        let is_active = self.active()? == Some(target);
        let target = native(target)?;
        let focus = self.conn.get_input_focus()?.reply()?.focus;
        if !is_active {
            // Distinguishes a closed window, by its error.
            self.conn.get_geometry(target)?.reply()?;
            return Err(DesktopError::NotActive);
        }
        // The lowest numbers are no windows: none, and the root under the pointer.
        let is_window = focus > u32::from(InputFocus::POINTER_ROOT);
        if focus == target || (is_window && self.ancestors(focus)?.contains(&target)) {
            Ok(())
        } else {
            Err(DesktopError::NotActive)
        }
    }

    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.check_active(target)?;
        let target = native(target)?;
        let size = self.conn.get_geometry(target)?;
        let origin = self.conn.translate_coordinates(target, self.root, 0, 0)?;
        let screen = self.conn.get_geometry(self.root)?;
        let size = size.reply()?;
        let origin = origin.reply()?;
        let screen = screen.reply()?;
        let x = at.0 + i32::from(origin.dst_x);
        let y = at.1 + i32::from(origin.dst_y);
        if !is_within(at, (size.width.into(), size.height.into()))
            || !is_within((x, y), (screen.width.into(), screen.height.into()))
        {
            return Err(DesktopError::OffScreen);
        }
        let coordinate = |at: i32| i16::try_from(at).map_err(|_| DesktopError::OffScreen);
        let (x, y) = (coordinate(x)?, coordinate(y)?);
        // The top-most windows at the pixel, from the root down, must be the ancestors of the target.
        let mut ancestor = self.root;
        for expected in self.ancestors(target)?.into_iter().rev() {
            let at = self.conn.translate_coordinates(self.root, ancestor, x, y)?;
            if at.reply()?.child != expected {
                return Err(DesktopError::Covered);
            }
            ancestor = expected;
        }
        self.send_fake(MOTION_NOTIFY_EVENT, 0, (x, y))
    }

    fn send_key(&mut self, code: u32, is_down: bool) -> Result<(), DesktopError> {
        let kind = match is_down {
            true => KEY_PRESS_EVENT,
            false => KEY_RELEASE_EVENT,
        };
        // Key codes of X11 have 8 bits.
        let code = u8::try_from(code).map_err(to_error)?;
        self.send_fake(kind, code, (0, 0))
    }

    fn send_button(&mut self, button: Button, is_down: bool) -> Result<(), DesktopError> {
        let kind = match is_down {
            true => BUTTON_PRESS_EVENT,
            false => BUTTON_RELEASE_EVENT,
        };
        let code = match button {
            Button::Primary => 1,
            Button::Secondary => 3,
        };
        self.send_fake(kind, code, (0, 0))
    }

    fn exclusively(
        &mut self,
        send: impl FnOnce(&mut Self) -> Result<(), DesktopError>,
    ) -> Result<(), DesktopError> {
        self.conn.grab_server()?;
        // After a panic, too, the server must be free.
        let result = catch_unwind(AssertUnwindSafe(|| send(self)));
        // A broken connection has ended the grab.
        let _ = self.conn.ungrab_server();
        let _ = self.conn.flush();
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl Drop for X11 {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
