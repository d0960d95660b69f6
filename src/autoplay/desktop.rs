//! The machine's desktop: X11 where there is one, elsewhere what xcap and enigo offer.

use super::world::{World, WorldError};

/// The desktop of this machine.
///
/// # Errors
/// [`WorldError`] saying what is missing and what to do about it.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("DISPLAY") {
        Ok(Box::new(super::x11::X11::connect(None)?))
    } else if set("WAYLAND_DISPLAY") {
        Err(WorldError::Wayland)
    } else {
        Err(WorldError::NoDisplay("DISPLAY is not set".to_owned()))
    }
}

/// The desktop of this machine.
///
/// # Errors
/// [`WorldError`] saying what is missing and what to do about it.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn connect() -> Result<Box<dyn World>, WorldError> {
    Ok(Box::new(super::portable::Portable::connect()?))
}
