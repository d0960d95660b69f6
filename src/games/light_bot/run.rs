//! Execution of programs, step by step or to the end.

use crate::game::programs::calls::{Calls, Repeats};
use crate::game::programs::loops::Loops;

use super::program::{Command, Program};
use super::puzzle::{MAX_PROCEDURES, Puzzle, Robot};
use crate::game::{Cell, Slot};

/// Maximum number of executed commands. Without recursion and repeats it is reached only by many procedures that call
/// each other many times.
const MAX_STEPS: u64 = 5_000_000;

/// Call stack, including main.
pub(super) type Stack = Calls<{ MAX_PROCEDURES + 1 }>;

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub robot: Robot,
    pub lit: Vec<Cell>,
    /// True if all lights were lit, which ended the run.
    pub won: bool,
    /// True if the program would never end.
    pub endless: bool,
    /// True if a running procedure was called.
    pub looped: bool,
    /// Number of executed commands, including calls and repeats.
    pub steps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Won,
    /// No command is left.
    Finished,
    /// A recursive call recurred with the same robot and lights. Control flow does not depend on the board, so it
    /// would recur for ever.
    Endless,
    StepLimit,
}

/// Robot, and state of each light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scene {
    pub(super) robot: Robot,
    pub(super) lit: Vec<bool>,
}

impl Scene {
    /// Robot at its start, all lights off.
    pub(super) fn new(puzzle: &Puzzle, lights: &[Cell]) -> Self {
        Self {
            robot: puzzle.robot,
            lit: vec![false; lights.len()],
        }
    }

    /// Executes a command that is no call; `lights` are the puzzle's. Returns the new state of the light, if one was
    /// switched.
    pub(super) fn carry_out(
        &mut self,
        puzzle: &Puzzle,
        lights: &[Cell],
        command: Command,
    ) -> Option<bool> {
        if command != Command::Light {
            self.robot = after(puzzle, self.robot, command);
            return None;
        }
        let lit = &mut self.lit[lights.binary_search(&self.robot.cell).ok()?];
        *lit ^= true;
        Some(*lit)
    }
}

/// Run in progress.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) scene: Scene,
    pub(super) lights: Vec<Cell>,
    dark: usize,
    pub(super) stack: Stack,
    loops: Loops,
    pub(super) last: Option<Slot>,
    pub(super) steps: u64,
    looped: bool,
    repeats: Repeats<Scene>,
    pub(super) end: Option<End>,
}

impl Running {
    pub(super) fn new(puzzle: &Puzzle, program: &Program) -> Self {
        let lights: Vec<Cell> = puzzle.lights().collect();
        let mut run = Self {
            scene: Scene::new(puzzle, &lights),
            dark: lights.len(),
            lights,
            stack: Stack::default(),
            loops: Loops::default(),
            last: None,
            steps: 0,
            looped: false,
            repeats: Repeats::default(),
            end: None,
        };
        run.settle(program);
        run
    }

    pub(super) fn next(&self) -> Option<Slot> {
        self.stack.next().filter(|_| self.end.is_none())
    }

    /// Executes the next command; returns `false` at the end.
    pub(super) fn step(&mut self, puzzle: &Puzzle, program: &Program) -> bool {
        let Some(slot) = self.next() else {
            return false;
        };
        self.stack.advance();
        self.steps += 1;
        self.last = Some(slot);
        match program.bodies()[slot.procedure][slot.index] {
            Command::Call(callee) => {
                if self.stack.call(callee) {
                    self.loops.cut(self.stack.depth());
                    self.looped = true;
                    if self.repeats.again(&self.scene) {
                        self.end = Some(End::Endless);
                    }
                }
            }
            Command::Repeat(times) => {
                let first = slot.index + 1;
                self.loops.begin(self.stack.depth(), first, times);
            }
            command => self.carry_out(puzzle, command),
        }
        self.settle(program);
        true
    }

    fn carry_out(&mut self, puzzle: &Puzzle, command: Command) {
        match self.scene.carry_out(puzzle, &self.lights, command) {
            Some(true) => self.dark -= 1,
            Some(false) => self.dark += 1,
            None => {}
        }
    }

    /// Skips finished repeats and procedures, and detects the end of the run.
    fn settle(&mut self, program: &Program) {
        self.pass_ends(program);
        self.end = match () {
            () if self.end.is_some() => self.end,
            () if self.dark == 0 => Some(End::Won),
            () if self.stack.depth() == 0 => Some(End::Finished),
            () if self.steps >= MAX_STEPS => Some(End::StepLimit),
            () => None,
        };
    }

    fn pass_ends(&mut self, program: &Program) {
        while let Some(Slot { procedure, index }) = self.stack.next() {
            let depth = self.stack.depth();
            match program.body(procedure).get(index) {
                Some(Command::End) => match self.loops.turn(depth) {
                    Some(first) => self.stack.go_to(first),
                    None => self.stack.advance(),
                },
                Some(_) => return,
                None if self.loops.is_open(depth) => {
                    if let Some(first) = self.loops.turn(depth) {
                        self.stack.go_to(first);
                    }
                }
                None => self.stack.leave(),
            }
        }
    }

    pub(super) fn lit(&self) -> impl Iterator<Item = Cell> {
        let lights = self.lights.iter().zip(&self.scene.lit);
        lights.filter(|(_, lit)| **lit).map(|(cell, _)| *cell)
    }
}

/// Robot after a command; impossible moves have no effect.
pub(super) fn after(puzzle: &Puzzle, robot: Robot, command: Command) -> Robot {
    let to = |cell: Option<Cell>| Robot {
        cell: cell.unwrap_or(robot.cell),
        ..robot
    };
    let turned = |facing| Robot { facing, ..robot };
    match command {
        Command::Forward => to(puzzle.forward(robot)),
        Command::Jump => to(puzzle.jump(robot)),
        Command::Left => turned(robot.facing.left()),
        Command::Right => turned(robot.facing.right()),
        Command::Light | Command::Call(_) | Command::Repeat(_) | Command::End => robot,
    }
}

/// Runs a program until all lights are lit, it ends, or it is endless.
pub fn run(puzzle: &Puzzle, program: &Program) -> Run {
    let mut run = Running::new(puzzle, program);
    while run.step(puzzle, program) {}
    let won = run.end == Some(End::Won);
    Run {
        robot: run.scene.robot,
        lit: run.lit().collect(),
        won,
        endless: run.looped && !won,
        looped: run.looped,
        steps: run.steps,
    }
}
