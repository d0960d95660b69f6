//! X11: windows and focus through the window manager (EWMH), pictures through Composite, input through XTEST.

mod capture;
mod emergency;
mod input;
mod keys;
mod raw_events;

use std::collections::HashSet;

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::composite::ConnectionExt as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask,
    GetPropertyReply, Window,
};
use x11rb::rust_connection::RustConnection;

use super::keysyms::KeyStroke;
use super::pressed::PressedInputs;
use super::traits::{Bounds, Desktop, DesktopError, WindowId, WindowInfo};
use super::{if_open, is_set};
use keys::X11Keymap;
use raw_events::RawEvents;

/// Maximum depth of a program's window below the root, by the frames that window managers nest around it.
const MAX_CLIENT_DEPTH: u32 = 3;
/// Version of the Composite extension that is requested: the oldest with all that is used here.
const COMPOSITE_VERSION: (u32, u32) = (0, 4);
/// Source of a request for activation, by EWMH: a pager, which bypasses focus stealing prevention.
const SOURCE_PAGER: u32 = 2;

x11rb::atom_manager! {
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
        WM_CLIENT_LEADER,
        WM_STATE,
    }
}

pub struct X11 {
    conn: RustConnection,
    root: Window,
    atoms: Atoms,
    /// Windows whose pixels the X server stores separately.
    redirected: HashSet<Window>,
    keyboard: X11Keymap,
    pressed: PressedInputs<KeyStroke>,
    /// The screen and all monitors, whose corners are for the emergency stop.
    screens: Vec<Bounds>,
    /// True if the server runs in a Wayland session, in which it tracks the pointer only over its own windows.
    is_nested: bool,
    /// Why windows of other programs are not listed, for the user.
    unlisted_reason: Option<String>,
    raw_events: RawEvents,
}

impl X11 {
    /// Connects to the display of this name (such as `:0`), or to the one named by `DISPLAY`.
    pub fn connect(display: Option<&str>) -> Result<Self, DesktopError> {
        let (conn, screen_number) =
            x11rb::connect(display).map_err(|error| DesktopError::NoDisplay(error.to_string()))?;
        let no_screen = || DesktopError::NoDisplay(format!("it has no screen {screen_number}"));
        let screen = conn.setup().roots.get(screen_number);
        let root = screen.ok_or_else(no_screen)?.root;
        let atoms = Atoms::new(&conn)?.reply()?;
        for name in ["Composite", "XTEST"] {
            let extension = conn.query_extension(name.as_bytes())?;
            if !extension.reply()?.present {
                return Err(DesktopError::NoExtension(name));
            }
        }
        // The server accepts requests of this extension only after the query of its version.
        let (major, minor) = COMPOSITE_VERSION;
        conn.composite_query_version(major, minor)?.reply()?;
        // Older versions of Xwayland lack this extension.
        let is_xwayland = conn.query_extension(b"XWAYLAND")?.reply()?.present;
        let mut this = Self {
            keyboard: X11Keymap::read(&conn)?,
            raw_events: RawEvents::subscribe(&conn, root)?,
            conn,
            root,
            atoms,
            redirected: HashSet::new(),
            pressed: PressedInputs::default(),
            screens: Vec::new(),
            is_nested: is_xwayland || display.is_none() && is_set("WAYLAND_DISPLAY"),
            unlisted_reason: None,
        };
        this.update_screens()?;
        this.check_window_manager()?;
        Ok(this)
    }

    /// Sets the reason why windows of Wayland programs are not listed.
    pub fn with_unlisted_reason(mut self, error: &DesktopError) -> Self {
        let why = format!("Windows of Wayland programs are not listed: {error}");
        self.unlisted_reason = Some(why);
        self
    }

    fn has(&self, window: Window, name: Atom) -> Result<bool, DesktopError> {
        let found = self.property(window, name, x11rb::NONE)?;
        Ok(found.type_ != x11rb::NONE)
    }

    /// Returns a property, cut off after 4096 units of four bytes.
    fn property(
        &self,
        window: Window,
        name: Atom,
        kind: Atom,
    ) -> Result<GetPropertyReply, DesktopError> {
        Ok(self
            .conn
            .get_property(false, window, name, kind, 0, 4096)?
            .reply()?)
    }

