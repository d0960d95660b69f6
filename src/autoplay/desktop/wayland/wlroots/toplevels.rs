//! Windows by the common protocol, which does not report their positions.

use crate::desktop::traits::{Bounds, DesktopError, WindowId, WindowInfo};

use super::display::{Display, WindowStatus};
use super::state::Toplevel;

/// Lists all windows, each with the area of its screen.
pub(super) fn list_windows(display: &mut Display) -> Result<Vec<WindowStatus>, DesktopError> {
    display.sync()?;
    let windows = display.state.toplevels.iter();
    // A window with id 0 is not completely described yet.
    let windows = windows.filter(|window| window.id != 0);
    let statuses = windows.map(|window| WindowStatus {
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
        above: Vec::new(),
    });
    Ok(statuses.collect())
}

fn screen(display: &Display, window: &Toplevel) -> Bounds {
    let mut outputs = display.state.outputs.iter();
    let entered = outputs.find(|output| window.outputs.contains(&output.output));
    entered.map(|output| output.bounds).unwrap_or_default()
}

/// Requests the focus for a window.
pub(super) fn activate(display: &mut Display, id: WindowId) -> Result<(), DesktopError> {
    display.sync()?;
    let mut windows = display.state.toplevels.iter();
    let window = windows.find(|window| window.id == id.0);
    let window = window.ok_or(DesktopError::WindowGone)?;
    window.handle.unset_minimized();
    window.handle.activate(&display.seat);
    display.sync()
}
