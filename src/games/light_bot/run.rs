//! Running a program.
//!
//! What the robot does never changes which command comes next. So a procedure that is called while
//! it is running will be called again for ever: nothing behind that call is ever reached. The
//! stack is cut there, which makes recursion without limit need no more than one frame for each
//! procedure, and such a run is over once robot and lights repeat at that call.

use super::program::{Command, Program};
use super::puzzle::{Puzzle, Robot};
use crate::game::Cell;

/// Commands after which a run is given up. Programs that do not repeat can be this long only with
/// many procedures that call each other many times.
pub(super) const MAX_STEPS: u64 = 5_000_000;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where the robot is at the end.
    pub robot: Robot,
    /// The lights that are lit at the end.
    pub lit: Vec<Cell>,
    /// Whether all lights were lit, which ended the run.
    pub won: bool,
    /// Whether the program would go on for ever.
    pub endless: bool,
    /// Whether a procedure was called while it was running.
    pub looped: bool,
    /// Commands carried out, calls among them.
    pub steps: u64,
}

/// Lights by number.
pub(super) type Lit = Vec<bool>;

/// The robot and the lights.
#[derive(Clone)]
pub(super) struct Machine {
    pub(super) lights: Vec<Cell>,
    pub(super) lit: Lit,
    pub(super) dark: usize,
    pub(super) robot: Robot,
}

impl Machine {
    /// All lights off.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let lights: Vec<Cell> = puzzle.lights().collect();
        Self {
            lit: vec![false; lights.len()],
            dark: lights.len(),
            lights,
            robot: puzzle.robot,
        }
    }

    pub(super) fn carry_out(&mut self, puzzle: &Puzzle, command: Command) {
        let robot = &mut self.robot;
        match command {
            Command::Forward => {
                if let Some(cell) = puzzle.forward(*robot) {
                    robot.cell = cell;
                }
            }
            Command::Jump => {
                if let Some(cell) = puzzle.jump(*robot) {
                    robot.cell = cell;
                }
            }
            Command::Left => robot.facing = robot.facing.left(),
            Command::Right => robot.facing = robot.facing.right(),
            Command::Light => {
                if let Ok(index) = self.lights.binary_search(&robot.cell) {
                    self.lit[index] ^= true;
                    if self.lit[index] {
                        self.dark -= 1;
                    } else {
                        self.dark += 1;
                    }
                }
            }
            Command::Call(_) => {}
        }
    }
}

/// Runs a program until all lights are lit, it ends, or it repeats itself.
pub fn run(puzzle: &Puzzle, program: &Program) -> Run {
    let mut machine = Machine::new(puzzle);
    let mut steps = 0;
    let mut looped = false;
    // Procedure and next command of each frame.
    let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
    // For repetitions (Brent): what was at some earlier pass of the loop, and how many passes
    // until it is taken anew.
    let mut seen: Option<(Robot, Lit)> = None;
    let (mut passes, mut patience) = (0_u64, 1_u64);
    while machine.dark > 0 && steps < MAX_STEPS {
        let Some((procedure, next)) = stack.last_mut() else {
            break;
        };
        let Some(&command) = program.body(*procedure).get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        steps += 1;
        let Command::Call(callee) = command else {
            machine.carry_out(puzzle, command);
            continue;
        };
        let callee = usize::from(callee);
        if let Some(depth) = stack.iter().position(|(running, _)| *running == callee) {
            stack.truncate(depth);
            looped = true;
            if seen
                .as_ref()
                .is_some_and(|(robot, lit)| *robot == machine.robot && *lit == machine.lit)
            {
                break;
            }
            if passes == patience || seen.is_none() {
                seen = Some((machine.robot, machine.lit.clone()));
                passes = 0;
                patience *= 2;
            }
            passes += 1;
        }
        stack.push((callee, 0));
    }
    let lit = machine.lights.iter().zip(&machine.lit);
    Run {
        robot: machine.robot,
        lit: lit
            .filter(|(_, lit)| **lit)
            .map(|(cell, _)| *cell)
            .collect(),
        won: machine.dark == 0,
        endless: looped && machine.dark > 0,
        looped,
        steps,
    }
}
