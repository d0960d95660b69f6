//! Commands that the rules of a turn have given.

use std::sync::Arc;

use super::super::compile::Command;

/// Each kind of command at most once, as bits.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    bits: u32,
    message: Option<(Arc<[Command]>, usize)>,
}

/// The bit of sound effect 0.
const SOUNDS: u32 = 6;

pub const CANCEL: u32 = 1;
pub const RESTART: u32 = 1 << 1;
pub const WIN: u32 = 1 << 2;
pub const AGAIN: u32 = 1 << 3;
pub const CHECKPOINT: u32 = 1 << 4;
pub const MESSAGE: u32 = 1 << 5;

fn bit(command: &Command) -> u32 {
    match command {
        Command::Cancel => CANCEL,
        Command::Restart => RESTART,
        Command::Win => WIN,
        Command::Again => AGAIN,
        Command::Checkpoint => CHECKPOINT,
        Command::Message(_) => MESSAGE,
        Command::Sound(number) => 1 << (SOUNDS + *number as u32),
    }
}

impl Queue {
    /// Adds the commands of a rule. `cancel` goes before `restart`, and that before all others. Whether there are others
    /// than before.
    pub fn add(&mut self, commands: &Arc<[Command]>) -> bool {
        if commands.is_empty() || self.has(CANCEL) {
            return false;
        }
        let before = self.bits;
        let new = commands.iter().fold(0, |bits, command| bits | bit(command));
        if self.has(RESTART) && new & CANCEL == 0 {
            return false;
        }
        if new & (CANCEL | RESTART) != 0 {
            *self = Self::default();
        }
        if !self.has(MESSAGE)
            && let Some(index) = commands.iter().position(|command| bit(command) == MESSAGE)
        {
            self.message = Some((Arc::clone(commands), index));
        }
        self.bits |= new;
        self.bits != before
    }

    /// Whether a command is in it.
    pub fn has(&self, bit: u32) -> bool {
        self.bits & bit != 0
    }

    /// How many commands there are.
    pub fn len(&self) -> u32 {
        self.bits.count_ones()
    }

    /// The message to show.
    pub fn message(&self) -> Option<&str> {
        let (commands, index) = self.message.as_ref()?;
        match &commands[*index] {
            Command::Message(text) => Some(text),
            _ => None,
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
