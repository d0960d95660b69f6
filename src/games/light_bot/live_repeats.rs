//! Entering a program with repeats in a live game.
//!
//! Entries are appended to the program or to an open repeat; a repeat comes with its end and count 2, and a click
//! increments its count. A program that started differently is cleared.

use crate::game::programs::slots::PROGRAM;

use crate::game::{Cell, Intent};
use crate::program::Command;

/// Count of a new repeat.
const AT_FIRST: u8 = 2;

/// Edit of the command list by one input.
enum Change {
    Clear,
    Add(usize, Command),
    /// Adds a repeat with its end.
    Repeat(usize),
    More(usize),
}

/// Programs on the path from one to another; `None` if the target has unbalanced repeats.
pub(super) fn way(from: &[Command], to: &[Command]) -> Option<Vec<Vec<Command>>> {
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
fn stages(to: &[Command]) -> Option<Vec<Vec<Command>>> {
    let mut stages = vec![Vec::new()];
    let mut now: Vec<Command> = Vec::new();
    let mut open = 0_usize;
    for command in to {
        let at = now.len() - open;
        match *command {
            Command::End => open = open.checked_sub(1)?,
            Command::Repeat(count) => {
                open += 1;
                now.insert(at, Command::End);
                now.insert(at, Command::Repeat(AT_FIRST));
                stages.push(now.clone());
                for count in AT_FIRST + 1..=count {
                    now[at] = Command::Repeat(count);
                    stages.push(now.clone());
                }
            }
            action => {
                now.insert(at, action);
                stages.push(now.clone());
            }
        }
    }
    (open == 0).then_some(stages)
}

/// Input that turns one program into another; empty if it takes more than one.
pub(super) fn intents(from: &[Command], to: &[Command]) -> Vec<Intent> {
    let act = |at, action: &str| Intent::Act {
        board: PROGRAM,
        cell: Cell::new(0, at),
        action: action.to_owned().into(),
    };
    match change(from, to) {
        Some(Change::Clear) => vec![Intent::Control("clear".into())],
        Some(Change::Add(at, command)) => vec![act(at, &command.name())],
        Some(Change::Repeat(at)) => vec![act(at, "repeat")],
        Some(Change::More(at)) => vec![act(at, "one more")],
        None => Vec::new(),
    }
}

fn change(from: &[Command], to: &[Command]) -> Option<Change> {
    if to.is_empty() {
        return Some(Change::Clear);
    }
    let at = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    // Entries are inserted before an end, or at the end of the program.
    let is_place = from.get(at).is_none_or(|there| *there == Command::End);
    match (&to[at..], from.get(at)) {
        ([Command::Repeat(more), rest @ ..], Some(Command::Repeat(count)))
            if *more == count + 1 && *rest == from[at + 1..] =>
        {
            Some(Change::More(at))
        }
        ([Command::Repeat(AT_FIRST), Command::End, rest @ ..], _)
            if is_place && *rest == from[at..] =>
        {
            Some(Change::Repeat(at))
        }
        ([command, rest @ ..], _) if is_place && *rest == from[at..] => match command {
            Command::Repeat(_) | Command::End => None,
            command => Some(Change::Add(at, *command)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Vec<Command> {
        Command::all_of(text).expect("is a program")
    }

    fn steps(from: &str, to: &str) -> Vec<String> {
        let way = way(&program(from), &program(to)).expect("is known");
        let mut before = program(from);
        let mut steps = Vec::new();
        for after in way {
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
        assert_eq!(way(&[], &program("2{F")), None);
    }
}
