//! Board of a level with repeats: a state of robot and lights, and the effect of programs on it.

use std::cell::Cell;

use crate::program::BotCommand;
use crate::puzzle::{BotPose, BotPuzzle};
use crate::run::BotRun;
use crate::solvers::lazy::graph::{Graph, LightSet, number};
use crate::solvers::task::BotTask;

use super::Stmt;

#[derive(Clone, Copy, Debug)]
pub(super) struct TracedState {
    /// State of the graph.
    pub(super) robot: u16,
    /// Lights that are on.
    pub(super) lit: LightSet,
    /// Number of lights that are off.
    pub(super) dark: i32,
    /// Hash of the sequence of switched lights; equal traces from equal states mean equal effects.
    pub(super) trace: u64,
}

/// The board's graph, which runs programs on robot and lights.
pub(super) struct LightGraph {
    graph: Graph,
    /// Number of commands executed by [`LightGraph::run`].
    steps: Cell<u64>,
}

impl LightGraph {
    pub(super) fn new(puzzle: &BotPuzzle) -> Self {
        Self {
            graph: Graph::new(puzzle),
            steps: Cell::default(),
        }
    }

    /// State after a written program.
    pub(super) fn after(&self, task: &BotTask) -> TracedState {
        let world = BotRun::to_end(&task.puzzle, &task.done).world;
        let robots = &self.graph.robots;
        let state = |matches: &dyn Fn(&BotPose) -> bool| robots.iter().position(matches);
        let mut after = self.state_at(state(&|it| *it == world.state.robot).unwrap_or(0) as u16);
        for cell in world.lit() {
            let light = state(&|robot| robot.cell == cell);
            if let Some(light) = light.and_then(|state| self.graph.light[state]) {
                after.lit = after.lit.xor(LightSet::bit(light.into()));
                after.dark -= 1;
            }
        }
        after
    }

    /// Number of robot states.
    pub(super) fn count(&self) -> u16 {
        self.graph.states() as u16
    }

    /// The robot in a state, all lights off.
    pub(super) fn state_at(&self, robot: u16) -> TracedState {
        TracedState {
            robot,
            lit: LightSet::default(),
            dark: self.graph.lights as i32,
            trace: 0,
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Executes a command; returns whether all lights are lit.
    pub(super) fn step(&self, command: BotCommand, state: &mut TracedState) -> bool {
        let robot = usize::from(state.robot);
        if let Some(moved) = number(command) {
            state.robot = self.graph.moves[usize::from(moved)].next[robot];
            return false;
        }
        let Some(light) = self.graph.light[robot] else {
            return false;
        };
        state.lit = state.lit.xor(LightSet::bit(light.into()));
        state.dark += if state.lit.has(light.into()) { -1 } else { 1 };
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
