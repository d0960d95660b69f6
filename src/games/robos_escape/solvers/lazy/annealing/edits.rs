//! Random edits of program texts.

use fastrand::Rng;

use crate::program::{DIGITS, RoboCommand};

/// Maximum number of commands that random insertions leave from `start` on; those before, the written ones, stay.
const MAX_LENGTH: usize = 40;

/// Changes the commands from index `start` on at random; not at all if the drawn change is impossible there. Of twelve
/// changes, four insert a command, two remove, three replace one, and one each swaps, adds a procedure, or moves.
pub(super) fn random_edit(commands: &mut Vec<RoboCommand>, rng: &mut Rng, start: usize) {
    let length = commands.len();
    let start = start.min(length);
    let free = length - start;
    let at = rng.usize(start..=length);
    match rng.u8(..12) {
        0..=3 if free < MAX_LENGTH => commands.insert(at, random_command(rng)),
        4..=5 if at < length => drop(commands.remove(at)),
        6..=8 if at < length => commands[at] = random_command(rng),
        9 if free > 1 => commands.swap(rng.usize(start..length), rng.usize(start..length)),
        10 if free > 2 => insert_procedure(commands, rng, start),
        11 if at < length => {
            // A label is removed with all its calls from `start` on; any other command moves.
            let removed = commands.remove(at);
            if let RoboCommand::Label(digit) = removed {
                let mut index = 0;
                commands.retain(|command| {
                    index += 1;
                    index <= start || *command != RoboCommand::Call(digit)
                });
            } else {
                commands.insert(rng.usize(start..=commands.len()), removed);
            }
        }
        _ => {}
    }
}

/// Inserts a label that the program lacks and a call before it; every other time also a return at the end.
fn insert_procedure(commands: &mut Vec<RoboCommand>, rng: &mut Rng, start: usize) {
    let used = |digit: &u8| commands.contains(&RoboCommand::Label(*digit));
    let Some(digit) = DIGITS.into_iter().find(|digit| !used(digit)) else {
        return;
    };
    let length = commands.len();
    let label = rng.usize(start..length);
    let call = rng.usize(start..=label);
    commands.insert(label, RoboCommand::Label(digit));
    commands.insert(call, RoboCommand::Call(digit));
    if rng.bool() {
        commands.push(RoboCommand::Return);
    }
    commands.truncate(start + MAX_LENGTH);
}

/// Random command. Of fourteen, three are forward, two left, two right, three calls, and each other kind is one.
fn random_command(rng: &mut Rng) -> RoboCommand {
    match rng.u8(..14) {
        0..=2 => RoboCommand::Forward,
        3..=4 => RoboCommand::Left,
        5..=6 => RoboCommand::Right,
        7 => RoboCommand::Grab,
        8 => RoboCommand::Shoot,
        9 => RoboCommand::Return,
        10 => RoboCommand::Label(DIGITS[rng.usize(..DIGITS.len())]),
        _ => RoboCommand::Call(DIGITS[rng.usize(..DIGITS.len())]),
    }
}
