//! Windows, pictures and input through xcap and enigo, on macOS.

use enigo::{Coordinate, Direction, Enigo, Keyboard, Mouse, Settings};
use image::RgbaImage;

use crate::game::Button;
use crate::vision::Key;

use super::traits::{
    Bounds, Desktop, DesktopError, EmergencyStop, InputDevices, Signal, WindowId, WindowInfo,
    is_within,
};
use super::{no_picture, to_error};

/// Desktop through xcap and enigo, with fewer guarantees than others: checking the focus and sending a key are two
/// steps, the focus is that of a program, not of one of its windows, a covered window may be captured with its cover,
/// client areas include the title bar, windows cannot be brought to the front, buttons are not released on drop, and
/// the only emergency stop is the pointer in a corner of the main screen.
pub struct Portable {
    enigo: Enigo,
    /// Window and size of the last picture. On a scaled display the picture has more pixels than the window's bounds.
    last_capture: Option<(WindowId, (u32, u32))>,
}

impl Portable {
    pub fn connect() -> Result<Self, DesktopError> {
        let settings = Settings {
            // The player paces the keys itself.
            mac_delay: 0,
            ..Settings::default()
        };
        let enigo = Enigo::new(&settings).map_err(|error| match error {
            enigo::NewConError::NoPermission => {
                DesktopError::Permission("sending keys to other programs".to_owned())
            }
            other => to_error(other),
        })?;
        Ok(Self {
            enigo,
            last_capture: None,
        })
    }

    fn find(id: WindowId) -> Result<xcap::Window, DesktopError> {
        let windows = xcap::Window::all().map_err(to_error)?;
        windows
            .into_iter()
            .find(|window| window.id().is_ok_and(|own| u64::from(own) == id.0))
            .ok_or(DesktopError::WindowGone)
    }

    fn check_active(&self, target: WindowId) -> Result<xcap::Window, DesktopError> {
        let window = Self::find(target)?;
        if window.is_focused().map_err(to_error)? {
            Ok(window)
        } else {
            Err(DesktopError::NotActive)
        }
    }

    /// Converts a pixel of the window's picture to desktop coordinates, if no other window covers it.
    fn desktop_point(
        &self,
        window: &xcap::Window,
        at: (i32, i32),
    ) -> Result<(i32, i32), DesktopError> {
        let info = describe(window)?;
        let (width, height) = match self.last_capture {
            Some((id, size)) if id == info.id => size,
            _ => (info.client.width, info.client.height),
        };
        let scaled = |at: i32, picture: u32, window: u32| {
            let scaled = i64::from(at) * i64::from(window) / i64::from(picture.max(1));
            i32::try_from(scaled).map_err(|_| DesktopError::OffScreen)
        };
        let x = scaled(at.0, width, info.client.width)?;
        let y = scaled(at.1, height, info.client.height)?;
        let is_inside = |bounds: &Bounds, x: i32, y: i32| {
            let offset = (x.saturating_sub(bounds.x), y.saturating_sub(bounds.y));
            is_within(offset, (bounds.width, bounds.height))
        };
        let (x, y) = (x + info.client.x, y + info.client.y);
        if !is_inside(&info.client, x, y) {
            return Err(DesktopError::OffScreen);
        }
        let level = window.z().map_err(to_error)?;
        for other in xcap::Window::all().map_err(to_error)? {
            let covers = other.z().is_ok_and(|z| z > level)
                && !other.is_minimized().unwrap_or(false)
                && describe(&other).is_ok_and(|other| is_inside(&other.client, x, y));
            if covers {
                return Err(DesktopError::Covered);
            }
        }
        Ok((x, y))
    }

    fn send(&mut self, key: Key, direction: Direction) -> Result<(), DesktopError> {
        self.enigo.key(native_key(key), direction).map_err(to_error)
    }
}

fn try_describe(window: &xcap::Window) -> xcap::XCapResult<WindowInfo> {
    Ok(WindowInfo {
        id: WindowId(window.id()?.into()),
        title: window.title()?,
        app: window.app_name()?,
        pid: window.pid().ok(),
        client: Bounds {
            x: window.x()?,
            y: window.y()?,
            width: window.width()?,
            height: window.height()?,
        },
        minimised: window.is_minimized().unwrap_or(false),
        chosen: false,
    })
}

