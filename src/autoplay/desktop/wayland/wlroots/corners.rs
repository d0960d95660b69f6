//! Invisible surfaces at the screen edges that detect the pointer: one in each corner for the emergency stop, and one
//! where the pointer can be hidden.

use std::os::fd::AsFd as _;

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_output::WlOutput;
use wayland_client::protocol::wl_pointer::{self, WlPointer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{
    Connection, Dispatch, EventQueue, Proxy as _, QueueHandle, WEnum, delegate_noop,
};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_shell_v1::{
    Layer, ZwlrLayerShellV1,
};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_surface_v1::{
    self, Anchor, KeyboardInteractivity, ZwlrLayerSurfaceV1,
};

use crate::desktop::world::WorldError;

use super::display::refused;
use super::picture::shared;

pub(super) struct Corners {
    queue: EventQueue<Guard>,
    guard: Guard,
}

struct Guard {
    compositor: WlCompositor,
    shell: ZwlrLayerShellV1,
    buffer: WlBuffer,
    tall: WlBuffer,
    pointer: Option<WlPointer>,
    /// Surface over which the pointer is invisible, at the middle of the first screen's left edge.
    hideout: Option<WlSurface>,
    is_in_corner: bool,
}

/// Height of the hideout, in units of the compositor.
const HIDEOUT: u32 = 9;

impl Corners {
    /// Creates the surfaces; `None` if the compositor does not support them.
    pub(super) fn open(connection: &Connection) -> Result<Option<Self>, WorldError> {
        let (globals, queue) =
            registry_queue_init::<Guard>(connection).map_err(|error| refused(&error))?;
        let handle = queue.handle();
        let Ok(shell) = globals.bind(&handle, 1..=4, ()) else {
            return Ok(None);
        };
        let compositor = globals.bind(&handle, 1..=4, ());
        let shm: WlShm = globals
            .bind(&handle, 1..=1, ())
            .map_err(|error| refused(&error))?;
        let _: WlSeat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|error| refused(&error))?;
        // Four zero bytes are a transparent pixel.
        let bytes = HIDEOUT * 4;
        let file = shared(bytes.into())?;
        let pool = shm.create_pool(file.as_fd(), bytes.cast_signed(), &handle, ());
        let invisible = |height: u32| {
            let height = height.cast_signed();
            pool.create_buffer(0, 1, height, 4, Format::Argb8888, &handle, ())
        };
        let (buffer, tall) = (invisible(1), invisible(HIDEOUT));
        pool.destroy();
        let mut guard = Guard {
            compositor: compositor.map_err(|error| refused(&error))?,
            shell,
            buffer,
            tall,
            pointer: None,
            hideout: None,
            is_in_corner: false,
        };
        for global in globals.contents().clone_list() {
            if global.interface == WlOutput::interface().name {
                guard.stand(globals.registry(), global.name, &handle);
            }
        }
        let mut this = Self { queue, guard };
        // The first update shows the surfaces, the second reports the pointer.
        this.look()?;
        this.look()?;
        Ok(Some(this))
    }

    /// Processes events, and returns whether the pointer is in a corner.
    pub(super) fn look(&mut self) -> Result<bool, WorldError> {
        let heard = self.queue.roundtrip(&mut self.guard);
        heard.map_err(|error| refused(&error))?;
        Ok(self.guard.is_in_corner)
    }
}

impl Corners {
    pub(super) fn has_hideout(&self) -> bool {
        self.guard.hideout.is_some()
    }
}

impl Guard {
    /// Creates the surfaces of a screen's corners, and the hideout on the first screen.
    fn stand(&mut self, registry: &WlRegistry, screen: u32, handle: &QueueHandle<Self>) {
        let output: WlOutput = registry.bind(screen, 1, handle, ());
        for side in [Anchor::Left, Anchor::Right] {
            for end in [Anchor::Top, Anchor::Bottom] {
                self.put(&output, side | end, 1, handle);
            }
        }
        if self.hideout.is_none() {
            self.hideout = Some(self.put(&output, Anchor::Left, HIDEOUT, handle));
        }
    }

    fn put(
        &self,
        output: &WlOutput,
        edge: Anchor,
        height: u32,
        handle: &QueueHandle<Self>,
    ) -> WlSurface {
        let surface = self.compositor.create_surface(handle, ());
        let layer = self.shell.get_layer_surface(
            &surface,
            Some(output),
            Layer::Overlay,
            "planwright-stop".to_owned(),
            handle,
            surface.clone(),
        );
        layer.set_size(1, height);
        layer.set_anchor(edge);
        // At the screen edge, over panels.
        layer.set_exclusive_zone(-1);
        layer.set_keyboard_interactivity(KeyboardInteractivity::None);
        surface.commit();
        surface
    }
}

impl Dispatch<ZwlrLayerSurfaceV1, WlSurface> for Guard {
    fn event(
        guard: &mut Self,
        layer: &ZwlrLayerSurfaceV1,
        event: zwlr_layer_surface_v1::Event,
        surface: &WlSurface,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            zwlr_layer_surface_v1::Event::Configure { serial, .. } => {
                layer.ack_configure(serial);
                let is_hideout = guard.hideout.as_ref() == Some(surface);
                let buffer = if is_hideout {
                    &guard.tall
                } else {
                    &guard.buffer
                };
                surface.attach(Some(buffer), 0, 0);
                surface.commit();
            }
            zwlr_layer_surface_v1::Event::Closed => {
                guard.hideout.take_if(|hideout| hideout == surface);
                layer.destroy();
                surface.destroy();
            }
            _ => {}
        }
    }
}

impl Dispatch<WlSeat, ()> for Guard {
    fn event(
        guard: &mut Self,
        seat: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        let wl_seat::Event::Capabilities {
            capabilities: WEnum::Value(capabilities),
        } = event
        else {
            return;
        };
        if !capabilities.contains(Capability::Pointer) {
            guard.pointer = None;
            guard.is_in_corner = false;
        } else if guard.pointer.is_none() {
            guard.pointer = Some(seat.get_pointer(handle, ()));
        }
    }
}

impl Dispatch<WlPointer, ()> for Guard {
    fn event(
        guard: &mut Self,
        pointer: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_pointer::Event::Enter {
                serial, surface, ..
            } => {
                guard.is_in_corner = guard.hideout.as_ref() != Some(&surface);
                if !guard.is_in_corner {
                    pointer.set_cursor(serial, None, 0, 0);
                }
            }
            wl_pointer::Event::Leave { .. } => guard.is_in_corner = false,
            _ => {}
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Guard {
    fn event(
        guard: &mut Self,
        registry: &WlRegistry,
        event: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        if let wl_registry::Event::Global {
            name, interface, ..
        } = event
            && interface == WlOutput::interface().name
        {
            guard.stand(registry, name, handle);
        }
    }
}

delegate_noop!(Guard: WlCompositor);
delegate_noop!(Guard: ZwlrLayerShellV1);
delegate_noop!(Guard: WlShmPool);
delegate_noop!(Guard: ignore WlBuffer);
delegate_noop!(Guard: ignore WlOutput);
delegate_noop!(Guard: ignore WlShm);
delegate_noop!(Guard: ignore WlSurface);
