//! A KDE Plasma session under Wayland without a screen: KWin, and a person's hands at it.

use std::fs::{self, File};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, delegate_noop};
use wayland_protocols_plasma::fake_input::client::org_kde_kwin_fake_input::OrgKdeKwinFakeInput;
use zbus::blocking::connection::Builder;

use crate::program::{Running, home, isolated, planwright};
use crate::wait::wait_for;

/// Programs that a session needs, of the packages that `./test` installs if it can.
const PROGRAMS: [&str; 3] = [
    "/usr/bin/kwin_wayland",
    "/usr/bin/dbus-daemon",
    "/usr/bin/Xwayland",
];
/// The kernel's number of the Pause key.
const PAUSE: u32 = 119;
/// Longest wait for an answer on the bus.
const ANSWER: Duration = Duration::from_secs(20);

/// A session of 1280×800 pixels with a home folder, not shared with other tests.
pub struct Kde {
    /// The last one started ends first.
    running: Vec<Running>,
    runtime: tempfile::TempDir,
}

impl Drop for Kde {
    fn drop(&mut self) {
        while self.running.pop().is_some() {}
    }
}

impl Kde {
    /// Starts a session in which every program may use all interfaces of KWin. `None`, with the reason on standard
    /// error, where it cannot be had.
    pub fn start() -> Option<Self> {
        Self::start_with(&[
            ("KWIN_WAYLAND_NO_PERMISSION_CHECKS", "1"),
            ("KWIN_SCREENSHOT_NO_PERMISSION_CHECKS", "1"),
        ])
    }

    /// Starts a session in which KWin asks for the menu entries of programs, as it does outside of tests.
    pub fn with_permission_checks() -> Option<Self> {
        Self::start_with(&[])
    }

    fn start_with(variables: &[(&str, &str)]) -> Option<Self> {
        if let Some(missing) = PROGRAMS.iter().find(|path| !Path::new(path).exists()) {
            eprintln!("skipped: {missing} is not installed");
            return None;
        }
        let mut kde = Self {
            running: Vec::new(),
            runtime: home(),
        };
        let config = kde.home().join("bus.conf");
        // Windows appear at once, without effects that take the processor.
        let globals = kde.home().join("config/kdeglobals");
        fs::write(globals, "[KDE]\nAnimationDurationFactor=0\n").expect("is writable");
        let bus = kde.home().join("bus");
        let mut daemon = kde.command("dbus-daemon");
        daemon.arg("--config-file").arg(config);
        daemon.arg(format!("--address=unix:path={}", bus.display()));
        daemon.args(["--nofork", "--nopidfile"]);
        kde.running.push(Running::start(&mut daemon));
        wait_for("a message bus", 30, || bus.exists().then_some(()));
        // The package's program has a capability that containers may not give. A copy has none.
        let program = kde.home().join("kwin_wayland");
        fs::copy(PROGRAMS[0], &program).expect("can be copied");
        let log = File::create(kde.home().join("kwin.log")).expect("is writable");
        let mut kwin = kde.command(program);
        kwin.args(["--virtual", "--width", "1280", "--height", "800"])
            .args(["--xwayland", "--no-lockscreen", "--no-kactivities"])
            .args(["--socket", "wayland-0"])
            .env_remove("WAYLAND_DISPLAY")
            // Pictures of windows need OpenGL.
            .env("KWIN_COMPOSE", "O2")
            .envs(variables.iter().copied())
            .stderr(log);
        kde.running.push(Running::start(&mut kwin));
        wait_for("KWin", 60, || {
            UnixStream::connect(kde.home().join("wayland-0")).ok()?;
            kde.x11()
        });
        Some(kde)
    }

    pub fn home(&self) -> &Path {
        self.runtime.path()
    }

    /// A command in the session, for programs of Wayland, without output.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = isolated(program, None, self.home());
        let bus = format!("unix:path={}", self.home().join("bus").display());
        command
            .env("WAYLAND_DISPLAY", "wayland-0")
            .env("XDG_SESSION_TYPE", "wayland")
            .env("XDG_CURRENT_DESKTOP", "KDE")
            .env("KDE_FULL_SESSION", "true")
            .env("KDE_SESSION_VERSION", "5")
            .env("DBUS_SESSION_BUS_ADDRESS", bus)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// The program in the session.
    pub fn planwright(&self) -> Command {
        self.command(planwright())
    }

