//! Keys and clicks through XTEST.
//!
//! XTEST sends a key to whichever window has the focus. To exclude that another program takes the focus between check
//! and key, both happen while the X server is grabbed (`GrabServer`, well below a millisecond).

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, InputFocus,
    KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use crate::desktop::pressed::release_all;
use crate::desktop::traits::{DesktopError, InputDevices, WindowId, is_within};
use crate::game::Button;
use crate::vision::Key;

use super::display::{X11, native};

/// Grab of the X server; released on drop.
struct ServerGrab<'a>(&'a X11);

impl<'a> ServerGrab<'a> {
    fn new(x11: &'a X11) -> Result<Self, DesktopError> {
        x11.conn.grab_server()?;
        Ok(Self(x11))
    }
}

impl Drop for ServerGrab<'_> {
    fn drop(&mut self) {
        // A broken connection has ended the grab.
        let _ = self.0.conn.ungrab_server();
        let _ = self.0.conn.flush();
    }
}

impl X11 {
    /// Checks that the window manager reports the window as active, and that the window or one inside it has the focus.
    fn check_active(&self, target: Window) -> Result<(), DesktopError> {
        let name = self.atoms._NET_ACTIVE_WINDOW;
        let active = self
            .conn
            .get_property(false, self.root, name, AtomEnum::WINDOW, 0, 1)?;
        let focus = self.conn.get_input_focus()?;
        let active = active.reply()?;
        let focus = focus.reply()?.focus;
        let active = active.value32().and_then(|mut windows| windows.next());
        if active != Some(target) {
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

    /// Sends an event of this kind; `detail` is the key or button, `at` the pixel of the screen for a motion.
    fn send_fake(&self, kind: u8, detail: u8, at: (i16, i16)) -> Result<(), DesktopError> {
        self.conn
            .xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, at.0, at.1, 0)?
            .check()?;
        self.raw_events.add_sent(kind, detail);
        Ok(())
    }

    /// Moves the pointer to a pixel of the window's client area. Fails if the pixel is outside the window or the screen
    /// ([`DesktopError::OffScreen`]) or another window covers it ([`DesktopError::Covered`]).
    fn move_pointer(&self, target: Window, at: (i32, i32)) -> Result<(), DesktopError> {
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
        let ancestors = self.ancestors(target)?;
        // `ancestors` begins with the target and ends below the root.
        let (mut ancestor, mut depth) = (self.root, ancestors.len());
        while ancestor != target {
            let reply = self
                .conn
                .translate_coordinates(self.root, ancestor, x, y)?
                .reply()?;
            depth = depth.checked_sub(1).ok_or(DesktopError::Covered)?;
            if Some(&reply.child) != ancestors.get(depth) {
                return Err(DesktopError::Covered);
            }
            ancestor = reply.child;
        }
        self.send_fake(MOTION_NOTIFY_EVENT, 0, (x, y))
    }
}

fn button_code(button: Button) -> u8 {
    match button {
        Button::Primary => 1,
        Button::Secondary => 3,
    }
}

impl InputDevices for X11 {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let target = native(target)?;
        let stroke = self.keyboard.stroke(key)?;
        // Added first, so that the key is released even if the connection breaks halfway.
        self.pressed.add_key(key, stroke);
        let result = (|| {
            let grab = ServerGrab::new(self)?;
            grab.0.check_active(target)?;
            if let Some(shift) = stroke.shift {
                grab.0.send_fake(KEY_PRESS_EVENT, shift, (0, 0))?;
            }
            grab.0.send_fake(KEY_PRESS_EVENT, stroke.code, (0, 0))
        })();
        // These errors mean that nothing was sent.
        if matches!(
            result,
            Err(DesktopError::NotActive | DesktopError::WindowGone)
        ) {
            self.pressed.remove_key(key);
        }
        result
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        // A key pressed several times is in the list as often.
        while let Some(stroke) = self.pressed.remove_key(key) {
            self.send_fake(KEY_RELEASE_EVENT, stroke.code, (0, 0))?;
            if let Some(shift) = stroke.shift {
                self.send_fake(KEY_RELEASE_EVENT, shift, (0, 0))?;
            }
        }
        Ok(())
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError> {
        let target = native(target)?;
        let grab = ServerGrab::new(self)?;
        grab.0.check_active(target)?;
        grab.0.move_pointer(target, at)?;
        grab.0
            .send_fake(BUTTON_PRESS_EVENT, button_code(button), (0, 0))?;
        drop(grab);
        self.pressed.add_button(button);
        Ok(())
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        let target = native(target)?;
        let grab = ServerGrab::new(self)?;
        grab.0.check_active(target)?;
        grab.0.move_pointer(target, at)
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        self.pressed.remove_button(button);
        self.send_fake(BUTTON_RELEASE_EVENT, button_code(button), (0, 0))
    }

    fn can_press(&mut self, _: WindowId, key: Key) -> Result<(), DesktopError> {
        self.keyboard.stroke(key).map(|_| ())
    }
}

impl Drop for X11 {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
