//! The desktop under X11: windows and focus from the window manager (EWMH), pictures through the
//! composite extension, input through XTEST.

mod capture;
mod emergency;
mod input;
mod keys;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::composite::ConnectionExt as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, GetPropertyReply, Screen,
    Window,
};
use x11rb::rust_connection::RustConnection;

use crate::game::Button;
use crate::vision::Key;

use super::world::{Bounds, Clock, Focus, Screen as Windows, WindowId, WindowInfo, WorldError};

x11rb::atom_manager! {
    /// The names this program uses.
    Atoms: AtomsCookie {
        UTF8_STRING,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
    }
}

/// The desktop of one display.
pub struct X11 {
    conn: RustConnection,
    root: Window,
    atoms: Atoms,
    started: Instant,
    /// Windows whose pictures the display keeps apart for us.
    redirected: HashSet<Window>,
    keyboard: keys::Keyboard,
    /// Keys that are down because we pressed them, with the shift key where it was needed.
    held: Vec<(Key, keys::Stroke)>,
    held_buttons: Vec<Button>,
    corners: Vec<(i32, i32)>,
}

impl X11 {
    /// Connects to the display of this name (`:0`), or to the one that `DISPLAY` names.
    ///
    /// # Errors
    /// [`WorldError::NoDisplay`], [`WorldError::NoExtension`], [`WorldError::NoWindowManager`].
    pub fn connect(display: Option<&str>) -> Result<Self, WorldError> {
        let (conn, number) =
            x11rb::connect(display).map_err(|error| WorldError::NoDisplay(error.to_string()))?;
        let screen: &Screen = conn
            .setup()
            .roots
            .get(number)
            .ok_or_else(|| WorldError::NoDisplay(format!("it has no screen {number}")))?;
        let root = screen.root;
        let atoms = Atoms::new(&conn)?.reply()?;
        for (name, title) in [("Composite", "Composite"), ("XTEST", "XTEST")] {
            let known = conn.query_extension(name.as_bytes())?;
            if !known.reply()?.present {
                return Err(WorldError::NoExtension(title));
            }
        }
        // The server serves no other request of an extension before its version was asked for.
        conn.composite_query_version(0, 4)?.reply()?;
        let keyboard = keys::Keyboard::read(&conn)?;
        let mut this = Self {
            conn,
            root,
            atoms,
            started: Instant::now(),
            redirected: HashSet::new(),
            keyboard,
            held: Vec::new(),
            held_buttons: Vec::new(),
            corners: Vec::new(),
        };
        this.corners = this.screen_corners()?;
        this.check_window_manager()?;
        Ok(this)
    }

    /// A window manager announces itself by a window that points to itself.
    fn check_window_manager(&self) -> Result<(), WorldError> {
        let name = self.atoms._NET_SUPPORTING_WM_CHECK;
        let check = self.numbers(self.root, name, AtomEnum::WINDOW.into())?;
        let alive = match check.first() {
            Some(window) => self
                .numbers(*window, name, AtomEnum::WINDOW.into())
                .is_ok_and(|own| own.first() == Some(window)),
            None => false,
        };
        alive.then_some(()).ok_or(WorldError::NoWindowManager)
    }

    fn property(
        &self,
        window: Window,
        name: Atom,
        kind: Atom,
    ) -> Result<GetPropertyReply, WorldError> {
        Ok(self
            .conn
            .get_property(false, window, name, kind, 0, 4096)?
            .reply()?)
    }

    fn numbers(&self, window: Window, name: Atom, kind: Atom) -> Result<Vec<u32>, WorldError> {
        let reply = self.property(window, name, kind)?;
        Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
    }

    fn text(&self, window: Window, name: Atom, kind: Atom) -> Result<String, WorldError> {
        let reply = self.property(window, name, kind)?;
        Ok(String::from_utf8_lossy(&reply.value).into_owned())
    }

