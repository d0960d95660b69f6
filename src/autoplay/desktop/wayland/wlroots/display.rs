//! Connection to the compositor, and the state it reports: windows by the common protocol, and pictures.

use std::collections::HashMap;

use wayland_client::globals::{GlobalList, GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_output::WlOutput;
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::protocol::wl_shm::Format;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle, WEnum, delegate_noop};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_handle_v1::{
    self as toplevel, ZwlrForeignToplevelHandleV1,
};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::{
    self as manager, ZwlrForeignToplevelManagerV1,
};

use crate::desktop::traits::{DesktopError, WindowId};
use crate::desktop::wayland::screens::Screens;
use crate::desktop::wayland::{WindowStatus, on_events, to_error};

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

struct Toplevel {
    handle: ZwlrForeignToplevelHandleV1,
    /// Without the client area. The id is 0 until known; other connections compute the same one, as long as no older
    /// window of the program closes.
    status: WindowStatus,
    outputs: Vec<WlOutput>,
}

#[derive(Default)]
pub(super) struct CompositorState {
    toplevels: Vec<Toplevel>,
    pub(super) frame: CaptureState,
    /// Cached picture sizes by number of screen changes, screen and area size.
    pub(super) sizes: HashMap<(u64, u32, u32, u32), (u32, u32)>,
}

#[derive(Default)]
pub(super) struct CaptureState {
    pub(super) layout: Option<BufferLayout>,
    pub(super) is_upside_down: bool,
    pub(super) is_ready: bool,
    pub(super) has_failed: bool,
}

#[derive(Clone, Copy)]
pub(super) struct BufferLayout {
    pub(super) format: WEnum<Format>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) stride: u32,
}

// Globals added or removed later do not matter.
on_events!(CompositorState, WlRegistry, GlobalListContents);

on_events!(
    CompositorState,
    ZwlrForeignToplevelManagerV1,
    (),
    |state, _, event, _, _| {
        if let manager::Event::Toplevel { toplevel: handle } = event {
            state.toplevels.push(Toplevel {
                handle,
                status: WindowStatus::default(),
                outputs: Vec::new(),
            });
        }
    },
    creates manager::EVT_TOPLEVEL_OPCODE => ZwlrForeignToplevelHandleV1
);

on_events!(
    CompositorState,
    ZwlrForeignToplevelHandleV1,
    (),
    |state, handle, event, _, _| {
        if matches!(event, toplevel::Event::Closed) {
            state.toplevels.retain(|window| window.handle != *handle);
            handle.destroy();
            return;
        }
        let mut windows = state.toplevels.iter_mut();
        let Some(window) = windows.find(|window| window.handle == *handle) else {
            return;
        };
        let WindowStatus {
            info, is_active, ..
        } = &mut window.status;
        match event {
            toplevel::Event::Title { title } => info.title = title,
            toplevel::Event::AppId { app_id } => info.app = app_id,
            toplevel::Event::OutputEnter { output } => window.outputs.push(output),
            toplevel::Event::OutputLeave { output } => {
                window.outputs.retain(|entered| *entered != output);
            }
            toplevel::Event::State { state } => {
                let states = state.as_chunks::<4>().0.iter();
                let states: Vec<u32> = states.map(|it| u32::from_ne_bytes(*it)).collect();
                let has = |state: toplevel::State| states.contains(&u32::from(state));
                *is_active = has(toplevel::State::Activated);
                info.minimised = has(toplevel::State::Minimized);
            }
            toplevel::Event::Done if info.id == WindowId(0) => state.assign_id(handle),
            _ => {}
        }
    }
);

impl CompositorState {
    /// Numbers a new window: a hash of the program's name and the number of its windows, equal in all connections.
    fn assign_id(&mut self, handle: &ZwlrForeignToplevelHandleV1) {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let Some(index) = self.toplevels.iter().position(|w| w.handle == *handle) else {
            return;
        };
        let app = &self.toplevels[index].status.info.app;
        let mut ids = (0_u32..).map(|older| {
            let mut hasher = DefaultHasher::new();
            (app, older).hash(&mut hasher);
            WindowId(hasher.finish().max(1))
        });
        let windows = self.toplevels.iter().map(|it| it.status.info.id);
        let id = ids.find(|id| windows.clone().all(|used| used != *id));
        self.toplevels[index].status.info.id = id.unwrap_or(WindowId(1));
    }
}

delegate_noop!(CompositorState: ignore WlSeat);
