//! Pictures of parts of a screen, through `zwlr_screencopy_v1`.

use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use image::{RgbaImage, imageops};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_output::Transform;
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::{WEnum, delegate_noop};
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_frame_v1::{
    self, Flags, ZwlrScreencopyFrameV1,
};
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_manager_v1::ZwlrScreencopyManagerV1;

use crate::desktop::traits::{Bounds, DesktopError};
use crate::desktop::wayland::screens::is_sideways;
use crate::desktop::wayland::{on_events, shm_file};
use crate::desktop::{no_picture, opaque_picture, to_error};

use super::display::{BufferLayout, CaptureState, CompositorState, Display};

/// Longest wait for a picture. An active screen is redrawn many times a second.
const FRAME_TIMEOUT: Duration = Duration::from_secs(3);
/// Time between two checks for a picture.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A capture announced by the compositor.
struct CaptureOffer {
    frame: ZwlrScreencopyFrameV1,
    layout: BufferLayout,
    transform: Transform,
    /// Requested part of the upright picture: upper left corner and size.
    crop: ((u32, u32), (u32, u32)),
}

pub(super) struct Screencopy {
    manager: ZwlrScreencopyManagerV1,
    shm: WlShm,
}

impl Screencopy {
    pub(super) fn new(display: &Display) -> Result<Self, DesktopError> {
        Ok(Self {
            manager: display.bind(3, "zwlr_screencopy_manager_v1")?,
            shm: display.bind(1, "wl_shm")?,
        })
    }

    /// Requests the picture of an area, which must lie on one screen.
    fn request(&self, display: &mut Display, area: Bounds) -> Result<CaptureOffer, DesktopError> {
        let why = "a part of it is not on the screen; move it so that all of it is on one";
        let output = display.screens.containing(area);
        let output = output.ok_or_else(|| no_picture(why))?;
        let (handle, transform, bounds) = (display.handle(), output.transform, output.bounds);
        let screen = &output.output;
        // wlroots 0.15 returns a wrong region of rotated screens, so the whole screen is taken.
        let takes_screen = transform != Transform::Normal;
        let frame = if takes_screen {
            self.manager.capture_output(0, screen, &handle, ())
        } else {
            let (x, y) = (area.x - bounds.x, area.y - bounds.y);
            let (width, height) = (area.width.cast_signed(), area.height.cast_signed());
            let manager = &self.manager;
            manager.capture_output_region(0, screen, x, y, width, height, &handle, ())
        };
        display.state.frame = CaptureState::default();
        display.sync()?;
        let layout = display.state.frame.layout;
        let Some(layout) = layout.filter(|_| !display.state.frame.has_failed) else {
            frame.destroy();
            let why = "the compositor does not capture that part of the screen";
            return Err(no_picture(why));
        };
        let size = match is_sideways(transform) {
            true => (layout.height, layout.width),
            false => (layout.width, layout.height),
        };
        let crop = match takes_screen {
            true => crop_rect(bounds, area, size),
            false => ((0, 0), size),
        };
        Ok(CaptureOffer {
            frame,
            layout,
            transform,
            crop,
        })
    }

    /// Size of the picture of an area, in pixels; on a scaled screen there are more pixels than units.
    pub(super) fn size(
        &self,
        display: &mut Display,
        area: Bounds,
    ) -> Result<(u32, u32), DesktopError> {
        let output = display.screens.containing(area).map(|output| output.name);
        let changes = display.screens.changes();
        let key = output.map(|output| (changes, output, area.width, area.height));
        if let Some(size) = key.and_then(|key| display.state.sizes.get(&key)) {
            return Ok(*size);
        }
        let CaptureOffer { frame, crop, .. } = self.request(display, area)?;
        frame.destroy();
        let (_, size) = crop;
        if let Some(key) = key {
            display.state.sizes.insert(key, size);
        }
        Ok(size)
    }

    pub(super) fn capture(
        &self,
        display: &mut Display,
        area: Bounds,
    ) -> Result<RgbaImage, DesktopError> {
        let offer = self.request(display, area)?;
        let bytes = self.copy(display, &offer.frame, offer.layout);
        offer.frame.destroy();
        let layout = offer.layout;
        let size = (layout.width, layout.height);
        let mut picture = opaque_picture(size, layout.stride, pixel_layout(layout)?, &bytes?)?;
        if display.state.frame.is_upside_down {
            imageops::flip_vertical_in_place(&mut picture);
        }
        let ((x, y), (width, height)) = offer.crop;
        let mut picture = upright(picture, offer.transform);
        if picture.dimensions() != (width, height) {
            picture = imageops::crop_imm(&picture, x, y, width, height).to_image();
        }
        Ok(picture)
    }

