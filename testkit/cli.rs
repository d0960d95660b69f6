//! The command line, as scripts use it: without a display, in a folder and a home of its own.

use std::path::PathBuf;
use std::process::{Child, Command as StdCommand, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

use crate::program::{isolated, planwright as program};
use crate::project;
use crate::wait::wait_for;

/// Longest a command may take: long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with a test's files, in which its commands run.
pub struct Dir(tempfile::TempDir);

impl Default for Dir {
    fn default() -> Self {
        Self(tempfile::tempdir().expect("has a temporary folder"))
    }
}

impl Dir {
    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The folder with a file in it.
    #[must_use]
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), content).expect("is writable");
        self
    }

    /// A file's text.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("is there")
    }

    fn std_command(&self, args: &[&str]) -> StdCommand {
        let mut command = isolated(program(), None, &self.path("home"));
        command.args(args).current_dir(self.0.path());
        command
    }

    /// The program with these arguments, to be given input or run.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::from_std(self.std_command(args));
        command.timeout(PATIENCE);
        command
    }

    /// Runs the program to its end.
    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Assert {
        self.command(args).assert()
    }

    /// Starts the program without waiting for it; its output is piped.
    pub fn spawn(&self, args: &[&str]) -> Child {
        self.std_command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts")
    }
}

/// The program in the project's folder, without a home.
pub fn planwright() -> Command {
    let home = project("target/no-home");
    let mut command = isolated(program(), None, &home);
    command.current_dir(project(""));
    let mut command = Command::from_std(command);
    command.timeout(PATIENCE);
    command
}

/// The one JSON object that a command has printed.
#[track_caller]
pub fn json(assert: &Assert) -> serde_json::Value {
    serde_json::from_slice(&assert.get_output().stdout).expect("prints one JSON object")
}

/// Waits until a process has computed for so long, by its own clock: on a busy machine that takes
/// longer, and means the same.
#[track_caller]
pub fn until_worked(child: &Child, time: Duration) {
    /// Clock ticks a second of `/proc`, which is the same on every Linux.
    const TICKS: u64 = 100;
    let path = format!("/proc/{}/stat", child.id());
    let worked = || {
        let stat = std::fs::read_to_string(&path).ok()?;
        // The fields behind the name, which is in brackets and may hold blanks.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse().ok()?;
        (Duration::from_millis(ticks * 1000 / TICKS) >= time).then_some(())
    };
    wait_for(&format!("the process works for {time:?}"), 60, worked);
}

/// Presses Ctrl+C for a process.
#[track_caller]
pub fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let sent = StdCommand::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
}
