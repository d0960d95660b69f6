//! Connection to KWin: state of the windows, and keyboard and pointer.

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::{Connection, EventQueue, delegate_noop};
use wayland_protocols_plasma::fake_input::client::org_kde_kwin_fake_input::OrgKdeKwinFakeInput;
use wayland_protocols_plasma::plasma_window_management::client::org_kde_plasma_window::{
    self as window, OrgKdePlasmaWindow,
};
use wayland_protocols_plasma::plasma_window_management::client::org_kde_plasma_window_management::{
    self as manager, OrgKdePlasmaWindowManagement, State,
};

use crate::desktop::traits::{Bounds, DesktopError, WindowId};
use crate::desktop::wayland::screens::Screens;
use crate::desktop::wayland::{on_events, to_error};

use super::window_id;

/// A window that the user can switch to.
pub(super) struct PlasmaWindow {
    proxy: OrgKdePlasmaWindow,
    id: WindowId,
    /// Bits of [`State`].
    flags: u32,
    /// With title bar, in units of the compositor.
    pub(super) frame: Bounds,
}

impl PlasmaWindow {
    fn has(&self, state: State) -> bool {
        self.flags & u32::from(state) != 0
    }

    /// Returns whether it receives the keys.
    pub(super) fn is_active(&self) -> bool {
        self.has(State::Active) && !self.has(State::Minimized)
    }
}

/// Windows as KWin had reported them at the last [`Plasma::sync`].
#[derive(Default)]
pub(super) struct PlasmaState {
    windows: Vec<PlasmaWindow>,
}

impl PlasmaState {
    pub(super) fn lists(&self, id: WindowId) -> bool {
        self.windows.iter().any(|window| window.id == id)
    }
}

pub(super) struct Plasma {
    queue: EventQueue<PlasmaState>,
    pub(super) state: PlasmaState,
    pub(super) screens: Screens,
    pub(super) input: OrgKdeKwinFakeInput,
}

impl Plasma {
    /// Binds KWin's interfaces and lists the windows. Fails with [`DesktopError::KwinRefuses`] if KWin hides the
    /// interfaces from this program.
    pub(super) fn open(connection: &Connection) -> Result<Self, DesktopError> {
        let (globals, queue) = registry_queue_init::<PlasmaState>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let refused = |_| DesktopError::KwinRefuses;
        // Version 13 names windows by UUID.
        let _: OrgKdePlasmaWindowManagement =
            globals.bind(&handle, 13..=16, ()).map_err(refused)?;
        // Version 4 sends keys.
        let input: OrgKdeKwinFakeInput = globals.bind(&handle, 4..=4, ()).map_err(refused)?;
        let reason = "plays a puzzle in the window that the user has chosen";
        input.authenticate("Planwright".to_owned(), reason.to_owned());
        let mut this = Self {
            queue,
            state: PlasmaState::default(),
            screens: Screens::open(connection)?,
            input,
        };
        // The second roundtrip describes the windows that the first one lists.
        this.sync()?;
        this.sync()?;
        Ok(this)
    }

    /// Waits until KWin has handled all requests.
    pub(super) fn sync(&mut self) -> Result<(), DesktopError> {
        self.queue.roundtrip(&mut self.state).map_err(to_error)?;
        self.screens.dispatch()
    }

    /// Returns the current state of a window.
    pub(super) fn window(&mut self, id: WindowId) -> Result<&PlasmaWindow, DesktopError> {
        self.sync()?;
        let mut windows = self.state.windows.iter();
        let window = windows.find(|window| window.id == id);
        window.ok_or(DesktopError::WindowGone)
    }

    pub(super) fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        self.sync()?;
        let mut windows = self.state.windows.iter();
        let active = windows.find(|window| window.is_active());
        Ok(active.map(|window| window.id))
    }

    pub(super) fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let active = u32::from(State::Active);
        self.window(id)?.proxy.set_state(active, active);
        self.sync()
    }
}

on_events!(
    PlasmaState,
    OrgKdePlasmaWindowManagement,
    (),
    |state, manager, event, _, handle| {
        if let manager::Event::WindowWithUuid { uuid, .. } = event {
            state.windows.push(PlasmaWindow {
                id: window_id(&uuid),
                proxy: manager.get_window_by_uuid(uuid, handle, ()),
                flags: 0,
                frame: Bounds::default(),
            });
        }
    }
);

on_events!(
    PlasmaState,
    OrgKdePlasmaWindow,
    (),
    |state, proxy, event, _, _| {
        if matches!(event, window::Event::Unmapped) {
            state.windows.retain(|window| window.proxy != *proxy);
            proxy.destroy();
            return;
        }
        let mut windows = state.windows.iter_mut();
        let Some(window) = windows.find(|window| window.proxy == *proxy) else {
            return;
        };
        match event {
            window::Event::StateChanged { flags } => window.flags = flags,
            window::Event::Geometry {
                x,
                y,
                width,
                height,
            } => {
                window.frame = Bounds {
                    x,
                    y,
                    width,
                    height,
                };
            }
            _ => {}
        }
    }
);

// Globals added or removed later do not matter.
on_events!(PlasmaState, WlRegistry, GlobalListContents);

delegate_noop!(PlasmaState: OrgKdeKwinFakeInput);
