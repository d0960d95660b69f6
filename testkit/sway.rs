//! Sway without a screen, for one test, and a person's hands at it.

use std::fs;
use std::os::fd::AsFd as _;
use std::os::unix::fs::{FileExt as _, MetadataExt as _, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use planwright::autoplay::desktop::wayland::keyboard::Keyboard;
use planwright::autoplay::desktop::wayland::wlroots::Wlroots;
use planwright::autoplay::desktop::{Desktop as _, WindowInfo};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_keyboard::KeymapFormat;
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, delegate_noop};
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_manager_v1::ZwpVirtualKeyboardManagerV1;
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_v1::ZwpVirtualKeyboardV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1;

use crate::program::{self, Running, isolated};
use crate::wait::wait_for;

/// Windows float, as on other desktops, with a title bar and a border that are not part of them.
const CONFIG: &str = "\
xwayland disable
output HEADLESS-1 resolution 1280x800 position 0 0
focus_follows_mouse no
mouse_warping none
for_window [app_id=\".*\"] floating enable, border normal 3
";
/// The size of the screen.
const SCREEN: (u32, u32) = (1280, 800);
/// The user that sway runs as where the tests run as root, which it refuses.
const NOBODY: u32 = 65534;
/// The kernel's number of the Pause key.
const PAUSE: u32 = 119;

/// Sway with a screen of 1280×800 pixels and a home folder, not shared with other tests.
pub struct Sway {
    /// The socket of the compositor.
    pub wayland: PathBuf,
    /// Sway's own socket.
    pub socket: PathBuf,
    // Dropped in this order.
    _sway: Running,
    home: tempfile::TempDir,
}

impl Sway {
    /// Starts it with some more lines of configuration. `None`, and a line that says so, where it is not
    /// installed.
    pub fn start(more: &str) -> Option<Self> {
        let is_there = |folder: &PathBuf| folder.join("sway").is_file();
        let path = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&path).any(|folder| is_there(&folder)) {
            println!("skipped: sway is not installed");
            return None;
        }
        let home = program::home();
        let config = home.path().join("sway.conf");
        fs::write(&config, format!("{CONFIG}{more}")).expect("is writable");
        let log = fs::File::create(home.path().join("sway.log")).expect("is writable");
        let mut command = isolated("sway", None, home.path());
        command
            .arg("--config")
            .arg(&config)
            .env("WLR_BACKENDS", "headless")
            .env("WLR_LIBINPUT_NO_DEVICES", "1")
            .env("WLR_RENDERER", "pixman")
            .stdout(Stdio::null())
            .stderr(log);
        let owner = fs::metadata(home.path()).expect("is there");
        if owner.uid() == 0 {
            for path in [home.path(), &config] {
                chown(path, Some(NOBODY), Some(NOBODY)).expect("is allowed");
            }
            command.uid(NOBODY).gid(NOBODY);
        }
        let sway = Running::start(&mut command);
        let find = |begins: &str, ends: &str| {
            let mut entries = fs::read_dir(home.path()).ok()?.filter_map(Result::ok);
            entries.find_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let is_it = name.starts_with(begins) && name.ends_with(ends);
                is_it.then(|| entry.path())
            })
        };
        let (wayland, socket) = wait_for("sway", 30, || {
            let wayland = find("wayland-", "")?.with_extension("");
            let socket = find("sway-ipc", ".sock")?;
            // Its configuration is read when it answers.
            let stream = UnixStream::connect(&socket).ok()?;
            swayipc::Connection::from(stream).get_tree().ok()?;
            UnixStream::connect(&wayland).ok()?;
            Some((wayland, socket))
        });
        Some(Self {
            wayland,
            socket,
            _sway: sway,
            home,
        })
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A command in this session, without output.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = isolated(program, None, self.home());
        command
            .env("WAYLAND_DISPLAY", &self.wayland)
            .env("SWAYSOCK", &self.socket)
            .env("XDG_SESSION_TYPE", "wayland")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// The program in this session, without output.
    pub fn planwright(&self) -> Command {
        self.command(program::planwright())
    }

    /// A connection to the desktop.
    pub fn world(&self) -> Wlroots {
        Wlroots::connect_to(&self.wayland, Some(&self.socket)).expect("the compositor is there")
    }

    /// Waits for a window by a part of its title.
    #[track_caller]
    pub fn window(&self, title: &str) -> WindowInfo {
        let mut world = self.world();
        wait_for(&format!("a window ‘{title}’"), 60, || {
            let windows = world.windows().ok()?.into_iter();
            let mut windows = windows.filter(|window| window.title.contains(title));
            windows.next()
        })
    }

    /// Has sway do something.
    #[track_caller]
    pub fn run(&self, command: &str) {
        let stream = UnixStream::connect(&self.socket).expect("sway is there");
        let outcomes = swayipc::Connection::from(stream).run_command(command);
        for outcome in outcomes.expect("sway answers") {
            outcome.unwrap_or_else(|error| panic!("{command}: {error}"));
        }
    }
}

