//! Wayland desktops, by the interfaces that compositors offer.

pub mod keyboard;
pub mod portal;
pub mod wlroots;

use std::fmt::Display;

use super::combined::CombinedDesktop;
use super::traits::{Desktop, DesktopError};
use super::x11::X11;
use crate::game::Button;
use portal::Portal;
use wlroots::Wlroots;

/// Connects to the compositor and, if there is one, to the X server in its session. Fails if neither can be used.
pub fn connect(has_x11: bool) -> Result<Box<dyn Desktop>, DesktopError> {
    if Wlroots::is_offered() {
        // X11 programs are listed with all other windows there.
        return Ok(Box::new(Wlroots::connect()?));
    }
    let x11 = has_x11.then(|| X11::connect(None));
    match (Portal::connect(), x11) {
        (Ok(portal), Some(Ok(x11))) => Ok(Box::new(CombinedDesktop::new(x11, portal))),
        (Ok(portal), _) => Ok(Box::new(portal)),
        // X11 programs can still be played.
        (Err(error), Some(Ok(x11))) => Ok(Box::new(x11.with_unlisted_reason(&error))),
        (Err(DesktopError::NoPortal(reason)), Some(Err(error))) => Err(DesktopError::NoPortal(
            format!("{reason}, and programs of X11 are not seen either ({error})"),
        )),
        (Err(error), _) => Err(error),
    }
}

/// Code of a pointer button in the kernel (evdev).
fn button_code(button: Button) -> u16 {
    match button {
        Button::Primary => 0x110,
        Button::Secondary => 0x111,
    }
}

fn to_error(error: impl Display) -> DesktopError {
    DesktopError::Unexpected(error.to_string())
}
