//! A GNOME session under Wayland without a screen, and a person in front of it who answers the
//! desktop's questions.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy};

use crate::program::{Running, home, isolated, planwright};
use crate::wait::{try_wait_for, wait_for};

/// What a session needs, of the packages that `./test` installs if it can.
const PROGRAMS: [&str; 8] = [
    "/usr/bin/gnome-shell",
    "/usr/bin/pipewire",
    "/usr/bin/wireplumber",
    "/usr/bin/dbus-daemon",
    "/usr/bin/Xwayland",
    "/usr/libexec/xdg-desktop-portal",
    "/usr/libexec/xdg-desktop-portal-gnome",
    "/usr/lib/python3/dist-packages/dbusmock/__init__.py",
];

/// The GNOME whose dialog the person knows: 43, of Debian 12.
const KNOWN: &str = "GNOME Shell 43.";

/// Time that the shell takes to see a motion or a press as one of its own.
const MOTION: Duration = Duration::from_millis(300);

/// Longest wait for an answer on a bus. A shell that is still starting at times gives none, and is asked again.
const ANSWER: Duration = Duration::from_secs(20);

/// Seconds for the shell to come up, before patience; it needs two or three on a machine at rest.
const STARTING: u64 = 20;

/// How often the shell is started at most.
const TRIES: u32 = 3;

/// A session of 1280×800 pixels with a home folder, not shared with other tests.
pub struct Gnome {
    shell: Shell,
    /// The last one started ends first.
    running: Vec<Running>,
    runtime: tempfile::TempDir,
}

/// The shell of a session: its windows, and the person in front of them.
pub struct Shell {
    bus: Connection,
    runtime: PathBuf,
}

impl Deref for Gnome {
    type Target = Shell;

    fn deref(&self) -> &Shell {
        &self.shell
    }
}

impl Drop for Gnome {
    fn drop(&mut self) {
        while self.running.pop().is_some() {}
    }
}

/// A window, as the shell knows it.
#[derive(Debug)]
pub struct Window {
    pub title: String,
    /// The shell's number for it.
    pub id: u64,
    /// Left, top, width and height of its frame.
    pub frame: [i64; 4],
}

impl Gnome {
    /// Starts a session with portals; `None`, with the reason on standard error, where it cannot be
    /// had.
    pub fn start() -> Option<Self> {
        let mut gnome = Self::without_portals()?;
        for (portal, name) in [
            (
                "xdg-desktop-portal-gnome",
                "org.freedesktop.impl.portal.desktop.gnome",
            ),
            ("xdg-desktop-portal", "org.freedesktop.portal.Desktop"),
        ] {
            let program = format!("/usr/libexec/{portal}");
            let mut command = within(gnome.runtime.path(), &program);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            gnome.running.push(Running::start(&mut command));
            wait_for(portal, 60, || owns(&gnome.bus, name).then_some(()));
        }
        Some(gnome)
    }

