//! Wayland session with an X server: lists the windows of X11 programs, and the one the user has chosen through the
//! portal.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Button;
use crate::vision::Key;

use super::wayland::portal::Portal;
use super::world::{
    Clock, Emergency, Focus, Input, Screen, Signal, WindowId, WindowInfo, World, WorldError,
};
use super::x11::X11;

/// Combination of an X11 desktop and the portal of the Wayland session around it.
pub struct Joined {
    x11: X11,
    portal: Portal,
}

impl Joined {
    /// Combines both desktops.
    pub fn new(x11: X11, portal: Portal) -> Self {
        Self { x11, portal }
    }

    fn of(&mut self, id: WindowId) -> &mut dyn World {
        if Portal::is_own(id) {
            &mut self.portal
        } else {
            &mut self.x11
        }
    }
}

impl Screen for Joined {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError> {
        let mut windows = match self.x11.windows() {
            Ok(windows) => windows,
            // An X server in a Wayland session reports no windows before its first program.
            Err(WorldError::NoWindowManager | WorldError::NoWindowList) => Vec::new(),
            Err(error) => return Err(error),
        };
        windows.extend(self.portal.windows()?);
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError> {
        self.of(id).window(id)
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, WorldError> {
        self.of(id).capture(id)
    }

    fn refresh(&mut self, id: WindowId) -> Result<bool, WorldError> {
        self.of(id).refresh(id)
    }

    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, WorldError> {
        self.of(id).owner(id)
    }

    fn asks(&self) -> bool {
        self.portal.asks()
    }
}

impl Input for Joined {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        if Portal::is_own(target) && self.x11.active()?.is_some() {
            return Err(WorldError::NotActive);
        }
        self.of(target).key_down(target, key)
    }

    fn key_up(&mut self, key: Key) -> Result<(), WorldError> {
        self.x11.key_up(key)?;
        self.portal.key_up(key)
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), WorldError> {
        self.of(target).button_down(target, at, button)
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError> {
        self.of(target).move_to(target, at)
    }

    fn button_up(&mut self, button: Button) -> Result<(), WorldError> {
        self.x11.button_up(button)?;
        self.portal.button_up(button)
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        self.of(target).can_press(target, key)
    }
}

impl Focus for Joined {
    fn active(&mut self) -> Result<Option<WindowId>, WorldError> {
        match self.x11.active()? {
            // No X11 program has the focus.
            None => self.portal.active(),
            active => Ok(active),
        }
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WorldError> {
        self.of(id).activate(id)
    }

    fn is_told(&self, target: WindowId) -> bool {
        !Portal::is_own(target)
    }
}

impl Clock for Joined {
    fn now(&mut self) -> Duration {
        self.x11.now()
    }

    fn sleep(&mut self, time: Duration) {
        self.x11.sleep(time);
    }
}

impl Emergency for Joined {
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, WorldError> {
        self.of(target).signal(target)
    }

    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)> {
        match Portal::is_own(target) {
            true => self.portal.signals(target),
            false => self.x11.signals(target),
        }
    }

    fn has_user_input(&mut self) -> Result<bool, WorldError> {
        self.x11.has_user_input()
    }
}
