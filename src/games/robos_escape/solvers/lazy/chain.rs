//! Random mutations of programs with a single return at their end, the form of nearly all good programs, for annealing:
//! every label begins a tail of the text, and a call runs this tail. Texts are given without the return; each label
//! occurs once, and calls precede their labels.

use fastrand::Rng;

use crate::board::CallRules;
use crate::program::{DIGITS, RoboCommand, labels};

pub(super) struct ChainMutator {
    /// Under published rules a call without a label runs the commands after it twice, so such calls are inserted, too.
    pub(super) calls: CallRules,
    /// Maximum number of commands of a text.
    pub(super) max_length: usize,
}

impl ChainMutator {
    /// Applies a random mutation and restores the form. Of 35 equally likely numbers, each kind of mutation has as many
    /// as its range is long; one that is impossible at the drawn position leaves the text as it is.
    pub(super) fn mutate(&self, text: &mut Vec<RoboCommand>, rng: &mut Rng) {
        let kind = rng.u8(..35);
        let length = text.len();
        let at = rng.usize(..=length);
        match kind {
            0..8 => text.insert(at, self.command(text, at, rng)),
            8..13 if at < length => remove_command(text, at, rng),
            13..21 if at < length && !matches!(text[at], RoboCommand::Label(_)) => {
                text[at] = self.command(text, at, rng);
            }
            21..24 if at < length => text.swap(at, rng.usize(..length)),
            // Inserts a new label, with a call before it.
            24..26 => {
                if let Some(digit) = unused_digit(text) {
                    text.insert(rng.usize(at..=length), RoboCommand::Label(digit));
                    text.insert(at, RoboCommand::Call(digit));
                }
            }
            // Runs everything from here on twice or three times.
            26 => {
                if let Some(digit) = unused_digit(text) {
                    text.insert(at, RoboCommand::Label(digit));
                    // Two calls in one of three cases, else one.
                    for _ in 0..1 + rng.u8(..3) / 2 {
                        text.insert(at, RoboCommand::Call(digit));
                    }
                }
            }
            // Moves one command.
            27..30 if at < length => {
                let command = text.remove(at);
                text.insert(rng.usize(..length), command);
            }
            // Moves up to four commands.
            30 if at < length => {
                let end = (at + rng.usize(1..=4)).min(length);
                let some: Vec<RoboCommand> = text.drain(at..end).collect();
                let to = rng.usize(..=text.len());
                text.splice(to..to, some);
            }
            // Copies up to four commands, without their labels.
            31 if at < length => {
                let end = (at + rng.usize(1..=4)).min(length);
                let mut some = text[at..end].to_vec();
                some.retain(|command| !matches!(command, RoboCommand::Label(_)));
                let to = rng.usize(..=length);
                text.splice(to..to, some);
            }
            32..34 => move_label(text, rng),
            // Rotates the commands before the first label: the return at the end restarts the program, so they repeat.
            34 => {
                let main = first_label(text);
                if main > 1 {
                    text[..main].rotate_left(rng.usize(1..main));
                }
            }
            _ => {}
        }
        text.truncate(self.max_length);
        self.repair(text);
    }

    /// Random command for position `at`: no label; a call only of a label after `at` or, under published rules, of an
    /// unused digit; forward if there is neither.
    fn command(&self, text: &[RoboCommand], at: usize, rng: &mut Rng) -> RoboCommand {
        match rng.u8(..12) {
            0..3 => RoboCommand::Forward,
            3..5 => RoboCommand::Left,
            5..7 => RoboCommand::Right,
            7 => RoboCommand::Grab,
            8 => RoboCommand::Shoot,
            kind => {
                let unlabelled =
                    unused_digit(text).filter(|_| kind == 11 && self.calls == CallRules::Published);
                let digit = unlabelled.or_else(|| {
                    let at = at + any_label(&text[at..], rng)?;
                    label_digit(text[at])
                });
                digit.map_or(RoboCommand::Forward, RoboCommand::Call)
            }
        }
    }

    /// Restores the form: removes returns, all but the last of equal labels, and calls without their label after them;
    /// under published rules, calls of digits that no label has stay. Annealing turns free programs into the form by it.
    pub(super) fn repair(&self, text: &mut Vec<RoboCommand>) {
        let written = labels(text);
        // By digit, of which 0 is not used.
        let mut behind = [false; DIGITS.len() + 1];
        for at in (0..text.len()).rev() {
            let keep = match text[at] {
                RoboCommand::Label(digit) => {
                    !std::mem::replace(&mut behind[usize::from(digit)], true)
                }
                RoboCommand::Call(digit) => {
                    let digit = usize::from(digit);
                    behind[digit]
                        || (self.calls == CallRules::Published && written[digit].is_none())
                }
                RoboCommand::Return => false,
                _ => true,
            };
            if !keep {
                text.remove(at);
            }
        }
    }
}

fn label_digit(command: RoboCommand) -> Option<u8> {
    match command {
        RoboCommand::Label(digit) => Some(digit),
        _ => None,
    }
}

/// Index of a random label.
fn any_label(text: &[RoboCommand], rng: &mut Rng) -> Option<usize> {
    let labels = || (0..text.len()).filter(|at| matches!(text[*at], RoboCommand::Label(_)));
    let count = labels().count();
    labels().nth(rng.usize(..count.max(1)))
}

/// Smallest digit that neither a label nor a call has.
fn unused_digit(text: &[RoboCommand]) -> Option<u8> {
    let used = |digit: u8| {
        let here = |command: &RoboCommand| matches!(command, RoboCommand::Label(other) | RoboCommand::Call(other) if *other == digit);
        text.iter().any(here)
    };
    DIGITS.into_iter().find(|digit| !used(*digit))
}

/// Index of the first label, which ends the main commands.
fn first_label(text: &[RoboCommand]) -> usize {
    let label = |command: &RoboCommand| matches!(command, RoboCommand::Label(_));
    text.iter().position(label).unwrap_or(text.len())
}

/// Removes a command; the calls of a removed label are removed or redirected to the next label.
fn remove_command(text: &mut Vec<RoboCommand>, at: usize, rng: &mut Rng) {
    let Some(digit) = label_digit(text.remove(at)) else {
        return;
    };
    let next = text[at..].iter().find_map(|command| label_digit(*command));
    let call = RoboCommand::Call(digit);
    match next.filter(|_| rng.bool()) {
        Some(next) => {
            for command in text.iter_mut().filter(|command| **command == call) {
                *command = RoboCommand::Call(next);
            }
        }
        None => text.retain(|command| *command != call),
    }
}

/// Moves a label by up to three commands.
fn move_label(text: &mut Vec<RoboCommand>, rng: &mut Rng) {
    let Some(at) = any_label(text, rng) else {
        return;
    };
    let label = text.remove(at);
    let by = rng.usize(1..=3);
    let to = match rng.bool() {
        true => (at + by).min(text.len()),
        false => at.saturating_sub(by),
    };
    text.insert(to, label);
}
