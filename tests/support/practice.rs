//! A practice window of this program.

use std::process::{Command, Stdio};

use planwright::autoplay::world::{Screen as _, WindowId};

use super::desktop::{Desktop, Running, start, wait_for};

/// The practice window of a game; closes when dropped.
pub struct PracticeWindow {
    pub window: WindowId,
    _running: Running,
    _home: tempfile::TempDir,
}

impl PracticeWindow {
    /// Opens it, and waits until it can be seen.
    pub fn open(desktop: &Desktop, game: &str, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let running = start(
            Command::new(env!("CARGO_BIN_EXE_planwright"))
                .args(["practice", game])
                .args(arguments)
                .env("DISPLAY", &desktop.display)
                .env("PLANWRIGHT_HOME", home.path())
                .env_remove("WAYLAND_DISPLAY")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let window = desktop.window("planwright", "ractice").id;
        let mut world = desktop.world();
        wait_for("a picture in the window", 20, || {
            let picture = world.capture(window).ok()?;
            let first = *picture.pixels().next()?;
            picture.pixels().any(|pixel| *pixel != first).then_some(())
        });
        Self {
            window,
            _running: running,
            _home: home,
        }
    }
}
