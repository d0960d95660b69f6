//! Execution of programs, step by step or to the end.

use crate::game::programs::calls::{CallStack, CycleDetector};
use crate::game::programs::loops::LoopStack;

use super::program::{BotCommand, BotProgram};
use super::puzzle::{BotPose, BotPuzzle, MAX_PROCEDURES};
use crate::game::{Cell, Slot};

/// Maximum number of executed commands, rarely reached without recursion and repeats.
const MAX_STEPS: u64 = 5_000_000;

/// Call stack, including main.
pub(super) type Stack = CallStack<{ MAX_PROCEDURES + 1 }>;

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    pub robot: BotPose,
    pub lit: Vec<Cell>,
    /// True if all lights were lit, which ended the run.
    pub won: bool,
    /// True if a running procedure was called.
    pub looped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    Won,
    /// No command is left.
    Finished,
    /// A recursive call recurred with the same state, and would for ever: the board does not change control flow.
    Endless,
    StepLimit,
}

/// Robot, and state of each light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotState {
    pub(super) robot: BotPose,
    pub(super) lit: Vec<bool>,
}

impl BotState {
    /// Robot at its start, all lights off.
    pub(super) fn new(puzzle: &BotPuzzle, lights: &[Cell]) -> Self {
        Self {
            robot: puzzle.robot,
            lit: vec![false; lights.len()],
        }
    }

    /// Executes a command that is no call, given the puzzle's lights. Returns the new state of a switched light.
    pub(super) fn execute(
        &mut self,
        puzzle: &BotPuzzle,
        lights: &[Cell],
        command: BotCommand,
    ) -> Option<bool> {
        if command != BotCommand::Light {
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
pub(super) struct BotRun {
    pub(super) state: BotState,
    pub(super) lights: Vec<Cell>,
    dark_lights: usize,
    pub(super) stack: Stack,
    loops: LoopStack,
    pub(super) last: Option<Slot>,
    pub(super) steps: u64,
    looped: bool,
    repeats: CycleDetector<BotState>,
    pub(super) end: Option<RunEnd>,
}

impl BotRun {
    pub(super) fn new(puzzle: &BotPuzzle, program: &BotProgram) -> Self {
        let lights: Vec<Cell> = puzzle.lights().collect();
        let mut run = Self {
            state: BotState::new(puzzle, &lights),
            dark_lights: lights.len(),
            lights,
            stack: Stack::default(),
            loops: LoopStack::default(),
            last: None,
            steps: 0,
            looped: false,
            repeats: CycleDetector::default(),
            end: None,
        };
        run.update_end(program);
        run
    }

    pub(super) fn next(&self) -> Option<Slot> {
        self.stack.next().filter(|_| self.end.is_none())
    }

    /// Executes the next command; returns `false` at the end.
    pub(super) fn step(&mut self, puzzle: &BotPuzzle, program: &BotProgram) -> bool {
        let Some(slot) = self.next() else {
            return false;
        };
        self.stack.advance();
        self.steps += 1;
        self.last = Some(slot);
        match program.bodies()[slot.procedure][slot.index] {
            BotCommand::Call(callee) => {
                if self.stack.call(callee) {
                    self.loops.unwind(self.stack.depth());
                    self.looped = true;
                    if self.repeats.is_repeat(&self.state) {
                        self.end = Some(RunEnd::Endless);
                    }
                }
            }
            BotCommand::Repeat(times) => {
                let first = slot.index + 1;
                self.loops.begin(self.stack.depth(), first, times);
            }
            command => self.execute(puzzle, command),
        }
        self.update_end(program);
        true
    }

    fn execute(&mut self, puzzle: &BotPuzzle, command: BotCommand) {
        match self.state.execute(puzzle, &self.lights, command) {
            Some(true) => self.dark_lights -= 1,
            Some(false) => self.dark_lights += 1,
            None => {}
        }
    }

    /// Skips finished repeats and procedures, and detects the end of the run.
    fn update_end(&mut self, program: &BotProgram) {
        self.skip_ends(program);
        self.end = match () {
            () if self.end.is_some() => self.end,
            () if self.dark_lights == 0 => Some(RunEnd::Won),
            () if self.stack.depth() == 0 => Some(RunEnd::Finished),
            () if self.steps >= MAX_STEPS => Some(RunEnd::StepLimit),
            () => None,
        };
    }

    fn skip_ends(&mut self, program: &BotProgram) {
        while let Some(Slot { procedure, index }) = self.stack.next() {
            let depth = self.stack.depth();
            match program.body(procedure).get(index) {
                Some(BotCommand::End) => match self.loops.end_turn(depth) {
                    Some(first) => self.stack.jump(first),
                    None => self.stack.advance(),
                },
                Some(_) => return,
                None if self.loops.is_open(depth) => {
                    if let Some(first) = self.loops.end_turn(depth) {
                        self.stack.jump(first);
                    }
                }
                None => self.stack.leave(),
            }
        }
    }

    pub(super) fn lit(&self) -> impl Iterator<Item = Cell> {
        let lights = self.lights.iter().zip(&self.state.lit);
        lights.filter(|(_, lit)| **lit).map(|(cell, _)| *cell)
    }
}

/// Robot after a command; impossible moves have no effect.
pub(super) fn after(puzzle: &BotPuzzle, robot: BotPose, command: BotCommand) -> BotPose {
    let to = |cell: Option<Cell>| BotPose {
        cell: cell.unwrap_or(robot.cell),
        ..robot
    };
    let turned = |facing| BotPose { facing, ..robot };
    match command {
        BotCommand::Forward => to(puzzle.forward(robot)),
        BotCommand::Jump => to(puzzle.jump(robot)),
        BotCommand::Left => turned(robot.facing.left()),
        BotCommand::Right => turned(robot.facing.right()),
        BotCommand::Light | BotCommand::Call(_) | BotCommand::Repeat(_) | BotCommand::End => robot,
    }
}

/// Runs a program until all lights are lit, it ends, or it is endless.
pub fn run(puzzle: &BotPuzzle, program: &BotProgram) -> RunResult {
    let mut run = BotRun::new(puzzle, program);
    while run.step(puzzle, program) {}
    RunResult {
        robot: run.state.robot,
        lit: run.lit().collect(),
        won: run.end == Some(RunEnd::Won),
        looped: run.looped,
    }
}
