//! Step-by-step execution for the debugger.

use std::sync::Arc;

use crate::game::{Cell, CellLook, Ending, Execution, Frame, Marks, Size, Slot, Tally, words};

use super::board::{Board, Square};
use super::look::run_look;
use super::machine::{End, Running, score};
use super::program::Program;

#[derive(Clone)]
pub(super) struct RoboExecution {
    board: Arc<Board>,
    program: Arc<Program>,
    running: Running,
}

impl RoboExecution {
    pub(super) fn new(board: Arc<Board>, program: Program) -> Self {
        Self {
            running: Running::new(&board, &program),
            board,
            program: Arc::new(program),
        }
    }

    fn coins(&self) -> String {
        match self.running.run.coins {
            0 => "without a coin".to_owned(),
            coins => format!("with {}", words::count(coins, "coins")),
        }
    }

    fn words(&self) -> String {
        let coins = self.coins();
        let steps = words::count(self.running.run.steps, "commands");
        match (self.running.run.end, self.score()) {
            (End::Escaped, Some(score)) => {
                let points = words::cost(score, "points");
                format!("Escaped {coins}: {points}, after {steps}.")
            }
            (End::Escaped, None) => {
                let flaw = self.program.flaw(self.board.calls).unwrap_or_default();
                format!("The robot reaches the exit, but that does not count: {flaw}.")
            }
            (End::RanOff, _) => {
                let facing = self.running.run.heading.name();
                format!(
                    "The program ends after {steps}, {coins}; the robot is at {}, facing {facing}, not at an exit.",
                    self.running.run.robot
                )
            }
            (End::StepLimit, _) => format!(
                "Stopped after {steps}, the limit, {coins}: the program probably loops for ever."
            ),
            (End::NoLabel(digit), _) => {
                format!("The call {digit} has no label '{digit}.")
            }
            (End::NoStart, _) => "The board needs exactly one start to run.".to_owned(),
        }
    }

    fn score(&self) -> Option<i64> {
        let counts =
            self.running.run.end == End::Escaped && self.program.flaw(self.board.calls).is_none();
        counts.then(|| score(self.program.cost(), self.running.run.coins))
    }
}

impl Execution for RoboExecution {
    fn boxed_clone(&self) -> Box<dyn Execution> {
        Box::new(self.clone())
    }

    fn next(&self) -> Option<Slot> {
        (!self.running.ended).then_some(Slot::new(0, self.running.at))
    }

    fn step(&mut self) -> bool {
        self.running.step(&self.board, &self.program)
    }

    fn last(&self) -> Option<Slot> {
        self.running.last.map(|index| Slot::new(0, index))
    }

    fn steps(&self) -> u64 {
        self.running.run.steps as u64
    }

    fn robot(&self) -> Option<Cell> {
        self.board.start().map(|_| self.running.run.robot)
    }

    fn shot(&self) -> Option<Cell> {
        self.running
            .shot
            .filter(|cell| *cell != self.running.run.robot)
    }

    fn stack(&self) -> Vec<Frame> {
        let main = Frame {
            name: "program".into(),
            from: None,
        };
        let calls = self.running.calls.iter().map(|(at, digit)| Frame {
            name: format!("'{digit}").into(),
            from: Some(Slot::new(0, *at)),
        });
        [main].into_iter().chain(calls).collect()
    }

    fn depth(&self) -> usize {
        1 + self.running.calls.len()
    }

    fn ending(&self) -> Option<Ending> {
        self.running.ended.then(|| Ending {
            won: self.score().is_some(),
            text: self.words(),
            score: self.score(),
            slot: self.last(),
            cell: self.robot(),
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        vec![Tally {
            name: "coins",
            count: self.running.run.coins,
            of: self.board.cells_with(Square::Coin).count(),
        }]
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn look(&self, cell: Cell) -> CellLook {
        // A run that never began has not failed.
        let ran = self.running.ended && self.running.run.steps > 0;
        let marks = Marks {
            right: ran && self.score().is_some(),
            wrong: ran && self.score().is_none(),
            ..Marks::default()
        };
        let robot = self.board.start().is_some();
        run_look(&self.running.run, cell, robot, marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Calls;
    use crate::program::{Command, DIGITS};
    use crate::score_of;
    use crate::tests::{board, level};

    #[test]
    fn every_end_is_told_with_the_score_of_the_rules() {
        let boards = [
            "\nS   C\n O - \n C   \n   XE\n",
            "calls published\n\nS C  \nO X C\n    E\n",
            "\nE\n",
        ];
        let mut chance = fastrand::Rng::with_seed(7);
        let mut ends = [0; 6];
        for round in 0..6_000 {
            let board = Arc::new(board(boards[round % boards.len()]));
            let length = chance.usize(0..14);
            let commands = (0..length).map(|_| match chance.u8(0..16) {
                kind @ 0..6 => Command::SIMPLE[usize::from(kind)],
                6..10 => Command::Forward,
                10..13 => Command::Call(DIGITS[chance.usize(0..2)]),
                _ => Command::Label(DIGITS[chance.usize(0..2)]),
            });
            let program = Program::new(commands.collect());
            let mut execution = RoboExecution::new(Arc::clone(&board), program.clone());
            while execution.step() {
                let depth = execution.depth();
                assert!(depth > 20 || execution.stack().len() == depth);
            }
            let ending = execution.ending().expect("has ended");
            // Duplicate labels are rejected before anything runs.
            if program.doubled_label().is_none() || board.calls == Calls::Published {
                assert_eq!(ending.score, score_of(&board, &program), "{program}");
            }
            ends[match execution.running.run.end {
                End::Escaped => 0,
                End::RanOff => 1,
                End::StepLimit => 2,
                End::NoLabel(_) => 3,
                End::NoStart => 4,
            }] += 1;
        }
        assert!(ends[..5].iter().all(|count| *count > 20), "{ends:?}");
    }

    #[test]
    fn the_next_command_and_the_stack_are_told() {
        let program = Program::parse("1F'1L.").expect("is one");
        let mut execution = RoboExecution::new(Arc::new(board("\nS \n E\n")), program);
        let mut seen = Vec::new();
        for _ in 0..6 {
            seen.push((execution.next().map(|slot| slot.index), execution.depth()));
            execution.step();
        }
        // Returns to the command after the call, passes the label, and restarts.
        let expected = [(0, 1), (3, 2), (4, 2), (1, 1), (2, 1), (3, 1)];
        assert_eq!(seen, expected.map(|(at, depth)| (Some(at), depth)));
    }

    #[test]
    fn shots_are_told_with_where_they_end() {
        // Over a pit into a block, then on to the wall, then into an adjacent wall.
        let program = Program::parse("XXLLX").expect("is one");
        let board = Arc::new(board("\nS\n-\nO\n \nX\nE\n"));
        let mut execution = RoboExecution::new(board, program);
        let mut shots = Vec::new();
        while execution.step() {
            shots.push(execution.shot().map(|cell| cell.row));
        }
        assert_eq!(shots, [Some(2), Some(3), None, None, None]);
    }

    #[test]
    fn of_many_calls_the_first_and_the_last_are_named() {
        let level = level("\nS \n E\n");
        let mut position = level.start();
        crate::game::set_program(position.as_mut(), "1'1L1").expect("is a program");
        let mut run = crate::game::Run::of(position.as_program().expect("is one"));
        run.seek(101);
        let calls = run.calls(4);
        let last = "'1, from slot 4";
        assert_eq!(calls, ["program", "… 49 more …", last, last]);
    }
}
