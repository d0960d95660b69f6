//! Connection to an X server.

use std::collections::HashSet;

use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::xproto::{Atom, ConnectionExt as _, GetPropertyReply, Window};
use x11rb::rust_connection::RustConnection;

use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::PressedInputs;
use crate::desktop::traits::{DesktopError, WindowId};

use super::keys;
use super::raw_events::RawEvents;

x11rb::atom_manager! {
    pub(super) Atoms: AtomsCookie {
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
    pub(super) conn: RustConnection,
    pub(super) root: Window,
    pub(super) atoms: Atoms,
    /// Windows whose pixels the X server stores separately.
    pub(super) redirected: HashSet<Window>,
    pub(super) keyboard: keys::X11Keymap,
    pub(super) pressed: PressedInputs<KeyStroke>,
    /// Corner pixels of the screen and of all monitors, for the emergency stop.
    pub(super) corners: Vec<(i32, i32)>,
    /// True if the server runs in a Wayland session, in which it tracks the pointer only over its own windows.
    pub(super) is_nested: bool,
    /// Why windows of other programs are not listed, for the user.
    pub(super) unlisted_reason: Option<String>,
    pub(super) raw_events: RawEvents,
}

impl X11 {
    /// Sets the reason why windows of Wayland programs are not listed.
    pub fn with_unlisted_reason(mut self, error: &DesktopError) -> Self {
        let why = format!("Windows of Wayland programs are not listed: {error}");
        self.unlisted_reason = Some(why);
        self
    }

    pub(super) fn has(&self, window: Window, name: Atom) -> Result<bool, DesktopError> {
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

    pub(super) fn numbers(
        &self,
        window: Window,
        name: Atom,
        kind: Atom,
    ) -> Result<Vec<u32>, DesktopError> {
        let reply = self.property(window, name, kind)?;
        Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
    }

    pub(super) fn text(
        &self,
        window: Window,
        name: Atom,
        kind: Atom,
    ) -> Result<String, DesktopError> {
        let reply = self.property(window, name, kind)?;
        Ok(String::from_utf8_lossy(&reply.value).into_owned())
    }

    /// Returns the window and its ancestors below the root, from the inside out.
    pub(super) fn ancestors(&self, window: Window) -> Result<Vec<Window>, DesktopError> {
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
}

pub(super) fn native(id: WindowId) -> Result<Window, DesktopError> {
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
