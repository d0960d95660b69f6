//! Simulator of programs on a board.
//!
//! Follows the published simulator, except that there, two quotes before a digit make a free label.

use std::sync::Arc;

use super::board::{CallRules, RobosBoard, Terrain};
use super::program::{RoboCommand, RoboProgram, labels};
use crate::game::{Cell, Grid, Heading};

/// Maximum number of executed commands, including labels, calls and returns.
pub const STEP_LIMIT: usize = 10_000;
/// Points for reaching the exit. Each command of the program costs one point.
const ESCAPE_POINTS: i64 = 40;
pub const COIN_POINTS: i64 = 10;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoboEnd {
    Escaped,
    /// No command is left.
    RanOff,
    /// The run reached [`STEP_LIMIT`] commands, which is a failure by the rules.
    StepLimit,
    /// Call without a label, under strict rules.
    NoLabel(u8),
    /// The board does not have exactly one start.
    NoStart,
}

/// Result of a run, or its state so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoboRun {
    /// Valid once the run has ended; [`RoboEnd::RanOff`] before.
    pub end: RoboEnd,
    pub steps: usize,
    pub coins: usize,
    /// Final position of the robot; the exit if it escaped.
    pub robot: Cell,
    pub heading: Heading,
    /// Board with its changes; the start is floor.
    pub squares: Grid<Terrain>,
}

/// Points of a program of `cost` commands that escapes with `coins` coins.
pub fn score(cost: usize, coins: usize) -> i64 {
    // Small enough for the products and the sum.
    let points = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 100);
    ESCAPE_POINTS - points(cost) + COIN_POINTS * points(coins)
}

pub fn run(board: &RobosBoard, program: &RoboProgram) -> RoboRun {
    run_observed(board, program, |_, _| true)
}

/// Runs a program. `observe` is called before each command and returns whether to continue.
pub(super) fn run_observed(
    board: &RobosBoard,
    program: &RoboProgram,
    mut observe: impl FnMut(&RoboRun, RoboCommand) -> bool,
) -> RoboRun {
    let mut sim = Simulator::new(board, program);
    while let Some(command) = sim.next_command()
        && observe(&sim.run, command)
    {
        sim.advance();
    }
    sim.run
}

#[derive(Clone)]
pub(super) struct Simulator {
    pub(super) program: Arc<RoboProgram>,
    pub(super) rules: CallRules,
    /// Number of coins on the board at the start.
    pub(super) all_coins: usize,
    /// Result so far; its `end` is valid once the run has ended.
    pub(super) run: RoboRun,
    pub(super) ended: bool,
    /// Index of the command of each label, by digit (1 to 5; 0 is not used).
    labels: [Option<usize>; 6],
    /// Index of the next command.
    pub(super) at: usize,
    /// Index of the command executed last.
    pub(super) last: Option<usize>,
    /// Cell where the last command's shot ended; `None` if it was not a shot.
    pub(super) shot: Option<Cell>,
    /// Active calls: index of the call command, and its digit.
    pub(super) calls: Vec<(usize, u8)>,
}

impl Simulator {
    pub(super) fn new(board: &RobosBoard, program: &RoboProgram) -> Self {
        let run = RoboRun::new(board);
        Self {
            program: Arc::new(program.clone()),
            rules: board.calls,
            all_coins: board.cells_with(Terrain::Coin).count(),
            ended: run.end == RoboEnd::NoStart || program.commands.is_empty(),
            run,
            labels: labels(&program.commands),
            at: 0,
            last: None,
            shot: None,
            calls: Vec::new(),
        }
    }

    /// Next command; `None` at the end.
    pub(super) fn next_command(&self) -> Option<RoboCommand> {
        let command = self.program.commands.get(self.at).copied();
        command.filter(|_| !self.ended)
    }

