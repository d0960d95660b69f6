//! Desktops: the trait [`Desktop`] with everything auto-play needs, and its implementations.
//!
//! | module | contents |
//! |---|---|
//! | [`traits`] | traits: windows, pictures, input, focus, clock, emergency stop |
//! | `pressed` | pressed keys and buttons |
//! | `direct_input` | keys and clicks, with their checks, where the desktop takes codes of keys |
//! | [`x11`] | X11 |
//! | [`wayland`] | Wayland, by the interfaces of its compositors |
//! | `combined` | X11 programs in a Wayland session |
//! | `windows` | Windows |
//! | `portable` | macOS, through xcap and enigo |

#[cfg(all(unix, not(target_os = "macos")))]
mod combined;
#[cfg(all(unix, not(target_os = "macos")))]
mod direct_input;
#[cfg(all(unix, not(target_os = "macos")))]
mod keysyms;
#[cfg(target_os = "macos")]
mod portable;
#[cfg(not(target_os = "macos"))]
mod pressed;
pub mod traits;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod wayland;
#[cfg(windows)]
pub mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod x11;

pub use self::traits::{
    Bounds, Desktop, DesktopError, EmergencyStop, InputDevices, Signal, WindowId, WindowInfo,
};

/// Connects to the desktop of this machine.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn connect() -> Result<Box<dyn Desktop>, DesktopError> {
    match (is_set("WAYLAND_DISPLAY"), is_set("DISPLAY")) {
        (true, has_x11) => wayland::connect(has_x11),
        (false, true) => Ok(Box::new(x11::X11::connect(None)?)),
        (false, false) => Err(DesktopError::NoDisplay(
            "neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned(),
        )),
    }
}

/// Lets the user choose a window in the desktop's dialog. All connections list it from then on.
///
/// A permission granted earlier for the screen profile `profile` may be used again, unless `ask_again` is set.
/// `may_point` permits moving the pointer over a window that sends no picture otherwise. Fails with
/// [`DesktopError::NoDialog`] if the desktop lists its windows.
pub fn choose_window(
    profile: &str,
    ask_again: bool,
    may_point: bool,
) -> Result<WindowId, DesktopError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    if is_set("WAYLAND_DISPLAY") {
        wayland::check_can_choose()?;
        return wayland::portal::choose_window(profile, ask_again, may_point);
    }
    let _ = (profile, ask_again, may_point);
    Err(DesktopError::NoDialog)
}

/// Converts pixels in rows of `stride` bytes to a picture without transparency. `channels` are the offsets of red,
/// green and blue in a pixel, `pixel_bytes` is its length.
#[cfg(all(unix, not(target_os = "macos")))]
fn opaque_picture(
    (width, height): (u32, u32),
    stride: u32,
    (channels, pixel_bytes): ([usize; 3], usize),
    bytes: &[u8],
) -> Result<image::RgbaImage, DesktopError> {
    let side = |side: u32| usize::try_from(side).unwrap_or(usize::MAX);
    let mut rgba = Vec::with_capacity(side(width) * side(height) * 4);
    for row in bytes.chunks_exact(side(stride).max(1)).take(side(height)) {
        for pixel in row.chunks_exact(pixel_bytes).take(side(width)) {
            rgba.extend(channels.map(|offset| pixel[offset]));
            rgba.push(u8::MAX);
        }
    }
    image::RgbaImage::from_raw(width, height, rgba)
        .ok_or_else(|| to_error("its picture has the wrong size"))
}

/// Returns `None` for a window that is closed.
#[cfg(all(unix, not(target_os = "macos")))]
fn if_open<T>(window: Result<T, DesktopError>) -> Result<Option<T>, DesktopError> {
    match window {
        Ok(window) => Ok(Some(window)),
        Err(DesktopError::WindowGone) => Ok(None),
        Err(error) => Err(error),
    }
}

fn to_error(error: impl std::fmt::Display) -> DesktopError {
    DesktopError::Unexpected(error.to_string())
}

/// Error for a window without a picture, with the reason for the user, and the remedy if there is one.
fn no_picture(reason: impl Into<String>) -> DesktopError {
    DesktopError::NoPicture(reason.into())
}

/// Returns whether an environment variable is set and not empty.
#[cfg(all(unix, not(target_os = "macos")))]
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Reports that a window of this program has gained or lost the focus, for desktops that do not report it.
pub fn set_own_focus(focused: bool) {
    #[cfg(all(unix, not(target_os = "macos")))]
    wayland::portal::set_own_focus(focused);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = focused;
}

#[cfg(windows)]
pub fn connect() -> Result<Box<dyn Desktop>, DesktopError> {
    Ok(Box::new(windows::Windows::connect()))
}

#[cfg(target_os = "macos")]
pub fn connect() -> Result<Box<dyn Desktop>, DesktopError> {
    Ok(Box::new(portable::Portable::connect()?))
}
