//! Pictures of a window at two sizes, which show whether a screen profile also reads the window
//! after it was resized. The wizard for screen profiles takes them when the user saves a profile.

use std::time::Duration;

use image::RgbaImage;

use crate::desktop::{Desktop, DesktopError, WindowId};

/// Part of a side by which the window is enlarged: enough for most games to draw larger cells.
const ENLARGED_BY: u32 = 8;
/// Longest wait for a new size. A window manager or a program may refuse it without an answer.
const RESIZE_WAIT: Duration = Duration::from_millis(1500);
/// Longest wait for the picture to stay unchanged.
const DRAW_WAIT: Duration = Duration::from_secs(2);
/// Time for which the picture must stay unchanged.
const STABLE_TIME: Duration = Duration::from_millis(250);
/// Time between two pictures.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Captures a window as it is and somewhat larger, and restores its size. Sends no other input.
/// `None` if the window cannot be resized or does not take the new size.
pub fn capture_at_two_sizes(
    desktop: &mut dyn Desktop,
    id: WindowId,
) -> Result<Option<[RgbaImage; 2]>, DesktopError> {
    let original = desktop.capture(id)?;
    let (width, height) = original.dimensions();
    let larger = (width + width / ENLARGED_BY, height + height / ENLARGED_BY);
    if desktop.resize(id, larger).is_err() {
        return Ok(None);
    }
    let resized = wait_for_size(desktop, id, |size| size != (width, height));
    let resized = resized.map(|picture| wait_until_drawn(desktop, id, picture));
    desktop.resize(id, (width, height))?;
    if resized.is_some() {
        wait_for_size(desktop, id, |size| size == (width, height));
    }
    Ok(resized.map(|resized| [original, resized]))
}

fn wait_for_size(
    desktop: &mut dyn Desktop,
    id: WindowId,
    is_accepted: impl Fn((u32, u32)) -> bool,
) -> Option<RgbaImage> {
    let deadline = desktop.now() + RESIZE_WAIT;
    while desktop.now() < deadline {
        // While it is being resized, a window may have no picture.
        let picture = desktop.capture(id).ok();
        if let Some(picture) = picture.filter(|picture| is_accepted(picture.dimensions())) {
            return Some(picture);
        }
        desktop.sleep(POLL_INTERVAL);
    }
    None
}

/// Returns the picture once it stays unchanged, or the last one.
fn wait_until_drawn(desktop: &mut dyn Desktop, id: WindowId, mut last: RgbaImage) -> RgbaImage {
    let mut unchanged_since = desktop.now();
    let deadline = unchanged_since + DRAW_WAIT;
    loop {
        desktop.sleep(POLL_INTERVAL);
        let now = desktop.now();
        match desktop.capture(id) {
            Ok(picture) if picture != last => (last, unchanged_since) = (picture, now),
            _ if now >= unchanged_since + STABLE_TIME => return last,
            _ => {}
        }
        if now >= deadline {
            return last;
        }
    }
}
