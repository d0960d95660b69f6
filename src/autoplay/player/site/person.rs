//! Commands of the user, and the emergency stop.

use std::time::Duration;

use crossbeam_channel::TryRecvError;

use crate::desktop::Signal;
use crate::event::{Command, Pause, State};
use crate::log::Kind;
use crate::search::CancelFlag;

use super::super::interrupt::{Break, Step};
use super::Site;

const LOOK: Duration = Duration::from_millis(20);

impl Site {
    /// Next command, if any. A closed channel stops the run.
    fn command(&mut self) -> Option<Command> {
        match self.person.commands.try_recv() {
            Ok(command) => {
                self.note(Kind::Command, command.word());
                Some(command)
            }
            Err(TryRecvError::Empty) => self.person.cancel.is_cancelled().then_some(Command::Stop),
            Err(TryRecvError::Disconnected) => Some(Command::Stop),
        }
    }

    /// Flag that is raised to end the run.
    pub fn cancel_flag(&self) -> CancelFlag {
        self.person.cancel.clone()
    }

    /// Processes commands. A stop takes effect at once.
    pub fn take_commands(&mut self) -> Step<()> {
        while let Some(command) = self.command() {
            match command {
                Command::Stop => return Err(Break::Stop),
                Command::Pause => self.person.pause_asked = true,
                // The run is not waiting.
                Command::Resume | Command::Step | Command::Replan | Command::Learn(_) => {}
            }
        }
        Ok(())
    }

    /// Processes commands between two moves, where a pause takes effect as well.
    pub fn checkpoint(&mut self) -> Step<()> {
        self.take_commands()?;
        if std::mem::take(&mut self.person.pause_asked) {
            return Err(Break::Pause(Pause::Asked));
        }
        Ok(())
    }

    /// Processes commands and checks for the emergency stop.
    pub fn check_person(&mut self) -> Step<()> {
        self.take_commands()?;
        if self.person.fail_safe
            && let Some(signal) = self.world.signal(self.target)?
        {
            let what = match signal {
                Signal::Hotkey => "the hotkey",
                Signal::Corner => "the pointer in a corner of the screen",
                Signal::Left => "the pointer, which has left the window",
            };
            return Err(Break::Pause(Pause::FailSafe(what, signal)));
        }
        Ok(())
    }

    /// When the user last used keyboard or mouse in the target, if the desktop reports it.
    pub fn used_at(&self) -> Option<Duration> {
        self.person.used_at
    }

    /// Waits briefly. Returns whether the user has resumed the run.
    pub fn has_resume_command(&mut self) -> Step<bool> {
        match self.command() {
            Some(Command::Stop) => return Err(Break::Stop),
            Some(Command::Pause) => return Err(Break::Pause(Pause::Asked)),
            Some(_) => return Ok(true),
            None => self.sleep(LOOK),
        }
        Ok(false)
    }

    /// Waits until the user resumes or stops the run. Returns the command, and the time waited.
    pub fn wait_for_command(&mut self, state: State) -> (Command, Duration) {
        let since = self.now();
        self.tell_state(state);
        let command = loop {
            match self.command() {
                None | Some(Command::Pause) => self.sleep(LOOK),
                Some(command) => break command,
            }
        };
        self.person.pause_asked = false;
        // Discards the hotkey, as the run was waiting already.
        let _ = self.world.signal(self.target);
        (command, self.now().saturating_sub(since))
    }
}
