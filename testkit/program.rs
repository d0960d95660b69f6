//! Starts programs: the built one and others.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::wait::try_wait_for;

/// The path of the built program.
pub fn planwright() -> PathBuf {
    assert_cmd::cargo::cargo_bin("planwright")
}

/// The first of these paths that exists, of a program from a package that `./test` installs.
///
/// # Panics
/// Panics with a remedy if none exists.
#[track_caller]
pub fn installed(paths: &[&str]) -> PathBuf {
    let found = paths.iter().map(Path::new).find(|path| path.exists());
    let missing = || panic!("{} is missing. {REMEDY}", paths.join(" or "));
    found.map_or_else(missing, Path::to_owned)
}

const REMEDY: &str = "Run ./test, which installs what is needed.";

/// A running program; it ends when dropped.
pub struct Running(pub Child);

impl Running {
    /// # Panics
    /// Panics with a remedy if it cannot be started.
    #[track_caller]
    pub fn start(command: &mut Command) -> Self {
        match command.spawn() {
            Ok(child) => Self(child),
            Err(error) => {
                let name = command.get_program().to_string_lossy().into_owned();
                panic!("‘{name}’ could not be started ({error}). {REMEDY}")
            }
        }
    }

    /// Returns whether none of its threads computes or waits for a processor.
    pub fn is_idle(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.0.id()));
        let mut threads = threads.into_iter().flatten().flatten();
        threads.all(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat"));
            stat.is_ok_and(|stat| stat.contains(") S "))
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // SIGTERM first: an X server that is killed leaves its lock behind, and two that start with
        // the same stale lock can get the same number.
        let pid = self.0.id().to_string();
        let asked = Command::new("kill").arg(pid).status();
        let ended = |child: &mut Child| matches!(child.try_wait(), Ok(Some(_)));
        let gone = asked.is_ok_and(|status| status.success())
            && try_wait_for(1, || ended(&mut self.0).then_some(())).is_some();
        if !gone {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}

/// Variables that a program shares with whoever runs the tests, besides those of this project and of
/// the tools that run it. All others may come from their desktop.
const SHARED_VARIABLES: [&str; 7] = [
    "PATH",
    "TMPDIR",
    "USER",
    "LOGNAME",
    "LD_LIBRARY_PATH",
    "LLVM_PROFILE_FILE",
    "RUST_BACKTRACE",
];

/// Files of a home folder that make up for what is installed: message buses, fonts, themes and sound.
const HOME_FILES: [(&str, &str); 5] = [
    ("bus.conf", include_str!("home/bus.conf")),
    ("fonts.conf", include_str!("home/fonts.conf")),
    ("config/gtk-3.0/settings.ini", include_str!("home/gtk.ini")),
    ("config/gtk-4.0/settings.ini", include_str!("home/gtk.ini")),
    ("config/pulse/client.conf", "autospawn = no\n"),
];

/// A home folder in which programs look the same on every machine.
pub fn home() -> TempDir {
    let home = tempfile::tempdir().expect("has a temporary folder");
    for (name, text) in HOME_FILES {
        let path = home.path().join(name);
        let folder = path.parent().expect("has a folder");
        std::fs::create_dir_all(folder).expect("is writable");
        std::fs::write(path, text).expect("is writable");
    }
    home
}

/// A command with its own display and home, isolated from the settings of the person who runs the
/// tests and from the defaults of their desktop.
pub fn isolated(program: impl AsRef<Path>, display: Option<&str>, home: &Path) -> Command {
    let is_shared = |name: &str| {
        SHARED_VARIABLES.contains(&name)
            || ["PLANWRIGHT_", "CARGO", "NEXTEST"]
                .iter()
                .any(|start| name.starts_with(start))
    };
    let mut command = Command::new(program.as_ref());
    command
        .env_clear()
        .envs(std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_shared)))
        .envs(display.map(|display| ("DISPLAY", display)))
        .env("HOME", home)
        .env("LC_ALL", "C.UTF-8")
        .env("PLANWRIGHT_HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("XDG_RUNTIME_DIR", home)
        .env("XDG_SESSION_TYPE", "x11")
        .env("FONTCONFIG_FILE", home.join("fonts.conf"))
        .env("GTK_IM_MODULE", "gtk-im-context-simple")
        // No message buses, no settings of earlier games, no accessibility bus, no other file systems.
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("DBUS_SYSTEM_BUS_ADDRESS", "disabled:")
        .env("GSETTINGS_BACKEND", "memory")
        .env("GIO_USE_VFS", "local")
        .env("NO_AT_BRIDGE", "1")
        .stdin(Stdio::null());
    command
}
