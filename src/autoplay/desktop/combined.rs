//! Wayland session with an X server: X11 programs, and the window chosen through the portal.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Button;
use crate::vision::Key;

use super::traits::{
    Desktop, DesktopClock, DesktopError, EmergencyStop, InputDevices, Signal, WindowAccess,
    WindowFocus, WindowId, WindowInfo,
};
use super::wayland::portal::Portal;
use super::x11::X11;

/// Combination of an X11 desktop and the portal of the Wayland session around it.
pub struct CombinedDesktop {
    x11: X11,
    portal: Portal,
}

impl CombinedDesktop {
    pub fn new(x11: X11, portal: Portal) -> Self {
        Self { x11, portal }
    }

    fn backend(&mut self, id: WindowId) -> &mut dyn Desktop {
        if Portal::is_own(id) {
            &mut self.portal
        } else {
            &mut self.x11
        }
    }
}

impl WindowAccess for CombinedDesktop {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let mut windows = match self.x11.windows() {
            Ok(windows) => windows,
            // An X server in a Wayland session reports no windows before its first program.
            Err(DesktopError::NoWindowManager | DesktopError::NoWindowList) => Vec::new(),
            Err(error) => return Err(error),
        };
        windows.extend(self.portal.windows()?);
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
        self.portal.can_choose_window()
    }
}

impl InputDevices for CombinedDesktop {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        if Portal::is_own(target) && self.x11.active()?.is_some() {
            return Err(DesktopError::NotActive);
        }
        self.backend(target).key_down(target, key)
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        self.x11.key_up(key)?;
        self.portal.key_up(key)
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
        self.x11.button_up(button)?;
        self.portal.button_up(button)
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        self.backend(target).can_press(target, key)
    }
}

impl WindowFocus for CombinedDesktop {
    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        match self.x11.active()? {
            // No X11 program has the focus.
            None => self.portal.active(),
            active => Ok(active),
        }
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        self.backend(id).activate(id)
    }

    fn reports_focus(&self, target: WindowId) -> bool {
        !Portal::is_own(target)
    }
}

impl DesktopClock for CombinedDesktop {
    fn now(&mut self) -> Duration {
        self.x11.now()
    }
}

impl EmergencyStop for CombinedDesktop {
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, DesktopError> {
        self.backend(target).signal(target)
    }

    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)> {
        match Portal::is_own(target) {
            true => self.portal.signals(target),
            false => self.x11.signals(target),
        }
    }

    fn has_user_input(&mut self) -> Result<bool, DesktopError> {
        self.x11.has_user_input()
    }
}
