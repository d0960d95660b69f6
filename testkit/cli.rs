//! Runs the command line as scripts do: without a display, in a temporary folder with its own home.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command as StdCommand, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

use crate::program::{isolated, planwright};
use crate::wait::wait_for;

/// Time limit of a command, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A temporary folder with the test's files, in which its commands run.
pub struct Dir(tempfile::TempDir);

impl Default for Dir {
    fn default() -> Self {
        Self(tempfile::tempdir().expect("has a temporary folder"))
    }
}

impl Dir {
    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file into the folder.
    #[must_use]
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        let folder = path.parent().expect("has a folder");
        std::fs::create_dir_all(folder).expect("is writable");
        std::fs::write(path, content).expect("is writable");
        self
    }

    /// Writes the output of a command into a file in the folder.
    #[must_use]
    #[track_caller]
    pub fn with_printed(self, name: &str, line: &str) -> Self {
        let printed = self.printed(line);
        self.with(name, printed)
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("is there")
    }

    fn std_command(&self, line: &str) -> StdCommand {
        let mut command = isolated(planwright(), None, &self.path("home"));
        command.args(words(line)).current_dir(self.0.path());
        command
    }

    /// The program with these arguments, written as in a shell.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::from_std(self.std_command(line));
        command.timeout(PATIENCE);
        command
    }

    /// Lines of a shell, which finds `planwright` in the folder `bin` of this one or, where there is
    /// none, the program itself.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = isolated("bash", None, &self.path("home"));
        command
            .args(["-c", script])
            .current_dir(self.0.path())
            .env("PATH", self.search_path());
        let mut command = Command::from_std(command);
        command.timeout(PATIENCE);
        command
    }

    /// The folders in which a shell looks for programs.
    pub fn search_path(&self) -> OsString {
        let program = planwright();
        let own = program.parent().expect("is in a folder").to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = [self.path("bin"), own].into_iter();
        std::env::join_paths(all.chain(std::env::split_paths(&path))).expect("have no colons")
    }

    /// Runs the program to its end.
    #[track_caller]
    pub fn run(&self, line: &str) -> Assert {
        self.command(line).assert()
    }

    /// Runs the program with this standard input to its end.
    #[track_caller]
    pub fn pipe(&self, input: impl Into<Vec<u8>>, line: &str) -> Assert {
        self.command(line).write_stdin(input).assert()
    }

    /// Runs the program, which has to succeed, and returns its standard output.
    #[track_caller]
    pub fn printed(&self, line: &str) -> String {
        let output = self.run(line).success().get_output().stdout.clone();
        String::from_utf8(output).expect("prints text")
    }

    /// Runs the program, checks its exit status, and parses the JSON object it prints.
    #[track_caller]
    pub fn json(&self, line: &str, status: i32) -> serde_json::Value {
        let assert = self.run(line).code(status);
        serde_json::from_slice(&assert.get_output().stdout).expect("prints one JSON object")
    }

    /// Starts the program with piped output, without waiting for it.
    pub fn spawn(&self, line: &str) -> Child {
        self.std_command(line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts")
    }
}

/// Splits a line into words; single quotes enclose words with spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Checks that a JSON object has these values.
#[track_caller]
pub fn assert_has(object: &serde_json::Value, values: &serde_json::Value) {
    for (key, value) in values.as_object().expect("is an object") {
        assert_eq!(object.get(key), Some(value), "{key} of {object}");
    }
}

/// Waits until a process has used this much processor time, which does not depend on how busy the
/// machine is.
#[track_caller]
pub fn until_worked(child: &Child, time: Duration) {
    /// Clock ticks per second in `/proc`; the same on every Linux.
    const TICKS: u64 = 100;
    let path = format!("/proc/{}/stat", child.id());
    let worked = || {
        let stat = std::fs::read_to_string(&path).ok()?;
        // The fields after the name, which is in parentheses and may contain spaces.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse().ok()?;
        (Duration::from_millis(ticks * 1000 / TICKS) >= time).then_some(())
    };
    wait_for(&format!("the process works for {time:?}"), 60, worked);
}

/// Sends a process the signal of Ctrl+C.
#[track_caller]
pub fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let sent = StdCommand::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
}