    fn describe(&self, window: Window) -> Result<WindowInfo, WorldError> {
        let geometry = self.conn.get_geometry(window)?;
        let place = self.conn.translate_coordinates(window, self.root, 0, 0)?;
        let geometry = geometry.reply()?;
        let place = place.reply()?;
        let atoms = &self.atoms;
        let mut title = self.text(window, atoms._NET_WM_NAME, atoms.UTF8_STRING)?;
        if title.is_empty() {
            title = self.text(window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?;
        }
        // Two names, each closed by a zero: of the instance, and of the program.
        let class = self.text(window, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?;
        let app = class.split('\0').nth(1).unwrap_or_default().to_owned();
        let pid = self.numbers(window, atoms._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        let state = self.numbers(window, atoms._NET_WM_STATE, AtomEnum::ATOM.into())?;
        Ok(WindowInfo {
            id: WindowId(window.into()),
            title,
            app,
            pid: pid.first().copied(),
            client: Bounds {
                x: place.dst_x.into(),
                y: place.dst_y.into(),
                width: geometry.width.into(),
                height: geometry.height.into(),
            },
            minimised: state.contains(&atoms._NET_WM_STATE_HIDDEN),
        })
    }

    /// The window and what it lies in, up to below the root.
    fn lineage(&self, window: Window) -> Result<Vec<Window>, WorldError> {
        let mut lineage = vec![window];
        let mut at = window;
        // Deeper nesting than this occurs in no desktop.
        for _ in 0..32 {
            let tree = self.conn.query_tree(at)?;
            at = tree.reply()?.parent;
            if at == self.root || at == x11rb::NONE {
                break;
            }
            lineage.push(at);
        }
        Ok(lineage)
    }
}

impl Windows for X11 {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError> {
        self.check_window_manager()?;
        self.corners = self.screen_corners()?;
        self.keyboard = keys::Keyboard::read(&self.conn)?;
        let kind = AtomEnum::WINDOW.into();
        let mut ids = self.numbers(self.root, self.atoms._NET_CLIENT_LIST_STACKING, kind)?;
        if ids.is_empty() {
            ids = self.numbers(self.root, self.atoms._NET_CLIENT_LIST, kind)?;
        }
        let mut windows = Vec::new();
        for id in ids {
            match self.describe(id) {
                Ok(window) => windows.push(window),
                // Closed since the list was made.
                Err(WorldError::WindowGone) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError> {
        match self.describe(native(id)?) {
            Ok(window) => Ok(Some(window)),
            Err(WorldError::WindowGone) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn capture(&mut self, id: WindowId) -> Result<image::RgbaImage, WorldError> {
        self.capture_window(native(id)?)
    }
}

impl Focus for X11 {
    fn active(&mut self) -> Result<Option<WindowId>, WorldError> {
        let kind = AtomEnum::WINDOW.into();
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW, kind)?;
        let active = active.first().filter(|window| **window != x11rb::NONE);
        Ok(active.map(|window| WindowId((*window).into())))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WorldError> {
        // 2: a pager or a program acting for the person asks, which is not held back.
        let data = [2, x11rb::CURRENT_TIME, 0, 0, 0];
        let name = self.atoms._NET_ACTIVE_WINDOW;
        let message = ClientMessageEvent::new(32, native(id)?, name, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.conn
            .send_event(false, self.root, mask, message)?
            .check()?;
        Ok(())
    }
}

impl Clock for X11 {
    fn now(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}

fn native(id: WindowId) -> Result<Window, WorldError> {
    Window::try_from(id.0).map_err(|_| WorldError::WindowGone)
}

impl From<ConnectionError> for WorldError {
    fn from(error: ConnectionError) -> Self {
        Self::Desktop(error.to_string())
    }
}

impl From<ReplyError> for WorldError {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::ConnectionError(error) => error.into(),
            ReplyError::X11Error(error) => match error.error_kind {
                ErrorKind::Window | ErrorKind::Drawable => Self::WindowGone,
                kind => Self::Desktop(format!("{kind:?}")),
            },
        }
    }
}

impl From<ReplyOrIdError> for WorldError {
    fn from(error: ReplyOrIdError) -> Self {
        match error {
            ReplyOrIdError::ConnectionError(error) => error.into(),
            ReplyOrIdError::X11Error(error) => ReplyError::X11Error(error).into(),
            ReplyOrIdError::IdsExhausted => Self::Desktop("it has no more names".to_owned()),
        }
    }
}
