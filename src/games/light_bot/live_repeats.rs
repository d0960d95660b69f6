//! Entering a program with repeats in a live game.
//!
//! Entries are appended to the program or to an open repeat; a repeat comes with its end and count 2, and a click
//! increments its count. A program that started differently is cleared.

use crate::game::programs::slots::PROGRAM;

use crate::game::{Cell, Intent};
use crate::program::BotCommand;

/// Count of a new repeat.
const FIRST_COUNT: u8 = 2;

/// Edit of the command list by one input.
enum RepeatEdit {
    Clear,
    Add(usize, BotCommand),
    /// Adds a repeat with its end.
    Repeat(usize),
    Increment(usize),
}

/// Programs on the path from one to another; `None` if the target has unbalanced repeats.
pub(super) fn path(from: &[BotCommand], to: &[BotCommand]) -> Option<Vec<Vec<BotCommand>>> {
    let stages = stages(to)?;
    if from == to {
        return Some(Vec::new());
    }
    Some(match stages.iter().position(|stage| stage == from) {
        Some(at) => stages[at + 1..].to_vec(),
        // Any other program is cleared first: the first stage is empty.
        None => stages,
    })
}

/// All programs from the empty one on. Entries are inserted before the ends of their repeats.
fn stages(to: &[BotCommand]) -> Option<Vec<Vec<BotCommand>>> {
    let mut stages = vec![Vec::new()];
    let mut current: Vec<BotCommand> = Vec::new();
    let mut open = 0_usize;
    for command in to {
        let at = current.len() - open;
        match *command {
            BotCommand::End => open = open.checked_sub(1)?,
            BotCommand::Repeat(count) => {
                open += 1;
                current.insert(at, BotCommand::End);
                current.insert(at, BotCommand::Repeat(FIRST_COUNT));
                stages.push(current.clone());
                for count in FIRST_COUNT + 1..=count {
                    current[at] = BotCommand::Repeat(count);
                    stages.push(current.clone());
                }
            }
            action => {
                current.insert(at, action);
                stages.push(current.clone());
            }
        }
    }
    (open == 0).then_some(stages)
}

/// Input that turns one program into another; empty if it takes more than one.
pub(super) fn intents(from: &[BotCommand], to: &[BotCommand]) -> Vec<Intent> {
    let act = |at, action: &str| Intent::Act {
        board: PROGRAM,
        cell: Cell::new(0, at),
        action: action.to_owned().into(),
    };
    match edit(from, to) {
        Some(RepeatEdit::Clear) => vec![Intent::Control("clear".into())],
        Some(RepeatEdit::Add(at, command)) => vec![act(at, &command.name())],
        Some(RepeatEdit::Repeat(at)) => vec![act(at, "repeat")],
        Some(RepeatEdit::Increment(at)) => vec![act(at, "one more")],
        None => Vec::new(),
    }
}

fn edit(from: &[BotCommand], to: &[BotCommand]) -> Option<RepeatEdit> {
    if to.is_empty() {
        return Some(RepeatEdit::Clear);
    }
    let at = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    // Entries are inserted before an end, or at the end of the program.
    let can_insert = from
        .get(at)
        .is_none_or(|command| *command == BotCommand::End);
    match (&to[at..], from.get(at)) {
        ([BotCommand::Repeat(more), rest @ ..], Some(BotCommand::Repeat(count)))
            if *more == count + 1 && *rest == from[at + 1..] =>
        {
            Some(RepeatEdit::Increment(at))
        }
        ([BotCommand::Repeat(FIRST_COUNT), BotCommand::End, rest @ ..], _)
            if can_insert && *rest == from[at..] =>
        {
            Some(RepeatEdit::Repeat(at))
        }
        ([command, rest @ ..], _) if can_insert && *rest == from[at..] => match command {
            BotCommand::Repeat(_) | BotCommand::End => None,
            command => Some(RepeatEdit::Add(at, *command)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Vec<BotCommand> {
        BotCommand::parse_all(text).expect("is a program")
    }

    fn steps(from: &str, to: &str) -> Vec<String> {
        let path = path(&program(from), &program(to)).expect("is known");
        let mut before = program(from);
        let mut steps = Vec::new();
        for after in path {
            let intents = intents(&before, &after);
            let [intent] = intents.as_slice() else {
                panic!("{intents:?}");
            };
            steps.push(match intent {
                Intent::Act { cell, action, .. } => format!("{action} {}", cell.col),
                other => format!("{other:?}"),
            });
            before = after;
        }
        assert_eq!(before, program(to));
        steps
    }

    #[test]
    fn entries_are_added_one_by_one() {
        let expected = [
            "forward 0",
            "repeat 1",
            "one more 1",
            "one more 1",
            "jump 2",
            "repeat 3",
            "light 4",
            "turn left 6",
            "turn right 8",
        ];
        let cleared = "Control(\"clear\")";
        let all: Vec<&str> = [cleared].into_iter().chain(expected).collect();
        assert_eq!(steps("JJ", "F4{J2{X}L}R"), all);
        assert_eq!(steps("F4{J2{}}", "F4{J2{X}L}R"), all[7..]);
        assert_eq!(steps("F", "F"), [""; 0]);
        // Its count is one too high.
        assert_eq!(steps("F5{}", "F4{J}")[..2], [cleared, "forward 0"]);
        assert_eq!(path(&[], &program("2{F")), None);
    }
}
