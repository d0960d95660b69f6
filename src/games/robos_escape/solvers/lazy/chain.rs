//! Random mutations of programs with a single return at their end, the form of nearly all good programs: every label
//! begins a tail of the text, and a call runs this tail. Mutations preserve the form.

use fastrand::Rng;

use crate::board::Calls;
use crate::program::{Command, DIGITS};

/// Relative frequency of each mutation.
const CHANGES: [(u8, Change); 11] = [
    (8, Change::Put),
    (5, Change::Take),
    (8, Change::Replace),
    (3, Change::Swap),
    (2, Change::Procedure),
    (1, Change::Double),
    (3, Change::MoveOne),
    (1, Change::MoveSome),
    (1, Change::CopySome),
    (2, Change::MoveLabel),
    (1, Change::Turn),
];

#[derive(Clone, Copy)]
enum Change {
    Put,
    Take,
    Replace,
    Swap,
    /// Inserts a new label, with a call before it.
    Procedure,
    /// Runs everything from here on twice or three times.
    Double,
    MoveOne,
    MoveSome,
    CopySome,
    MoveLabel,
    /// Rotates the main commands, which repeat.
    Turn,
}

/// Mutates texts, which are given without the return.
pub(super) struct Changer {
    pub(super) calls: Calls,
    /// Maximum number of commands of a text.
    pub(super) longest: usize,
}

impl Changer {
    /// Applies a random mutation and restores the form; the result may equal the input.
    pub(super) fn change(&self, text: &mut Vec<Command>, chance: &mut Rng) {
        let all: u8 = CHANGES.iter().map(|(often, _)| often).sum();
        let mut pick = chance.u8(..all);
        let change = CHANGES.iter().find(|(often, _)| {
            let here = pick < *often;
            pick = pick.saturating_sub(*often);
            here
        });
        let Some((_, change)) = change else { return };
        let length = text.len();
        let at = chance.usize(..=length);
        match change {
            Change::Put => {
                let command = self.command(text, at, chance);
                text.insert(at, command);
            }
            Change::Take if at < length => take(text, at, chance),
            Change::Replace if at < length && !matches!(text[at], Command::Label(_)) => {
                text[at] = self.command(text, at, chance);
            }
            Change::Swap if at < length => text.swap(at, chance.usize(..length)),
            Change::Procedure => {
                if let Some(digit) = unused(text) {
                    text.insert(chance.usize(at..=length), Command::Label(digit));
                    text.insert(at, Command::Call(digit));
                }
            }
            Change::Double => {
                if let Some(digit) = unused(text) {
                    text.insert(at, Command::Label(digit));
                    for _ in 0..1 + chance.u8(..3) / 2 {
                        text.insert(at, Command::Call(digit));
                    }
                }
            }
            Change::MoveOne if at < length => {
                let command = text.remove(at);
                text.insert(chance.usize(..length), command);
            }
            Change::MoveSome if at < length => {
                let end = (at + chance.usize(1..=4)).min(length);
                let some: Vec<Command> = text.drain(at..end).collect();
                let to = chance.usize(..=text.len());
                text.splice(to..to, some);
            }
            Change::CopySome if at < length => {
                let end = (at + chance.usize(1..=4)).min(length);
                let mut some = text[at..end].to_vec();
                some.retain(|command| !matches!(command, Command::Label(_)));
                let to = chance.usize(..=length);
                text.splice(to..to, some);
            }
            Change::MoveLabel => move_label(text, chance),
            Change::Turn => {
                let main = first_label(text);
                if main > 1 {
                    text[..main].rotate_left(chance.usize(1..main));
                }
            }
            _ => {}
        }
        text.truncate(self.longest);
        self.make_whole(text);
    }

    fn command(&self, text: &[Command], at: usize, chance: &mut Rng) -> Command {
        match chance.u8(..12) {
            0..3 => Command::Forward,
            3..5 => Command::Left,
            5..7 => Command::Right,
            7 => Command::Grab,
            8 => Command::Shoot,
            kind => {
                let lonely = unused(text).filter(|_| kind == 11 && self.calls == Calls::Published);
                let digit = lonely.or_else(|| {
                    let at = at + any_label(&text[at..], chance)?;
                    digit_of(text[at])
                });
                digit.map_or(Command::Forward, Command::Call)
            }
        }
    }

    /// Removes duplicate labels, and calls that lead backwards or nowhere.
    pub(super) fn make_whole(&self, text: &mut Vec<Command>) {
        let mut written = [false; 6];
        for command in text.iter() {
            if let Command::Label(digit) = command {
                written[usize::from(*digit)] = true;
            }
        }
        let mut behind = [false; 6];
        for at in (0..text.len()).rev() {
            let stays = match text[at] {
                Command::Label(digit) => !std::mem::replace(&mut behind[usize::from(digit)], true),
                Command::Call(digit) => {
                    let digit = usize::from(digit);
                    behind[digit] || (self.calls == Calls::Published && !written[digit])
                }
                Command::Return => false,
                _ => true,
            };
            if !stays {
                text.remove(at);
            }
        }
    }
}

fn digit_of(command: Command) -> Option<u8> {
    match command {
        Command::Label(digit) => Some(digit),
        _ => None,
    }
}

fn any_label(text: &[Command], chance: &mut Rng) -> Option<usize> {
    let labels = || (0..text.len()).filter(|at| matches!(text[*at], Command::Label(_)));
    let count = labels().count();
    labels().nth(chance.usize(..count.max(1)))
}

fn unused(text: &[Command]) -> Option<u8> {
    let used = |digit: u8| {
        let here = |command: &Command| matches!(command, Command::Label(other) | Command::Call(other) if *other == digit);
        text.iter().any(here)
    };
    DIGITS.into_iter().find(|digit| !used(*digit))
}

fn first_label(text: &[Command]) -> usize {
    let label = |command: &Command| matches!(command, Command::Label(_));
    text.iter().position(label).unwrap_or(text.len())
}

/// Removes a command; the calls of a removed label are removed or redirected to the next label.
fn take(text: &mut Vec<Command>, at: usize, chance: &mut Rng) {
    let Some(digit) = digit_of(text.remove(at)) else {
        return;
    };
    let next = text[at..].iter().find_map(|command| digit_of(*command));
    let call = Command::Call(digit);
    match next.filter(|_| chance.bool()) {
        Some(next) => {
            for command in text.iter_mut().filter(|command| **command == call) {
                *command = Command::Call(next);
            }
        }
        None => text.retain(|command| *command != call),
    }
}

fn move_label(text: &mut Vec<Command>, chance: &mut Rng) {
    let Some(at) = any_label(text, chance) else {
        return;
    };
    let label = text.remove(at);
    let by = chance.usize(1..=3);
    let to = if chance.bool() {
        (at + by).min(text.len())
    } else {
        at.saturating_sub(by)
    };
    text.insert(to, label);
}
