//! Connection to a compositor, its windows and the focus.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use image::RgbaImage;
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{Connection, Dispatch, QueueHandle};

use crate::desktop::held::Held;
use crate::desktop::wayland::keyboard::{Keyboard, Stroke};
use crate::desktop::world::{Clock, Focus, Screen, WindowId, WindowInfo, WorldError};

use super::devices::Devices;
use super::display::{self, Display, Seen, overlap};
use super::picture::Camera;
use super::watch::{self, Watch};
use super::{sway, toplevels};

const NEEDED: [&str; 3] = [
    "zwlr_screencopy_manager_v1",
    "zwlr_virtual_pointer_manager_v1",
    "zwp_virtual_keyboard_manager_v1",
];

/// Desktop of a wlroots compositor.
pub struct Wlroots {
    pub(super) display: Display,
    pub(super) camera: Camera,
    sway: Option<swayipc::Connection>,
    pub(super) devices: Devices,
    pub(super) keyboard: Keyboard,
    pub(super) held: Held<Stroke>,
    watch: Arc<Mutex<Watch>>,
    /// Number of stop key presses already reported.
    pub(super) stops: u64,
    /// True if the pointer is still where auto-play has moved it.
    pub(super) is_pointing: bool,
    started: Instant,
}

impl Wlroots {
    /// Connects to the compositor named by `WAYLAND_DISPLAY`, and to sway if `SWAYSOCK` is set.
    ///
    /// # Errors
    /// [`WorldError::NoDisplay`], [`WorldError::NoExtension`], [`WorldError::Desktop`].
    pub fn connect() -> Result<Self, WorldError> {
        Self::open(None, sway::socket().as_deref())
    }

    /// Connects to the compositor with the socket `wayland`, and to sway if its socket is given.
    ///
    /// # Errors
    /// The same as [`Wlroots::connect`].
    pub fn connect_to(wayland: &Path, sway: Option<&Path>) -> Result<Self, WorldError> {
        Self::open(Some(wayland), sway)
    }

    /// Returns whether the compositor named by `WAYLAND_DISPLAY` has the required protocols.
    pub fn is_offered() -> bool {
        let offered = Connection::connect_to_env().ok().and_then(|connection| {
            let (globals, _) = registry_queue_init::<Nothing>(&connection).ok()?;
            let listed = globals.contents().clone_list();
            let offers = |needed: &str| listed.iter().any(|global| global.interface == needed);
            Some(NEEDED.into_iter().all(offers))
        });
        offered == Some(true)
    }

    fn open(wayland: Option<&Path>, sway_socket: Option<&Path>) -> Result<Self, WorldError> {
        let connection = display::connect(wayland)?;
        let display = Display::open(&connection)?;
        let sway = sway_socket.map(sway::connect).transpose()?;
        if sway.is_none() && !display.has_toplevels {
            let missing = "zwlr_foreign_toplevel_manager_v1";
            return Err(WorldError::NoExtension(missing));
        }
        let camera = Camera::new(&display)?;
        let keyboard = Keyboard::read_from(&connection)?;
        let devices = Devices::add(&display, keyboard.text())?;
        let watch = watch::shared(wayland, sway_socket)?;
        let stops = watch::presses(&watch)?;
        let mut this = Self {
            display,
            camera,
            sway,
            devices,
            keyboard,
            held: Held::default(),
            watch,
            stops,
            is_pointing: false,
            started: Instant::now(),
        };
        this.display.settle()?;
        Ok(this)
    }

    pub(super) fn watch(&self) -> MutexGuard<'_, Watch> {
        // The state is valid even after a panic of another thread.
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the pointer out of the picture, in which many compositors draw it. It goes to the hideout, because some
    /// compositors activate the window under the pointer.
    fn hide_pointer(&mut self) -> Result<(), WorldError> {
        let is_free = self.is_pointing && !self.held.has_button();
        let screen = self.display.told.outputs.first().map(|output| output.place);
        if let Some(screen) = screen
            && is_free
            && self.watch().has_hideout()
        {
            let middle = (
                screen.x,
                screen.y.saturating_add_unsigned(screen.height / 2),
            );
            self.point_at((f64::from(middle.0) + 0.5, f64::from(middle.1) + 0.5));
            self.display.settle()?;
            self.is_pointing = false;
            self.watch().hide()?;
        }
        Ok(())
    }

    /// Moves the pointer to a position in units of the compositor.
    pub(super) fn point_at(&self, (x, y): (f64, f64)) {
        let all = self.display.layout();
        let within = (x - f64::from(all.x), y - f64::from(all.y));
        self.devices.point(within, (all.width, all.height));
    }

    fn look(&mut self) -> Result<Vec<Seen>, WorldError> {
        match &mut self.sway {
            Some(sway) => sway::look(sway),
            None => toplevels::look(&mut self.display),
        }
    }

    pub(super) fn see(&mut self, id: WindowId) -> Result<Seen, WorldError> {
        let seen = self.look()?.into_iter();
        let mut seen = seen.filter(|seen| seen.info.id == id);
        seen.next().ok_or(WorldError::WindowGone)
    }

    /// Replaces the size of the client area by that of its picture, in pixels.
    fn describe(&mut self, seen: Seen) -> Result<WindowInfo, WorldError> {
        let mut info = seen.info;
        if info.minimised {
            return Ok(info);
        }
        match self.camera.size(&mut self.display, info.client) {
            Ok((width, height)) => {
                (info.client.width, info.client.height) = (width, height);
                Ok(info)
            }
            Err(WorldError::NoPicture(_)) => Ok(info),
            Err(error) => Err(error),
        }
    }

    /// Returns a snapshot of the window, if it is completely visible.
    fn see_wholly(&mut self, id: WindowId) -> Result<Seen, WorldError> {
        let seen = self.see(id)?;
        let why_not = if seen.info.minimised {
            "it is hidden, on another workspace or behind a tab; bring it back"
        } else if self.sway.is_none() && !seen.is_active {
            "this compositor shows only the active window; bring it to the front"
        } else if seen
            .over
            .iter()
            .any(|over| overlap(*over, seen.info.client))
        {
            "another window lies over it; move one of them"
        } else {
            return Ok(seen);
        };
        Err(WorldError::NoPicture(why_not.to_owned()))
    }
}

impl Screen for Wlroots {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError> {
        let seen = self.look()?.into_iter();
        seen.map(|seen| self.describe(seen)).collect()
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError> {
        match self.see(id) {
            Ok(seen) => self.describe(seen).map(Some),
            Err(WorldError::WindowGone) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, WorldError> {
        self.hide_pointer()?;
        let before = self.see_wholly(id)?.info.client;
        let picture = self.camera.take(&mut self.display, before)?;
        // The window may have been moved or covered during the capture.
        if self.see_wholly(id)?.info.client != before {
            let why = "it is being moved or resized";
            return Err(WorldError::NoPicture(why.to_owned()));
        }
        Ok(picture)
    }
}

impl Focus for Wlroots {
    fn active(&mut self) -> Result<Option<WindowId>, WorldError> {
        let seen = self.look()?;
        let active = seen.iter().find(|seen| seen.is_active);
        Ok(active.map(|seen| seen.info.id))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WorldError> {
        match &mut self.sway {
            Some(sway) => sway::command(sway, &format!("[con_id={}] focus", id.0)),
            None => toplevels::activate(&mut self.display, id),
        }
    }
}

impl Clock for Wlroots {
    fn now(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// State for reading only the list of globals.
struct Nothing;

impl Dispatch<WlRegistry, GlobalListContents> for Nothing {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}
