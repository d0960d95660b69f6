//! Keys and clicks through `org_kde_kwin_fake_input`.

use crate::desktop::direct_input::DirectInput;
use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::{PressedInputs, release_all};
use crate::desktop::traits::{DesktopError, WindowId, is_within};
use crate::desktop::wayland::button_code;
use crate::desktop::wayland::screens::contains_point;
use crate::game::Button;
use crate::vision::Key;

use super::Kde;
use super::picture::pixels;

impl DirectInput for Kde {
    fn stroke(&mut self, _: WindowId, key: Key) -> Result<KeyStroke, DesktopError> {
        // KWin types in the layout that the user has switched to. There is no such service with a single layout.
        let layout: Option<u32> = self.ask(
            "org.kde.keyboard",
            "/Layouts",
            "org.kde.KeyboardLayouts",
            "getLayout",
        );
        self.keyboard.set_layout(layout.unwrap_or(0));
        self.keyboard.stroke(key)
    }

    fn pressed(&mut self) -> &mut PressedInputs<KeyStroke> {
        &mut self.pressed
    }

    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError> {
        let saver = "org.freedesktop.ScreenSaver";
        let is_locked: Option<bool> = self.ask(saver, "/ScreenSaver", saver, "GetActive");
        let is_active = self.plasma.window(target)?.is_active() && is_locked != Some(true);
        is_active.then_some(()).ok_or(DesktopError::NotActive)
    }

    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.check_active(target)?;
        let windows = self.query.windows()?;
        let window = Self::find(&windows, target)?;
        let (client, scale) = (window.client(), self.scale(window));
        if !is_within(at, pixels(client, scale)) {
            return Err(DesktopError::OffScreen);
        }
        // In units of the compositor, and before the middle of the pixel, as KWin 5 rounds to whole units.
        let coordinate = |start: f64, at: i32| start + (f64::from(at) + 0.25) / scale;
        let point = (coordinate(client.x, at.0), coordinate(client.y, at.1));
        let mut screens = self.plasma.screens.list().iter();
        if !screens.any(|screen| contains_point(screen.bounds, point)) {
            return Err(DesktopError::OffScreen);
        }
        let mut above = windows.iter().filter(|other| other.may_cover(window));
        if above.any(|other| other.frame.contains(point)) {
            return Err(DesktopError::Covered);
        }
        // Again, as listing the windows took some milliseconds.
        self.check_active(target)?;
        if !self.is_unmoved(target, window)? {
            return Err(DesktopError::OffScreen);
        }
        self.plasma.input.pointer_motion_absolute(point.0, point.1);
        Ok(())
    }

    fn send_key(&mut self, code: u32, is_down: bool) -> Result<(), DesktopError> {
        self.plasma.input.keyboard_key(code, is_down.into());
        Ok(())
    }

    fn send_button(&mut self, button: Button, is_down: bool) -> Result<(), DesktopError> {
        let code = button_code(button).into();
        self.plasma.input.button(code, is_down.into());
        Ok(())
    }

    fn sync(&mut self) -> Result<(), DesktopError> {
        self.plasma.sync()
    }
}

impl Drop for Kde {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
