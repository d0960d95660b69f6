//! Edits of program texts: all single ones, and random ones.

use fastrand::Rng;

use crate::program::{Command, DIGITS};

/// Maximum length of a text after the written commands.
const LONGEST: usize = 40;

/// Single edit of a text.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) at: usize,
    /// True if the command there is removed.
    removes: bool,
    /// Command inserted there.
    puts: Option<Command>,
}

impl Change {
    pub(super) fn on(self, commands: &[Command]) -> Vec<Command> {
        let (before, behind) = commands.split_at(self.at);
        let behind = behind.iter().skip(usize::from(self.removes));
        let before = before.iter().copied().chain(self.puts);
        before.chain(behind.copied()).collect()
    }
}

pub(super) fn changes(commands: &[Command], least: usize) -> impl Iterator<Item = Change> + use<> {
    let length = commands.len();
    let digits = DIGITS.map(Command::Call).into_iter();
    let digits = digits.chain(DIGITS.map(Command::Label));
    let all: Vec<Option<Command>> = Command::SIMPLE
        .into_iter()
        .chain(digits)
        .map(Some)
        .collect();
    (least.min(length)..=length).flat_map(move |at| {
        let removed = (at < length).then_some(Change {
            at,
            removes: true,
            puts: None,
        });
        let change = move |removes: bool| move |puts| Change { at, removes, puts };
        let put = all.clone().into_iter().map(change(false));
        let replaced = all.clone().into_iter().map(change(true));
        removed
            .into_iter()
            .chain(replaced.filter(move |_| at < length))
            .chain(put)
    })
}

pub(super) fn change(commands: &mut Vec<Command>, chance: &mut Rng, first: usize) {
    let length = commands.len();
    let first = first.min(length);
    let own = length - first;
    let at = chance.usize(first..=length);
    match chance.u8(..12) {
        0..=3 if own < LONGEST => commands.insert(at, command(chance)),
        4..=5 if at < length => {
            commands.remove(at);
        }
        6..=8 if at < length => commands[at] = command(chance),
        9 if own > 1 => commands.swap(chance.usize(first..length), chance.usize(first..length)),
        10 if own > 2 => procedure(commands, chance, first),
        11 if at < length => {
            // Removes a label with all its calls, or moves one command.
            let taken = commands.remove(at);
            if let Command::Label(digit) = taken {
                let mut index = 0;
                commands.retain(|command| {
                    index += 1;
                    index <= first || *command != Command::Call(digit)
                });
            } else {
                commands.insert(chance.usize(first..=commands.len()), taken);
            }
        }
        _ => {}
    }
}

/// Inserts a label and a call of it before.
fn procedure(commands: &mut Vec<Command>, chance: &mut Rng, first: usize) {
    let used = |digit: &u8| commands.contains(&Command::Label(*digit));
    let Some(digit) = DIGITS.into_iter().find(|digit| !used(digit)) else {
        return;
    };
    let length = commands.len();
    let label = chance.usize(first..length);
    let call = chance.usize(first..=label);
    commands.insert(label, Command::Label(digit));
    commands.insert(call, Command::Call(digit));
    if chance.bool() {
        commands.push(Command::Return);
    }
    commands.truncate(first + LONGEST);
}

fn command(chance: &mut Rng) -> Command {
    match chance.u8(..14) {
        0..=2 => Command::Forward,
        3..=4 => Command::Left,
        5..=6 => Command::Right,
        7 => Command::Grab,
        8 => Command::Shoot,
        9 => Command::Return,
        10 => Command::Label(DIGITS[chance.usize(..DIGITS.len())]),
        _ => Command::Call(DIGITS[chance.usize(..DIGITS.len())]),
    }
}
