//! Keys and clicks through XTEST.
//!
//! XTEST sends a key to whichever window has the focus. To exclude that another program takes the focus between check
//! and key, both happen while the X server is grabbed (`GrabServer`, well below a millisecond).

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use crate::desktop::held::let_up;
use crate::desktop::world::{Input, WindowId, WorldError};
use crate::game::Button;
use crate::vision::Key;

use super::display::{X11, native};

/// Grab of the X server; released on drop.
struct Alone<'a>(&'a X11);

impl<'a> Alone<'a> {
    fn new(x11: &'a X11) -> Result<Self, WorldError> {
        x11.conn.grab_server()?;
        Ok(Self(x11))
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        // A broken connection has ended the grab.
        let _ = self.0.conn.ungrab_server();
        let _ = self.0.conn.flush();
    }
}

impl X11 {
    /// Checks that the window manager reports the window as active, and that the window or one inside it has the focus.
    fn check_active(&self, target: Window) -> Result<(), WorldError> {
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
            return Err(WorldError::NotActive);
        }
        // Focus 0 is none, 1 is the window under the pointer.
        if focus == target || (focus > 1 && self.lineage(focus)?.contains(&target)) {
            Ok(())
        } else {
            Err(WorldError::NotActive)
        }
    }

    fn fake(&self, kind: u8, detail: u8, at: (i16, i16)) -> Result<(), WorldError> {
        self.conn
            .xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, at.0, at.1, 0)?
            .check()?;
        self.heard.note_sent(kind, detail);
        Ok(())
    }

    /// Moves the pointer to a pixel of the window, if no other window covers it.
    fn point(&self, target: Window, at: (i32, i32)) -> Result<(), WorldError> {
        let size = self.conn.get_geometry(target)?;
        let place = self.conn.translate_coordinates(target, self.root, 0, 0)?;
        let screen = self.conn.get_geometry(self.root)?;
        let size = size.reply()?;
        let place = place.reply()?;
        let screen = screen.reply()?;
        let inside = |at: i32, size: u16| (0..i32::from(size)).contains(&at);
        let (x, y) = (at.0 + i32::from(place.dst_x), at.1 + i32::from(place.dst_y));
        if !(inside(at.0, size.width)
            && inside(at.1, size.height)
            && inside(x, screen.width)
            && inside(y, screen.height))
        {
            return Err(WorldError::Outside);
        }
        let on_screen = |at: i32| i16::try_from(at).map_err(|_| WorldError::Outside);
        let (x, y) = (on_screen(x)?, on_screen(y)?);
        // The top-most windows at the pixel, from the root down, must be the ancestors of the target.
        let lineage = self.lineage(target)?;
        let (mut above, mut depth) = (self.root, lineage.len());
        while above != target {
            let here = self
                .conn
                .translate_coordinates(self.root, above, x, y)?
                .reply()?;
            depth = depth.checked_sub(1).ok_or(WorldError::Covered)?;
            if Some(&here.child) != lineage.get(depth) {
                return Err(WorldError::Covered);
            }
            above = here.child;
        }
        self.fake(MOTION_NOTIFY_EVENT, 0, (x, y))
    }
}

fn number(button: Button) -> u8 {
    match button {
        Button::Primary => 1,
        Button::Secondary => 3,
    }
}

impl Input for X11 {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        let target = native(target)?;
        let stroke = self.keyboard.stroke(key)?;
        // Added first, so that the key is released whatever happens below.
        self.held.note(key, stroke);
        let pressed = (|| {
            let alone = Alone::new(self)?;
            alone.0.check_active(target)?;
            if let Some(shift) = stroke.shift {
                alone.0.fake(KEY_PRESS_EVENT, shift, (0, 0))?;
            }
            alone.0.fake(KEY_PRESS_EVENT, stroke.code, (0, 0))
        })();
        if matches!(pressed, Err(WorldError::NotActive | WorldError::WindowGone)) {
            self.held.take(key);
        }
        pressed
    }

    fn key_up(&mut self, key: Key) -> Result<(), WorldError> {
        while let Some(stroke) = self.held.take(key) {
            self.fake(KEY_RELEASE_EVENT, stroke.code, (0, 0))?;
            if let Some(shift) = stroke.shift {
                self.fake(KEY_RELEASE_EVENT, shift, (0, 0))?;
            }
        }
        Ok(())
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), WorldError> {
        let target = native(target)?;
        let alone = Alone::new(self)?;
        alone.0.check_active(target)?;
        alone.0.point(target, at)?;
        alone.0.fake(BUTTON_PRESS_EVENT, number(button), (0, 0))?;
        drop(alone);
        self.held.note_button(button);
        Ok(())
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError> {
        let target = native(target)?;
        let alone = Alone::new(self)?;
        alone.0.check_active(target)?;
        alone.0.point(target, at)
    }

    fn button_up(&mut self, button: Button) -> Result<(), WorldError> {
        self.held.strike_button(button);
        self.fake(BUTTON_RELEASE_EVENT, number(button), (0, 0))
    }

    fn can_press(&mut self, _: WindowId, key: Key) -> Result<(), WorldError> {
        self.keyboard.stroke(key).map(|_| ())
    }
}

impl Drop for X11 {
    fn drop(&mut self) {
        let_up(self, |desktop| &desktop.held);
    }
}