    fn copy(
        &self,
        display: &mut Display,
        frame: &ZwlrScreencopyFrameV1,
        layout: BufferLayout,
    ) -> Result<Vec<u8>, DesktopError> {
        let size = u64::from(layout.stride) * u64::from(layout.height);
        let signed = |side: u32| i32::try_from(side).map_err(to_error);
        let pool_size = i32::try_from(size).map_err(to_error)?;
        let WEnum::Value(format) = layout.format else {
            return Err(unsupported(layout));
        };
        let file = shm_file(size)?;
        let handle = display.handle();
        let pool = self.shm.create_pool(file.as_fd(), pool_size, &handle, ());
        let (width, height) = (signed(layout.width)?, signed(layout.height)?);
        let stride = signed(layout.stride)?;
        let buffer = pool.create_buffer(0, width, height, stride, format, &handle, ());
        frame.copy(&buffer);
        let result = wait_for_frame(display);
        buffer.destroy();
        pool.destroy();
        result?;
        let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
        file.read_exact_at(&mut bytes, 0).map_err(to_error)?;
        Ok(bytes)
    }
}

/// Converts an area to a part of its screen's upright picture: upper left corner and size.
fn crop_rect(screen: Bounds, area: Bounds, size: (u32, u32)) -> ((u32, u32), (u32, u32)) {
    let side = |from: i32, units: u32, extent: u32, pixels: u32| {
        let scaled = |units: u32| u64::from(units) * u64::from(pixels) / u64::from(extent.max(1));
        // Neither exceeds the side, so both fit in 32 bits.
        let small = |pixels: u64| u32::try_from(pixels).unwrap_or(u32::MAX);
        let start = small(scaled(from.max(0).unsigned_abs()));
        let length = small(scaled(units)).min(pixels.saturating_sub(start));
        (start, length)
    };
    let (x, width) = side(area.x - screen.x, area.width, screen.width, size.0);
    let (y, height) = side(area.y - screen.y, area.height, screen.height, size.1);
    ((x, y), (width, height))
}

fn wait_for_frame(display: &mut Display) -> Result<(), DesktopError> {
    let deadline = Instant::now() + FRAME_TIMEOUT;
    loop {
        display.sync()?;
        let frame = &display.state.frame;
        if frame.is_ready {
            return Ok(());
        }
        let reason = if frame.has_failed {
            "the screen changed meanwhile"
        } else if Instant::now() > deadline {
            "the screen draws nothing; is it switched off?"
        } else {
            std::thread::sleep(POLL_INTERVAL);
            continue;
        };
        return Err(no_picture(reason));
    }
}

fn unsupported(layout: BufferLayout) -> DesktopError {
    let format = layout.format;
    no_picture(format!("its pixel format {format:?} is not supported"))
}

/// Byte offsets of red, green and blue in a pixel, and bytes per pixel.
fn pixel_layout(layout: BufferLayout) -> Result<([usize; 3], usize), DesktopError> {
    match layout.format {
        WEnum::Value(Format::Xrgb8888 | Format::Argb8888) => Ok(([2, 1, 0], 4)),
        WEnum::Value(Format::Xbgr8888 | Format::Abgr8888) => Ok(([0, 1, 2], 4)),
        WEnum::Value(Format::Rgb888) => Ok(([2, 1, 0], 3)),
        WEnum::Value(Format::Bgr888) => Ok(([0, 1, 2], 3)),
        _ => Err(unsupported(layout)),
    }
}

/// Rotates and flips a picture from the screen's memory layout to upright.
fn upright(picture: RgbaImage, transform: Transform) -> RgbaImage {
    use Transform::{Flipped, Flipped90, Flipped180, Flipped270};
    let rotated = match transform {
        Transform::_90 | Flipped90 => imageops::rotate90(&picture),
        Transform::_180 | Flipped180 => imageops::rotate180(&picture),
        Transform::_270 | Flipped270 => imageops::rotate270(&picture),
        _ => picture,
    };
    match transform {
        Flipped | Flipped90 | Flipped180 | Flipped270 => imageops::flip_horizontal(&rotated),
        _ => rotated,
    }
}

on_events!(
    CompositorState,
    ZwlrScreencopyFrameV1,
    (),
    |state, _, event, _, _| {
        use zwlr_screencopy_frame_v1::Event;
        let frame = &mut state.frame;
        match event {
            Event::Buffer {
                format,
                width,
                height,
                stride,
            } => {
                frame.layout = Some(BufferLayout {
                    format,
                    width,
                    height,
                    stride,
                });
            }
            Event::Flags { flags } => {
                frame.is_upside_down =
                    matches!(flags, WEnum::Value(flags) if flags.contains(Flags::YInvert));
            }
            Event::Ready { .. } => frame.is_ready = true,
            Event::Failed => frame.has_failed = true,
            _ => {}
        }
    }
);

delegate_noop!(CompositorState: ZwlrScreencopyManagerV1);
delegate_noop!(CompositorState: ignore WlShm);
delegate_noop!(CompositorState: WlShmPool);
delegate_noop!(CompositorState: ignore WlBuffer);
