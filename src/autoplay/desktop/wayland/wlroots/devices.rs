//! Virtual keyboard and pointer, separate from the user's devices.

use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt as _;
use std::time::Instant;

use wayland_client::delegate_noop;
use wayland_client::protocol::wl_keyboard::KeymapFormat;
use wayland_client::protocol::wl_pointer::ButtonState;
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_manager_v1::ZwpVirtualKeyboardManagerV1;
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_v1::ZwpVirtualKeyboardV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1;

use crate::desktop::traits::DesktopError;
use crate::desktop::wayland::{shm_file, to_error};

use super::display::{CompositorState, Display};

/// Pointer steps per unit of the compositor, so that each pixel of a scaled screen can be reached.
const STEPS_PER_UNIT: u32 = 64;

/// The two devices. Sent events have arrived once [`Display::sync`] returns.
pub(super) struct Devices {
    pointer: ZwlrVirtualPointerV1,
    keyboard: ZwpVirtualKeyboardV1,
    started: Instant,
}

impl Devices {
    /// Adds both devices to the seat, the keyboard with this keymap.
    pub(super) fn add(display: &Display, keymap: &str) -> Result<Self, DesktopError> {
        let pointers: ZwlrVirtualPointerManagerV1 =
            display.bind(2, "zwlr_virtual_pointer_manager_v1")?;
        let keyboards: ZwpVirtualKeyboardManagerV1 =
            display.bind(1, "zwp_virtual_keyboard_manager_v1")?;
        let handle = display.handle();
        let pointer = pointers.create_virtual_pointer(Some(&display.seat), &handle, ());
        let keyboard = keyboards.create_virtual_keyboard(&display.seat, &handle, ());
        let size = u32::try_from(keymap.len() + 1).map_err(to_error)?;
        // The file has a terminating zero.
        let file = shm_file(size.into())?;
        file.write_all_at(keymap.as_bytes(), 0).map_err(to_error)?;
        keyboard.keymap(KeymapFormat::XkbV1.into(), file.as_fd(), size);
        Ok(Self {
            pointer,
            keyboard,
            started: Instant::now(),
        })
    }

    /// Milliseconds, wrapping around after some weeks.
    fn time(&self) -> u32 {
        let millis = self.started.elapsed().as_millis() % u128::from(u32::MAX);
        u32::try_from(millis).unwrap_or(0)
    }

    pub(super) fn key(&self, code: u32, is_down: bool) {
        self.keyboard.key(self.time(), code, is_down.into());
    }

    /// Sets the pressed modifiers, which the compositor does not derive from the keys.
    pub(super) fn modifiers(&self, bits: u32) {
        self.keyboard.modifiers(bits, 0, 0, 0);
    }

    /// Moves the pointer within the area of all screens.
    pub(super) fn point(&self, (x, y): (f64, f64), (width, height): (u32, u32)) {
        // Within the area, so not negative and not too large.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let steps = |at: f64| (at * f64::from(STEPS_PER_UNIT)).max(0.0) as u32;
        let extent = |side: u32| side.saturating_mul(STEPS_PER_UNIT);
        let (time, pointer) = (self.time(), &self.pointer);
        pointer.motion_absolute(time, steps(x), steps(y), extent(width), extent(height));
        pointer.frame();
    }

    /// Presses or releases a button, by the kernel's code.
    pub(super) fn button(&self, code: u32, is_down: bool) {
        let state = match is_down {
            true => ButtonState::Pressed,
            false => ButtonState::Released,
        };
        self.pointer.button(self.time(), code, state);
        self.pointer.frame();
    }
}

delegate_noop!(CompositorState: ZwlrVirtualPointerManagerV1);
delegate_noop!(CompositorState: ZwlrVirtualPointerV1);
delegate_noop!(CompositorState: ZwpVirtualKeyboardManagerV1);
delegate_noop!(CompositorState: ZwpVirtualKeyboardV1);
