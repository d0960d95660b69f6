//! Keys and clicks, each sent right after checking which window receives it.

use crate::desktop::pressed::release_all;
use crate::desktop::traits::{DesktopError, InputDevices, WindowId, is_within};
use crate::desktop::wayland::button_code;
use crate::desktop::wayland::keyboard::EvdevStroke;
use crate::game::Button;
use crate::vision::Key;

use super::display::{WindowStatus, contains_point};
use super::windows::Wlroots;

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

    fn press(&mut self, target: WindowId, stroke: EvdevStroke) -> Result<(), DesktopError> {
        self.find_active(target)?;
        if let Some(shift) = stroke.shift {
            self.devices.key(shift, true);
        }
        self.devices.modifiers(self.modifiers());
        self.devices.key(stroke.code, true);
        self.display.sync()
    }

    /// Moves the pointer to a pixel of the window, if no other window covers it.
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
}

impl InputDevices for Wlroots {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let stroke = self.keyboard.stroke(key)?;
        // Added first, so that the key is released whatever happens below.
        self.pressed.add_key(key, stroke);
        let result = self.press(target, stroke);
        if matches!(
            result,
            Err(DesktopError::NotActive | DesktopError::WindowGone)
        ) {
            self.pressed.remove_key(key);
        }
        result
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        while let Some(stroke) = self.pressed.remove_key(key) {
            self.devices.key(stroke.code, false);
            if let Some(shift) = stroke.shift {
                self.devices.key(shift, false);
            }
            self.devices.modifiers(self.modifiers());
        }
        self.display.sync()
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError> {
        self.move_pointer(target, at)?;
        self.pressed.add_button(button);
        self.devices.button(button_code(button).into(), true);
        self.display.sync()
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.move_pointer(target, at)?;
        self.display.sync()
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        self.pressed.remove_button(button);
        self.devices.button(button_code(button).into(), false);
        self.display.sync()
    }

    fn can_press(&mut self, _: WindowId, key: Key) -> Result<(), DesktopError> {
        self.keyboard.stroke(key).map(|_| ())
    }
}

impl Drop for Wlroots {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