impl Sway {
    /// The commands of the key bindings that are carried out from now on.
    pub fn bindings(&self) -> impl Iterator<Item = String> {
        let stream = UnixStream::connect(&self.socket).expect("sway is there");
        let events = swayipc::Connection::from(stream).subscribe([swayipc::EventType::Binding]);
        let events = events.expect("sway answers");
        events.filter_map(|event| match event.expect("sway answers") {
            swayipc::Event::Binding(event) => Some(event.binding.command),
            _ => None,
        })
    }
}

/// A person's keyboard and pointer.
pub struct Hands {
    queue: EventQueue<Nothing>,
    keyboard: ZwpVirtualKeyboardV1,
    pointer: ZwlrVirtualPointerV1,
}

impl Hands {
    /// Plugs in a keyboard and a pointer.
    pub fn at(sway: &Sway) -> Self {
        let stream = UnixStream::connect(&sway.wayland).expect("the compositor is there");
        let connection = Connection::from_socket(stream).expect("has Wayland's library");
        let keyboard = Keyboard::read_from(&connection).expect("there is a layout");
        let (globals, mut queue) =
            registry_queue_init::<Nothing>(&connection).expect("the compositor answers");
        let handle = queue.handle();
        let seat: WlSeat = globals.bind(&handle, 1..=5, ()).expect("is offered");
        let keyboards: ZwpVirtualKeyboardManagerV1 =
            globals.bind(&handle, 1..=1, ()).expect("is offered");
        let pointers: ZwlrVirtualPointerManagerV1 =
            globals.bind(&handle, 1..=2, ()).expect("is offered");
        let pointer = pointers.create_virtual_pointer(Some(&seat), &handle, ());
        let virtual_keyboard = keyboards.create_virtual_keyboard(&seat, &handle, ());
        let text = format!("{}\0", keyboard.text());
        let file = tempfile::tempfile().expect("has a temporary folder");
        file.write_all_at(text.as_bytes(), 0).expect("is writable");
        let size = u32::try_from(text.len()).expect("is a size");
        virtual_keyboard.keymap(KeymapFormat::XkbV1.into(), file.as_fd(), size);
        queue.roundtrip(&mut Nothing).expect("it answers");
        Self {
            queue,
            keyboard: virtual_keyboard,
            pointer,
        }
    }

    /// Moves the pointer to a pixel of the screen.
    pub fn point(&mut self, x: u32, y: u32) {
        let (width, height) = SCREEN;
        self.pointer.motion_absolute(0, x, y, width, height);
        self.pointer.frame();
        self.queue.roundtrip(&mut Nothing).expect("it answers");
    }

    /// Presses the Pause key, or lets it up.
    pub fn pause_key(&mut self, is_down: bool) {
        self.keyboard.key(0, PAUSE, is_down.into());
        self.queue.roundtrip(&mut Nothing).expect("it answers");
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

delegate_noop!(Nothing: ignore WlSeat);
delegate_noop!(Nothing: ZwlrVirtualPointerManagerV1);
delegate_noop!(Nothing: ZwlrVirtualPointerV1);
delegate_noop!(Nothing: ZwpVirtualKeyboardManagerV1);
delegate_noop!(Nothing: ZwpVirtualKeyboardV1);
