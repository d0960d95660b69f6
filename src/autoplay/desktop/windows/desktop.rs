//! Connection to the desktop: windows and focus.

use std::path::Path;

use crate::desktop::pressed::PressedInputs;
use crate::desktop::traits::{Desktop, DesktopError, WindowId, WindowInfo};

use super::keys::ScanStroke;
use super::{api, picture};

pub struct Windows {
    pub(super) pressed: PressedInputs<ScanStroke>,
}

impl Windows {
    #[must_use]
    pub fn connect() -> Self {
        api::use_physical_pixels();
        Self {
            pressed: PressedInputs::default(),
        }
    }
}

fn describe(id: WindowId) -> Option<WindowInfo> {
    let (_, process) = api::thread_and_process(id);
    let program = api::program(process).unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    // Profiles name programs without the extension.
    let app = match name.rsplit_once('.') {
        Some((stem, end)) if end.eq_ignore_ascii_case("exe") => stem.to_owned(),
        _ => name.into_owned(),
    };
    let client = api::client(id)?;
    Some(WindowInfo {
        id,
        title: api::title(id),
        app,
        pid: (process != 0).then_some(process),
        client,
        minimised: api::is_minimised(id),
        chosen: false,
    })
}

impl Desktop for Windows {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        // The system lists the top-most window first.
        let visible = api::windows().into_iter().rev();
        let visible = visible.filter(|id| api::is_switchable(*id));
        Ok(visible.filter_map(describe).collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        Ok(describe(id))
    }

    fn capture(&mut self, id: WindowId) -> Result<image::RgbaImage, DesktopError> {
        picture::capture(id)
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        Ok(api::foreground())
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        match api::bring_to_front(id) {
            true => Ok(()),
            false if !api::exists(id) => Err(DesktopError::WindowGone),
            // The system permits this only to the foreground program.
            false => Err(DesktopError::CannotActivate),
        }
    }
}
