//! Commands given by the rules of a turn, which the session executes after it.

use std::sync::Arc;

use super::super::compile::Command;

/// Set of commands, as bits, with the message to show.
#[derive(Clone, Debug, Default)]
pub struct CommandQueue {
    bits: u32,
    /// Commands of the first rule with a message.
    message: Option<Arc<[Command]>>,
}

/// Bit number of sound effect 0.
const SOUND_BIT: u32 = 6;
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
        Command::Sound(number) => 1 << (SOUND_BIT + *number as u32),
    }
}

impl CommandQueue {
    /// Adds the commands of a rule; returns whether any is new. `cancel` overrides `restart`, and that all others.
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
        if !self.has(MESSAGE) && new & MESSAGE != 0 {
            self.message = Some(Arc::clone(commands));
        }
        self.bits |= new;
        self.bits != before
    }

    pub fn has(&self, bit: u32) -> bool {
        self.bits & bit != 0
    }

    pub fn len(&self) -> u32 {
        self.bits.count_ones()
    }

    pub fn message(&self) -> Option<&str> {
        let mut commands = self.message.as_ref()?.iter();
        commands.find_map(|command| match command {
            Command::Message(text) => Some(text.as_str()),
            _ => None,
        })
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
