//! Entering a program with repeats in a live game.
//!
//! Entries are appended to the program or to an open repeat; a repeat comes with its end and count
//! 2, and a click increments its count. A program that started differently is cleared.

use crate::game::programs::slots::PROGRAM;
use crate::game::{Cell, Intent};
use crate::program::BotCommand;

/// Count of a new repeat.
const FIRST_COUNT: u8 = 2;

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

/// All programs from the empty one to this one. Entries are inserted before the ends of their repeats;
/// `None` if repeats are unbalanced.
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

/// The input that turns one program into another; `None` if it takes more than one.
pub(super) fn intent(from: &[BotCommand], to: &[BotCommand]) -> Option<Intent> {
    if to.is_empty() {
        return Some(Intent::Control("clear".into()));
    }
    let at = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let next = from.get(at);
    // Entries are inserted before an end, or at the end of the program.
    let can_insert = next.is_none_or(|command| *command == BotCommand::End);
    let action = match (next, &to[at..]) {
        (Some(BotCommand::Repeat(count)), [BotCommand::Repeat(more), rest @ ..])
            if *more == count + 1 && *rest == from[at + 1..] =>
        {
            "one more".into()
        }
        (_, [BotCommand::Repeat(FIRST_COUNT), BotCommand::End, rest @ ..])
            if can_insert && *rest == from[at..] =>
        {
            "repeat".into()
        }
        // A repeat comes as a whole, with count 2; no input makes a part of it.
        (_, [BotCommand::Repeat(_) | BotCommand::End, ..]) => return None,
        (_, [command, rest @ ..]) if can_insert && *rest == from[at..] => command.tile().name,
        _ => return None,
    };
    Some(Intent::Act {
        board: PROGRAM,
        cell: Cell::new(0, at),
        action,
    })
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
            let intent = intent(&before, &after).expect("is one input");
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
        let cleared = "Control(\"clear\")";
        let entries = "forward 0, repeat 1, one more 1, one more 1, jump 2, repeat 3, light 4, turn left 6, turn right 8";
        let all: Vec<&str> = [cleared].into_iter().chain(entries.split(", ")).collect();
        assert_eq!(steps("JJ", "F4{J2{X}L}R"), all);
        assert_eq!(steps("F4{J2{}}", "F4{J2{X}L}R"), all[7..]);
        assert_eq!(steps("F", "F"), [""; 0]);
        // Its count is one too high.
        assert_eq!(steps("F5{}", "F4{J}")[..2], [cleared, "forward 0"]);
        assert_eq!(path(&[], &program("2{F")), None);
    }
}
