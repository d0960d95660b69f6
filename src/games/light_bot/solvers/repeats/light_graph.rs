//! Board of a level with repeats: robot states as numbers, lights as bits.

use std::cell::Cell as Counter;

use crate::game::Cell;
use crate::program::{BotCommand, BotProgram};
use crate::puzzle::{BotPose, BotPuzzle};
use crate::run::after;

use super::Stmt;

/// Lit lights as bits, for up to 256 lights.
pub(super) type Lit = [u64; 4];

/// State of robot and lights.
#[derive(Clone, Copy, Debug)]
pub(super) struct TracedState {
    pub(super) robot: u16,
    pub(super) lit: Lit,
    pub(super) dark: i32,
    /// Hash of the sequence of switched lights.
    pub(super) trace: u64,
}

/// Graph of reachable robot states.
pub(super) struct LightGraph {
    /// Next state by F, J, L and R.
    next: Vec<[u16; 4]>,
    poses: Vec<BotPose>,
    light: Vec<Option<u8>>,
    lights: i32,
    steps: Counter<u64>,
}

impl LightGraph {
    pub(super) fn new(puzzle: &BotPuzzle) -> Self {
        let lights: Vec<Cell> = puzzle.lights().collect();
        let mut poses = vec![puzzle.robot];
        let mut next = Vec::new();
        let moves = [
            BotCommand::Forward,
            BotCommand::Jump,
            BotCommand::Left,
            BotCommand::Right,
        ];
        while let Some(robot) = poses.get(next.len()).copied() {
            next.push(moves.map(|command| {
                let to = after(puzzle, robot, command);
                let index = poses.iter().position(|it| *it == to);
                index.unwrap_or_else(|| {
                    poses.push(to);
                    poses.len() - 1
                }) as u16
            }));
        }
        let light = |robot: &BotPose| lights.binary_search(&robot.cell).ok().map(|it| it as u8);
        Self {
            light: poses.iter().map(light).collect(),
            poses,
            next,
            lights: lights.len() as i32,
            steps: Counter::new(0),
        }
    }

    /// State after a written program.
    pub(super) fn after(&self, puzzle: &BotPuzzle, program: &BotProgram) -> TracedState {
        let mut state = self.state_at(0);
        let run = crate::run::run(puzzle, program);
        let lights: Vec<Cell> = puzzle.lights().collect();
        for cell in &run.lit {
            if let Ok(light) = lights.binary_search(cell) {
                state.lit[light / 64] |= 1 << (light % 64);
                state.dark -= 1;
            }
        }
        let index = self.poses.iter().position(|robot| *robot == run.robot);
        state.robot = index.unwrap_or(0) as u16;
        state
    }

    pub(super) fn count(&self) -> u16 {
        self.next.len() as u16
    }

    pub(super) fn state_at(&self, robot: u16) -> TracedState {
        TracedState {
            robot,
            lit: Lit::default(),
            dark: self.lights,
            trace: 0,
        }
    }

    /// Total number of executed steps.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Executes a command; returns whether all lights are lit.
    pub(super) fn step(&self, command: BotCommand, state: &mut TracedState) -> bool {
        let robot = usize::from(state.robot);
        let moved = match command {
            BotCommand::Forward => 0,
            BotCommand::Jump => 1,
            BotCommand::Left => 2,
            BotCommand::Right => 3,
            _ => {
                let Some(light) = self.light[robot] else {
                    return false;
                };
                let (word, bit) = (usize::from(light / 64), 1 << (light % 64));
                state.lit[word] ^= bit;
                state.dark += if state.lit[word] & bit == 0 { 1 } else { -1 };
                state.trace = (state.trace.rotate_left(5) ^ (u64::from(light) + 1))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                return state.dark == 0;
            }
        };
        state.robot = self.next[robot][moved];
        false
    }

    /// Executes a program's parts; returns whether all lights were lit at some moment, which ends it.
    pub(super) fn run(&self, items: &[Stmt], state: &mut TracedState) -> bool {
        let mut steps = 0;
        let won = self.run_items(items, state, &mut steps);
        self.steps.set(self.steps.get() + steps);
        won
    }

    fn run_items(&self, items: &[Stmt], state: &mut TracedState, steps: &mut u64) -> bool {
        for item in items {
            match item {
                Stmt::Act(command) => {
                    *steps += 1;
                    if self.step(*command, state) {
                        return true;
                    }
                }
                Stmt::Repeat(times, body) => {
                    for _ in 0..*times {
                        let before = (state.robot, state.trace);
                        if self.run_items(body, state, steps) {
                            return true;
                        }
                        // A turn without effect repeats without effect.
                        if (state.robot, state.trace) == before {
                            break;
                        }
                    }
                }
            }
        }
        false
    }
}
