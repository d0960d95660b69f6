//! Logo's stand-in: in the emulator and in the practice window.

use std::process::Command;
use std::time::{Duration, Instant};

use planwright::autoplay::desktop::{Desktop as _, InputDevices as _, WindowId, WindowInfo};
use planwright::vision::Key;

use crate::desktop::Desktop;
use crate::program::{Running, installed};
use crate::project;
use crate::wait::wait_for;

/// The stand-in for Logo: Part 1.
const SNAPSHOT: &str = "assets/practice/logo/logo.sna";
/// The free ROM from the package `opense-basic`.
const ROM: &str = "/usr/share/spectrum-roms/opense.rom";

/// How long a key is held: several frames of the emulator, much less than the 0.6 s after which it
/// repeats.
const HOLD: Duration = Duration::from_millis(100);

/// A running game; it ends when dropped.
pub struct Game {
    pub window: WindowInfo,
    _running: Running,
}

impl Game {
    /// Starts the stand-in in the emulator, on its title page.
    pub fn in_fuse(desktop: &Desktop, scale: u32) -> Self {
        let mut command = desktop.command("fuse-sdl");
        command.arg("--rom-48").arg(installed(&[ROM])).args([
            "--no-sound",
            "--no-statusbar",
            "--no-confirm-actions",
            "--machine",
            "48",
        ]);
        if scale > 1 {
            command.args(["-g", &format!("{scale}x")]);
        }
        let command = command.arg(project(SNAPSHOT));
        let game = Self::begin(desktop, command, "fuse-sdl", "Fuse", scale);
        wait_for("the title page, which has a blue border", 60, || {
            let picture = desktop.world().capture(game.id()).ok()?;
            let [red, green, blue, _] = picture.get_pixel(5, 5).0;
            (red < 40 && green < 40 && blue > 100).then_some(())
        });
        game
    }

    /// Starts the practice window, on its title page.
    pub fn in_practice_window(desktop: &Desktop, scale: u32, faults: &[&str]) -> Self {
        let mut command = desktop.planwright();
        command
            .args(["practice", "logo", "--scale", &scale.to_string()])
            .args(faults);
        Self::begin(desktop, &mut command, "planwright", "Practice", scale)
    }

    fn begin(desktop: &Desktop, command: &mut Command, app: &str, title: &str, scale: u32) -> Self {
        let running = Running::start(command);
        let window = desktop.window(app, title);
        let size = (320 * scale, 240 * scale);
        let mut world = desktop.world();
        // Some windows appear small and grow, or appear with their first picture.
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

    /// Types on the stand-in's pages on which each key changes the picture. No two adjacent
    /// characters may be the same, because nothing shows the release of a key.
    #[track_caller]
    pub fn type_on_page(&self, desktop: &Desktop, text: &str) {
        desktop.activate(self.id());
        let mut world = desktop.world();
        for character in text.chars() {
            let key = match character {
                ' ' => Key::Space,
                '\n' => Key::Enter,
                other => Key::Char(other),
            };
            let before = desktop.picture(self.id());
            let mut next = Instant::now();
            wait_for(&format!("{key:?} changes the page"), 30, || {
                // Repeat a key press that the emulator has missed. No press is long enough to
                // repeat itself.
                if Instant::now() >= next {
                    world.key_down(self.id(), key).expect("is active");
                    std::thread::sleep(HOLD);
                    world.key_up(key).expect("is let up");
                    next = Instant::now() + Duration::from_secs(3);
                }
                (world.capture(self.id()).ok()? != before).then_some(())
            });
        }
    }
}
