//! The person who watches a run: commands and emergency stop.

use std::time::Duration;

use crossbeam_channel::TryRecvError;

use crate::desktop::Signal;
use crate::event::{Command, Pause, State};
use crate::log::Kind;
use crate::search::CancelFlag;

use super::super::interrupt::{Break, Step};
use super::Site;

/// How often a run that waits looks for a command.
const LOOK: Duration = Duration::from_millis(20);

impl Site {
    /// The next command, if there is one. A person who has left wants the run to end.
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

    /// Raised when the run is to end.
    pub fn cancel_flag(&self) -> CancelFlag {
        self.person.cancel.clone()
    }

    /// Takes commands; a stop counts at once.
    pub fn take_commands(&mut self) -> Step<()> {
        while let Some(command) = self.command() {
            match command {
                Command::Stop => return Err(Break::Stop),
                Command::Pause => self.person.pause_asked = true,
                // The run goes on already.
                Command::Resume | Command::Step | Command::Replan | Command::Learn(_) => {}
            }
        }
        Ok(())
    }

    /// Takes commands between two moves, where a pause counts as well.
    pub fn checkpoint(&mut self) -> Step<()> {
        self.take_commands()?;
        if std::mem::take(&mut self.person.pause_asked) {
            return Err(Break::Pause(Pause::Asked));
        }
        Ok(())
    }

    /// Takes commands and looks for the emergency stop.
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

    /// When the person last used keyboard or mouse in the target, where the desktop tells.
    pub fn used_at(&self) -> Option<Duration> {
        self.person.used_at
    }

    /// Waits for a moment; whether the person wants the run to go on now.
    pub fn has_resume_command(&mut self) -> Step<bool> {
        match self.command() {
            Some(Command::Stop) => return Err(Break::Stop),
            Some(Command::Pause) => return Err(Break::Pause(Pause::Asked)),
            Some(_) => return Ok(true),
            None => self.sleep(LOOK),
        }
        Ok(false)
    }

    /// Waits until the person wants the run to go on or to end; what they said, and how long that
    /// took.
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
        // The hotkey does not stop what waits already.
        let _ = self.world.signal(self.target);
        (command, self.now().saturating_sub(since))
    }
}
