//! Practice windows: this program as a separate process, which gives auto-play a real window with real key events.

use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use egui::Context;

use crate::game::PracticeError;
use crate::kit::answer;
use crate::page::command::commands;
use crate::page::messages::Severity;
use crate::page::{CommandId, CommandState, Cx, Notice, Page, known};
use crate::session::{Task, lock};

commands! {
    Live {
        10 PRACTICE "Open practice window" "Open a practice window of this game" [];
        15 PRACTICE_LEVEL "Practise this level" "Open a practice window that shows the open level" [];
    }
}

#[derive(Default)]
pub struct PracticePage {
    windows: Vec<PracticeProcess>,
}

struct PracticeProcess {
    /// Ends with the window; an error explains an early end.
    task: Task<Result<(), String>>,
    /// Its process, once started.
    process: SharedChild,
}

type SharedChild = Arc<Mutex<Option<Child>>>;

impl Page for PracticePage {
    fn state(&self, _command: CommandId, cx: &Cx) -> CommandState {
        let game = cx.document.game();
        if !game.is_some_and(|game| game.has_practice()) {
            return Err("This game has no practice window").into();
        }
        let has_program = cx.world.program.is_some();
        CommandState::when(has_program, "Planwright cannot find its own program file")
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        // Tried here first, since the window's process could only fail. The seed does not matter.
        if command == PRACTICE_LEVEL
            && let Some(Err(error)) = cx.document.game().map(|game| {
                let level = cx.document.level().clone();
                game.practice(&[level], 0)
            })
        {
            let why = match error {
                PracticeError::Level { reason, .. } => reason,
                PracticeError::None(_) => error.to_string(),
            };
            return cx
                .messages
                .fail(format!("The practice window cannot show this level: {why}"));
        }
        if let Some(game) = cx.document.game() {
            let level = (command == PRACTICE_LEVEL).then(|| cx.document.level().to_text());
            self.open(game.info().id, level, cx);
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        let before = self.windows.len();
        self.windows.retain(|window| match window.task.outcome() {
            None => true,
            Some(Err(error)) => {
                let text = answer::sentence(&error);
                cx.messages.toast_with(Severity::Bad, text, PRACTICE);
                false
            }
            Some(Ok(())) => false,
        });
        if self.windows.is_empty() && before > 0 {
            cx.notify(Notice::PracticeEnded);
        }
    }
}

impl PracticePage {
    /// Opens a practice window with this level, or with the game's own levels.
    fn open(&mut self, game: &'static str, level: Option<String>, cx: &mut Cx) {
        let Some(program) = cx.world.program.clone() else {
            return;
        };
        let (pid, process) = (Arc::new(AtomicU32::new(0)), SharedChild::default());
        let (child_pid, child) = (pid.clone(), process.clone());
        let work = move |_: &_| {
            let ended = run_window(&program, game, level.as_deref(), &child_pid, &child);
            let (status, output) = ended.map_err(|error| {
                let reason = answer::io_error(&error);
                format!("The practice window could not be started: {reason}.")
            })?;
            if status.success() {
                return Ok(());
            }
            // Notes of the language's runtime follow the cause.
            let lines = output.lines().map(str::trim);
            let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with("note:"));
            Err(match lines.next_back() {
                Some(last) => format!("The practice window closed unexpectedly: {last}"),
                None => "The practice window closed unexpectedly.".to_owned(),
            })
        };
        self.windows.push(PracticeProcess {
            task: Task::start("practice window", &cx.wake, work),
            process,
        });
        cx.notify(Notice::PracticeOpened { game, pid });
        cx.show_tab(known::LIVE);
    }
}

/// Practice windows close with the workbench.
impl Drop for PracticeProcess {
    fn drop(&mut self) {
        if let Some(child) = lock(&self.process).as_mut()
            && let Err(error) = child.kill()
        {
            log::warn!("the practice window could not be closed: {error}");
        }
    }
}

/// Runs a practice window until it is closed, and stores its process. Returns its exit status and error output.
fn run_window(
    program: &Path,
    game: &str,
    level: Option<&str>,
    pid: &AtomicU32,
    process: &SharedChild,
) -> io::Result<(ExitStatus, String)> {
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
        // It ended before reading everything; its last message explains why.
        log::debug!("the practice window took no level: {error}");
    }
    let errors = child.stderr.take();
    *lock(process) = Some(child);
    let mut output = Vec::new();
    if let Some(mut errors) = errors {
        // Blocks until the process ends; meanwhile it can be closed from the main thread.
        errors.read_to_end(&mut output)?;
    }
    let mut child = lock(process).take();
    let ended = child.as_mut().map(Child::wait);
    let status = ended.unwrap_or_else(|| Ok(ExitStatus::default()))?;
    Ok((status, String::from_utf8_lossy(&output).into_owned()))
}