    fn numbers(&self, window: Window, name: Atom, kind: Atom) -> Result<Vec<u32>, DesktopError> {
        let reply = self.property(window, name, kind)?;
        Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
    }

    fn text(&self, window: Window, name: Atom, kind: Atom) -> Result<String, DesktopError> {
        let reply = self.property(window, name, kind)?;
        Ok(String::from_utf8_lossy(&reply.value).into_owned())
    }

    /// Returns the window and its ancestors below the root, from the inside out.
    fn ancestors(&self, window: Window) -> Result<Vec<Window>, DesktopError> {
        let mut ancestors = vec![window];
        let mut at = window;
        // The limit is deeper than any desktop nests windows.
        for _ in 0..32 {
            at = self.conn.query_tree(at)?.reply()?.parent;
            if at == self.root || at == x11rb::NONE {
                break;
            }
            ancestors.push(at);
        }
        Ok(ancestors)
    }

    /// Checks that a window manager is running: the root and the window that it names both name that window (EWMH).
    fn check_window_manager(&self) -> Result<(), DesktopError> {
        let name = self.atoms._NET_SUPPORTING_WM_CHECK;
        let announced = self.numbers(self.root, name, AtomEnum::WINDOW.into())?;
        let names_itself = |window: &Window| {
            let named = self.numbers(*window, name, AtomEnum::WINDOW.into());
            named.is_ok_and(|named| named.first() == Some(window))
        };
        match announced.first().is_some_and(names_itself) {
            true => Ok(()),
            false => Err(DesktopError::NoWindowManager),
        }
    }

    /// Windows listed by the window manager, the lowest first; if it does not report their order, the oldest first.
    fn client_list(&self) -> Result<Vec<Window>, DesktopError> {
        let kind = AtomEnum::WINDOW.into();
        let stacking = self.atoms._NET_CLIENT_LIST_STACKING;
        let list = self.atoms._NET_CLIENT_LIST;
        let stacked = self.numbers(self.root, stacking, kind)?;
        if !stacked.is_empty() {
            return Ok(stacked);
        }
        // Some window managers have no list while there are no windows.
        if !self.has(self.root, list)? && self.has_client_below(self.root, MAX_CLIENT_DEPTH)? {
            return Err(DesktopError::NoWindowList);
        }
        self.numbers(self.root, list, kind)
    }

