//! Pictures of windows, through `org.kde.KWin.ScreenShot2`.

use std::collections::HashMap;
use std::io::Read as _;
use std::os::fd::AsFd as _;

use image::{RgbaImage, imageops};
use zbus::blocking::Connection;
use zbus::zvariant::{Fd, OwnedValue, Value};

use crate::desktop::traits::DesktopError;
use crate::desktop::{no_picture, opaque_picture, to_error};

use super::script::{ScreenRect, ScriptWindow};

/// Maximum size of a picture, larger than that of any screen: a wrong answer must not exhaust the memory.
const MAX_PICTURE_BYTES: usize = 1 << 30;

/// Checks that KWin takes pictures for this program. Fails with [`DesktopError::KwinRefuses`].
pub(super) fn check(bus: &Connection) -> Result<(), DesktopError> {
    // No window has an empty UUID. KWin reports that only to programs that may take pictures, and refuses others.
    match request(bus, "") {
        Err(DesktopError::WindowGone) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Captures the client area of a window, whatever covers it. `scale` is that of its screen.
pub(super) fn capture(
    bus: &Connection,
    window: &ScriptWindow,
    scale: f64,
) -> Result<RgbaImage, DesktopError> {
    let picture = request(bus, &window.uuid)?;
    let (client, surface) = (window.client(), window.surface);
    let size = pixels(client, scale);
    // KWin and this program round fractions of pixels differently.
    let fits = |other: (u32, u32)| {
        let (width, height) = picture.dimensions();
        width.abs_diff(other.0) <= 1 && height.abs_diff(other.1) <= 1
    };
    let offset = if fits(size) {
        (0.0, 0.0)
    } else if fits(pixels(surface, scale)) {
        // KWin 5 includes the shadow that a program draws.
        (client.x - surface.x, client.y - surface.y)
    } else {
        let reason =
            "it is being resized, or lies on two screens; move it so that all of it is on one";
        return Err(no_picture(reason));
    };
    let (x, y) = (to_pixels(offset.0, scale), to_pixels(offset.1, scale));
    Ok(imageops::crop_imm(&picture, x, y, size.0, size.1).to_image())
}

/// Size of an area in pixels of a screen.
pub(super) fn pixels(area: ScreenRect, scale: f64) -> (u32, u32) {
    (to_pixels(area.width, scale), to_pixels(area.height, scale))
}

/// Converts a length in units of the compositor to whole pixels; a negative one to 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_pixels(units: f64, scale: f64) -> u32 {
    (units * scale).round().max(0.0) as u32
}

/// Requests a window's picture in pixels of its screen. KWin answers with the size, then writes the pixels to the pipe.
fn request(bus: &Connection, uuid: &str) -> Result<RgbaImage, DesktopError> {
    let (mut reader, writer) = std::io::pipe().map_err(to_error)?;
    let options: HashMap<&str, Value<'_>> = HashMap::from([
        ("include-cursor", false.into()),
        ("include-decoration", false.into()),
        ("include-shadow", false.into()),
        ("native-resolution", true.into()),
    ]);
    let body = (uuid, options, Fd::from(writer.as_fd()));
    let interface = "org.kde.KWin.ScreenShot2";
    let (service, path) = (Some("org.kde.KWin"), "/org/kde/KWin/ScreenShot2");
    let reply = bus.call_method(service, path, Some(interface), "CaptureWindow", &body);
    // KWin has a writer of its own; while this one is open, reading would never end if pixels are missing.
    drop(writer);
    let reply = reply.map_err(refusal)?;
    let reply: HashMap<String, OwnedValue> = reply.body().deserialize().map_err(to_error)?;
    let number = |name: &str| {
        let value = reply.get(name).map(u32::try_from);
        value.and_then(Result::ok).ok_or_else(|| to_error(name))
    };
    let size = (number("width")?, number("height")?);
    let (stride, format) = (number("stride")?, number("format")?);
    // Values of `QImage::Format`, of 4 bytes per pixel each: 4 to 6 are RGB32 and ARGB32 (on little-endian machines
    // B, G, R, A), 16 to 18 are RGBX8888 and RGBA8888 (R, G, B, A).
    let channels = match format {
        4..=6 => [2, 1, 0],
        16..=18 => [0, 1, 2],
        _ => {
            let reason = format!("its pixel format {format} is not supported");
            return Err(no_picture(reason));
        }
    };
    let bytes = usize::try_from(u64::from(stride) * u64::from(size.1)).unwrap_or(usize::MAX);
    if bytes > MAX_PICTURE_BYTES {
        return Err(to_error(format!("a picture of {bytes} bytes")));
    }
    let mut pixels = vec![0; bytes];
    reader.read_exact(&mut pixels).map_err(to_error)?;
    opaque_picture(size, stride, (channels, 4), &pixels)
}

fn refusal(error: zbus::Error) -> DesktopError {
    let zbus::Error::MethodError(name, ..) = &error else {
        return to_error(error);
    };
    match name.rsplit('.').next() {
        Some("InvalidWindow") => DesktopError::WindowGone,
        // `UnknownObject`: KWin draws without OpenGL and takes no pictures.
        Some("NoAuthorized" | "UnknownObject" | "UnknownInterface" | "UnknownMethod") => {
            DesktopError::KwinRefuses
        }
        _ => to_error(error),
    }
}