    /// The name of the session's X display, once there is one.
    pub fn x11(&self) -> Option<String> {
        let kwin = self.running.last()?.0.id().to_string();
        let found = Command::new("pgrep")
            .args(["-P", &kwin, "Xwayland"])
            .output();
        let found = String::from_utf8(found.ok()?.stdout).ok()?;
        let arguments = fs::read(format!("/proc/{}/cmdline", found.trim())).ok()?;
        let mut arguments = arguments.split(|byte| *byte == 0);
        let display = arguments.find(|argument| argument.starts_with(b":"))?;
        String::from_utf8(display.to_vec()).ok()
    }

    /// A command that runs one test of this program in the session, one that is left out otherwise.
    pub fn test(&self, name: &str) -> Command {
        let mut command = self.command(std::env::current_exe().expect("has a path"));
        command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
        command.args([name, "--exact", "--ignored", "--nocapture"]);
        command
    }
}

/// A person's keyboard and pointer in the session that this process runs in, and KWin's scripts, which do what a person
/// does with window menus.
pub struct Hands {
    queue: EventQueue<Nothing>,
    input: OrgKdeKwinFakeInput,
    bus: zbus::blocking::Connection,
}

static SCRIPTS: AtomicU32 = AtomicU32::new(0);

impl Hands {
    pub fn around() -> Self {
        let connection = Connection::connect_to_env().expect("is in a session");
        let (globals, mut queue) =
            registry_queue_init::<Nothing>(&connection).expect("KWin answers");
        let input: OrgKdeKwinFakeInput = globals
            .bind(&queue.handle(), 4..=4, ())
            .expect("is offered");
        input.authenticate("testkit".to_owned(), "a person's hands".to_owned());
        queue.roundtrip(&mut Nothing).expect("it answers");
        let bus = Builder::session().and_then(|bus| bus.method_timeout(ANSWER).build());
        Self {
            queue,
            input,
            bus: bus.expect("has a bus"),
        }
    }

    /// Moves the pointer to a pixel of the screen.
    pub fn point(&mut self, x: u32, y: u32) {
        self.input.pointer_motion_absolute(x.into(), y.into());
        self.queue.roundtrip(&mut Nothing).expect("it answers");
    }

    /// Presses the Pause key, or lets it up.
    pub fn pause_key(&mut self, is_down: bool) {
        self.input.keyboard_key(PAUSE, is_down.into());
        self.queue.roundtrip(&mut Nothing).expect("it answers");
    }

    /// Runs a script in KWin with `window`, the window of this title.
    pub fn tell(&self, title: &str, script: &str) {
        let number = SCRIPTS.fetch_add(1, Ordering::Relaxed);
        let name = format!("testkit-{number}");
        let path = self.folder().join(format!("{name}.js"));
        let text = format!(
            "(workspace.windowList || workspace.clientList)().filter(window => window.caption === \"{title}\")\
             .forEach(window => {{ {script} }})"
        );
        fs::write(&path, text).expect("is writable");
        let path = path.to_string_lossy();
        let loaded = self.scripting("loadScript", &(path.as_ref(), name.as_str()));
        let id: i32 = loaded.body().deserialize().expect("is a number");
        let run = |path: String| {
            let (kwin, script) = (Some("org.kde.KWin"), Some("org.kde.kwin.Script"));
            self.bus.call_method(kwin, path, script, "run", &())
        };
        // KWin 6, then KWin 5.
        run(format!("/Scripting/Script{id}"))
            .or_else(|_| run(format!("/{id}")))
            .expect("KWin runs the script");
        self.scripting("unloadScript", &(name.as_str()));
    }

    fn scripting<B>(&self, method: &str, body: &B) -> zbus::Message
    where
        B: serde::Serialize + zbus::zvariant::DynamicType,
    {
        let (kwin, scripting) = (Some("org.kde.KWin"), Some("org.kde.kwin.Scripting"));
        let answer = self
            .bus
            .call_method(kwin, "/Scripting", scripting, method, body);
        answer.expect("KWin runs scripts")
    }

    fn folder(&self) -> PathBuf {
        PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR").expect("is in a session"))
    }

    /// The socket of the compositor.
    pub fn socket(&self) -> PathBuf {
        self.folder().join("wayland-0")
    }
}

struct Nothing;

impl Dispatch<WlRegistry, GlobalListContents> for Nothing {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

delegate_noop!(Nothing: OrgKdeKwinFakeInput);
