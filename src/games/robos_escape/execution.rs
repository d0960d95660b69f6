//! A program that runs step by step, for the debugger. Its twin is [`super::run`], which goes to
//! the end at once; tests hold them against each other.

use std::sync::Arc;

use crate::game::{Cell, CellLook, Ending, Execution, Frame, Marks, Size, Slot, Tally};

use super::board::{Board, Calls, Square};
use super::machine::{End, Run, STEP_LIMIT, at_start, score};
use super::position::run_look;
use super::program::{Command, Program};

/// A call: where it stands, and its digit.
type Call = (usize, u8);

/// A run as far as it has come.
#[derive(Clone)]
pub(super) struct RoboExecution {
    board: Arc<Board>,
    program: Arc<Program>,
    labels: [Option<usize>; 6],
    run: Run,
    /// The next command.
    at: usize,
    last: Option<usize>,
    /// Where the last command's shot ended.
    shot: Option<Cell>,
    calls: Vec<Call>,
    ended: bool,
}

impl RoboExecution {
    pub(super) fn new(board: Arc<Board>, program: Program) -> Self {
        let mut run = at_start(&board);
        let ended = board.start().is_none();
        if !ended {
            run.end = End::RanOff;
        }
        Self {
            labels: program.labels(),
            ended: ended || program.commands.is_empty(),
            run,
            at: 0,
            last: None,
            shot: None,
            calls: Vec::new(),
            board,
            program: Arc::new(program),
        }
    }

    fn end(&mut self, end: End) {
        self.run.end = end;
        self.ended = true;
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Forward => {
                if self.run.forward() {
                    self.end(End::Escaped);
                }
            }
            Command::Left => self.run.heading = self.run.heading.left(),
            Command::Right => self.run.heading = self.run.heading.right(),
            Command::Grab => self.run.grab(),
            Command::Shoot => self.shot = Some(self.run.shoot()),
            Command::Label(_) => {}
            Command::Call(digit) => {
                self.calls.push((self.at - 1, digit));
                match (self.labels[usize::from(digit)], self.board.calls) {
                    (Some(label), _) => self.at = label + 1,
                    (None, Calls::Published) => {}
                    (None, Calls::Strict) => self.end(End::NoLabel(digit)),
                }
            }
            Command::Return => self.at = self.calls.pop().map_or(0, |(call, _)| call + 1),
        }
    }

    fn coins(&self) -> String {
        match self.run.coins {
            0 => "without a coin".to_owned(),
            1 => "with 1 coin".to_owned(),
            coins => format!("with {coins} coins"),
        }
    }

    /// Why an escape does not count.
    fn flaw(&self) -> Option<String> {
        let strict = self.board.calls == Calls::Strict;
        let call = self.program.dangling_call().filter(|_| strict);
        let call = call.map(|digit| format!("the call {digit} has no label"));
        call.or_else(|| {
            let half = self.program.half_label;
            half.then(|| "the last label is not finished".to_owned())
        })
    }

    fn words(&self) -> String {
        let coins = self.coins();
        let steps = match self.run.steps {
            1 => "1 command".to_owned(),
            steps => format!("{steps} commands"),
        };
        match (self.run.end, self.score()) {
            (End::Escaped, Some(score)) => {
                format!("Escaped {coins}: {score} points, after {steps}.")
            }
            (End::Escaped, None) => {
                let flaw = self.flaw().unwrap_or_default();
                format!("The exit is reached, but it does not count: {flaw}.")
            }
            (End::RanOff, _) => {
                let (facing, ..) = self.run.heading.words();
                format!(
                    "The program is at its end after {steps}, {coins}, and the robot at \
                     {}, facing {facing}, is not out.",
                    self.run.robot
                )
            }
            (End::StepLimit, _) => format!(
                "Stopped after {steps}, {coins}: more are not run, and the program goes on \
                 for ever or nearly so."
            ),
            (End::NoLabel(digit), _) => {
                format!("The call {digit} has nowhere to go: there is no label '{digit}.")
            }
            (End::NoStart, _) => {
                "The board has no start, or more than one, so nothing can run.".to_owned()
            }
        }
    }

    fn score(&self) -> Option<i64> {
        let counts = self.run.end == End::Escaped && self.flaw().is_none();
        counts.then(|| score(self.program.cost(), self.run.coins))
    }
}

impl Execution for RoboExecution {
    fn boxed_clone(&self) -> Box<dyn Execution> {
        Box::new(self.clone())
    }

    fn next(&self) -> Option<Slot> {
        (!self.ended).then_some(Slot::new(0, self.at))
    }

