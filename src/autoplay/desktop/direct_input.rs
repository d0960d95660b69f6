//! Keys and clicks on desktops that take codes of keys, each sent right after checking which window gets it.

use crate::game::Button;
use crate::vision::Key;

use super::keysyms::KeyStroke;
use super::pressed::PressedInputs;
use super::traits::{DesktopError, InputDevices, WindowId};

/// Desktop with input devices for this program, from which [`InputDevices`] follows.
pub trait DirectInput: Sized {
    /// Returns the keys to press for `key`, in the layout in which the desktop types. Fails with
    /// [`DesktopError::NoSuchKey`], or [`DesktopError::ViewOnly`] for a window that may only be watched.
    fn stroke(&mut self, target: WindowId, key: Key) -> Result<KeyStroke, DesktopError>;

    fn pressed(&mut self) -> &mut PressedInputs<KeyStroke>;

    /// Checks by the desktop's current state that a window would receive keys. Otherwise fails with
    /// [`DesktopError::NotActive`] or [`DesktopError::WindowGone`].
    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window. Fails with [`DesktopError::NotActive`] or
    /// [`DesktopError::WindowGone`], with [`DesktopError::OffScreen`] for a pixel outside the window or the screen, or
    /// with [`DesktopError::Covered`] if another window covers it.
    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError>;

    /// Presses or releases the key with a code of [`KeyStroke`].
    fn send_key(&mut self, code: u32, is_down: bool) -> Result<(), DesktopError>;

    /// Presses or releases a button.
    fn send_button(&mut self, button: Button, is_down: bool) -> Result<(), DesktopError>;

    /// Sets the modifiers of the pressed keys, where the desktop does not derive them.
    fn send_modifiers(&mut self) {}

    /// Waits until the desktop has handled all requests.
    fn sync(&mut self) -> Result<(), DesktopError> {
        Ok(())
    }

    /// Checks and sends, with other programs excluded in between where the desktop can do that.
    fn exclusively(
        &mut self,
        send: impl FnOnce(&mut Self) -> Result<(), DesktopError>,
    ) -> Result<(), DesktopError> {
        send(self)
    }
}

impl<D: DirectInput> InputDevices for D {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let stroke = self.stroke(target, key)?;
        // Added first, so that the key is released whatever happens below.
        self.pressed().add_key(key, stroke);
        let result = self.exclusively(|desktop| {
            desktop.check_active(target)?;
            if let Some(shift) = stroke.shift {
                desktop.send_key(shift, true)?;
            }
            desktop.send_modifiers();
            desktop.send_key(stroke.code, true)?;
            desktop.sync()
        });
        // These are found by the check, before anything was sent.
        if matches!(
            result,
            Err(DesktopError::NotActive | DesktopError::WindowGone)
        ) {
            self.pressed().remove_key(key);
        }
        result
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        // A key pressed several times is in the list as often.
        while let Some(stroke) = self.pressed().remove_key(key) {
            self.send_key(stroke.code, false)?;
            if let Some(shift) = stroke.shift {
                self.send_key(shift, false)?;
            }
            self.send_modifiers();
        }
        self.sync()
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError> {
        self.exclusively(|desktop| {
            desktop.move_pointer(target, at)?;
            desktop.pressed().add_button(button);
            desktop.send_button(button, true)?;
            desktop.sync()
        })
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.exclusively(|desktop| {
            desktop.move_pointer(target, at)?;
            desktop.sync()
        })
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        // A button that the user holds stays pressed.
        if self.pressed().remove_button(button) {
            self.send_button(button, false)?;
        }
        self.sync()
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        self.stroke(target, key).map(|_| ())
    }
}
