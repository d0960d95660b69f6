//! The simulator: what a program does on a board.
//!
//! Source: the published simulator of the game. Its rules are kept, one oddity left out: that
//! there two quotes before a digit make a label that costs nothing.

use crate::game::{Cell, Grid};

use super::board::{Board, Calls, Heading, Square};
use super::program::{Command, Program};

/// Commands that may be run; labels, calls and returns count.
pub const STEP_LIMIT: usize = 10_000;

/// Points for the exit, before the program's cost is taken off.
const ESCAPE_POINTS: i64 = 40;

/// Points for each coin taken.
pub const COIN_POINTS: i64 = 10;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The robot went through the exit.
    Escaped,
    /// The program has no more commands.
    RanOff,
    /// More commands than may be run.
    StepLimit,
    /// A call without its label, under strict rules.
    NoLabel(u8),
    /// The board has no start, or more than one.
    NoStart,
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Commands run.
    pub steps: usize,
    /// Coins taken.
    pub coins: usize,
    /// Where the robot is at the end; the exit if it escaped.
    pub robot: Cell,
    /// Where it looks.
    pub heading: Heading,
    /// The board at the end.
    pub squares: Grid<Square>,
}

/// Points of a program of this cost that escapes with these coins.
pub fn score(cost: usize, coins: usize) -> i64 {
    let points = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 100);
    ESCAPE_POINTS - points(cost) + COIN_POINTS * points(coins)
}

/// Runs a program.
pub fn run(board: &Board, program: &Program) -> Run {
    run_watched(board, program, |_, _| true)
}

/// Runs a program; `watch` sees each command before it is carried out, and whether to go on.
pub(super) fn run_watched(
    board: &Board,
    program: &Program,
    watch: impl FnMut(&Run, Command) -> bool,
) -> Run {
    let mut run = at_start(board);
    if board.start().is_some() {
        run.end = execute(&mut run, board.calls, program, watch);
    }
    run
}

/// The robot on its start, which is floor from then on.
pub(super) fn at_start(board: &Board) -> Run {
    let mut squares = board.squares.clone();
    let start = board.start();
    if let Some(start) = start {
        squares.set(start, Square::Floor);
    }
    Run {
        end: End::NoStart,
        steps: 0,
        coins: 0,
        robot: start.unwrap_or_default(),
        heading: Heading::Down,
        squares,
    }
}

fn execute(
    run: &mut Run,
    calls: Calls,
    program: &Program,
    mut watch: impl FnMut(&Run, Command) -> bool,
) -> End {
    let labels = program.labels();
    let mut stack = Vec::new();
    let mut at = 0;
    loop {
        let Some(command) = program.commands.get(at) else {
            return End::RanOff;
        };
        if run.steps == STEP_LIMIT || !watch(run, *command) {
            return End::StepLimit;
        }
        run.steps += 1;
        at += 1;
        match command {
            Command::Forward => {
                if run.forward() {
                    return End::Escaped;
                }
            }
            Command::Left => run.heading = run.heading.left(),
            Command::Right => run.heading = run.heading.right(),
            Command::Grab => run.grab(),
            Command::Shoot => {
                run.shoot();
            }
            Command::Label(_) => {}
            Command::Call(digit) => {
                stack.push(at);
                match (labels[usize::from(*digit)], calls) {
                    (Some(label), _) => at = label + 1,
                    (None, Calls::Published) => {}
                    (None, Calls::Strict) => return End::NoLabel(*digit),
                }
            }
            Command::Return => at = stack.pop().unwrap_or(0),
        }
    }
}

impl Run {
    /// A step ahead; whether it led through the exit.
    pub(super) fn forward(&mut self) -> bool {
        let Some(next) = self.heading.ahead(self.robot, self.squares.size()) else {
            return false;
        };
        match self.squares.get(next) {
            Some(Square::Exit) => {
                self.robot = next;
                true
            }
            Some(Square::Floor | Square::Coin) => {
                self.robot = next;
                false
            }
            _ => false,
        }
    }

    pub(super) fn grab(&mut self) {
        if self.squares.get(self.robot) == Some(&Square::Coin) {
            self.squares.set(self.robot, Square::Floor);
            self.coins += 1;
        }
    }

    /// A shot ahead. Returns where it ended: on what it destroyed, or before a wall.
    pub(super) fn shoot(&mut self) -> Cell {
        let mut at = self.robot;
        while let Some(next) = self.heading.ahead(at, self.squares.size()) {
            match self.squares.get(next) {
                Some(Square::Wall) | None => break,
                Some(Square::Block | Square::Coin) => {
                    self.squares.set(next, Square::Floor);
                    return next;
                }
                _ => at = next,
            }
        }
        at
    }

    /// The score, if it escaped.
    pub fn score(&self, program: &Program) -> Option<i64> {
        (self.end == End::Escaped).then(|| score(program.cost(), self.coins))
    }
}

/// The score of a whole program under all rules of the board; `None` if it does not escape or is
/// not allowed.
pub fn score_of(board: &Board, program: &Program) -> Option<i64> {
    let strict = board.calls == Calls::Strict;
    let refused = program.half_label
        || (strict && (program.dangling_call().is_some() || program.doubled_label().is_some()));
    (!refused).then(|| run(board, program).score(program))?
}