fn describe(window: &xcap::Window) -> Result<WindowInfo, DesktopError> {
    try_describe(window).map_err(to_error)
}

fn native_key(key: Key) -> enigo::Key {
    use enigo::Key as Native;
    match key {
        Key::Char(character) => Native::Unicode(character),
        Key::Space => Native::Space,
        Key::Enter => Native::Return,
        Key::Tab => Native::Tab,
        Key::Escape => Native::Escape,
        Key::Backspace => Native::Backspace,
        Key::Delete => Native::Delete,
        Key::Shift => Native::Shift,
        Key::Control => Native::Control,
        Key::Alt => Native::Alt,
        Key::Up => Native::UpArrow,
        Key::Down => Native::DownArrow,
        Key::Left => Native::LeftArrow,
        Key::Right => Native::RightArrow,
        Key::Function(number) => {
            const KEYS: [Native; 12] = [
                Native::F1,
                Native::F2,
                Native::F3,
                Native::F4,
                Native::F5,
                Native::F6,
                Native::F7,
                Native::F8,
                Native::F9,
                Native::F10,
                Native::F11,
                Native::F12,
            ];
            KEYS[usize::from(number.clamp(1, 12)) - 1]
        }
        // By key codes: 0x52 to 0x59, then 0x5b and 0x5c (HIToolbox's `kVK_ANSI_Keypad0` to `9`).
        Key::Keypad(digit) => {
            let digit = u32::from(digit.min(9));
            Native::Other(0x52 + digit + u32::from(digit > 7))
        }
    }
}

fn native_button(button: Button) -> enigo::Button {
    match button {
        Button::Primary => enigo::Button::Left,
        Button::Secondary => enigo::Button::Right,
    }
}

impl Desktop for Portable {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let mut windows = xcap::Window::all().map_err(to_error)?;
        windows.sort_by_key(|window| window.z().unwrap_or(0));
        // Leaves out windows that close meanwhile.
        let described = windows.iter().filter_map(|w| try_describe(w).ok());
        Ok(described.collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        match Self::find(id) {
            Ok(window) => Ok(try_describe(&window).ok()),
            Err(DesktopError::WindowGone) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        let window = Self::find(id)?;
        let image = window.capture_image();
        let image = image.map_err(|error| no_picture(error.to_string()))?;
        self.last_capture = Some((id, image.dimensions()));
        Ok(image)
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        let windows = xcap::Window::all().map_err(to_error)?;
        let active = windows.iter().find(|w| w.is_focused().unwrap_or(false));
        active
            .map(|window| Ok(WindowId(window.id().map_err(to_error)?.into())))
            .transpose()
    }

    fn activate(&mut self, _id: WindowId) -> Result<(), DesktopError> {
        Err(DesktopError::CannotActivate)
    }
}

impl InputDevices for Portable {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        self.check_active(target)?;
        self.send(key, Direction::Press)
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        self.send(key, Direction::Release)
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError> {
        let window = self.check_active(target)?;
        let (x, y) = self.desktop_point(&window, at)?;
        self.enigo
            .move_mouse(x, y, Coordinate::Abs)
            .map_err(to_error)?;
        self.enigo
            .button(native_button(button), Direction::Press)
            .map_err(to_error)
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        let window = self.check_active(target)?;
        let (x, y) = self.desktop_point(&window, at)?;
        self.enigo
            .move_mouse(x, y, Coordinate::Abs)
            .map_err(to_error)
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        self.enigo
            .button(native_button(button), Direction::Release)
            .map_err(to_error)
    }

    fn can_press(&mut self, _: WindowId, _key: Key) -> Result<(), DesktopError> {
        // Not checked: for a character that the layout lacks, enigo presses key code 0 (‘a’ on most layouts).
        Ok(())
    }
}

impl EmergencyStop for Portable {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        let (x, y) = self.enigo.location().map_err(to_error)?;
        let (width, height) = self.enigo.main_display().map_err(to_error)?;
        // As on other systems, a pixel next to the edge still counts as part of it.
        let is_near = |at: i32, size: i32| at <= 1 || at >= size - 2;
        Ok((is_near(x, width) && is_near(y, height)).then_some(Signal::Corner))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        vec![(Signal::Corner, "the pointer in a corner of the screen")]
    }
}
