//! A desktop for one test: display, window manager and home folder.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use image::RgbaImage;
use planwright::autoplay::desktop::x11::X11;
use planwright::autoplay::desktop::{Desktop as _, WindowId, WindowInfo};

use crate::keep;
use crate::program::{self, Running, isolated};
use crate::wait::wait_for;
use crate::windows::{self, Recorder};

/// The configuration that comes with openbox.
const OPENBOX: &str = "/etc/xdg/openbox/rc.xml";

/// An X display of 1280×800 pixels with openbox and a home folder, not shared with other tests. If
/// the test fails, a picture of the screen is kept.
pub struct Desktop {
    /// The value of `DISPLAY`.
    pub display: String,
    // Dropped in this order.
    _manager: Running,
    _server: Running,
    home: tempfile::TempDir,
}

impl Desktop {
    /// Starts the display and the window manager, and waits until windows are managed.
    pub fn start() -> Self {
        let home = program::home();
        let (server, display) = start_server(home.path());
        let manager = Running::start(
            isolated("openbox", Some(&display), home.path())
                .args(["--sm-disable", "--config-file", OPENBOX])
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let desktop = Self {
            display,
            _manager: manager,
            _server: server,
            home,
        };
        desktop.wait_for_manager();
        keep::on_failure(&desktop.display);
        desktop
    }

    /// Waits for the window manager. After it announces itself, it still takes a while to manage
    /// windows.
    fn wait_for_manager(&self) {
        wait_for("a window manager", 30, || {
            X11::connect(Some(&self.display)).ok().map(drop)
        });
        let mut probes = Vec::new();
        let mut next = Instant::now();
        wait_for("the window manager looks after windows", 30, || {
            // It never manages a window that it has missed, so try another one.
            if Instant::now() >= next {
                probes.push(Recorder::open(&self.display, "Probe", (0, 0, 50, 50)));
                next = Instant::now() + Duration::from_millis(200);
            }
            let managed = windows::managed(&self.display);
            let is_managed = |probe: &Recorder| managed.contains(&probe.id);
            probes.iter().any(is_managed).then_some(())
        });
        drop(probes);
        // The server reuses the ids of the probes for the next windows. The window manager would
        // mistake those for the probes until it has noticed that the probes are closed.
        wait_for("the probes are gone", 30, || {
            windows::managed(&self.display).is_empty().then_some(())
        });
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A command on this desktop, without output.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = isolated(program, Some(&self.display), self.home());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The program on this desktop, without output.
    pub fn planwright(&self) -> Command {
        self.command(program::planwright())
    }

    /// A connection to the display.
    pub fn world(&self) -> X11 {
        X11::connect(Some(&self.display)).expect("the display is there")
    }

    /// Waits for a window of a program by a part of its title.
    #[track_caller]
    pub fn window(&self, app: &str, title: &str) -> WindowInfo {
        let what = format!("a window ‘{title}’ of {app}");
        wait_for(&what, 60, || self.find(app, title))
    }

    /// Finds a window that is there now; the program's name may be written with capitals.
    pub fn find(&self, app: &str, title: &str) -> Option<WindowInfo> {
        let windows = self.world().windows().ok()?;
        let is_app = |w: &WindowInfo| w.app.to_lowercase().contains(&app.to_lowercase());
        let fits = |w: &WindowInfo| is_app(w) && w.title.contains(title);
        windows.into_iter().find(fits)
    }

    /// The picture of a window, as soon as it has more than one colour.
    #[track_caller]
    pub fn picture(&self, id: WindowId) -> RgbaImage {
        let mut world = self.world();
        wait_for("something is drawn in the window", 60, || {
            let picture = world.capture(id).ok()?;
            let first = *picture.pixels().next()?;
            let drawn = picture.pixels().any(|pixel| *pixel != first);
            drawn.then_some(picture)
        })
    }

    /// Gives a window the focus.
    #[track_caller]
    pub fn activate(&self, id: WindowId) {
        let mut world = self.world();
        // Repeated rarely: a busy window manager might act on a second request much later, and
        // raise the window above others opened in between.
        let mut asked: Option<Instant> = None;
        wait_for("the window becomes active", 30, || {
            if asked.is_none_or(|asked| asked.elapsed() > Duration::from_secs(5)) {
                world.activate(id).ok()?;
                asked = Some(Instant::now());
                // The window may already be active while the window manager is about to focus a
                // newer one.
                windows::sync_window_manager(&self.display);
            }
            let mut is_active = || Some(world.active().ok()? == Some(id));
            if !is_active()? {
                return None;
            }
            // It must still be when the window manager has done what it was about to do.
            windows::sync_window_manager(&self.display);
            is_active()?.then_some(())
        });
    }
}

/// Starts an X server and returns the display it has chosen.
fn start_server(home: &Path) -> (Running, String) {
    // Servers that start at once can choose the same number, so they start one after the other.
    let turn = std::env::temp_dir().join("planwright-tests-display.lock");
    let turn = std::fs::File::create(turn).expect("can be made");
    turn.lock().expect("can be waited for");
    let mut server = Running::start(
        isolated("Xvfb", None, home)
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24"])
            // Only the fonts of the server itself, whichever others are installed.
            .args(["-fp", "built-ins"])
            // Without -noreset it restarts when its first client disconnects, and disconnects the
            // window manager.
            .args(["-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    );
    let mut number = String::new();
    let output = server.0.stdout.take().expect("has an output");
    // Printed as soon as it accepts connections.
    let read = BufReader::new(output).read_line(&mut number);
    assert!(
        read.is_ok() && !number.trim().is_empty(),
        "Xvfb names its display"
    );
    (server, format!(":{}", number.trim()))
}
