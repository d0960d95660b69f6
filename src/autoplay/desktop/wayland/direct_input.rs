//! Keys and clicks on compositors that take them from programs, each sent right after checking which window gets it.

use crate::desktop::pressed::PressedInputs;
use crate::desktop::traits::{DesktopError, InputDevices, WindowId};
use crate::game::Button;
use crate::vision::Key;

use super::button_code;
use super::keyboard::{EvdevStroke, Keyboard};

/// Compositor with input devices for this program, from which [`InputDevices`] follows.
pub trait DirectInput {
    /// Returns the keyboard, in the layout in which the compositor types.
    fn keyboard(&mut self) -> &Keyboard;

    fn pressed(&mut self) -> &mut PressedInputs<EvdevStroke>;

    /// Checks by the compositor's current state that a window would receive keys. Otherwise fails with
    /// [`DesktopError::NotActive`] or [`DesktopError::WindowGone`].
    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window, if it is active and no other window covers that pixel.
    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError>;

    /// Presses or releases a key, by the kernel's code.
    fn send_key(&mut self, code: u32, is_down: bool);

    /// Presses or releases a button, by the kernel's code.
    fn send_button(&mut self, code: u32, is_down: bool);

    /// Sets the modifiers of the pressed keys, where the compositor does not derive them.
    fn send_modifiers(&mut self) {}

    /// Waits until the compositor has handled all requests.
    fn sync(&mut self) -> Result<(), DesktopError>;
}

fn press<D: DirectInput>(
    desktop: &mut D,
    target: WindowId,
    stroke: EvdevStroke,
) -> Result<(), DesktopError> {
    desktop.check_active(target)?;
    if let Some(shift) = stroke.shift {
        desktop.send_key(shift, true);
    }
    desktop.send_modifiers();
    desktop.send_key(stroke.code, true);
    desktop.sync()
}

impl<D: DirectInput> InputDevices for D {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let stroke = self.keyboard().stroke(key)?;
        // Added first, so that the key is released whatever happens below.
        self.pressed().add_key(key, stroke);
        let result = press(self, target, stroke);
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
        while let Some(stroke) = self.pressed().remove_key(key) {
            self.send_key(stroke.code, false);
            if let Some(shift) = stroke.shift {
                self.send_key(shift, false);
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
        self.move_pointer(target, at)?;
        self.pressed().add_button(button);
        self.send_button(button_code(button).into(), true);
        self.sync()
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.move_pointer(target, at)?;
        self.sync()
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        // A button that the user holds stays pressed.
        if self.pressed().remove_button(button) {
            self.send_button(button_code(button).into(), false);
        }
        self.sync()
    }

    fn can_press(&mut self, _: WindowId, key: Key) -> Result<(), DesktopError> {
        self.keyboard().stroke(key).map(|_| ())
    }
}
