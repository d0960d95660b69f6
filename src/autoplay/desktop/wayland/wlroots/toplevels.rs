//! Windows by the common protocol, which does not report their positions.

use crate::desktop::world::{Bounds, WindowId, WindowInfo, WorldError};

use super::display::{Display, Seen};
use super::told::Toplevel;

/// Lists all windows, each with the area of its screen.
pub(super) fn look(display: &mut Display) -> Result<Vec<Seen>, WorldError> {
    display.settle()?;
    let windows = display.told.toplevels.iter();
    // A window with id 0 is not completely described yet.
    let windows = windows.filter(|window| window.id != 0);
    let seen = windows.map(|window| Seen {
        info: WindowInfo {
            id: WindowId(window.id),
            title: window.title.clone(),
            app: window.app.clone(),
            pid: None,
            client: screen(display, window),
            minimised: window.is_minimised,
            chosen: false,
        },
        is_active: window.is_active,
        over: Vec::new(),
    });
    Ok(seen.collect())
}

fn screen(display: &Display, window: &Toplevel) -> Bounds {
    let mut outputs = display.told.outputs.iter();
    let entered = outputs.find(|output| window.outputs.contains(&output.output));
    entered.map(|output| output.place).unwrap_or_default()
}

/// Requests the focus for a window.
pub(super) fn activate(display: &mut Display, id: WindowId) -> Result<(), WorldError> {
    display.settle()?;
    let mut windows = display.told.toplevels.iter();
    let window = windows.find(|window| window.id == id.0);
    let window = window.ok_or(WorldError::WindowGone)?;
    window.handle.unset_minimized();
    window.handle.activate(&display.seat);
    display.settle()
}
