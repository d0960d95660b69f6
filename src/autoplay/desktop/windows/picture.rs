//! Pictures of windows, drawn by the window itself even if it is covered. If that yields nothing, as with some games,
//! the picture is taken from the screen, provided that no other window covers it.

use image::RgbaImage;

use crate::desktop::traits::{Bounds, DesktopError, WindowId};
use crate::desktop::{no_picture, to_error};

use super::api::{self, CaptureSource};

pub(super) fn capture(id: WindowId) -> Result<RgbaImage, DesktopError> {
    let area = api::client(id).ok_or(DesktopError::WindowGone)?;
    if api::is_minimised(id) {
        return Err(no_picture("it is minimised; bring it back"));
    }
    if !api::is_visible(id) {
        let reason = "it is hidden or on another desktop; bring it back";
        return Err(no_picture(reason));
    }
    if area.width == 0 || area.height == 0 {
        return Err(no_picture("it has no size"));
    }
    // Its drawing would block the call.
    if api::is_hung(id) {
        return Err(no_picture("its program does not answer"));
    }
    let drawn = api::pixels(CaptureSource::Window(id), area);
    if let Some(pixels) = drawn
        && !is_blank(&pixels)
    {
        return rgba(area, pixels);
    }
    if is_unobstructed(id, area)
        && let Some(pixels) = api::pixels(CaptureSource::Screen, area)
        // The window may have been moved or covered during the capture.
        && api::client(id) == Some(area)
        && is_unobstructed(id, area)
    {
        return rgba(area, pixels);
    }
    let reason = "it can be captured only while all of it is visible; bring it to the front";
    Err(match api::exists(id) {
        true => no_picture(reason),
        false => DesktopError::WindowGone,
    })
}

/// Returns whether all pixels have one colour, as when a program has drawn nothing.
fn is_blank(pixels: &[u8]) -> bool {
    let colour = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let mut colours = pixels.chunks_exact(4).map(colour);
    let first = colours.next();
    colours.all(|colour| Some(colour) == first)
}

/// Returns whether the area is on screen and not covered by a window above this one.
fn is_unobstructed(id: WindowId, area: Bounds) -> bool {
    let right = area.x.saturating_add_unsigned(area.width - 1);
    let bottom = area.y.saturating_add_unsigned(area.height - 1);
    let corners = [
        (area.x, area.y),
        (right, area.y),
        (area.x, bottom),
        (right, bottom),
    ];
    // The list begins with the top-most window.
    let mut above = api::windows().into_iter().take_while(|other| *other != id);
    corners.iter().all(|(x, y)| api::is_on_screen(*x, *y))
        && !above.any(|other| {
            api::is_visible(other)
                && !api::is_minimised(other)
                && api::frame(other).is_some_and(|other| other.overlaps(area))
        })
}

/// Picture of pixels in blue, green, red and an unused byte.
fn rgba(area: Bounds, mut pixels: Vec<u8>) -> Result<RgbaImage, DesktopError> {
    for pixel in pixels.chunks_exact_mut(4) {
        pixel.swap(0, 2);
        pixel[3] = u8::MAX;
    }
    RgbaImage::from_raw(area.width, area.height, pixels)
        .ok_or_else(|| to_error("its picture has the wrong size"))
}
