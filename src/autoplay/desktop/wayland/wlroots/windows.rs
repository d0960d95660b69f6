//! Connecting to a compositor, its windows, and which of them is active.

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

/// What a compositor must offer to be played on this way.
const NEEDED: [&str; 3] = [
    "zwlr_screencopy_manager_v1",
    "zwlr_virtual_pointer_manager_v1",
    "zwp_virtual_keyboard_manager_v1",
];

/// The desktop of a compositor made with wlroots.
pub struct Wlroots {
    pub(super) display: Display,
    pub(super) camera: Camera,
    sway: Option<swayipc::Connection>,
    pub(super) devices: Devices,
    pub(super) keyboard: Keyboard,
    /// Keys that are down because we pressed them, with the shift key where it was needed.
    pub(super) held: Held<Stroke>,
    watch: Arc<Mutex<Watch>>,
    /// How often the stop key had been pressed when it was last asked for.
    pub(super) stops: u64,
    /// Whether the pointer is where we have clicked.
    pub(super) is_pointing: bool,
    started: Instant,
}

impl Wlroots {
    /// Connects to the compositor that `WAYLAND_DISPLAY` names, and to sway if `SWAYSOCK` is set.
    ///
    /// # Errors
    /// [`WorldError::NoDisplay`], [`WorldError::NoExtension`], [`WorldError::Desktop`].
    pub fn connect() -> Result<Self, WorldError> {
        Self::open(None, sway::socket().as_deref())
    }

    /// Connects to the compositor with this socket, and to sway if its own socket is given.
    ///
    /// # Errors
    /// As [`Wlroots::connect`].
    pub fn connect_to(wayland: &Path, sway: Option<&Path>) -> Result<Self, WorldError> {
        Self::open(Some(wayland), sway)
    }

    /// Whether the compositor that `WAYLAND_DISPLAY` names can be played on this way.
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
        // Whoever has panicked only looked.
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the pointer out of the picture, in which many compositors draw it. It goes where no window
    /// of others is, because some make the window under the pointer the active one.
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

    /// Moves the pointer to a place among the screens, in units of the compositor.
    pub(super) fn point_at(&self, (x, y): (f64, f64)) {
        let all = self.display.layout();
        let within = (x - f64::from(all.x), y - f64::from(all.y));
        self.devices.point(within, (all.width, all.height));
    }

    /// The windows of this moment.
    fn look(&mut self) -> Result<Vec<Seen>, WorldError> {
        match &mut self.sway {
            Some(sway) => sway::look(sway),
            None => toplevels::look(&mut self.display),
        }
    }

    /// A window at this moment.
    pub(super) fn see(&mut self, id: WindowId) -> Result<Seen, WorldError> {
        let seen = self.look()?.into_iter();
        let mut seen = seen.filter(|seen| seen.info.id == id);
        seen.next().ok_or(WorldError::WindowGone)
    }

    /// As others know it: with the size of its picture.
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

    /// The window, if it can be seen wholly.
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
        // It may have been moved or covered while the picture was taken.
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

/// Listens to nothing but the list of what there is.
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
