//! Invisible surfaces in the screen corners, in which the pointer is the user's stop signal ([`super::stop`]), and one
//! at an edge, the hideout: this program moves the pointer there and hides it, so that no picture of a window shows it.

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
use wayland_client::{Connection, EventQueue, Proxy as _, QueueHandle, WEnum, delegate_noop};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_shell_v1::{
    Layer, ZwlrLayerShellV1,
};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_surface_v1::{
    self, Anchor, KeyboardInteractivity, ZwlrLayerSurfaceV1,
};

use crate::desktop::traits::DesktopError;

use super::{on_events, shm_file, to_error};

pub(super) struct Corners {
    queue: EventQueue<CornerState>,
    state: CornerState,
}

struct CornerState {
    compositor: WlCompositor,
    shell: ZwlrLayerShellV1,
    /// Transparent picture of one pixel, for corners.
    corner_buffer: WlBuffer,
    /// Transparent picture of one column, for the hideout.
    hideout_buffer: WlBuffer,
    pointer: Option<WlPointer>,
    /// Surface over which the pointer is invisible, at the middle of the first screen's left edge.
    hideout: Option<WlSurface>,
    is_in_corner: bool,
}

/// Height of the hideout, in units of the compositor: a few, so that a rounded position at its middle is inside.
const HIDEOUT_HEIGHT: u32 = 9;

impl Corners {
    /// Creates the surfaces; `None` if the compositor does not support them.
    pub(super) fn open(connection: &Connection) -> Result<Option<Self>, DesktopError> {
        let (globals, queue) = registry_queue_init::<CornerState>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let Ok(shell) = globals.bind(&handle, 1..=4, ()) else {
            return Ok(None);
        };
        let compositor = globals.bind(&handle, 1..=4, ());
        let shm: WlShm = globals.bind(&handle, 1..=1, ()).map_err(to_error)?;
        let _: WlSeat = globals.bind(&handle, 1..=5, ()).map_err(to_error)?;
        // Four zero bytes are a transparent pixel.
        let bytes = HIDEOUT_HEIGHT * 4;
        let file = shm_file(bytes.into())?;
        let pool = shm.create_pool(file.as_fd(), bytes.cast_signed(), &handle, ());
        let invisible = |height: u32| {
            let height = height.cast_signed();
            pool.create_buffer(0, 1, height, 4, Format::Argb8888, &handle, ())
        };
        let (corner_buffer, hideout_buffer) = (invisible(1), invisible(HIDEOUT_HEIGHT));
        pool.destroy();
        let mut state = CornerState {
            compositor: compositor.map_err(to_error)?,
            shell,
            corner_buffer,
            hideout_buffer,
            pointer: None,
            hideout: None,
            is_in_corner: false,
        };
        for global in globals.contents().clone_list() {
            if global.interface == WlOutput::interface().name {
                state.add_screen(globals.registry(), global.name, &handle);
            }
        }
        let mut this = Self { queue, state };
        // The first update shows the surfaces, the second reports the pointer.
        this.poll()?;
        this.poll()?;
        Ok(Some(this))
    }

    /// Processes events, and returns whether the pointer is in a corner.
    pub(super) fn poll(&mut self) -> Result<bool, DesktopError> {
        let result = self.queue.roundtrip(&mut self.state);
        result.map_err(to_error)?;
        Ok(self.state.is_in_corner)
    }

    pub(super) fn has_hideout(&self) -> bool {
        self.state.hideout.is_some()
    }
}

impl CornerState {
    /// Creates the surfaces of a screen's corners, and the hideout on the first screen.
    fn add_screen(&mut self, registry: &WlRegistry, screen: u32, handle: &QueueHandle<Self>) {
        let output: WlOutput = registry.bind(screen, 1, handle, ());
        for x_anchor in [Anchor::Left, Anchor::Right] {
            for y_anchor in [Anchor::Top, Anchor::Bottom] {
                self.add_surface(&output, x_anchor | y_anchor, 1, handle);
            }
        }
        if self.hideout.is_none() {
            self.hideout = Some(self.add_surface(&output, Anchor::Left, HIDEOUT_HEIGHT, handle));
        }
    }

    fn add_surface(
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

on_events!(
    CornerState,
    ZwlrLayerSurfaceV1,
    WlSurface,
    |state, layer, event, surface, _| {
        match event {
            zwlr_layer_surface_v1::Event::Configure { serial, .. } => {
                layer.ack_configure(serial);
                let is_hideout = state.hideout.as_ref() == Some(surface);
                let buffer = match is_hideout {
                    true => &state.hideout_buffer,
                    false => &state.corner_buffer,
                };
                surface.attach(Some(buffer), 0, 0);
                surface.commit();
            }
            zwlr_layer_surface_v1::Event::Closed => {
                state.hideout.take_if(|hideout| hideout == surface);
                layer.destroy();
                surface.destroy();
            }
            _ => {}
        }
    }
);

on_events!(CornerState, WlSeat, (), |state, seat, event, _, handle| {
    let wl_seat::Event::Capabilities {
        capabilities: WEnum::Value(capabilities),
    } = event
    else {
        return;
    };
    if !capabilities.contains(Capability::Pointer) {
        state.pointer = None;
        state.is_in_corner = false;
    } else if state.pointer.is_none() {
        state.pointer = Some(seat.get_pointer(handle, ()));
    }
});

on_events!(CornerState, WlPointer, (), |state, pointer, event, _, _| {
    match event {
        wl_pointer::Event::Enter {
            serial, surface, ..
        } => {
            // All surfaces but the hideout are in corners.
            state.is_in_corner = state.hideout.as_ref() != Some(&surface);
            if !state.is_in_corner {
                pointer.set_cursor(serial, None, 0, 0);
            }
        }
        wl_pointer::Event::Leave { .. } => state.is_in_corner = false,
        _ => {}
    }
});

on_events!(
    CornerState,
    WlRegistry,
    GlobalListContents,
    |state, registry, event, _, handle| {
        if let wl_registry::Event::Global {
            name, interface, ..
        } = event
            && interface == WlOutput::interface().name
        {
            state.add_screen(registry, name, handle);
        }
    }
);

delegate_noop!(CornerState: WlCompositor);
delegate_noop!(CornerState: ZwlrLayerShellV1);
delegate_noop!(CornerState: WlShmPool);
delegate_noop!(CornerState: ignore WlBuffer);
delegate_noop!(CornerState: ignore WlOutput);
delegate_noop!(CornerState: ignore WlShm);
delegate_noop!(CornerState: ignore WlSurface);
