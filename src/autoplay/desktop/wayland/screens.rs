//! Screens of a compositor: positions in the layout of all screens, scales and transforms.

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_output::{self, Mode, Transform, WlOutput};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{Connection, EventQueue, Proxy as _, QueueHandle, WEnum, delegate_noop};
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_manager_v1::ZxdgOutputManagerV1;
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_v1::{self, ZxdgOutputV1};

use crate::desktop::traits::{Bounds, DesktopError};

use super::{on_events, to_error};

pub(super) struct Screen {
    /// Number of the screen in the compositor's registry, by which its events are assigned.
    pub(super) name: u32,
    pub(super) output: WlOutput,
    /// Position and size in the layout of all screens, in units of the compositor.
    pub(super) bounds: Bounds,
    pub(super) transform: Transform,
    /// Size of the current mode in pixels, before the transform.
    pixels: (u32, u32),
}

/// All screens. An event queue of their own keeps them up to date.
pub(super) struct Screens {
    queue: EventQueue<ScreenList>,
    state: ScreenList,
}

#[derive(Default)]
struct ScreenList {
    screens: Vec<Screen>,
    manager: Option<ZxdgOutputManagerV1>,
    changes: u64,
}

impl Screen {
    /// Pixels per unit of the compositor.
    pub(super) fn scale(&self) -> f64 {
        let pixels = match is_sideways(self.transform) {
            true => self.pixels.1,
            false => self.pixels.0,
        };
        f64::from(pixels.max(1)) / f64::from(self.bounds.width.max(1))
    }
}

impl Screens {
    pub(super) fn open(connection: &Connection) -> Result<Self, DesktopError> {
        let (globals, queue) = registry_queue_init::<ScreenList>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let mut state = ScreenList {
            manager: globals.bind(&handle, 1..=3, ()).ok(),
            ..ScreenList::default()
        };
        for global in globals.contents().clone_list() {
            if global.interface == WlOutput::interface().name {
                state.add(globals.registry(), global.name, global.version, &handle);
            }
        }
        let mut this = Self { queue, state };
        this.queue.roundtrip(&mut this.state).map_err(to_error)?;
        Ok(this)
    }

    /// Processes the events that a roundtrip on any queue of the same connection has received.
    pub(super) fn dispatch(&mut self) -> Result<(), DesktopError> {
        let result = self.queue.dispatch_pending(&mut self.state);
        result.map(|_| ()).map_err(to_error)
    }

    /// Number of changes of any screen so far, by which callers notice that measured sizes are outdated.
    pub(super) fn changes(&self) -> u64 {
        self.state.changes
    }

    pub(super) fn list(&self) -> &[Screen] {
        &self.state.screens
    }

    pub(super) fn containing(&self, area: Bounds) -> Option<&Screen> {
        let mut screens = self.state.screens.iter();
        screens.find(|screen| contains(screen.bounds, area))
    }

    /// Bounding box of all screens, which is the range of the pointer.
    pub(super) fn layout(&self) -> Bounds {
        let areas = self.state.screens.iter().map(|screen| screen.bounds);
        areas.reduce(union).unwrap_or_default()
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

pub(super) fn is_sideways(transform: Transform) -> bool {
    use Transform::{Flipped90, Flipped270};
    matches!(
        transform,
        Transform::_90 | Transform::_270 | Flipped90 | Flipped270
    )
}

impl ScreenList {
    fn add(&mut self, registry: &WlRegistry, name: u32, version: u32, handle: &QueueHandle<Self>) {
        let output: WlOutput = registry.bind(name, version.min(4), handle, name);
        if let Some(manager) = &self.manager {
            manager.get_xdg_output(&output, handle, name);
        }
        self.screens.push(Screen {
            name,
            output,
            bounds: Bounds::default(),
            transform: Transform::Normal,
            pixels: (0, 0),
        });
    }

    /// Counts a change, and returns the screen to which it applies.
    fn changed(&mut self, name: u32) -> Option<&mut Screen> {
        self.changes += 1;
        self.screens.iter_mut().find(|screen| screen.name == name)
    }
}

on_events!(
    ScreenList,
    WlRegistry,
    GlobalListContents,
    |state, registry, event, _, handle| {
        match event {
            wl_registry::Event::Global {
                name,
                interface,
                version,
            } if interface == WlOutput::interface().name => {
                state.add(registry, name, version, handle);
            }
            wl_registry::Event::GlobalRemove { name } => {
                state.screens.retain(|screen| screen.name != name);
                state.changes += 1;
            }
            _ => {}
        }
    }
);

on_events!(ScreenList, WlOutput, u32, |state, _, event, name, _| {
    let Some(screen) = state.changed(*name) else {
        return;
    };
    match event {
        wl_output::Event::Geometry {
            transform: WEnum::Value(transform),
            ..
        } => screen.transform = transform,
        wl_output::Event::Mode {
            flags: WEnum::Value(flags),
            width,
            height,
            ..
        } if flags.contains(Mode::Current) => {
            screen.pixels = (width.max(0).unsigned_abs(), height.max(0).unsigned_abs());
        }
        _ => {}
    }
});

on_events!(ScreenList, ZxdgOutputV1, u32, |state, _, event, name, _| {
    let Some(screen) = state.changed(*name) else {
        return;
    };
    match event {
        zxdg_output_v1::Event::LogicalPosition { x, y } => {
            (screen.bounds.x, screen.bounds.y) = (x, y);
        }
        zxdg_output_v1::Event::LogicalSize { width, height } => {
            screen.bounds.width = width.max(0).unsigned_abs();
            screen.bounds.height = height.max(0).unsigned_abs();
        }
        _ => {}
    }
});

delegate_noop!(ScreenList: ZxdgOutputManagerV1);