    /// Starts a session in which nobody answers for the portals.
    pub fn without_portals() -> Option<Self> {
        if let Some(missing) = PROGRAMS.iter().find(|path| !Path::new(path).exists()) {
            eprintln!("skipped: {missing} is not installed");
            return None;
        }
        let version = Command::new("gnome-shell").arg("--version").output();
        let version = version.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned());
        if !version
            .as_ref()
            .is_ok_and(|version| version.starts_with(KNOWN))
        {
            eprintln!("skipped: the dialogs of {KNOWN}x are known, not those of {version:?}");
            return None;
        }
        (1..=TRIES).find_map(|attempt| match Self::begun() {
            Ok(gnome) => Some(gnome),
            Err(log) => {
                assert!(attempt < TRIES, "the shell did not come up:\n{log}");
                eprintln!("the shell did not come up and is started anew:\n{log}");
                None
            }
        })
    }

    /// A session whose shell is at rest, or what the shell had to say.
    fn begun() -> Result<Self, String> {
        let runtime = home();
        let mut running = Vec::new();
        let mut start = |program: &str, arguments: &[&str]| {
            let log = std::fs::File::create(runtime.path().join(format!("{}.log", running.len())));
            let log = log.expect("can be made");
            let mut command = within(runtime.path(), program);
            command.args(arguments).stderr(log).stdout(Stdio::null());
            running.push(Running::start(&mut command));
        };
        let config = runtime.path().join("bus.conf").display().to_string();
        for bus in ["bus", "system-bus"] {
            let socket = runtime.path().join(bus);
            let address = format!("--address=unix:path={}", socket.display());
            start(
                "dbus-daemon",
                &[
                    "--config-file",
                    &config,
                    &address,
                    "--nofork",
                    "--nopidfile",
                ],
            );
            wait_for("a message bus", 30, || socket.exists().then_some(()));
        }
        start(
            "/usr/bin/python3",
            &["-m", "dbusmock", "--system", "--template", "logind"],
        );
        let system = connect(runtime.path(), "system-bus");
        wait_for("somebody who looks after logins", 30, || {
            owns(&system, "org.freedesktop.login1").then_some(())
        });
        start("pipewire", &[]);
        start("wireplumber", &[]);
        start(
            "gnome-shell",
            &[
                "--headless",
                "--wayland",
                "--virtual-monitor",
                "1280x800",
                "--unsafe-mode",
            ],
        );
        let log = runtime.path().join(format!("{}.log", running.len() - 1));
        let shell = Shell {
            bus: connect(runtime.path(), "bus"),
            runtime: runtime.path().to_owned(),
        };
        let gnome = Self {
            shell,
            running,
            runtime,
        };
        let at_rest = try_wait_for(STARTING, || {
            // What the shell has to say must not lie over a window.
            gnome.eval("Main.messageTray.bannerBlocked = true")?;
            let shown = gnome.eval("Main.layoutManager._startingUp || Main.overview.visible")?;
            gnome.eval("Main.overview.hide()")?;
            (shown == Value::Bool(false)).then_some(())
        });
        if at_rest.is_none() {
            return Err(fs::read_to_string(log).unwrap_or_else(|error| error.to_string()));
        }
        Ok(gnome)
    }

    /// A command in the session, for programs of Wayland, without output.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = within(self.runtime.path(), program);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The program in the session.
    pub fn planwright(&self) -> Command {
        self.command(planwright())
    }

    /// The X server of the session, as programs find it.
    pub fn x11(&self) -> [(&'static str, String); 2] {
        ["DISPLAY", "XAUTHORITY"].map(|name| {
            let told = self.eval(&format!("imports.gi.GLib.getenv('{name}')"));
            let told = told.and_then(|told| Some(told.as_str()?.to_owned()));
            (name, told.expect("the shell has an X server"))
        })
    }

    /// A command that runs one test of this program in the session, one that is left out otherwise.
    pub fn test(&self, name: &str) -> Command {
        let program = std::env::current_exe().expect("has a path");
        let mut command = within(self.runtime.path(), program);
        command.args([name, "--exact", "--ignored", "--nocapture"]);
        command
    }
}

impl Shell {
    /// The shell of the session that this process runs in.
    pub fn around() -> Self {
        let runtime = PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR").expect("is in a session"));
        Self {
            bus: connect(&runtime, "bus"),
            runtime,
        }
    }

    /// Another connection to the session's message bus.
    pub fn bus(&self) -> Connection {
        connect(&self.runtime, "bus")
    }

    /// The folder of the session's sockets, which is its home folder, too.
    pub fn home(&self) -> &Path {
        &self.runtime
    }

    /// What the shell says to a line of JavaScript; `None` if it cannot.
    pub fn eval(&self, script: &str) -> Option<Value> {
        let path = "/org/gnome/Shell";
        let shell = Proxy::new(&self.bus, "org.gnome.Shell", path, "org.gnome.Shell").ok()?;
        let (good, told): (bool, String) = shell.call("Eval", &(script)).ok()?;
        let told = if told.is_empty() { "null" } else { &told };
        good.then(|| serde_json::from_str(told).ok())?
    }

    /// The windows of a program, by a part of its class.
    pub fn windows(&self, class: &str) -> Vec<Window> {
        let told = self.eval(
            "global.get_window_actors().map(actor => actor.meta_window).map(window => { \
             const frame = window.get_frame_rect(); \
             return [window.get_wm_class(), window.get_title(), \
             frame.x, frame.y, frame.width, frame.height, window.get_id()]; })",
        );
        let all = told.as_ref().and_then(Value::as_array);
        let window = |told: &Value| {
            let number = |index: usize| told.get(index)?.as_i64();
            let of_class = told.get(0)?.as_str()?.contains(class);
            of_class.then_some(Window {
                title: told.get(1)?.as_str()?.to_owned(),
                id: told.get(6)?.as_u64()?,
                frame: [number(2)?, number(3)?, number(4)?, number(5)?],
            })
        };
        all.into_iter().flatten().filter_map(window).collect()
    }

    /// Waits for a window by a part of its title.
    #[track_caller]
    pub fn window(&self, title: &str) -> Window {
        let what = format!("a window ‘{title}’");
        wait_for(&what, 60, || {
            let mut windows = self.windows("").into_iter();
            windows.find(|window| window.title.contains(title))
        })
    }

    /// Answers the desktop's question as a person does: shares the first window, and allows to play
    /// in it. Returns once the dialog is closed.
    #[track_caller]
    pub fn share_first_window(&self) {
        let dialog = || {
            let dialogs = self.windows("xdg-desktop-portal-gnome");
            dialogs.into_iter().next().map(|window| window.frame)
        };
        wait_for("the desktop's question", 60, || {
            dialog().filter(|frame| frame[2] > 100)
        });
        // It moves and grows while it opens, and a window that has just opened may still come up above it.
        let still = || {
            self.bring_to_front("xdg-desktop-portal-gnome");
            let before = dialog();
            sleep(MOTION);
            let is_in_front = self.has_focus("xdg-desktop-portal-gnome");
            dialog().filter(|now| is_in_front && Some(now) == before.as_ref())
        };
        let [left, top, width, height] = wait_for("the dialog is still", 30, still);
        self.click(left + 240, top + 136);
        self.click(left + width - 70, top + height - 78);
        self.click(left + width - 45, top + 23);
        let closed = try_wait_for(5, || dialog().is_none().then_some(()));
        assert!(closed.is_some(), "the dialog does not close");
    }

