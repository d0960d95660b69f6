//! The desktop: the contract [`World`] with everything that auto-play needs of it, and the desktops
//! that keep it.
//!
//! | file | what it holds |
//! |---|---|
//! | [`conformance`] | what every desktop must do, as a suite that runs on each of them |
//! | [`world`] | the contract: windows, pictures, input, focus, clock, emergency stop |
//! | [`x11`] | X11 |
//! | [`wayland`] | Wayland: what its compositors offer to programs like this one |
//! | `portable` | what xcap and enigo offer where there is no X11 |
//! | [`scripted`] | a desktop for tests, which loses, doubles and delays presses |

pub mod conformance;
#[cfg(all(unix, not(target_os = "macos")))]
mod keysyms;
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod portable;
pub mod scripted;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod wayland;
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
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("DISPLAY") {
        Ok(Box::new(x11::X11::connect(None)?))
    } else if set("WAYLAND_DISPLAY") {
        Err(WorldError::Wayland)
    } else {
        Err(WorldError::NoDisplay("DISPLAY is not set".to_owned()))
    }
}

/// Connects to the desktop of this machine.
///
/// # Errors
/// [`WorldError`] saying what is missing and what to do about it.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(portable::Portable::connect()?))
}
