//! Connection to the compositor.

use std::os::unix::net::UnixStream;
use std::path::Path;

use wayland_client::globals::{GlobalList, registry_queue_init};
use wayland_client::protocol::wl_output::WlOutput;
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::ZwlrForeignToplevelManagerV1;

use crate::desktop::world::{Bounds, WindowInfo, WorldError};

use super::told::{Output, Told};

pub(super) struct Seen {
    /// The client area is in units of the compositor.
    pub(super) info: WindowInfo,
    pub(super) is_active: bool,
    /// Areas of windows that may cover it.
    pub(super) over: Vec<Bounds>,
}

pub(super) struct Display {
    queue: EventQueue<Told>,
    globals: GlobalList,
    pub(super) told: Told,
    pub(super) seat: WlSeat,
    pub(super) has_toplevels: bool,
}

/// Connects to this socket, or to the one named by `WAYLAND_DISPLAY`.
pub(super) fn connect(socket: Option<&Path>) -> Result<Connection, WorldError> {
    let no_display = |error: &dyn std::fmt::Display| WorldError::NoDisplay(error.to_string());
    match socket {
        Some(path) => {
            let stream = UnixStream::connect(path).map_err(|error| no_display(&error))?;
            Connection::from_socket(stream).map_err(|error| no_display(&error))
        }
        None => Connection::connect_to_env().map_err(|error| no_display(&error)),
    }
}

impl Display {
    pub(super) fn open(connection: &Connection) -> Result<Self, WorldError> {
        let (globals, queue) =
            registry_queue_init::<Told>(connection).map_err(|error| refused(&error))?;
        let handle = queue.handle();
        let seat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|_| WorldError::NoSeat)?;
        let mut told = Told {
            places: globals.bind(&handle, 1..=3, ()).ok(),
            ..Told::default()
        };
        let listed = globals.contents().clone_list();
        for global in listed {
            if global.interface == WlOutput::interface().name {
                told.add_output(globals.registry(), global.name, global.version, &handle);
            }
        }
        let toplevels: Result<ZwlrForeignToplevelManagerV1, _> = globals.bind(&handle, 1..=3, ());
        let mut display = Self {
            queue,
            globals,
            told,
            seat,
            has_toplevels: toplevels.is_ok(),
        };
        display.settle()?;
        // The second roundtrip receives the events of objects created in the first one.
        display.settle()?;
        Ok(display)
    }

    pub(super) fn handle(&self) -> QueueHandle<Told> {
        self.queue.handle()
    }

    pub(super) fn bind<I>(&self, newest: u32, what: &'static str) -> Result<I, WorldError>
    where
        I: Proxy + 'static,
        Told: Dispatch<I, ()>,
    {
        let bound = self.globals.bind(&self.queue.handle(), 1..=newest, ());
        bound.map_err(|_| WorldError::NoExtension(what))
    }

    /// Waits until the compositor has handled all requests.
    pub(super) fn settle(&mut self) -> Result<(), WorldError> {
        let settled = self.queue.roundtrip(&mut self.told);
        settled.map(|_| ()).map_err(|error| refused(&error))
    }

    /// Returns the screen that contains an area.
    pub(super) fn output_of(&self, area: Bounds) -> Option<&Output> {
        let mut outputs = self.told.outputs.iter();
        outputs.find(|output| contains(output.place, area))
    }

    /// Bounding box of all screens, which is the range of the pointer.
    pub(super) fn layout(&self) -> Bounds {
        let places = self.told.outputs.iter().map(|output| output.place);
        places.reduce(union).unwrap_or_default()
    }
}

/// Right and lower edge, exclusive.
fn ends(area: Bounds) -> (i32, i32) {
    (
        area.x.saturating_add_unsigned(area.width),
        area.y.saturating_add_unsigned(area.height),
    )
}

pub(super) fn overlap(one: Bounds, other: Bounds) -> bool {
    let ((right, bottom), (other_right, other_bottom)) = (ends(one), ends(other));
    one.x < other_right && other.x < right && one.y < other_bottom && other.y < bottom
}

pub(super) fn holds(area: Bounds, (x, y): (f64, f64)) -> bool {
    let (right, bottom) = ends(area);
    let within = |place: f64, from: i32, to: i32| f64::from(from) <= place && place < f64::from(to);
    within(x, area.x, right) && within(y, area.y, bottom)
}

fn contains(outer: Bounds, inner: Bounds) -> bool {
    let ((right, bottom), (inner_right, inner_bottom)) = (ends(outer), ends(inner));
    outer.x <= inner.x && outer.y <= inner.y && inner_right <= right && inner_bottom <= bottom
}

fn union(one: Bounds, other: Bounds) -> Bounds {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let ((right, bottom), (other_right, other_bottom)) = (ends(one), ends(other));
    Bounds {
        x,
        y,
        width: right.max(other_right).abs_diff(x),
        height: bottom.max(other_bottom).abs_diff(y),
    }
}

pub(super) fn refused(error: &dyn std::fmt::Display) -> WorldError {
    WorldError::Desktop(error.to_string())
}
