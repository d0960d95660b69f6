//! Desktop of KDE Plasma, by the interfaces that KWin offers to programs whose menu entry names them.
//!
//! | module | contents |
//! |---|---|
//! | `plasma` | connection, active window, keyboard and pointer |
//! | `script` | all windows with their areas and stacking order |
//! | `picture` | pictures of windows |
//! | `input` | keys and clicks, with their checks |
//! | `stop_key` | stop key |
//!
//! Limits:
//!
//! - Between the check and the input, KWin may serve other clients. A window that takes the focus in this moment, well
//!   below a millisecond, receives the key. The stacking order is some milliseconds older than a click.
//! - Windows of X11 programs are not listed here.

mod input;
mod picture;
mod plasma;
mod script;
mod stop_key;

use image::RgbaImage;
use zbus::blocking::Connection;

use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::PressedInputs;
use crate::desktop::traits::{
    Bounds, Desktop, DesktopError, EmergencyStop, Signal, WindowId, WindowInfo,
};
use crate::desktop::{if_open, no_picture};

use super::keyboard::Keyboard;
use super::screens::contains_point;
use super::stop::StopSignals;
use super::{offers, open_connection, to_error};
use plasma::{Plasma, PlasmaState};
use script::{ScriptWindow, WindowQuery};
use stop_key::KdeStopKey;

/// Bit that marks ids of windows of this desktop; ids of the portal's windows have the bit above it.
const KDE_BIT: u64 = 1 << 62;
/// Number of hexadecimal digits of a UUID in an id, as many as a `u64` holds.
const ID_DIGITS: usize = 16;
/// Maximum difference of two equal sides, in the compositor's units: KWin and this program round differently.
const MAX_ROUNDING_DIFF: u32 = 1;

pub struct Kde {
    plasma: Plasma,
    bus: Connection,
    query: WindowQuery,
    keyboard: Keyboard,
    pressed: PressedInputs<KeyStroke>,
    stop: StopSignals,
}

/// Returns whether the compositor named by `WAYLAND_DISPLAY` is KWin.
pub fn is_running() -> bool {
    offers::<PlasmaState>(&["org_kde_plasma_shell"])
}

/// Id of a window, equal in all connections: a part of its UUID.
fn window_id(uuid: &str) -> WindowId {
    let digits = uuid.chars().filter_map(|letter| letter.to_digit(16));
    let number = digits
        .take(ID_DIGITS)
        .fold(0, |number: u64, digit| number << 4 | u64::from(digit));
    WindowId(number & (KDE_BIT - 1) | KDE_BIT)
}

impl Kde {
    /// Connects to KWin. Fails with [`DesktopError::KwinRefuses`] if it does not let this program see and play other
    /// programs' windows.
    pub fn connect() -> Result<Self, DesktopError> {
        let connection = open_connection(None)?;
        let plasma = Plasma::open(&connection)?;
        let bus = Connection::session().map_err(to_error)?;
        picture::check(&bus)?;
        Ok(Self {
            query: WindowQuery::new(bus.clone())?,
            // After `Plasma::open`, which makes KWin add a keyboard: without one, the seat gives no keymap.
            keyboard: Keyboard::read_from(&connection)?,
            // `None`: for the compositor that `WAYLAND_DISPLAY` names.
            stop: StopSignals::open(None, || {
                let key = KdeStopKey::bind()?;
                Ok(key.map(|key| Box::new(key) as _))
            })?,
            plasma,
            bus,
            pressed: PressedInputs::default(),
        })
    }

    /// Returns whether a window is one of this desktop.
    pub fn is_own(id: WindowId) -> bool {
        id.0 & !(KDE_BIT - 1) == KDE_BIT
    }

    /// Calls a D-Bus method without arguments; `None` if it fails or its answer is not a `T`.
    fn ask<T>(&self, service: &str, path: &str, interface: &str, method: &str) -> Option<T>
    where
        T: serde::de::DeserializeOwned + zbus::zvariant::Type,
    {
        let bus = &self.bus;
        let reply = bus.call_method(Some(service), path, Some(interface), method, &());
        reply.ok()?.body().deserialize().ok()
    }

    /// Finds a window. Fails with [`DesktopError::WindowGone`] if it is closed, or belongs to an X11 program.
    fn find(windows: &[ScriptWindow], id: WindowId) -> Result<&ScriptWindow, DesktopError> {
        let mut windows = windows.iter().filter(|window| !window.is_x11);
        let window = windows.find(|window| window_id(&window.uuid) == id);
        window.ok_or(DesktopError::WindowGone)
    }

    /// Pixels per unit of the compositor on the screen of a window's middle, or on the first screen.
    fn scale(&self, window: &ScriptWindow) -> f64 {
        let frame = window.frame;
        let middle = (frame.x + frame.width / 2.0, frame.y + frame.height / 2.0);
        let screens = self.plasma.screens.list();
        let mut containing = screens.iter();
        let screen = containing.find(|screen| contains_point(screen.bounds, middle));
        screen.or(screens.first()).map_or(1.0, |it| it.scale())
    }

    /// Returns whether a window is still where it was when it was listed.
    fn is_unmoved(&mut self, id: WindowId, listed: &ScriptWindow) -> Result<bool, DesktopError> {
        let (now, before) = (self.plasma.window(id)?.frame, listed.frame.rounded());
        let sides = [
            now.x.abs_diff(before.x),
            now.y.abs_diff(before.y),
            now.width.abs_diff(before.width),
            now.height.abs_diff(before.height),
        ];
        Ok(sides.iter().all(|diff| *diff <= MAX_ROUNDING_DIFF))
    }

    fn describe(&self, window: &ScriptWindow) -> WindowInfo {
        let client = window.client();
        let (width, height) = picture::pixels(client, self.scale(window));
        WindowInfo {
            id: window_id(&window.uuid),
            title: window.title.clone(),
            app: window.app.clone(),
            pid: Some(window.pid).filter(|pid| *pid > 0),
            // Its size in pixels of the picture, as clicks are; its position in units of the compositor.
            client: Bounds {
                width,
                height,
                ..client.rounded()
            },
            minimised: window.is_minimised,
            chosen: false,
        }
    }
}

impl Desktop for Kde {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let mut windows = self.query.windows()?;
        self.plasma.sync()?;
        windows.sort_by_key(|window| window.level);
        // The script also lists panels and menus, the other list only windows that the user can switch to.
        let is_listed = |window: &&ScriptWindow| {
            !window.is_x11 && self.plasma.state.lists(window_id(&window.uuid))
        };
        let windows = windows.iter().filter(is_listed);
        Ok(windows.map(|window| self.describe(window)).collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        let windows = self.query.windows()?;
        self.plasma.sync()?;
        if_open(Self::find(&windows, id).map(|window| self.describe(window)))
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        let windows = self.query.windows()?;
        self.plasma.sync()?;
        let window = Self::find(&windows, id)?;
        if window.is_minimised {
            return Err(no_picture("it is minimised; bring it back"));
        }
        let picture = picture::capture(&self.bus, window, self.scale(window))?;
        if !self.is_unmoved(id, window)? {
            return Err(no_picture("it is being moved or resized"));
        }
        Ok(picture)
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        self.plasma.active()
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        self.plasma.activate(id)
    }
}

impl EmergencyStop for Kde {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        self.stop.signal()
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        self.stop.signals()
    }
}
