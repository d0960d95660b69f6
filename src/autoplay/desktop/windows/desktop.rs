//! Connection to the desktop: windows, focus and clock.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::desktop::held::Held;
use crate::desktop::world::{Clock, Focus, Screen, WindowId, WindowInfo, WorldError};

use super::keys::Stroke;
use super::{api, picture};

/// Windows desktop.
pub struct Windows {
    started: Instant,
    pub(super) held: Held<Stroke>,
}

impl Windows {
    /// Connects to the desktop.
    #[must_use]
    pub fn connect() -> Self {
        api::count_pixels();
        Self {
            started: Instant::now(),
            held: Held::default(),
        }
    }
}

fn describe(id: WindowId) -> Option<WindowInfo> {
    let (_, process) = api::owner(id);
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

impl Screen for Windows {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError> {
        let shown = api::windows().into_iter().rev();
        let shown = shown.filter(|id| api::is_switchable(*id));
        Ok(shown.filter_map(describe).collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError> {
        Ok(describe(id))
    }

    fn capture(&mut self, id: WindowId) -> Result<image::RgbaImage, WorldError> {
        picture::take(id)
    }
}

impl Focus for Windows {
    fn active(&mut self) -> Result<Option<WindowId>, WorldError> {
        Ok(api::foreground())
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WorldError> {
        match api::bring_to_front(id) {
            true => Ok(()),
            false if !api::exists(id) => Err(WorldError::WindowGone),
            // The system permits this only to the foreground program.
            false => Err(WorldError::CannotActivate),
        }
    }
}

impl Clock for Windows {
    fn now(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}
