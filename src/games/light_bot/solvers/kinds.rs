//! Kinds of programs, and equality up to procedure names.

use std::sync::Arc;

use crate::game::programs::world::World as _;
use crate::game::{Field, SolveRequest};
use crate::program::{BotCommand, BotProgram};
use crate::puzzle::BotPuzzle;
use crate::run::BotRun;

/// Programs with or without a loop. A program *loops* if it calls a running procedure before it
/// wins: that call never returns, so the commands in between repeat until the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopFilter {
    #[default]
    Any,
    With,
    Without,
}

pub(super) const LOOPS: Field = Field::new(
    "loops",
    "Loops",
    "any",
    "with (only programs that call a procedure while it is running), without, or any",
)
.one_of(&["any", "with", "without"]);

/// Differences of programs that count as one.
pub(super) const UP_TO: &str = "with as few commands, up to the names of procedures";

impl LoopFilter {
    pub(super) fn from_request(request: &SolveRequest<'_>) -> Self {
        match request.value(&LOOPS) {
            "with" => Self::With,
            "without" => Self::Without,
            _ => Self::Any,
        }
    }

    pub(super) fn include(self, looped: bool) -> bool {
        match self {
            Self::Any => true,
            Self::With => looped,
            Self::Without => !looped,
        }
    }

    /// Returns whether a program is included and wins.
    pub(super) fn is_won_by(self, program: &BotProgram, puzzle: &Arc<BotPuzzle>) -> bool {
        let run = BotRun::to_end(puzzle, program);
        run.world.is_won() && self.include(run.looped)
    }

    pub(super) fn program(self) -> &'static str {
        match self {
            Self::Any => "program",
            Self::With => "program with a loop",
            Self::Without => "program without a loop",
        }
    }
}

/// Called procedures in the order of their first calls, main first.
pub(super) fn call_order(program: &BotProgram) -> Vec<usize> {
    let mut order = vec![0];
    let mut index = 0;
    while let Some(&procedure) = order.get(index) {
        index += 1;
        for command in program.body(procedure) {
            if let BotCommand::Call(callee) = command
                && !order.contains(&usize::from(*callee))
            {
                order.push(usize::from(*callee));
            }
        }
    }
    order
}

/// Bodies in the order of the first calls, with calls renumbered. Programs are equal up to names if these are.
pub(super) fn canonical(program: &BotProgram) -> Vec<Vec<BotCommand>> {
    let order = call_order(program);
    let renamed = |command: &BotCommand| match command {
        BotCommand::Call(callee) => {
            let index = order.iter().position(|it| *it == usize::from(*callee));
            BotCommand::Call(index.unwrap_or(0) as u8)
        }
        action => *action,
    };
    let renamed = |procedure: &usize| program.body(*procedure).iter().map(renamed).collect();
    order.iter().map(renamed).collect()
}

/// Renames the procedures in the order of their first calls, if they still fit the slots.
pub(super) fn named_in_order(program: BotProgram, slots: &[usize]) -> BotProgram {
    let mut bodies = canonical(&program);
    let mut sizes = bodies.iter().zip(slots);
    if sizes.any(|(body, slots)| body.len() > *slots) {
        return program;
    }
    bodies.resize(slots.len(), Vec::new());
    BotProgram::new(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slots;
    use crate::program::read;

    fn program(lines: &[&str]) -> BotProgram {
        read(&lines.join("\n"), &Slots::default()).expect("is a program")
    }

    #[test]
    fn names_make_no_difference_and_all_else_does() {
        let one = program(&["main: F2", "f1: XJ", "f2: 1L2"]);
        let other = program(&["main: F1", "f1: 2L1", "f2: XJ"]);
        let reversed = program(&["main: F1", "f1: 1L2", "f2: XJ"]);
        assert_eq!(canonical(&one), canonical(&other));
        assert_ne!(canonical(&one), canonical(&reversed));
        // Unused procedures make no difference either.
        let more = program(&["main: F1", "f1: FX1", "f2: X"]);
        let less = program(&["main: F1", "f1: FX1"]);
        assert_eq!(canonical(&more), canonical(&less));
        assert_eq!(named_in_order(one.clone(), &[12, 8, 8]), other);
        // f1 has too few slots for the renamed program.
        assert_eq!(named_in_order(one.clone(), &[12, 2, 8]), one);
    }
}
