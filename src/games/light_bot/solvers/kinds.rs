//! Which programs are of interest, and which are the same.

use crate::game::{Field, SolveRequest};
use crate::program::{Command, Program};
use crate::run::Run;

/// Programs with or without a loop. A program *loops* if it calls, before it wins, a procedure that
/// is running: that call never comes back, and what is between goes on until the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// All programs.
    #[default]
    Any,
    /// Those that loop.
    With,
    /// Those that do not.
    Without,
}

pub(super) const LOOPS: Field = Field::new(
    "loops",
    "Loops",
    "any",
    "with (only programs that call a procedure while it is running), without, or any",
)
.one_of(&["any", "with", "without"]);

/// What programs that are counted as one may differ in.
pub(super) const UP_TO: &str = "with as few commands, up to the names of procedures";

impl Loops {
    pub(super) fn of(request: &SolveRequest<'_>) -> Self {
        match request.value(&LOOPS) {
            "with" => Self::With,
            "without" => Self::Without,
            _ => Self::Any,
        }
    }

    /// Whether programs of this kind, looping or not, are of interest.
    pub(super) fn include(self, looped: bool) -> bool {
        match self {
            Self::Any => true,
            Self::With => looped,
            Self::Without => !looped,
        }
    }

    /// Whether a run is won by a program of interest.
    pub(super) fn won(self, run: &Run) -> bool {
        run.won && self.include(run.looped)
    }

    /// ‘program’, with what is asked of it.
    pub(super) fn program(self) -> &'static str {
        match self {
            Self::Any => "program",
            Self::With => "program with a loop",
            Self::Without => "program without a loop",
        }
    }
}

/// The bodies of a program without the names of its procedures: main, then the others in the order
/// in which their first calls are read. Two programs are the same if these are.
pub(super) fn nameless(program: &Program) -> Vec<Vec<Command>> {
    let mut order = vec![0];
    let mut at = 0;
    while let Some(&procedure) = order.get(at) {
        at += 1;
        for command in program.body(procedure) {
            if let Command::Call(callee) = command
                && !order.contains(&usize::from(*callee))
            {
                order.push(usize::from(*callee));
            }
        }
    }
    let renamed = |command: &Command| match command {
        Command::Call(callee) => {
            let place = order.iter().position(|it| *it == usize::from(*callee));
            Command::Call(place.unwrap_or(0) as u8)
        }
        action => *action,
    };
    let bodies = order.iter().map(|procedure| program.body(*procedure));
    bodies
        .map(|body| body.iter().map(renamed).collect())
        .collect()
}

/// The same program with its procedures named in the order of their first calls, if they fit the
/// slots so.
pub(super) fn named_in_order(program: Program, slots: &[usize]) -> Program {
    let mut bodies = nameless(&program);
    if bodies
        .iter()
        .zip(slots)
        .any(|(body, room)| body.len() > *room)
    {
        return program;
    }
    bodies.resize(slots.len(), Vec::new());
    Program::new(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slots;

    fn program(lines: &[&str]) -> Program {
        Program::read(lines.iter().copied(), &Slots::default()).expect("is a program")
    }

    #[test]
    fn names_make_no_difference_and_all_else_does() {
        let one = program(&["main: F2", "f1: XJ", "f2: 1L2"]);
        let other = program(&["main: F1", "f1: 2L1", "f2: XJ"]);
        let reversed = program(&["main: F1", "f1: 1L2", "f2: XJ"]);
        assert_eq!(nameless(&one), nameless(&other));
        assert_ne!(nameless(&one), nameless(&reversed));
        // Nor do procedures that nobody calls.
        let more = program(&["main: F1", "f1: FX1", "f2: X"]);
        assert_eq!(
            nameless(&more),
            nameless(&program(&["main: F1", "f1: FX1"]))
        );
        assert_eq!(named_in_order(one.clone(), &[12, 8, 8]), other);
        // There is no room for it.
        assert_eq!(named_in_order(one.clone(), &[12, 2, 8]), one);
    }
}
