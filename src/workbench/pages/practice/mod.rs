//! Practice windows: this program again, as a process of its own, so that auto-play has a real
//! window with real key events before it.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{self, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use egui::Context;

use crate::kit::answer;
use crate::page::command::commands;
use crate::page::messages::Weight;
use crate::page::{Command, CommandInfo, CommandState, Cx, Notice, Page, known};
use crate::session::Task;

commands! {
    Live {
        10 PRACTICE "Open practice window" "Open a stand-in of the game to play against" [];
        15 PRACTICE_LEVEL "Practise this level" "Open a stand-in of the game that shows the open level" [];
    }
}

/// The practice windows that are open.
#[derive(Default)]
pub struct PracticePage {
    /// One for each; an error says why it ended early.
    windows: Vec<Task<Result<(), String>>>,
}

impl Page for PracticePage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn state(&self, _command: Command, cx: &Cx) -> CommandState {
        CommandState::when(
            cx.world.program.is_some(),
            "This program does not know where its own file is",
        )
    }

    fn run(&mut self, command: Command, _ctx: &Context, cx: &mut Cx) {
        self.open(command == PRACTICE_LEVEL, cx);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        let before = self.windows.len();
        self.windows.retain(|window| match window.outcome() {
            None => true,
            Some(Ok(())) => false,
            Some(Err(error)) => {
                cx.messages.toast(Weight::Bad, answer::sentence(&error));
                false
            }
        });
        if self.windows.len() < before {
            cx.tell(Notice::PracticeEnded);
        }
    }
}

impl PracticePage {
    /// Opens a practice window of the open level's game, with the open level or with the game's own
    /// ones, and shows the live page to play in it.
    fn open(&mut self, with_level: bool, cx: &mut Cx) {
        let Some(program) = cx.world.program.clone() else {
            return;
        };
        let game = cx.document.level().game_id();
        let level = with_level.then(|| cx.document.level().to_text());
        let pid = Arc::new(AtomicU32::new(0));
        let told = pid.clone();
        let work = move |_: &_| {
            let output = open_window(&program, game, level.as_deref(), &told)
                .map_err(|error| format!("The practice window could not be started: {error}."))?;
            if output.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.trim().lines().last().unwrap_or("no message");
            Err(format!("The practice window ended early: {last}"))
        };
        let window = Task::start("practice window", &cx.wake, work);
        self.windows.push(window);
        cx.messages.status("The practice window opens.");
        cx.tell(Notice::PracticeOpened { game, pid });
        cx.go(known::LIVE);
    }
}

/// Runs a practice window until it is closed, and stores the number of its process.
fn open_window(
    program: &Path,
    game: &str,
    level: Option<&str>,
    pid: &AtomicU32,
) -> io::Result<Output> {
    let mut command = process::Command::new(program);
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
        // It ended before it had read all; its last message tells why.
        log::debug!("the practice window took no level: {error}");
    }
    child.wait_with_output()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Request;
    use crate::page::alone::{Alone, Show, run};

    const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

    #[test]
    fn alone_it_says_that_a_window_was_opened_and_that_it_ended() {
        let page = PracticePage::default();
        let mut harness = Alone::open(page, LEVEL, Show::Middle);
        let nowhere = harness.state().home().join("no such program");
        harness.state_mut().cx.world.program = Some(nowhere);
        run(&mut harness, PRACTICE);
        while !harness.state().page.windows.is_empty() {
            harness.step();
        }
        harness.step();
        let alone = harness.state();
        assert!(matches!(
            alone.requests[..],
            [
                Request::Tell(Notice::PracticeOpened { game: "logo", .. }),
                Request::Go(known::LIVE),
                Request::Tell(Notice::PracticeEnded),
            ]
        ));
        let said = alone.cx.messages.latest().map(|message| &message.text);
        assert!(said.is_some_and(|said| said.contains("could not be started")));
    }
}