    /// Raises the windows of a program and gives them the focus, by a part of its class.
    fn bring_to_front(&self, class: &str) {
        self.eval(&format!(
            "global.get_window_actors().map(actor => actor.meta_window) \
             .filter(window => (window.get_wm_class() || '').includes('{class}')) \
             .forEach(window => window.activate(global.get_current_time()))"
        ));
    }

    /// Whether a window of a program has the focus, by a part of its class.
    fn has_focus(&self, class: &str) -> bool {
        let told = self.eval(&format!(
            "((global.display.focus_window || {{ get_wm_class: () => '' }}).get_wm_class() || '') \
             .includes('{class}')"
        ));
        told.and_then(|told| told.as_bool()).unwrap_or(false)
    }

    /// A click at a pixel of the screen.
    pub fn click(&self, x: i64, y: i64) {
        self.point(x, y);
        for (state, rest) in [("PRESSED", MOTION / 2), ("RELEASED", MOTION * 2)] {
            self.device(&format!(
                "device.notify_button(now, 1, Clutter.ButtonState.{state})"
            ));
            sleep(rest);
        }
    }

    /// The person's pointer goes to a pixel of the screen.
    pub fn point(&self, x: i64, y: i64) {
        self.device(&format!("device.notify_absolute_motion(now, {x}, {y})"));
        sleep(MOTION);
    }

    /// The person plugs in keyboard and mouse, which a session without a screen does not have.
    pub fn plug_in(&self) {
        self.point(640, 700);
        self.device_of("KEYBOARD", "device.notify_keyval(now, 0xffe1, 1)");
        self.device_of("KEYBOARD", "device.notify_keyval(now, 0xffe1, 0)");
    }

    fn device(&self, script: &str) {
        self.device_of("POINTER", script);
    }

    fn device_of(&self, kind: &str, script: &str) {
        let done = self.eval(&format!(
            "(() => {{ const Clutter = imports.gi.Clutter; \
             const seat = Clutter.get_default_backend().get_default_seat(); \
             const kind = Clutter.InputDeviceType.{kind}_DEVICE; \
             global._{kind} = global._{kind} || seat.create_virtual_device(kind); \
             const device = global._{kind}; \
             const now = imports.gi.GLib.get_monotonic_time(); {script}; return true; }})()"
        ));
        assert!(done.is_some(), "the shell has such a device");
    }

    /// Keeps a picture of the screen in `target/failed-tests`.
    pub fn keep_screen(&self, name: &str) {
        let folder = crate::project("target/failed-tests");
        // The shell makes no folders.
        let made = fs::create_dir_all(&folder);
        assert!(made.is_ok(), "{}: {made:?}", folder.display());
        let file = folder.join(format!("{name}.png"));
        let (interface, path) = ("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot");
        let taken = Proxy::new(&self.bus, interface, path, interface).and_then(|camera| {
            let file = file.display().to_string();
            camera.call::<_, _, (bool, String)>("Screenshot", &(false, false, file))
        });
        eprintln!("The screen of this test: {} ({taken:?})", file.display());
    }
}

/// A command in the session.
fn within(runtime: &Path, program: impl AsRef<Path>) -> Command {
    let mut command = isolated(program, None, runtime);
    let bus = |name: &str| format!("unix:path={}", runtime.join(name).display());
    command
        .env("WAYLAND_DISPLAY", "wayland-0")
        .env("XDG_SESSION_TYPE", "wayland")
        .env("XDG_CURRENT_DESKTOP", "GNOME")
        .env("DBUS_SESSION_BUS_ADDRESS", bus("bus"))
        .env("DBUS_SYSTEM_BUS_ADDRESS", bus("system-bus"))
        .env("LIBGL_ALWAYS_SOFTWARE", "1");
    command
}

fn connect(runtime: &Path, bus: &str) -> Connection {
    let address = format!("unix:path={}", runtime.join(bus).display());
    // Its socket is there a moment before it answers.
    wait_for("the bus to answer", 60, || {
        let builder = Builder::address(address.as_str());
        let connection = builder.and_then(|builder| builder.method_timeout(ANSWER).build());
        connection.ok()
    })
}

fn owns(connection: &Connection, name: &str) -> bool {
    let interface = "org.freedesktop.DBus";
    let bus = Proxy::new(connection, interface, "/org/freedesktop/DBus", interface);
    bus.and_then(|bus| bus.call("NameHasOwner", &(name)))
        .unwrap_or(false)
}
