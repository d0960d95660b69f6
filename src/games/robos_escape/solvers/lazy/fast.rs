//! A machine that runs very many programs on one board, for the search by chance and for enumeration.

use crate::board::{Board, Calls};
use crate::machine::STEP_LIMIT;
use crate::program::{Command, labels};

use super::world::{FORWARD, GRAB, LEFT, LoopEnd, RIGHT, Robot, SHOOT, World};

/// When a program is given up.
#[derive(Clone, Copy)]
pub(in crate::solvers) struct Limits {
    /// Commands of a first round, and rounds times commands of a loop.
    steps: usize,
    returns: usize,
}

impl Limits {
    /// The rules allow more; few good programs need it.
    pub(super) const BRIEF: Self = Self {
        steps: 2_500,
        returns: 64,
    };
    /// No sooner than by the rules, perhaps later: in loops only commands that act are counted.
    pub(in crate::solvers) const FULL: Self = Self {
        steps: STEP_LIMIT,
        returns: usize::MAX,
    };
}

/// The board, and what a run needs.
pub(in crate::solvers) struct Fast {
    limits: Limits,
    world: World,
    start: Robot,
    strict: bool,
    to_exit: Vec<u16>,
    /// What ran in the first round, without calls.
    trace: Vec<u8>,
    /// Where to go back to, the label called if it is there, and the trace's length at the call.
    stack: Vec<(usize, u8, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solvers) struct FastRun {
    pub(in crate::solvers) escaped: bool,
    pub(in crate::solvers) coins: u16,
    /// Steps to the exit from the nearest cell that was seen since the last coin.
    pub(super) nearest: u16,
}

impl FastRun {
    pub(super) fn see(&mut self, robot: &Robot, to_exit: &[u16]) {
        let here = to_exit[robot.cell()];
        if robot.coins > self.coins {
            self.coins = robot.coins;
            self.nearest = here;
        }
        self.nearest = self.nearest.min(here);
    }
}

/// How the first round of a program ends.
enum First {
    Escaped,
    Over,
    /// What ran since this point of the trace runs again and again.
    Loop(usize),
}

impl Fast {
    pub(in crate::solvers) fn new(board: &Board, limits: Limits) -> Self {
        let (world, start) = World::new(board);
        Self {
            limits,
            to_exit: world.to_exit(),
            world,
            start,
            strict: board.calls == Calls::Strict,
            trace: Vec::new(),
            stack: Vec::new(),
        }
    }

    pub(in crate::solvers) fn run(&mut self, program: &[Command]) -> FastRun {
        self.world.back_to(0);
        self.trace.clear();
        self.stack.clear();
        let mut robot = self.start;
        let mut result = FastRun {
            escaped: false,
            coins: 0,
            nearest: self.to_exit[robot.cell()],
        };
        result.escaped = match self.first_round(program, &mut robot, &mut result) {
            First::Escaped => true,
            First::Over => false,
            First::Loop(from) => {
                let body = &self.trace[from..];
                let rounds = self.limits.steps / body.len().max(1) + 1;
                let ended =
                    self.world
                        .repeat_watched(&mut robot, body, (0, rounds), &mut false, |robot| {
                            result.see(robot, &self.to_exit)
                        });
                ended == LoopEnd::Escaped
            }
        };
        result.coins = robot.coins;
        result
    }

    fn first_round(
        &mut self,
        program: &[Command],
        robot: &mut Robot,
        result: &mut FastRun,
    ) -> First {
        let labels = labels(program);
        let mut at = 0;
        for _ in 0..self.limits.steps {
            let Some(command) = program.get(at) else {
                return First::Over;
            };
            at += 1;
            let token = match command {
                Command::Label(_) => continue,
                Command::Return => {
                    match self.stack.pop() {
                        Some((back, ..)) => at = back,
                        None => return First::Loop(0),
                    }
                    continue;
                }
                Command::Call(digit) => {
                    // A call of a label that is running never comes back: what ran since its
                    // first call runs again and again.
                    let running = self.stack.iter().find(|(_, label, _)| label == digit);
                    if let Some((.., from)) = running {
                        return First::Loop(*from);
                    }
                    let called = match labels[usize::from(*digit)] {
                        Some(label) => (*digit, label + 1),
                        None if self.strict => return First::Over,
                        None => (0, at),
                    };
                    if self.stack.len() == self.limits.returns {
                        return First::Over;
                    }
                    self.stack.push((at, called.0, self.trace.len()));
                    at = called.1;
                    continue;
                }
                simple => match token(*simple) {
                    Some(token) => token,
                    None => continue,
                },
            };
            self.trace.push(token);
            if self.world.act(robot, token) {
                return First::Escaped;
            }
            result.see(robot, &self.to_exit);
        }
        First::Over
    }
}

/// A command that does something on the board, as a byte.
pub(super) fn token(command: Command) -> Option<u8> {
    match command {
        Command::Forward => Some(FORWARD),
        Command::Left => Some(LEFT),
        Command::Right => Some(RIGHT),
        Command::Grab => Some(GRAB),
        Command::Shoot => Some(SHOOT),
        Command::Label(_) | Command::Call(_) | Command::Return => None,
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::tests::{board_of, shipped};
    use crate::{Program, run};

    /// What it says of programs by chance is what the rules say, but for runs that are too long.
    #[test]
    fn it_agrees_with_the_rules() {
        let mut chance = Rng::with_seed(5);
        let mut escapes = 0;
        for name in ["03-many-exits", "05-boxed-in", "08-cells", "11-four-wings"] {
            for calls in ["strict", "published"] {
                let level = shipped(name, calls);
                let board = board_of(&level);
                let mut brief = Fast::new(board, Limits::BRIEF);
                let mut full = Fast::new(board, Limits::FULL);
                for _ in 0..3_000 {
                    let length = chance.usize(1..16);
                    let commands: Vec<Command> = (0..length)
                        .map(|_| match chance.u8(0..12) {
                            0..4 => Command::Forward,
                            4 => Command::Left,
                            5 => Command::Right,
                            6 => Command::Grab,
                            7 => Command::Shoot,
                            8 => Command::Return,
                            9 => Command::Label(chance.u8(1..=2)),
                            _ => Command::Call(chance.u8(1..=2)),
                        })
                        .collect();
                    let program = Program::new(commands);
                    let expected = run(board, &program);
                    let escaped = expected.end == crate::End::Escaped;
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
