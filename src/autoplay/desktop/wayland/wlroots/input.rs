//! Keys and clicks, each sent right after checking which window receives it.

use crate::desktop::direct_input::DirectInput;
use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::{PressedInputs, release_all};
use crate::desktop::traits::{DesktopError, WindowId, is_within};
use crate::desktop::wayland::screens::contains_point;
use crate::desktop::wayland::{WindowStatus, button_code};
use crate::game::Button;
use crate::vision::Key;

use super::Wlroots;

/// Modifier bits, the same in every keymap.
const SHIFT: u32 = 1;
const CONTROL: u32 = 1 << 2;
const ALT: u32 = 1 << 3;

impl Wlroots {
    /// Returns the window, if it would receive keys.
    fn find_active(&mut self, target: WindowId) -> Result<WindowStatus, DesktopError> {
        let window = self.find_window(target)?;
        let is_active = window.is_active && !window.info.minimised;
        is_active.then_some(window).ok_or(DesktopError::NotActive)
    }

    /// Modifier bits of the keys that are pressed.
    fn modifiers(&self) -> u32 {
        let bits = self.pressed.keys().iter().map(|(key, stroke)| {
            let shift = stroke.shift.is_some() || *key == Key::Shift;
            let modifier = match key {
                Key::Control => CONTROL,
                Key::Alt => ALT,
                _ => 0,
            };
            (u32::from(shift) * SHIFT) | modifier
        });
        bits.fold(0, |mask, bit| mask | bit)
    }
}

impl DirectInput for Wlroots {
    fn stroke(&mut self, _: WindowId, key: Key) -> Result<KeyStroke, DesktopError> {
        self.keyboard.stroke(key)
    }

    fn pressed(&mut self) -> &mut PressedInputs<KeyStroke> {
        &mut self.pressed
    }

    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError> {
        self.find_active(target).map(|_| ())
    }

    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        // The picture's size is queried before the final check of the window.
        let area = self.find_active(target)?.info.client;
        let size = match self.screencopy.size(&mut self.display, area) {
            Ok(size) => size,
            // Partly off the screen.
            Err(DesktopError::NoPicture(_)) => return Err(DesktopError::OffScreen),
            Err(error) => return Err(error),
        };
        if !is_within(at, size) {
            return Err(DesktopError::OffScreen);
        }
        let window = self.find_active(target)?;
        if window.info.client != area {
            // The window has moved since the query.
            return Err(DesktopError::OffScreen);
        }
        // Middle of the pixel, in units of the compositor.
        let coordinate = |start: i32, at: i32, units: u32, pixels: u32| {
            f64::from(start) + (f64::from(at) + 0.5) * f64::from(units) / f64::from(pixels)
        };
        let x = coordinate(area.x, at.0, area.width, size.0);
        let y = coordinate(area.y, at.1, area.height, size.1);
        let mut above = window.above.iter();
        if above.any(|cover| contains_point(*cover, (x, y))) {
            return Err(DesktopError::Covered);
        }
        self.is_pointing = true;
        self.move_pointer_to((x, y));
        Ok(())
    }

    fn send_key(&mut self, code: u32, is_down: bool) -> Result<(), DesktopError> {
        self.devices.key(code, is_down);
        Ok(())
    }

    fn send_button(&mut self, button: Button, is_down: bool) -> Result<(), DesktopError> {
        self.devices.button(button_code(button).into(), is_down);
        Ok(())
    }

    fn send_modifiers(&mut self) {
        self.devices.modifiers(self.modifiers());
    }

    fn sync(&mut self) -> Result<(), DesktopError> {
        self.display.sync()
    }
}

impl Drop for Wlroots {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
