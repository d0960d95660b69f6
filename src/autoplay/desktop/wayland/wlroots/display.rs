//! Connection to the compositor.

use wayland_client::globals::{GlobalList, registry_queue_init};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::ZwlrForeignToplevelManagerV1;

use crate::desktop::traits::{DesktopError, WindowId};
use crate::desktop::wayland::screens::Screens;
use crate::desktop::wayland::{WindowStatus, to_error};

use super::state::CompositorState;

pub(super) struct Display {
    queue: EventQueue<CompositorState>,
    globals: GlobalList,
    pub(super) screens: Screens,
    pub(super) state: CompositorState,
    pub(super) seat: WlSeat,
    pub(super) has_toplevels: bool,
}

impl Display {
    pub(super) fn open(connection: &Connection) -> Result<Self, DesktopError> {
        let (globals, queue) =
            registry_queue_init::<CompositorState>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let seat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|_| DesktopError::NoSeat)?;
        let toplevels: Result<ZwlrForeignToplevelManagerV1, _> = globals.bind(&handle, 1..=3, ());
        let mut display = Self {
            queue,
            globals,
            screens: Screens::open(connection)?,
            state: CompositorState::default(),
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
        self.queue.roundtrip(&mut self.state).map_err(to_error)?;
        self.screens.dispatch()
    }
}

/// Lists all windows, each with the area of its screen.
pub(super) fn list_windows(display: &mut Display) -> Result<Vec<WindowStatus>, DesktopError> {
    display.sync()?;
    let windows = display.state.toplevels.iter();
    // A window with id 0 is not completely described yet.
    let windows = windows.filter(|window| window.status.info.id != WindowId(0));
    let statuses = windows.map(|window| {
        let mut screens = display.screens.list().iter();
        let entered = screens.find(|screen| window.outputs.contains(&screen.output));
        let mut status = window.status.clone();
        status.info.client = entered.map(|screen| screen.bounds).unwrap_or_default();
        status
    });
    Ok(statuses.collect())
}

pub(super) fn activate(display: &mut Display, id: WindowId) -> Result<(), DesktopError> {
    display.sync()?;
    let mut windows = display.state.toplevels.iter();
    let window = windows.find(|window| window.status.info.id == id);
    let window = window.ok_or(DesktopError::WindowGone)?;
    window.handle.unset_minimized();
    window.handle.activate(&display.seat);
    display.sync()
}