    /// Returns whether a window manager has marked a window at most `depth` levels below this one as a program's.
    fn has_client_below(&self, window: Window, depth: u32) -> Result<bool, DesktopError> {
        let children = self.conn.query_tree(window)?.reply()?.children;
        for child in children {
            // Ignores windows closed since the query.
            let is_client = self.has(child, self.atoms.WM_STATE).unwrap_or(false);
            if is_client || depth > 1 && self.has_client_below(child, depth - 1).unwrap_or(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Window that a property of `window` refers to; `None` if it is not set or refers to none.
    fn window_property(&self, window: Window, name: Atom) -> Result<Option<Window>, DesktopError> {
        let windows = self.numbers(window, name, AtomEnum::WINDOW.into())?;
        let first = windows.first().copied();
        Ok(first.filter(|window| *window != x11rb::NONE))
    }

    /// Window that a dialog has set as its owner; `None` for windows that are no dialogs.
    fn transient_for(&self, window: Window) -> Result<Option<Window>, DesktopError> {
        self.window_property(window, AtomEnum::WM_TRANSIENT_FOR.into())
    }

    /// Returns the only one of these windows that is in a dialog's group and no dialog itself; `None` if there are none
    /// or several. Dialogs may set the group's hidden leader or the root window as their owner (ICCCM 4.1.2.6, EWMH
    /// *WM_TRANSIENT_FOR for Groups*).
    fn main_of_group(
        &self,
        dialog: Window,
        windows: &[Window],
    ) -> Result<Option<Window>, DesktopError> {
        let leader = |window| self.window_property(window, self.atoms.WM_CLIENT_LEADER);
        let dialog_leader = leader(dialog)?;
        let mut group = Vec::new();
        for window in windows.iter().copied().filter(|it| *it != dialog) {
            // Ignores windows closed since the query.
            let is_main = matches!(self.transient_for(window), Ok(None));
            if is_main
                && dialog_leader.is_some()
                && leader(window).is_ok_and(|leader| leader == dialog_leader)
            {
                group.push(window);
            }
        }
        Ok(match group.as_slice() {
            [window] => Some(*window),
            _ => None,
        })
    }

    fn describe(&self, window: Window) -> Result<WindowInfo, DesktopError> {
        let geometry = self.conn.get_geometry(window)?;
        let origin = self.conn.translate_coordinates(window, self.root, 0, 0)?;
        let geometry = geometry.reply()?;
        let origin = origin.reply()?;
        let atoms = &self.atoms;
        let mut title = self.text(window, atoms._NET_WM_NAME, atoms.UTF8_STRING)?;
        if title.is_empty() {
            title = self.text(window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?;
        }
        // Two strings, each terminated by a zero: the instance and the program.
        let class = self.text(window, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?;
        let app = class.split('\0').nth(1).unwrap_or_default().to_owned();
        let pid = self.numbers(window, atoms._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        let state = self.numbers(window, atoms._NET_WM_STATE, AtomEnum::ATOM.into())?;
        Ok(WindowInfo {
            id: WindowId(window.into()),
            title,
            app,
            pid: pid.first().copied(),
            client: bounds(
                (origin.dst_x, origin.dst_y),
                (geometry.width, geometry.height),
            ),
            minimised: state.contains(&atoms._NET_WM_STATE_HIDDEN),
            chosen: false,
        })
    }
}

impl Desktop for X11 {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        self.check_window_manager()?;
        self.update_screens()?;
        self.keyboard = X11Keymap::read(&self.conn)?;
        let mut windows = Vec::new();
        for id in self.client_list()? {
            // Without those closed since the list was made.
            windows.extend(if_open(self.describe(id))?);
        }
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        if_open(self.describe(native(id)?))
    }

    fn unlisted_reason(&self) -> Option<&str> {
        self.unlisted_reason.as_deref()
    }

    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, DesktopError> {
        let window = native(id)?;
        let Some(owner) = self.transient_for(window)? else {
            return Ok(None);
        };
        let windows = self.client_list()?;
        let owner = match windows.contains(&owner) {
            true => Some(owner),
            false => self.main_of_group(window, &windows)?,
        };
        Ok(owner.map(|window| WindowId(window.into())))
    }

    fn capture(&mut self, id: WindowId) -> Result<image::RgbaImage, DesktopError> {
        self.capture_window(native(id)?)
    }

    fn resize(&mut self, id: WindowId, (width, height): (u32, u32)) -> Result<(), DesktopError> {
        // The window manager receives the request, and adds its frame.
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.conn.configure_window(native(id)?, &size)?.check()?;
        Ok(())
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        let active = self.window_property(self.root, self.atoms._NET_ACTIVE_WINDOW)?;
        Ok(active.map(|window| WindowId(window.into())))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let data = [SOURCE_PAGER, x11rb::CURRENT_TIME, 0, 0, 0];
        let name = self.atoms._NET_ACTIVE_WINDOW;
        // The data are numbers of 32 bits.
        let message = ClientMessageEvent::new(32, native(id)?, name, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.conn
            .send_event(false, self.root, mask, message)?
            .check()?;
        Ok(())
    }
}

fn bounds((x, y): (i16, i16), (width, height): (u16, u16)) -> Bounds {
    Bounds {
        x: x.into(),
        y: y.into(),
        width: width.into(),
        height: height.into(),
    }
}

fn native(id: WindowId) -> Result<Window, DesktopError> {
    Window::try_from(id.0).map_err(|_| DesktopError::WindowGone)
}

impl From<ConnectionError> for DesktopError {
    fn from(error: ConnectionError) -> Self {
        Self::Unexpected(error.to_string())
    }
}

impl From<ReplyError> for DesktopError {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::ConnectionError(error) => error.into(),
            ReplyError::X11Error(error) => match error.error_kind {
                ErrorKind::Window | ErrorKind::Drawable => Self::WindowGone,
                kind => Self::Unexpected(format!("{kind:?}")),
            },
        }
    }
}

impl From<ReplyOrIdError> for DesktopError {
    fn from(error: ReplyOrIdError) -> Self {
        match error {
            ReplyOrIdError::ConnectionError(error) => error.into(),
            ReplyOrIdError::X11Error(error) => ReplyError::X11Error(error).into(),
            ReplyOrIdError::IdsExhausted => Self::Unexpected("it has no more names".to_owned()),
        }
    }
}
