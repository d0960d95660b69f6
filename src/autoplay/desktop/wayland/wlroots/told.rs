//! State reported by the compositor: screens, and windows by the common protocol.

use std::collections::HashMap;

use wayland_client::globals::GlobalListContents;
use wayland_client::protocol::wl_output::{self, Transform, WlOutput};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::protocol::wl_shm::Format;
use wayland_client::{
    Connection, Dispatch, Proxy as _, QueueHandle, WEnum, delegate_noop, event_created_child,
};
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_manager_v1::ZxdgOutputManagerV1;
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_v1::{self, ZxdgOutputV1};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_handle_v1::{
    self as toplevel, ZwlrForeignToplevelHandleV1,
};
use wayland_protocols_wlr::foreign_toplevel::v1::client::zwlr_foreign_toplevel_manager_v1::{
    self as manager, ZwlrForeignToplevelManagerV1,
};

use crate::desktop::world::Bounds;

pub(super) struct Output {
    /// Name of the global.
    pub(super) name: u32,
    pub(super) output: WlOutput,
    /// Position and size in the layout of all screens, in units of the compositor.
    pub(super) place: Bounds,
    pub(super) transform: Transform,
}

/// A window by the common protocol.
pub(super) struct Toplevel {
    pub(super) handle: ZwlrForeignToplevelHandleV1,
    /// Number that other connections compute equally, as long as no older window of the program closes; 0 until known.
    pub(super) id: u64,
    pub(super) title: String,
    pub(super) app: String,
    pub(super) outputs: Vec<WlOutput>,
    pub(super) is_active: bool,
    pub(super) is_minimised: bool,
}

#[derive(Default)]
pub(super) struct Told {
    pub(super) outputs: Vec<Output>,
    pub(super) toplevels: Vec<Toplevel>,
    pub(super) places: Option<ZxdgOutputManagerV1>,
    pub(super) frame: Frame,
    /// Cached picture sizes by screen and area size. Cleared when a screen changes.
    pub(super) sizes: HashMap<(u32, u32, u32), (u32, u32)>,
}

#[derive(Default)]
pub(super) struct Frame {
    pub(super) layout: Option<Layout>,
    pub(super) is_upside_down: bool,
    pub(super) is_ready: bool,
    pub(super) has_failed: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) format: WEnum<Format>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) stride: u32,
}

impl Told {
    pub(super) fn add_output(
        &mut self,
        registry: &WlRegistry,
        name: u32,
        version: u32,
        handle: &QueueHandle<Self>,
    ) {
        let output: WlOutput = registry.bind(name, version.min(4), handle, name);
        if let Some(places) = &self.places {
            places.get_xdg_output(&output, handle, name);
        }
        self.outputs.push(Output {
            name,
            output,
            place: Bounds::default(),
            transform: Transform::Normal,
        });
    }

    fn output(&mut self, name: u32) -> Option<&mut Output> {
        self.outputs.iter_mut().find(|output| output.name == name)
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Told {
    fn event(
        told: &mut Self,
        registry: &WlRegistry,
        event: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        match event {
            wl_registry::Event::Global {
                name,
                interface,
                version,
            } if interface == WlOutput::interface().name => {
                told.add_output(registry, name, version, handle);
            }
            wl_registry::Event::GlobalRemove { name } => {
                told.outputs.retain(|output| output.name != name);
                told.sizes.clear();
            }
            _ => {}
        }
    }
}

impl Dispatch<WlOutput, u32> for Told {
    fn event(
        told: &mut Self,
        _: &WlOutput,
        event: wl_output::Event,
        name: &u32,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        told.sizes.clear();
        let Some(output) = told.output(*name) else {
            return;
        };
        if let wl_output::Event::Geometry {
            transform: WEnum::Value(transform),
            ..
        } = event
        {
            output.transform = transform;
        }
    }
}

impl Dispatch<ZxdgOutputV1, u32> for Told {
    fn event(
        told: &mut Self,
        _: &ZxdgOutputV1,
        event: zxdg_output_v1::Event,
        name: &u32,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        told.sizes.clear();
        let Some(output) = told.output(*name) else {
            return;
        };
        match event {
            zxdg_output_v1::Event::LogicalPosition { x, y } => {
                (output.place.x, output.place.y) = (x, y);
            }
            zxdg_output_v1::Event::LogicalSize { width, height } => {
                output.place.width = width.max(0).unsigned_abs();
                output.place.height = height.max(0).unsigned_abs();
            }
            _ => {}
        }
    }
}

impl Dispatch<ZwlrForeignToplevelManagerV1, ()> for Told {
    fn event(
        told: &mut Self,
        _: &ZwlrForeignToplevelManagerV1,
        event: manager::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let manager::Event::Toplevel { toplevel: handle } = event {
            told.toplevels.push(Toplevel {
                handle,
                id: 0,
                title: String::new(),
                app: String::new(),
                outputs: Vec::new(),
                is_active: false,
                is_minimised: false,
            });
        }
    }

    event_created_child!(Told, ZwlrForeignToplevelManagerV1, [
        manager::EVT_TOPLEVEL_OPCODE => (ZwlrForeignToplevelHandleV1, ()),
    ]);
}

impl Dispatch<ZwlrForeignToplevelHandleV1, ()> for Told {
    fn event(
        told: &mut Self,
        handle: &ZwlrForeignToplevelHandleV1,
        event: toplevel::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if matches!(event, toplevel::Event::Closed) {
            told.toplevels.retain(|window| window.handle != *handle);
            handle.destroy();
            return;
        }
        let mut windows = told.toplevels.iter_mut();
        let Some(window) = windows.find(|window| window.handle == *handle) else {
            return;
        };
        match event {
            toplevel::Event::Title { title } => window.title = title,
            toplevel::Event::AppId { app_id } => window.app = app_id,
            toplevel::Event::OutputEnter { output } => window.outputs.push(output),
            toplevel::Event::OutputLeave { output } => {
                window.outputs.retain(|entered| *entered != output);
            }
            toplevel::Event::State { state } => {
                let states: Vec<u32> = state
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .map(|bytes| u32::from_ne_bytes(*bytes))
                    .collect();
                let is = |state: toplevel::State| states.contains(&u32::from(state));
                window.is_active = is(toplevel::State::Activated);
                window.is_minimised = is(toplevel::State::Minimized);
            }
            toplevel::Event::Done if window.id == 0 => told.number(handle),
            _ => {}
        }
    }
}

impl Told {
    /// Numbers a new window. No number is common to all connections, so it is a hash of the program's name and the
    /// number of its windows that exist already.
    fn number(&mut self, handle: &ZwlrForeignToplevelHandleV1) {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let Some(index) = self.toplevels.iter().position(|w| w.handle == *handle) else {
            return;
        };
        let app = self.toplevels[index].app.clone();
        let taken: Vec<u64> = self.toplevels.iter().map(|window| window.id).collect();
        let numbered = (0_u32..).map(|older| {
            let mut hasher = DefaultHasher::new();
            (&app, older).hash(&mut hasher);
            hasher.finish().max(1)
        });
        let free = numbered.into_iter().find(|id| !taken.contains(id));
        self.toplevels[index].id = free.unwrap_or(1);
    }
}

delegate_noop!(Told: ignore WlSeat);
delegate_noop!(Told: ZxdgOutputManagerV1);
