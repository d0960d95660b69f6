//! Commands of the user, and the emergency stop.

use std::time::Duration;

use crossbeam_channel::TryRecvError;

use crate::desktop::Signal;
use crate::event::{PauseReason, PlayCommand, PlayState};
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::search::CancelFlag;

use super::RunContext;

/// Interval of the checks for a command while the run waits.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl RunContext {
    /// Next command, if any. A closed channel stops the run.
    fn command(&mut self) -> Option<PlayCommand> {
        // Read first: commands that were sent before it was raised come before the stop.
        let is_cancelled = self.cancel.is_cancelled();
        match self.commands.try_recv() {
            Ok(command) => {
                self.note(LogKind::Command, command.name());
                Some(command)
            }
            Err(TryRecvError::Empty) => is_cancelled.then_some(PlayCommand::Stop),
            Err(TryRecvError::Disconnected) => Some(PlayCommand::Stop),
        }
    }

    /// Flag that is raised to end the run.
    pub fn cancel_flag(&self) -> CancelFlag {
        self.cancel.clone()
    }

    /// Processes commands. A stop takes effect at once.
    pub fn take_commands(&mut self) -> Flow<()> {
        while let Some(command) = self.command() {
            match command {
                PlayCommand::Stop => return Err(Break::Stop),
                PlayCommand::Pause => self.pause_requested = true,
                // The run is not waiting.
                PlayCommand::Resume
                | PlayCommand::Step
                | PlayCommand::Replan
                | PlayCommand::Learn(_) => {}
            }
        }
        Ok(())
    }

    /// Processes commands between two moves, where a pause takes effect as well.
    pub fn checkpoint(&mut self) -> Flow<()> {
        self.take_commands()?;
        if std::mem::take(&mut self.pause_requested) {
            return Err(Break::Pause(PauseReason::Requested));
        }
        Ok(())
    }

    /// Processes commands and checks for the emergency stop.
    pub fn check_user(&mut self) -> Flow<()> {
        self.take_commands()?;
        if self.fail_safe
            && let Some(signal) = self.desktop.signal(self.target)?
        {
            let what = match signal {
                Signal::Hotkey => "the hotkey",
                Signal::Corner => "the pointer in a corner of the screen",
                Signal::PointerLeft => "the pointer, which has left the window",
            };
            return Err(Break::Pause(PauseReason::FailSafe(what, signal)));
        }
        Ok(())
    }

    /// When the user last used keyboard or mouse in the target, if the desktop reports it.
    pub fn used_at(&self) -> Option<Duration> {
        self.used_at
    }

    /// Waits briefly. Returns whether the user has resumed the run.
    pub fn poll_resume(&mut self) -> Flow<bool> {
        match self.command() {
            Some(PlayCommand::Stop) => return Err(Break::Stop),
            Some(PlayCommand::Pause) => return Err(Break::Pause(PauseReason::Requested)),
            Some(_) => return Ok(true),
            None => self.sleep(POLL_INTERVAL),
        }
        Ok(false)
    }

    /// Waits for the next command. Returns it, and the time waited.
    pub fn wait_for_command(&mut self, state: PlayState) -> (PlayCommand, Duration) {
        let since = self.now();
        self.notify_state(state);
        let command = loop {
            match self.command() {
                None => self.sleep(POLL_INTERVAL),
                Some(command) => break command,
            }
        };
        self.pause_requested = false;
        // Discards the hotkey, as the run was waiting already.
        let _ = self.desktop.signal(self.target);
        (command, self.now().saturating_sub(since))
    }
}