    /// Executes the next command; returns `false` at the end.
    pub(super) fn advance(&mut self) -> bool {
        let Some(command) = self.next_command() else {
            return false;
        };
        self.run.steps += 1;
        self.last = Some(self.at);
        self.shot = None;
        self.at += 1;
        let end = self.execute(command);
        let end = end.or(match self.run.steps {
            _ if self.at >= self.program.commands.len() => Some(RoboEnd::RanOff),
            STEP_LIMIT => Some(RoboEnd::StepLimit),
            _ => None,
        });
        self.ended = end.is_some();
        self.run.end = end.unwrap_or(RoboEnd::RanOff);
        true
    }

    /// Executes a command; returns the end of the run, if it ends it.
    fn execute(&mut self, command: RoboCommand) -> Option<RoboEnd> {
        match command {
            RoboCommand::Label(_) => {}
            RoboCommand::Call(digit) => {
                // Also without a label: the next return then comes back here.
                self.calls.push((self.at - 1, digit));
                match (self.labels[usize::from(digit)], self.rules) {
                    (Some(label), _) => self.at = label + 1,
                    (None, CallRules::Published) => {}
                    (None, CallRules::Strict) => return Some(RoboEnd::NoLabel(digit)),
                }
            }
            // A return outside of calls starts the program again.
            RoboCommand::Return => self.at = self.calls.pop().map_or(0, |(call, _)| call + 1),
            RoboCommand::Shoot => self.shot = Some(self.run.shoot()),
            _ => return self.run.execute(command).then_some(RoboEnd::Escaped),
        }
        None
    }
}

impl RoboRun {
    /// Initial state: the robot on its start, which becomes floor.
    pub(super) fn new(board: &RobosBoard) -> Self {
        let mut squares = board.squares.clone();
        let start = board.start();
        if let Some(start) = start {
            squares.set(start, Terrain::Floor);
        }
        Self {
            end: start.map_or(RoboEnd::NoStart, |_| RoboEnd::RanOff),
            steps: 0,
            coins: 0,
            robot: start.unwrap_or_default(),
            heading: Heading::Down,
            squares,
        }
    }

    /// Executes a command that acts on the board; returns whether the robot escaped.
    pub(super) fn execute(&mut self, command: RoboCommand) -> bool {
        match command {
            RoboCommand::Forward => return self.forward(),
            RoboCommand::Left => self.heading = self.heading.left(),
            RoboCommand::Right => self.heading = self.heading.right(),
            RoboCommand::Grab => self.grab(),
            RoboCommand::Shoot => drop(self.shoot()),
            RoboCommand::Label(_) | RoboCommand::Call(_) | RoboCommand::Return => {}
        }
        false
    }

    fn forward(&mut self) -> bool {
        let Some(next) = self.heading.ahead(self.robot, self.squares.size()) else {
            return false;
        };
        let square = self.squares.get(next);
        let escapes = square == Some(&Terrain::Exit);
        if escapes || matches!(square, Some(Terrain::Floor | Terrain::Coin)) {
            self.robot = next;
        }
        escapes
    }

    fn grab(&mut self) {
        if self.squares.get(self.robot) == Some(&Terrain::Coin) {
            self.squares.set(self.robot, Terrain::Floor);
            self.coins += 1;
        }
    }

    /// Shoots ahead and returns the end of the shot: the cell of the block or coin that it destroys, or the last cell
    /// before a wall or the edge.
    fn shoot(&mut self) -> Cell {
        let mut at = self.robot;
        while let Some(next) = self.heading.ahead(at, self.squares.size()) {
            match self.squares.get(next) {
                Some(Terrain::Wall) | None => break,
                Some(Terrain::Block | Terrain::Coin) => {
                    self.squares.set(next, Terrain::Floor);
                    return next;
                }
                _ => at = next,
            }
        }
        at
    }

    /// Points, if the robot escaped.
    pub fn score(&self, program: &RoboProgram) -> Option<i64> {
        (self.end == RoboEnd::Escaped).then(|| score(program.cost(), self.coins))
    }
}

/// Points of a program under the rules of the board; `None` if it does not escape, or has a flaw under its call rules.
pub fn score_of(board: &RobosBoard, program: &RoboProgram) -> Option<i64> {
    let valid = program.flaw(board.calls).is_none();
    valid.then(|| run(board, program).score(program))?
}
