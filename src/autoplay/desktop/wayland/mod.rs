//! Wayland, whose compositors differ in what they let a program like this one do.

pub mod keyboard;
pub mod portal;
pub mod wlroots;

use super::joined::Joined;
use super::world::{World, WorldError};
use super::x11::X11;
use portal::Portal;
use wlroots::Wlroots;

/// Connects to the compositor, and to the X server in its session, if there is one.
///
/// # Errors
/// [`WorldError::NoPortal`] when neither can be used.
pub fn connect(has_x11: bool) -> Result<Box<dyn World>, WorldError> {
    if Wlroots::is_offered() {
        // X11 programs are windows like any other there.
        return Ok(Box::new(Wlroots::connect()?));
    }
    let x11 = has_x11.then(|| X11::connect(None)).and_then(Result::ok);
    match (Portal::connect(), x11) {
        (Ok(portal), Some(x11)) => Ok(Box::new(Joined::new(x11, portal))),
        (Ok(portal), None) => Ok(Box::new(portal)),
        // Programs of X11 can be played as ever.
        (Err(_), Some(x11)) => Ok(Box::new(x11)),
        (Err(error), None) => Err(error),
    }
}
