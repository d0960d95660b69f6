//! Board of a level with repeats: robot states as numbers, lights as bits.

use std::cell::Cell;

use crate::program::BotCommand;
use crate::puzzle::BotPose;
use crate::run::run;
use crate::solvers::lazy::graph::{Graph, Mask, number};
use crate::solvers::task::BotTask;

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
    light: Vec<Option<u8>>,
    lights: i32,
    steps: Cell<u64>,
}

impl LightGraph {
    pub(super) fn new<M: Mask>(graph: &Graph<M>) -> Self {
        let next = |state: usize| graph.moves.each_ref().map(|step| step.next[state]);
        let light = |light: &Option<u16>| light.map(|light| light as u8);
        Self {
            next: (0..graph.states()).map(next).collect(),
            light: graph.light.iter().map(light).collect(),
            lights: graph.lights as i32,
            steps: Cell::new(0),
        }
    }

    /// State after a written program; `graph` is the one that this was made of.
    pub(super) fn after<M: Mask>(&self, graph: &Graph<M>, task: &BotTask) -> TracedState {
        let run = run(&task.puzzle, &task.done);
        let state = |matches: &dyn Fn(&BotPose) -> bool| graph.robots.iter().position(matches);
        let mut after = self.state_at(state(&|robot| *robot == run.robot).unwrap_or(0) as u16);
        for cell in run.lit {
            let light = state(&|robot| robot.cell == cell).and_then(|state| self.light[state]);
            if let Some(light) = light.map(usize::from) {
                after.lit[light / 64] |= 1 << (light % 64);
                after.dark -= 1;
            }
        }
        after
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
        if let Some(moved) = number(command) {
            state.robot = self.next[robot][usize::from(moved)];
            return false;
        }
        let Some(light) = self.light[robot] else {
            return false;
        };
        let (word, bit) = (usize::from(light / 64), 1 << (light % 64));
        state.lit[word] ^= bit;
        state.dark += if state.lit[word] & bit == 0 { 1 } else { -1 };
        let mixed = state.trace.rotate_left(5) ^ (u64::from(light) + 1);
        state.trace = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state.dark == 0
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
