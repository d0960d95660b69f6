//! Fast simulator for running very many programs on one board: annealing and the reference.
//!
//! A call of a running label never returns, so from there on the commands since its first call repeat; likewise a
//! return without a call repeats the whole run. Such loops run on precomputed moves until the robot's pose recurs on an
//! unchanged board. A program that escapes here does so by the rules, too, unless it exceeds their step limit: loops
//! count only commands that act. Callers verify escapes by the rules.

use super::world::{FORWARD, GRAB, LEFT, RIGHT, RobotState, SHOOT, SearchWorld};
use crate::board::{CallRules, RobosBoard};
use crate::machine::STEP_LIMIT;
use crate::program::{RoboCommand, labels};

#[derive(Clone, Copy)]
pub(in crate::solvers) struct FastLimits {
    /// Maximum number of commands of the first round, and again of all rounds of a loop.
    steps: usize,
    max_open_calls: usize,
}

impl FastLimits {
    /// Below the limits of the rules; few good programs exceed them.
    pub(super) const BRIEF: Self = Self {
        steps: 2_500,
        max_open_calls: 64,
    };
    /// At least the limits of the rules; loops count only commands that act.
    pub(in crate::solvers) const FULL: Self = Self {
        steps: STEP_LIMIT,
        max_open_calls: usize::MAX,
    };
}

pub(in crate::solvers) struct FastSimulator {
    limits: FastLimits,
    world: SearchWorld,
    start: RobotState,
    /// True if a call without a label ends the run.
    strict: bool,
    /// Distance from each cell to the nearest exit.
    to_exit: Vec<u16>,
    /// Commands executed in the first round, without calls.
    trace: Vec<u8>,
    stack: Vec<RunningCall>,
}

struct RunningCall {
    /// Index of the command after the call.
    back: usize,
    /// Digit of the called label, 0 if it does not exist.
    label: u8,
    /// Length of the trace at the call.
    trace_len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solvers) struct FastRun {
    pub(in crate::solvers) escaped: bool,
    pub(in crate::solvers) coins: u16,
    /// Minimum distance to an exit, in cells, since the last coin; in a loop only of the cells where rounds start.
    pub(super) nearest: u16,
}

impl FastRun {
    /// Takes account of the robot's cell and coins.
    fn visit(&mut self, robot: &RobotState, to_exit: &[u16]) {
        let distance = to_exit[robot.cell()];
        if robot.coins > self.coins {
            self.coins = robot.coins;
            self.nearest = distance;
        }
        self.nearest = self.nearest.min(distance);
    }
}

/// End of a run up to the first loop.
enum FirstRound {
    Escaped,
    /// The program or a limit has ended it.
    Over,
    /// The trace from this index on repeats for ever.
    Loop(usize),
}

impl FastSimulator {
    pub(in crate::solvers) fn new(board: &RobosBoard, limits: FastLimits) -> Self {
        let (world, start) = SearchWorld::new(board);
        Self {
            limits,
            to_exit: world.exit_distances(),
            world,
            start,
            strict: board.calls == CallRules::Strict,
            trace: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Number of reachable coins; correct before the first run.
    pub(super) fn coins(&self) -> usize {
        usize::from(self.start.coins + self.world.coins_left)
    }

    pub(in crate::solvers) fn run(&mut self, program: &[RoboCommand]) -> FastRun {
        self.world.undo_to(0);
        self.trace.clear();
        self.stack.clear();
        let mut robot = self.start;
        let mut result = FastRun {
            escaped: false,
            coins: 0,
            nearest: self.to_exit[robot.cell()],
        };
        result.escaped = match self.first_round(program, &mut robot, &mut result) {
            FirstRound::Escaped => true,
            FirstRound::Over => false,
            FirstRound::Loop(from) => {
                let body = &self.trace[from..];
                let rounds = self.limits.steps / body.len().max(1) + 1;
                let visit = |robot: &RobotState| result.visit(robot, &self.to_exit);
                // No coins are required, and whether all rounds ran does not matter here.
                let (world, limits) = (&mut self.world, (0, rounds));
                world.repeat(&mut robot, body, limits, &mut false, visit)
            }
        };
        result.coins = robot.coins;
        result
    }

    fn first_round(
        &mut self,
        program: &[RoboCommand],
        robot: &mut RobotState,
        result: &mut FastRun,
    ) -> FirstRound {
        let labels = labels(program);
        let mut at = 0;
        for _ in 0..self.limits.steps {
            let Some(command) = program.get(at) else {
                return FirstRound::Over;
            };
            at += 1;
            let token = match command {
                RoboCommand::Label(_) => continue,
                RoboCommand::Return => {
                    match self.stack.pop() {
                        Some(call) => at = call.back,
                        None => return FirstRound::Loop(0),
                    }
                    continue;
                }
                RoboCommand::Call(digit) => {
                    // A call of a running label never returns: the trace since its first call repeats.
                    let running = self.stack.iter().find(|call| call.label == *digit);
                    if let Some(call) = running {
                        return FirstRound::Loop(call.trace_len);
                    }
                    let (label, to) = match labels[usize::from(*digit)] {
                        Some(index) => (*digit, index + 1),
                        None if self.strict => return FirstRound::Over,
                        None => (0, at),
                    };
                    if self.stack.len() == self.limits.max_open_calls {
                        return FirstRound::Over;
                    }
                    self.stack.push(RunningCall {
                        back: at,
                        label,
                        trace_len: self.trace.len(),
                    });
                    at = to;
                    continue;
                }
                simple => match token(*simple) {
                    Some(token) => token,
                    // Never: labels, returns and calls have arms of their own.
                    None => continue,
                },
            };
            self.trace.push(token);
            if self.world.act(robot, token) {
                return FirstRound::Escaped;
            }
            result.visit(robot, &self.to_exit);
        }
        FirstRound::Over
    }
}

/// Byte of a command that acts on the board.
pub(super) fn token(command: RoboCommand) -> Option<u8> {
    match command {
        RoboCommand::Forward => Some(FORWARD),
        RoboCommand::Left => Some(LEFT),
        RoboCommand::Right => Some(RIGHT),
        RoboCommand::Grab => Some(GRAB),
        RoboCommand::Shoot => Some(SHOOT),
        RoboCommand::Label(_) | RoboCommand::Call(_) | RoboCommand::Return => None,
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::tests::{board_of, random_commands, shipped};
    use crate::{RoboProgram, run};

    #[test]
    fn it_agrees_with_the_rules() {
        let mut rng = Rng::with_seed(5);
        let mut escapes = 0;
        for name in ["03-many-exits", "05-boxed-in", "08-cells", "11-four-wings"] {
            for calls in ["strict", "published"] {
                let level = shipped(name, calls);
                let board = board_of(&level);
                let mut brief = FastSimulator::new(board, FastLimits::BRIEF);
                let mut full = FastSimulator::new(board, FastLimits::FULL);
                for _ in 0..3_000 {
                    let program = RoboProgram::new(random_commands(1..16, &mut rng));
                    let expected = run(board, &program);
                    let escaped = expected.end == crate::RoboEnd::Escaped;
                    for fast in [&mut brief, &mut full] {
                        let got = fast.run(&program.commands);
                        if expected.steps < fast.limits.steps {
                            assert_eq!(got.escaped, escaped, "{program} {name} {calls}");
                        }
                        if got.escaped {
                            escapes += 1;
                            assert_eq!(usize::from(got.coins), expected.coins, "{program} {name}");
                        }
                    }
                }
            }
        }
        assert!(escapes > 40, "{escapes}");
    }
}
