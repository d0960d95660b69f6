//! Connection to the compositor.

use std::os::unix::net::UnixStream;
use std::path::Path;

use wayland_client::globals::{GlobalList, registry_queue_init};
use wayland_client::protocol::wl_output::WlOutput;
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::ZwlrForeignToplevelManagerV1;

use crate::desktop::traits::{Bounds, DesktopError, WindowId, WindowInfo};
use crate::desktop::wayland::to_error;

use super::state::{CompositorState, Output, Toplevel};

pub(super) struct WindowStatus {
    /// The client area is in units of the compositor.
    pub(super) info: WindowInfo,
    pub(super) is_active: bool,
    /// Areas of windows that may cover it.
    pub(super) above: Vec<Bounds>,
}

pub(super) struct Display {
    queue: EventQueue<CompositorState>,
    globals: GlobalList,
    pub(super) state: CompositorState,
    pub(super) seat: WlSeat,
    pub(super) has_toplevels: bool,
}

/// Connects to this socket, or to the one named by `WAYLAND_DISPLAY`.
pub(super) fn connect(socket: Option<&Path>) -> Result<Connection, DesktopError> {
    let no_display = |error: &dyn std::fmt::Display| DesktopError::NoDisplay(error.to_string());
    match socket {
        Some(path) => {
            let stream = UnixStream::connect(path).map_err(|error| no_display(&error))?;
            Connection::from_socket(stream).map_err(|error| no_display(&error))
        }
        None => Connection::connect_to_env().map_err(|error| no_display(&error)),
    }
}

impl Display {
    pub(super) fn open(connection: &Connection) -> Result<Self, DesktopError> {
        let (globals, queue) =
            registry_queue_init::<CompositorState>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let seat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|_| DesktopError::NoSeat)?;
        let mut state = CompositorState {
            output_manager: globals.bind(&handle, 1..=3, ()).ok(),
            ..CompositorState::default()
        };
        for global in globals.contents().clone_list() {
            if global.interface == WlOutput::interface().name {
                state.add_output(globals.registry(), global.name, global.version, &handle);
            }
        }
        let toplevels: Result<ZwlrForeignToplevelManagerV1, _> = globals.bind(&handle, 1..=3, ());
        let mut display = Self {
            queue,
            globals,
            state,
            seat,
            has_toplevels: toplevels.is_ok(),
        };
        display.sync()?;
        // The second roundtrip receives the events of objects created in the first one.
        display.sync()?;
        Ok(display)
    }

    pub(super) fn handle(&self) -> QueueHandle<CompositorState> {
        self.queue.handle()
    }

    pub(super) fn bind<I>(&self, max_version: u32, name: &'static str) -> Result<I, DesktopError>
    where
        I: Proxy + 'static,
        CompositorState: Dispatch<I, ()>,
    {
        let bound = self.globals.bind(&self.queue.handle(), 1..=max_version, ());
        bound.map_err(|_| DesktopError::NoExtension(name))
    }

    /// Waits until the compositor has handled all requests.
    pub(super) fn sync(&mut self) -> Result<(), DesktopError> {
        let result = self.queue.roundtrip(&mut self.state);
        result.map(|_| ()).map_err(to_error)
    }

    /// Returns the screen that contains an area.
    pub(super) fn output_of(&self, area: Bounds) -> Option<&Output> {
        let mut outputs = self.state.outputs.iter();
        outputs.find(|output| contains(output.bounds, area))
    }

    /// Bounding box of all screens, which is the range of the pointer.
    pub(super) fn layout(&self) -> Bounds {
        let places = self.state.outputs.iter().map(|output| output.bounds);
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

pub(super) fn contains_point(area: Bounds, (x, y): (f64, f64)) -> bool {
    let (right, bottom) = ends(area);
    let within = |at: f64, start: i32, end: i32| f64::from(start) <= at && at < f64::from(end);
    within(x, area.x, right) && within(y, area.y, bottom)
}

fn contains(outer: Bounds, inner: Bounds) -> bool {
    let ((right, bottom), (inner_right, inner_bottom)) = (ends(outer), ends(inner));
    outer.x <= inner.x && outer.y <= inner.y && inner_right <= right && inner_bottom <= bottom
}

fn union(a: Bounds, b: Bounds) -> Bounds {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    let ((right, bottom), (b_right, b_bottom)) = (ends(a), ends(b));
    Bounds {
        x,
        y,
        width: right.max(b_right).abs_diff(x),
        height: bottom.max(b_bottom).abs_diff(y),
    }
}

/// Lists all windows, each with the area of its screen.
pub(super) fn list_windows(display: &mut Display) -> Result<Vec<WindowStatus>, DesktopError> {
    display.sync()?;
    let windows = display.state.toplevels.iter();
    // A window with id 0 is not completely described yet.
    let windows = windows.filter(|window| window.id != 0);
    let statuses = windows.map(|window| WindowStatus {
        info: WindowInfo {
            id: WindowId(window.id),
            title: window.title.clone(),
            app: window.app.clone(),
            pid: None,
            client: screen(display, window),
            minimised: window.is_minimised,
            chosen: false,
        },
        is_active: window.is_active,
        above: Vec::new(),
    });
    Ok(statuses.collect())
}

fn screen(display: &Display, window: &Toplevel) -> Bounds {
    let mut outputs = display.state.outputs.iter();
    let entered = outputs.find(|output| window.outputs.contains(&output.output));
    entered.map(|output| output.bounds).unwrap_or_default()
}

pub(super) fn activate(display: &mut Display, id: WindowId) -> Result<(), DesktopError> {
    display.sync()?;
    let mut windows = display.state.toplevels.iter();
    let window = windows.find(|window| window.id == id.0);
    let window = window.ok_or(DesktopError::WindowGone)?;
    window.handle.unset_minimized();
    window.handle.activate(&display.seat);
    display.sync()
}