    fn step(&mut self) -> bool {
        if self.ended {
            return false;
        }
        let Some(command) = self.program.commands.get(self.at).copied() else {
            self.ended = true;
            return false;
        };
        self.run.steps += 1;
        self.last = Some(self.at);
        self.shot = None;
        self.at += 1;
        self.carry_out(command);
        if !self.ended {
            if self.at >= self.program.commands.len() {
                self.end(End::RanOff);
            } else if self.run.steps == STEP_LIMIT {
                self.end(End::StepLimit);
            }
        }
        true
    }

    fn last(&self) -> Option<Slot> {
        self.last.map(|index| Slot::new(0, index))
    }

    fn steps(&self) -> u64 {
        self.run.steps as u64
    }

    fn robot(&self) -> Option<Cell> {
        self.board.start().map(|_| self.run.robot)
    }

    fn shot(&self) -> Option<Cell> {
        self.shot.filter(|cell| *cell != self.run.robot)
    }

    fn stack(&self) -> Vec<Frame> {
        let main = Frame {
            name: "program".into(),
            from: None,
        };
        let calls = self.calls.iter().map(|(at, digit)| Frame {
            name: format!("'{digit}").into(),
            from: Some(Slot::new(0, *at)),
        });
        [main].into_iter().chain(calls).collect()
    }

    fn depth(&self) -> usize {
        1 + self.calls.len()
    }

    fn ending(&self) -> Option<Ending> {
        self.ended.then(|| Ending {
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
            count: self.run.coins,
            of: self.board.cells_with(Square::Coin).count(),
        }]
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn look(&self, cell: Cell) -> CellLook {
        // What never began has not failed either.
        let ran = self.ended && self.run.steps > 0;
        let marks = Marks {
            right: ran && self.score().is_some(),
            wrong: ran && self.score().is_none(),
            ..Marks::default()
        };
        let robot = self.board.start().is_some();
        run_look(&self.run, cell, robot, marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::DIGITS;
    use crate::{run, score_of};

    fn board(text: &str) -> Board {
        use crate::game::Game as _;
        let level = crate::RobosEscape
            .parse_text(&format!("robos-escape\n{text}"))
            .expect("is a level");
        let level = level.as_any().downcast_ref::<crate::RoboLevel>();
        Board::clone(level.expect("is one").rules())
    }

    #[test]
    fn step_by_step_comes_to_the_same_end_as_at_once() {
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
            let plain = run(&board, &program);
            let mut execution = RoboExecution::new(Arc::clone(&board), program.clone());
            while execution.step() {
                let depth = execution.depth();
                assert!(depth > 20 || execution.stack().len() == depth);
            }
            assert_eq!(execution.run, plain, "{program}");
            let ending = execution.ending().expect("has ended");
            // Labels written twice are refused before anything runs.
            if program.doubled_label().is_none() || board.calls == Calls::Published {
                assert_eq!(ending.score, score_of(&board, &program), "{program}");
            }
            ends[match plain.end {
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
        // Back behind the call, on through the label, and anew.
        assert_eq!(
            seen,
            [
                (Some(0), 1),
                (Some(3), 2),
                (Some(4), 2),
                (Some(1), 1),
                (Some(2), 1),
                (Some(3), 1)
            ]
        );
    }

    #[test]
    fn shots_are_told_with_where_they_end() {
        // Over a pit into a block, then on to the wall, then into the wall that is next.
        let program = Program::parse("XXLLX").expect("is one");
        let board = board("\nS\n-\nO\n \nX\nE\n");
        let mut execution = RoboExecution::new(Arc::new(board), program);
        let mut shots = Vec::new();
        while execution.step() {
            shots.push(execution.shot().map(|cell| cell.row));
        }
        assert_eq!(shots, [Some(2), Some(3), None, None, None]);
    }

    #[test]
    fn of_many_calls_the_first_and_the_last_are_named() {
        let level = {
            use crate::game::Game as _;
            let text = "robos-escape\n\nS \n E\n";
            crate::RobosEscape.parse_text(text).expect("is a level")
        };
        let mut position = level.start();
        crate::game::set_program(position.as_mut(), "1'1L1").expect("is a program");
        let mut run = crate::game::Run::of(position.as_program().expect("is one"));
        run.seek(101);
        let calls = run.calls(4);
        let expected = [
            "program",
            "… 49 more …",
            "'1, from slot 4",
            "'1, from slot 4",
        ];
        assert_eq!(calls, expected);
    }
}
