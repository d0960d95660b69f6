//! Wayland desktops, by the interfaces that compositors offer.
//!
//! | module | contents |
//! |---|---|
//! | [`wlroots`], [`kde`], [`portal`] | the desktops |
//! | [`keyboard`], `screens` | keyboard layout; positions and scales of screens |
//! | `stop`, `corners` | emergency stop, shared by all connections |

mod corners;
pub mod kde;
pub mod keyboard;
pub mod portal;
mod screens;
mod stop;
pub mod wlroots;

use std::fmt::Display;
use std::fs::File;
use std::os::unix::net::UnixStream;
use std::path::Path;

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::{Connection, Dispatch};

use super::combined::CombinedDesktop;
use super::to_error;
use super::traits::{Bounds, Desktop, DesktopError, WindowId, WindowInfo};
use super::x11::X11;
use crate::game::Button;
use kde::Kde;
use portal::Portal;
use wlroots::Wlroots;

/// Implements [`Dispatch`] for a state by a function of the state, the object, its event, its data and the queue's handle.
/// Without one, events are ignored. `creates` names the opcode of an event that creates an object, and its type.
macro_rules! on_events {
    ($state:ty, $object:ty, $data:ty) => {
        on_events!($state, $object, $data, |_, _, _, _, _| {});
    };
    ($state:ty, $object:ty, $data:ty, $handler:expr $(, creates $opcode:pat => $child:ty)?) => {
        impl wayland_client::Dispatch<$object, $data> for $state {
            fn event(
                state: &mut Self,
                object: &$object,
                event: <$object as wayland_client::Proxy>::Event,
                data: &$data,
                _: &wayland_client::Connection,
                handle: &wayland_client::QueueHandle<Self>,
            ) {
                let handler: fn(
                    &mut Self,
                    &$object,
                    _,
                    &$data,
                    &wayland_client::QueueHandle<Self>,
                ) = $handler;
                handler(state, object, event, data, handle);
            }

            $(wayland_client::event_created_child!($state, $object, [$opcode => ($child, ())]);)?
        }
    };
}
use on_events;

/// Connects to the compositor and, if `has_x11`, to the X server in its session. Fails if neither can be used.
pub fn connect(has_x11: bool) -> Result<Box<dyn Desktop>, DesktopError> {
    if Wlroots::is_offered() {
        // X11 programs are listed with all other windows there.
        return Ok(Box::new(Wlroots::connect()?));
    }
    let x11 = has_x11.then(|| X11::connect(None));
    match kde::is_running() {
        true => combine(Kde::connect(), Kde::is_own, x11),
        false => combine(Portal::connect(), Portal::is_own, x11),
    }
}

/// Checks that the desktop has a dialog in which the user chooses a window.
pub(super) fn check_can_choose() -> Result<(), DesktopError> {
    if Wlroots::is_offered() {
        return Err(DesktopError::NoDialog);
    }
    if kde::is_running() {
        // Its portal shares whole screens only. If KWin refuses this program, that is the more helpful error.
        return Kde::connect().and(Err(DesktopError::NoDialog));
    }
    Ok(())
}

/// Returns whether the compositor named by `WAYLAND_DISPLAY` has all these protocols.
fn offers<S>(protocols: &[&str]) -> bool
where
    S: Dispatch<WlRegistry, GlobalListContents> + 'static,
{
    let globals = Connection::connect_to_env().ok().and_then(|connection| {
        let (globals, _) = registry_queue_init::<S>(&connection).ok()?;
        Some(globals.contents().clone_list())
    });
    let globals = globals.unwrap_or_default();
    let has = |name: &&str| globals.iter().any(|global| global.interface == *name);
    protocols.iter().all(has)
}

/// Chooses what can be used of a Wayland desktop and an X server; `is_native` distinguishes the ids of their windows.
fn combine<D: Desktop + 'static>(
    native: Result<D, DesktopError>,
    is_native: fn(WindowId) -> bool,
    x11: Option<Result<X11, DesktopError>>,
) -> Result<Box<dyn Desktop>, DesktopError> {
    match (native, x11) {
        (Ok(native), Some(Ok(x11))) => Ok(Box::new(CombinedDesktop::new(x11, native, is_native))),
        (Ok(native), _) => Ok(Box::new(native)),
        // X11 programs can still be played.
        (Err(error), Some(Ok(x11))) => Ok(Box::new(x11.with_unlisted_reason(&error))),
        (Err(DesktopError::NoPortal(reason)), Some(Err(error))) => Err(DesktopError::NoPortal(
            format!("{reason}, and programs of X11 are not seen either ({error})"),
        )),
        (Err(error), _) => Err(error),
    }
}

/// Window as the compositor reports it at one moment.
#[derive(Clone, Default)]
struct WindowStatus {
    /// The client area is in units of the compositor.
    info: WindowInfo,
    is_active: bool,
    /// Areas of windows that may cover it.
    above: Vec<Bounds>,
}

/// Connects to this socket, or to the one named by `WAYLAND_DISPLAY`.
fn open_connection(socket: Option<&Path>) -> Result<Connection, DesktopError> {
    let no_display = |error: &dyn Display| DesktopError::NoDisplay(error.to_string());
    match socket {
        Some(path) => {
            let stream = UnixStream::connect(path).map_err(|error| no_display(&error))?;
            Connection::from_socket(stream).map_err(|error| no_display(&error))
        }
        None => Connection::connect_to_env().map_err(|error| no_display(&error)),
    }
}

/// Creates a file of this many bytes to share with the compositor.
fn shm_file(size: u64) -> Result<File, DesktopError> {
    let file = match std::env::var_os("XDG_RUNTIME_DIR") {
        Some(folder) => tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile()),
        None => tempfile::tempfile(),
    };
    let file = file.map_err(to_error)?;
    file.set_len(size).map_err(to_error)?;
    Ok(file)
}

/// Code of a pointer button in the kernel (evdev).
fn button_code(button: Button) -> u16 {
    match button {
        Button::Primary => 0x110,
        Button::Secondary => 0x111,
    }
}
