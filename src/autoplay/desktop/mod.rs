//! Desktops: the trait [`World`] with everything auto-play needs, and its implementations.
//!
//! | module | contents |
//! |---|---|
//! | [`world`] | trait: windows, pictures, input, focus, clock, emergency stop |
//! | `held` | pressed keys and buttons |
//! | [`x11`] | X11 |
//! | [`wayland`] | Wayland, by the interfaces of its compositors |
//! | `joined` | X11 programs in a Wayland session |
//! | `windows` | Windows |
//! | `portable` | macOS, through xcap and enigo |

#[cfg(not(target_os = "macos"))]
mod held;
#[cfg(all(unix, not(target_os = "macos")))]
mod joined;
#[cfg(all(unix, not(target_os = "macos")))]
mod keysyms;
#[cfg(target_os = "macos")]
mod portable;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod wayland;
#[cfg(windows)]
pub mod windows;
pub mod world;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod x11;

pub use self::world::{
    Bounds, Clock, Emergency, Focus, Input, Screen, Signal, WindowId, WindowInfo, World, WorldError,
};

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] with what is missing and what to do about it.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    match (set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (true, has_x11) => wayland::connect(has_x11),
        (false, true) => Ok(Box::new(x11::X11::connect(None)?)),
        (false, false) => Err(WorldError::NoDisplay(
            "neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned(),
        )),
    }
}

/// Asks the user to choose a window in the desktop's own dialog, and waits for the answer. All connections of this
/// program list the window from then on.
///
/// A permission granted earlier for the screen profile `profile` may be used again, unless `anew` is set. `may_point`
/// permits moving the pointer over a window that sends no picture otherwise.
///
/// # Errors
/// [`WorldError::Declined`]; [`WorldError::NotAsked`] if the desktop lists its windows; other desktop errors.
pub fn ask(profile: &str, anew: bool, may_point: bool) -> Result<WindowId, WorldError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    if set("WAYLAND_DISPLAY") && !wayland::wlroots::Wlroots::is_offered() {
        return wayland::portal::ask(profile, anew, may_point);
    }
    let _ = (profile, anew, may_point);
    Err(WorldError::NotAsked)
}

/// Returns whether an environment variable is set and not empty.
#[cfg(all(unix, not(target_os = "macos")))]
fn set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Reports that a window of this program has gained or lost the focus, for desktops that do not report it.
pub fn tell_own_focus(focused: bool) {
    #[cfg(all(unix, not(target_os = "macos")))]
    wayland::portal::tell_own_focus(focused);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = focused;
}

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] with what is missing and what to do about it.
#[cfg(windows)]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(windows::Windows::connect()))
}

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] with what is missing and what to do about it.
#[cfg(target_os = "macos")]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(portable::Portable::connect()?))
}
