//! Practice windows: this program again, as a process of its own, so that auto-play has a real
//! window with real key events before it.

use std::process::{Command, Stdio};

use crossbeam_channel::{Receiver, TryRecvError};

use crate::session::background;

use super::app::Workbench;
use super::messages::Weight;

/// Practice windows that are open: what they say at their end.
#[derive(Default)]
pub struct PracticeWindows {
    open: Vec<Receiver<Result<(), String>>>,
}

impl Workbench {
    /// Opens a practice window of the open level's game.
    pub(super) fn open_practice(&mut self) {
        let Some(program) = self.world.program.clone() else {
            return;
        };
        let game = self.document.level().game_id();
        let work = move || {
            let output = Command::new(program)
                .args(["practice", game])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .output()
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
        let window = background("practice window", self.wake.clone(), work);
        self.practice.open.push(window);
        self.messages.status("The practice window opens.");
    }

    /// Tells of practice windows that ended with an error.
    pub(super) fn poll_practice(&mut self) {
        let mut failed = Vec::new();
        self.practice.open.retain(|window| match window.try_recv() {
            Ok(Ok(())) | Err(TryRecvError::Disconnected) => false,
            Ok(Err(error)) => {
                failed.push(error);
                false
            }
            Err(TryRecvError::Empty) => true,
        });
        for error in failed {
            self.messages.toast(Weight::Bad, error);
        }
    }
}
