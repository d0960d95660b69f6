//! Practice windows: this program again, as a process of its own, so that auto-play has a real
//! window with real key events before it.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::session::Task;

use crate::kit::answer;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// Practice windows that are open: what they say at their end.
#[derive(Default)]
pub struct PracticeWindows {
    open: Vec<Task<Result<(), String>>>,
}

impl Workbench {
    /// Opens a practice window of the open level's game, with the game's own levels or with the
    /// open one, and the live panel to play in it.
    pub(crate) fn open_practice(&mut self, with_level: bool) {
        let Some(program) = self.cx.world.program.clone() else {
            return;
        };
        let game = self.cx.document.level().game_id();
        let level = with_level.then(|| self.cx.document.level().to_text());
        let pid = Arc::new(AtomicU32::new(0));
        let told = pid.clone();
        let work = move |_: &_| {
            let output = run(&program, game, level.as_deref(), &told)
                .map_err(|error| format!("The practice window could not be started: {error}."))?;
            if output.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said
                .trim()
                .lines()
                .last()
                .unwrap_or("no message")
                .to_owned();
            Err(format!("The practice window ended early: {said}"))
        };
        let window = Task::start("practice window", &self.cx.wake, work);
        self.practice.open.push(window);
        self.cx.messages.status("The practice window opens.");
        self.live_for_practice(pid);
    }

    /// Tells of practice windows that ended with an error.
    pub(crate) fn poll_practice(&mut self) {
        let mut failed = Vec::new();
        let before = self.practice.open.len();
        self.practice.open.retain(|window| {
            let ended = window.outcome();
            let goes_on = ended.is_none();
            failed.extend(ended.and_then(Result::err));
            goes_on
        });
        if self.practice.open.len() < before {
            self.live.practice_ended();
        }
        for error in failed {
            self.cx
                .messages
                .toast(Weight::Bad, answer::sentence(&error));
        }
    }
}

/// Runs the window until it is closed; tells its process.
fn run(program: &Path, game: &str, level: Option<&str>, pid: &AtomicU32) -> io::Result<Output> {
    let mut command = Command::new(program);
    command
        .args(["practice", game])
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    match level {
        Some(_) => command.arg("-").stdin(Stdio::piped()),
        None => command.stdin(Stdio::null()),
    };
    let mut child = command.spawn()?;
    pid.store(child.id(), Ordering::Relaxed);
    if let (Some(level), Some(mut input)) = (level, child.stdin.take())
        && let Err(error) = input.write_all(level.as_bytes())
    {
        // It has ended before it had read all: what it says at its end tells why.
        log::debug!("the practice window took no level: {error}");
    }
    child.wait_with_output()
}
