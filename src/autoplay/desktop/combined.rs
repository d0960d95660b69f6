//! Wayland session with an X server: X11 programs, and the windows of Wayland programs.

use image::RgbaImage;

use crate::game::Button;
use crate::vision::Key;

use super::traits::{
    Desktop, DesktopError, EmergencyStop, InputDevices, Signal, WindowId, WindowInfo,
};
use super::x11::X11;

/// Combination of an X11 desktop and the Wayland session around it.
pub struct CombinedDesktop<D> {
    x11: X11,
    native: D,
    /// Returns whether a window is one of `native`.
    is_native: fn(WindowId) -> bool,
}

impl<D: Desktop> CombinedDesktop<D> {
    pub fn new(x11: X11, native: D, is_native: fn(WindowId) -> bool) -> Self {
        Self {
            x11,
            native,
            is_native,
        }
    }

    fn backend(&mut self, id: WindowId) -> &mut dyn Desktop {
        if (self.is_native)(id) {
            &mut self.native
        } else {
            &mut self.x11
        }
    }
}

impl<D: Desktop> Desktop for CombinedDesktop<D> {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let mut windows = match self.x11.windows() {
            Ok(windows) => windows,
            // An X server in a Wayland session reports no windows before its first program.
            Err(DesktopError::NoWindowManager | DesktopError::NoWindowList) => Vec::new(),
            Err(error) => return Err(error),
        };
        windows.extend(self.native.windows()?);
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        self.backend(id).window(id)
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        self.backend(id).capture(id)
    }

    fn refresh(&mut self, id: WindowId) -> Result<bool, DesktopError> {
        self.backend(id).refresh(id)
    }

    fn resize(&mut self, id: WindowId, size: (u32, u32)) -> Result<(), DesktopError> {
        self.backend(id).resize(id, size)
    }

    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, DesktopError> {
        self.backend(id).owner(id)
    }

    fn can_choose_window(&self) -> bool {
        self.native.can_choose_window()
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        match self.x11.active()? {
            // No X11 program has the focus.
            None => self.native.active(),
            active => Ok(active),
        }
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        self.backend(id).activate(id)
    }

    fn reports_focus(&self, target: WindowId) -> bool {
        !(self.is_native)(target) || self.native.reports_focus(target)
    }
}

impl<D: Desktop> InputDevices for CombinedDesktop<D> {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        // The Wayland desktop may not notice that an X11 program has the focus.
        if (self.is_native)(target) && self.x11.active()?.is_some() {
            return Err(DesktopError::NotActive);
        }
        self.backend(target).key_down(target, key)
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        // Both, so that a failure of one leaves no key down in the other.
        self.x11.key_up(key).and(self.native.key_up(key))
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError> {
        self.backend(target).button_down(target, at, button)
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        self.backend(target).move_to(target, at)
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        self.x11
            .button_up(button)
            .and(self.native.button_up(button))
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        self.backend(target).can_press(target, key)
    }
}

impl<D: Desktop> EmergencyStop for CombinedDesktop<D> {
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, DesktopError> {
        self.backend(target).signal(target)
    }

    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)> {
        match (self.is_native)(target) {
            true => self.native.signals(target),
            false => self.x11.signals(target),
        }
    }

    fn has_user_input(&mut self) -> Result<bool, DesktopError> {
        // The Wayland desktops do not report it.
        self.x11.has_user_input()
    }
}
