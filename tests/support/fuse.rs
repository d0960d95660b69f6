//! The emulator with the stand-in, and the practice window.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use planwright::autoplay::world::{Input as _, Screen as _, WindowId, WindowInfo};
use planwright::vision::Key;

use super::desktop::{Desktop, Running, start, wait_for};

/// The stand-in for Logo: Part 1.
const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/practice/logo/logo.sna");
/// The free ROM of the package `opense-basic`.
const ROM: &str = "/usr/share/spectrum-roms/opense.rom";

/// A running game; ends when dropped.
pub struct Game {
    pub window: WindowInfo,
    _running: Running,
}

impl Game {
    /// The stand-in in the emulator, on its title page.
    pub fn in_fuse(desktop: &Desktop, scale: u32) -> Self {
        assert!(
            Path::new(ROM).exists(),
            "{ROM} is missing. Run ./test, which installs what is needed."
        );
        let mut command = Command::new("fuse-sdl");
        command.args([
            "--no-sound",
            "--no-statusbar",
            "--no-confirm-actions",
            "--machine",
            "48",
            "--rom-48",
            ROM,
        ]);
        if scale > 1 {
            command.args(["-g", &format!("{scale}x")]);
        }
        Self::begin(desktop, command.arg(SNAPSHOT), "fuse-sdl", "Fuse", scale)
    }

    /// The practice window, on its title page.
    pub fn in_practice_window(desktop: &Desktop, scale: u32, faults: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        command
            .args(["practice", "logo", "--scale", &scale.to_string()])
            .args(faults);
        Self::begin(desktop, &mut command, "planwright", "Practice", scale)
    }

    fn begin(desktop: &Desktop, command: &mut Command, app: &str, title: &str, scale: u32) -> Self {
        let running = start(
            command
                .env("DISPLAY", &desktop.display)
                .env_remove("WAYLAND_DISPLAY")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let window = desktop.window(app, title);
        let size = (320 * scale, 240 * scale);
        let mut world = desktop.world();
        // Some windows come up small and grow, or are shown with their first picture.
        let window = wait_for(&format!("a window of {size:?} pixels"), 20, || {
            let window = world.window(window.id).ok()??;
            world.capture(window.id).ok()?;
            ((window.client.width, window.client.height) == size).then_some(window)
        });
        Self {
            window,
            _running: running,
        }
    }

    pub fn id(&self) -> WindowId {
        self.window.id
    }

    /// Presses the keys of characters, as a person does.
    pub fn press(&self, desktop: &Desktop, keys: &str) {
        let key = |character| match character {
            ' ' => Key::Space,
            '\n' => Key::Enter,
            other => Key::Char(other),
        };
        desktop.activate(self.id());
        let mut world = desktop.world();
        // The snapshot runs 0.3 s after the window is there.
        std::thread::sleep(Duration::from_millis(1000));
        for key in keys.chars().map(key) {
            world.key_down(self.id(), key).expect("is active");
            std::thread::sleep(Duration::from_millis(100));
            world.key_up(key).expect("is let up");
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

/// The stand-in's levels: title and board.
pub fn stand_in_levels() -> Vec<String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/practice/logo/levels.txt"
    );
    let text = std::fs::read_to_string(path).expect("is there");
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.len() == 10 && line.bytes().all(|b| b".1234".contains(&b)))
        .collect();
    rows.chunks(6).map(|rows| rows.join("\n")).collect()
}
