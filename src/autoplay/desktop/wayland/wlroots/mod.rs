//! Desktop of wlroots compositors (sway, labwc and others), by their own protocols, without portal or user dialog.
//!
//! | module | contents |
//! |---|---|
//! | `display` | connection, and windows by the common protocol |
//! | `sway` | windows and focus, from sway's socket |
//! | `picture` | pictures of screen areas |
//! | `devices`, `input` | virtual keyboard and pointer |
//! | `stop_key` | stop key of sway |
//!
//! Limits:
//!
//! - Between the check of the focus and the key, the compositor may serve other clients. A window that takes the focus
//!   in this moment, well below a millisecond, receives the key.
//! - Pictures are taken from the screen, so a covered window has none. The compositor does not list panels, menus and
//!   notifications as windows; what they cover is unknown.
//! - Without sway's socket, the positions of windows are unknown. Then the picture is that of the whole screen, only
//!   the active window has one, and clicks are not checked for covering windows.

mod devices;
mod display;
mod input;
mod picture;
mod stop_key;
mod sway;

use std::path::Path;

use image::RgbaImage;

use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::PressedInputs;
use crate::desktop::traits::{Desktop, DesktopError, EmergencyStop, Signal, WindowId, WindowInfo};
use crate::desktop::{if_open, no_picture};

use super::keyboard::Keyboard;
use super::stop::StopSignals;
use super::{WindowStatus, offers, open_connection};
use devices::Devices;
use display::{CompositorState, Display};
use picture::Screencopy;
use stop_key::SwayStopKey;

/// Protocols without which windows cannot be captured and played here.
const REQUIRED: [&str; 3] = [
    "zwlr_screencopy_manager_v1",
    "zwlr_virtual_pointer_manager_v1",
    "zwp_virtual_keyboard_manager_v1",
];

pub struct Wlroots {
    display: Display,
    screencopy: Screencopy,
    sway: Option<swayipc::Connection>,
    devices: Devices,
    keyboard: Keyboard,
    pressed: PressedInputs<KeyStroke>,
    stop: StopSignals,
    /// True if the pointer is still where auto-play has moved it.
    is_pointing: bool,
}

impl Wlroots {
    /// Connects to the compositor named by `WAYLAND_DISPLAY`, and to sway if `SWAYSOCK` is set.
    pub fn connect() -> Result<Self, DesktopError> {
        Self::open(None, sway::socket().as_deref())
    }

    /// Connects to the compositor with the socket `wayland`, and to sway if its socket is given.
    pub fn connect_to(wayland: &Path, sway: Option<&Path>) -> Result<Self, DesktopError> {
        Self::open(Some(wayland), sway)
    }

    /// Returns whether the compositor named by `WAYLAND_DISPLAY` has the required protocols.
    pub fn is_offered() -> bool {
        offers::<CompositorState>(&REQUIRED)
    }

    fn open(wayland: Option<&Path>, sway_socket: Option<&Path>) -> Result<Self, DesktopError> {
        let connection = open_connection(wayland)?;
        let display = Display::open(&connection)?;
        let sway = sway_socket.map(sway::connect).transpose()?;
        if sway.is_none() && !display.has_toplevels {
            let missing = "zwlr_foreign_toplevel_manager_v1";
            return Err(DesktopError::NoExtension(missing));
        }
        let screencopy = Screencopy::new(&display)?;
        let keyboard = Keyboard::read_from(&connection)?;
        let devices = Devices::add(&display, keyboard.text())?;
        let stop = StopSignals::open(wayland, || {
            let key = sway_socket.map(SwayStopKey::bind).transpose()?.flatten();
            Ok(key.map(|key| Box::new(key) as _))
        })?;
        let mut this = Self {
            display,
            screencopy,
            sway,
            devices,
            keyboard,
            pressed: PressedInputs::default(),
            stop,
            is_pointing: false,
        };
        // Until this returns, the compositor may not have added the devices.
        this.display.sync()?;
        Ok(this)
    }

    /// Moves the pointer out of the picture, in which many compositors draw it. It goes to the
    /// hideout, because some compositors activate the window under the pointer.
    fn hide_pointer(&mut self) -> Result<(), DesktopError> {
        let may_hide = self.is_pointing && !self.pressed.has_button();
        let may_hide = may_hide && self.stop.detector().has_hideout();
        let output = self.display.screens.list().first().filter(|_| may_hide);
        if let Some(screen) = output.map(|screen| screen.bounds) {
            let middle = screen.y.saturating_add_unsigned(screen.height / 2);
            self.move_pointer_to((f64::from(screen.x) + 0.5, f64::from(middle) + 0.5));
            self.display.sync()?;
            self.is_pointing = false;
            self.stop.detector().hide()?;
        }
        Ok(())
    }

    /// Moves the pointer to a position in units of the compositor.
    fn move_pointer_to(&self, (x, y): (f64, f64)) {
        let layout = self.display.screens.layout();
        let at = (x - f64::from(layout.x), y - f64::from(layout.y));
        self.devices.point(at, (layout.width, layout.height));
    }

    fn list_windows(&mut self) -> Result<Vec<WindowStatus>, DesktopError> {
        match &mut self.sway {
            Some(sway) => sway::list_windows(sway),
            None => display::list_windows(&mut self.display),
        }
    }

    fn find_window(&mut self, id: WindowId) -> Result<WindowStatus, DesktopError> {
        let windows = self.list_windows()?.into_iter();
        let mut windows = windows.filter(|window| window.info.id == id);
        windows.next().ok_or(DesktopError::WindowGone)
    }

    /// Replaces the size of the client area by that of its picture, in pixels.
    fn describe(&mut self, window: WindowStatus) -> Result<WindowInfo, DesktopError> {
        let mut info = window.info;
        if info.minimised {
            return Ok(info);
        }
        match self.screencopy.size(&mut self.display, info.client) {
            Ok(size) => (info.client.width, info.client.height) = size,
            Err(DesktopError::NoPicture(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(info)
    }

    /// Finds a window that is completely visible. Fails with the reason why another one cannot be captured.
    fn find_visible(&mut self, id: WindowId) -> Result<WindowStatus, DesktopError> {
        let window = self.find_window(id)?;
        let mut above = window.above.iter();
        let is_covered = above.any(|area| area.overlaps(window.info.client));
        let reason = if window.info.minimised {
            "it is hidden, on another workspace or behind a tab; bring it back"
        } else if self.sway.is_none() && !window.is_active {
            "this compositor shows only the active window; bring it to the front"
        } else if is_covered {
            "another window lies over it; move one of them"
        } else {
            return Ok(window);
        };
        Err(no_picture(reason))
    }
}

impl Desktop for Wlroots {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let windows = self.list_windows()?.into_iter();
        windows.map(|window| self.describe(window)).collect()
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        let window = if_open(self.find_window(id))?;
        window.map(|window| self.describe(window)).transpose()
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        self.hide_pointer()?;
        let before = self.find_visible(id)?.info.client;
        let picture = self.screencopy.capture(&mut self.display, before)?;
        // The window may have been moved or covered during the capture.
        if self.find_visible(id)?.info.client != before {
            return Err(no_picture("it is being moved or resized"));
        }
        Ok(picture)
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        let windows = self.list_windows()?;
        let active = windows.iter().find(|window| window.is_active);
        Ok(active.map(|window| window.info.id))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        match &mut self.sway {
            Some(sway) => sway::command(sway, &format!("[con_id={}] focus", id.0)),
            None => display::activate(&mut self.display, id),
        }
    }
}

impl EmergencyStop for Wlroots {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        self.stop.signal()
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        self.stop.signals()
    }
}
