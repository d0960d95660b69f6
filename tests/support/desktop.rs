//! A display with a window manager, ended with the test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use planwright::autoplay::world::{Focus as _, Screen as _, WindowId, WindowInfo};
use planwright::autoplay::x11::X11;

use super::windows::{self, Recorder};

/// A program that is killed when the test ends, however it ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Asked first: an X server that is killed leaves its lock behind, and two that start
        // over the same stale lock can end up with one number.
        let asked = Command::new("kill").arg(self.0.id().to_string()).status();
        if asked.is_ok_and(|status| status.success()) {
            let deadline = Instant::now() + Duration::from_secs(2);
            while Instant::now() < deadline {
                if matches!(self.0.try_wait(), Ok(Some(_))) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program that the tests need.
pub fn start(command: &mut Command) -> Running {
    let child = command.spawn().unwrap_or_else(|error| {
        let name = command.get_program().to_string_lossy().into_owned();
        panic!(
            "‘{name}’ could not be started ({error}). Run ./test, which installs what is needed."
        )
    });
    Running(child)
}

/// All waits are so many times as long as they say, which is for a machine with nothing else to do: a
/// busy one takes its time, and a wait that is over in time costs nothing.
const PATIENCE: u32 = 4;

/// When a wait of so many seconds is over.
pub fn deadline(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds) * PATIENCE
}

/// Waits until something is there.
#[track_caller]
pub fn wait_for<T>(what: &str, seconds: u64, look: impl FnMut() -> Option<T>) -> T {
    // Not in a closure, which would hide the caller's line.
    let Some(found) = comes(seconds, look) else {
        panic!("{what} within {seconds} s, {PATIENCE} times over");
    };
    found
}

/// The same, for what may not come.
pub fn comes<T>(seconds: u64, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = deadline(seconds);
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A display of 1280×800 pixels with openbox.
pub struct Desktop {
    /// Its name, as in `DISPLAY`.
    pub display: String,
    // Dropped in this order.
    _manager: Running,
    _server: Running,
}

impl Desktop {
    pub fn start() -> Self {
        // One server after the other, also of tests that run beside these.
        let turn = std::env::temp_dir().join("planwright-tests-display.lock");
        let turn = std::fs::File::create(turn).expect("can be made");
        turn.lock().expect("can be waited for");
        let mut server = start(
            Command::new("Xvfb")
                .args([
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    "1280x800x24",
                    "-nolisten",
                    "tcp",
                    // Or it starts anew, and takes the window manager down, when the first one
                    // who looks for that has gone.
                    "-noreset",
                ])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        let output = server.0.stdout.take().expect("has an output");
        // Said once it takes connections.
        let read = BufReader::new(output).read_line(&mut number);
        assert!(
            read.is_ok() && !number.trim().is_empty(),
            "Xvfb names its display"
        );
        drop(turn);
        let display = format!(":{}", number.trim());
        let manager = start(
            Command::new("openbox")
                .arg("--sm-disable")
                .env("DISPLAY", &display)
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let desktop = Self {
            display,
            _manager: manager,
            _server: server,
        };
        let deadline = deadline(20);
        while let Err(error) = X11::connect(Some(&desktop.display)) {
            assert!(Instant::now() < deadline, "no window manager: {error}");
            std::thread::sleep(Duration::from_millis(20));
        }
        // That it has announced itself does not mean that it looks after windows yet.
        let mut probes = Vec::new();
        wait_for("the window manager looks after windows", 20, || {
            // One that it has missed stays unseen for ever.
            probes.push(Recorder::open(&desktop.display, "Probe", (0, 0, 50, 50)));
            std::thread::sleep(Duration::from_millis(200));
            let seen = windows::managed(&desktop.display);
            let is_seen = |probe: &Recorder| seen.contains(&probe.id);
            probes.iter().any(is_seen).then_some(())
        });
        drop(probes);
        // The display gives their names to the next windows, which the window manager would take
        // for them until it has seen that they are closed.
        wait_for("the probes are gone", 20, || {
            windows::managed(&desktop.display).is_empty().then_some(())
        });
        desktop
    }

    /// A connection for looking on.
    pub fn world(&self) -> X11 {
        X11::connect(Some(&self.display)).expect("the display is there")
    }

    /// The window of a program with a part of its title, once it is there.
    #[track_caller]
    pub fn window(&self, app: &str, title: &str) -> WindowInfo {
        let what = format!("a window ‘{title}’ of {app}");
        wait_for(&what, 30, || self.find(app, title))
    }

    /// The same, if it is there now.
    pub fn find(&self, app: &str, title: &str) -> Option<WindowInfo> {
        let windows = self.world().windows().ok()?;
        let fits = |w: &WindowInfo| w.app.contains(app) && w.title.contains(title);
        windows.into_iter().find(fits)
    }

    /// Gives a window the focus.
    #[track_caller]
    pub fn activate(&self, id: WindowId) {
        let mut world = self.world();
        // Not again and again: a busy window manager would heed a second request long after the
        // first, and raise the window over whatever was put there in between.
        let mut asked: Option<Instant> = None;
        wait_for("the window becomes active", 30, || {
            if asked.is_none_or(|asked| asked.elapsed() > Duration::from_secs(5)) {
                world.activate(id).ok()?;
                asked = Some(Instant::now());
                // That it is active may be from before: the window manager may be about to give the
                // focus to a window that was opened since.
                windows::until_heeded(&self.display);
            }
            (world.active().ok()? == Some(id)).then_some(())
        });
    }
}
