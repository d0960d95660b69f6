//! The desktop: the contract [`World`] with everything that auto-play needs of it, and the desktops
//! that keep it.
//!
//! | file | what it holds |
//! |---|---|
//! | [`world`] | the contract: windows, pictures, input, focus, clock, emergency stop |
//! | `held` | what a desktop has pressed and has to let up |
//! | [`x11`] | X11 |
//! | [`wayland`] | Wayland: what its compositors offer to programs like this one |
//! | `joined` | both in one session: X11 programs under Wayland |
//! | `windows` | Windows |
//! | `portable` | macOS: what xcap and enigo offer |

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
/// [`WorldError`] saying what is missing and what to do about it.
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

/// Has the person choose a window in the desktop's own dialog, and waits as long as that takes. It is
/// listed from then on, by all connections of this program. `profile` is the screen profile that
/// the window is for: what was allowed for it once may be taken as allowed, unless `anew` is set. `may_point` allows to move
/// the pointer over a window that sends no picture before.
///
/// # Errors
/// [`WorldError::Declined`]; [`WorldError::NotAsked`] where windows are listed; other errors of the desktop.
pub fn ask(profile: &str, anew: bool, may_point: bool) -> Result<WindowId, WorldError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    if set("WAYLAND_DISPLAY") && !wayland::wlroots::Wlroots::is_offered() {
        return wayland::portal::ask(profile, anew, may_point);
    }
    let _ = (profile, anew, may_point);
    Err(WorldError::NotAsked)
}

/// Whether a variable of the environment says something.
#[cfg(all(unix, not(target_os = "macos")))]
fn set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Tells that a window of this program has the focus, or has lost it, for desktops that do not.
pub fn tell_own_focus(focused: bool) {
    #[cfg(all(unix, not(target_os = "macos")))]
    wayland::portal::tell_own_focus(focused);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = focused;
}

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] saying what is missing and what to do about it.
#[cfg(windows)]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(windows::Windows::connect()))
}

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] saying what is missing and what to do about it.
#[cfg(target_os = "macos")]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(portable::Portable::connect()?))
}
