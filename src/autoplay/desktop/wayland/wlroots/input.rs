//! Keys and clicks, each sent right after checking which window receives it.

use crate::desktop::held::let_up;
use crate::desktop::wayland::keyboard::Stroke;
use crate::desktop::world::{Input, WindowId, WorldError};
use crate::game::Button;
use crate::vision::Key;

use super::display::{Seen, holds};
use super::windows::Wlroots;

/// Modifier bits, the same in every keymap.
const SHIFT: u32 = 1;
const CONTROL: u32 = 1 << 2;
const ALT: u32 = 1 << 3;

fn number(button: Button) -> u32 {
    match button {
        Button::Primary => 0x110,
        Button::Secondary => 0x111,
    }
}

impl Wlroots {
    /// Returns the window, if it would receive keys.
    fn see_active(&mut self, target: WindowId) -> Result<Seen, WorldError> {
        let seen = self.see(target)?;
        let is_active = seen.is_active && !seen.info.minimised;
        is_active.then_some(seen).ok_or(WorldError::NotActive)
    }

    fn modifiers(&self) -> u32 {
        let held = self.held.keys().iter().map(|(key, stroke)| {
            let shift = stroke.shift.is_some() || *key == Key::Shift;
            let other = match key {
                Key::Control => CONTROL,
                Key::Alt => ALT,
                _ => 0,
            };
            (u32::from(shift) * SHIFT) | other
        });
        held.fold(0, |all, one| all | one)
    }

    fn press(&mut self, target: WindowId, stroke: Stroke) -> Result<(), WorldError> {
        self.see_active(target)?;
        if let Some(shift) = stroke.shift {
            self.devices.key(shift, true);
        }
        self.devices.modifiers(self.modifiers());
        self.devices.key(stroke.code, true);
        self.display.settle()
    }

    /// Moves the pointer to a pixel of the window, if no other window covers it.
    fn point(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError> {
        // The picture's size is queried before the final check of the window.
        let area = self.see_active(target)?.info.client;
        let size = match self.camera.size(&mut self.display, area) {
            Ok(size) => size,
            // Partly off the screen.
            Err(WorldError::NoPicture(_)) => return Err(WorldError::Outside),
            Err(error) => return Err(error),
        };
        let inside = |at: i32, size: u32| u32::try_from(at).is_ok_and(|at| at < size);
        if !(inside(at.0, size.0) && inside(at.1, size.1)) {
            return Err(WorldError::Outside);
        }
        let seen = self.see_active(target)?;
        if seen.info.client != area {
            // The window has moved since the query.
            return Err(WorldError::Outside);
        }
        // Middle of the pixel, in units of the compositor.
        let place = |start: i32, at: i32, units: u32, pixels: u32| {
            f64::from(start) + (f64::from(at) + 0.5) * f64::from(units) / f64::from(pixels)
        };
        let x = place(area.x, at.0, area.width, size.0);
        let y = place(area.y, at.1, area.height, size.1);
        if seen.over.iter().any(|over| holds(*over, (x, y))) {
            return Err(WorldError::Covered);
        }
        self.is_pointing = true;
        self.point_at((x, y));
        Ok(())
    }
}

impl Input for Wlroots {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        let stroke = self.keyboard.stroke(key)?;
        // Added first, so that the key is released whatever happens below.
        self.held.note(key, stroke);
        let pressed = self.press(target, stroke);
        if matches!(pressed, Err(WorldError::NotActive | WorldError::WindowGone)) {
            self.held.take(key);
        }
        pressed
    }

    fn key_up(&mut self, key: Key) -> Result<(), WorldError> {
        while let Some(stroke) = self.held.take(key) {
            self.devices.key(stroke.code, false);
            if let Some(shift) = stroke.shift {
                self.devices.key(shift, false);
            }
            self.devices.modifiers(self.modifiers());
        }
        self.display.settle()
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), WorldError> {
        self.point(target, at)?;
        self.held.note_button(button);
        self.devices.button(number(button), true);
        self.display.settle()
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError> {
        self.point(target, at)?;
        self.display.settle()
    }

    fn button_up(&mut self, button: Button) -> Result<(), WorldError> {
        self.held.strike_button(button);
        self.devices.button(number(button), false);
        self.display.settle()
    }

    fn can_press(&mut self, _: WindowId, key: Key) -> Result<(), WorldError> {
        self.keyboard.stroke(key).map(|_| ())
    }
}

impl Drop for Wlroots {
    fn drop(&mut self) {
        let_up(self, |desktop| &desktop.held);
    }
}
