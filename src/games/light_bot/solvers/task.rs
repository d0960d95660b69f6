//! Input of the solvers and conversion of their results.

use std::collections::HashSet;
use std::sync::Arc;

use crate::LightBot;
use crate::game::{Cell, Heading, Outcome, Plan, Solution, Unsolvable, typed};
use crate::program::BotProgram;
use crate::puzzle::{BotPose, BotPuzzle};

use super::kinds::LoopFilter;

/// Puzzle with the program written so far.
#[derive(Clone)]
pub(super) struct BotTask {
    pub(super) puzzle: Arc<BotPuzzle>,
    pub(super) done: BotProgram,
    pub(super) loops: LoopFilter,
    /// Number of shortest programs requested, at least 1.
    pub(super) count: usize,
}

impl BotTask {
    pub(super) fn new(input: &typed::SolveTask<'_, LightBot>) -> Self {
        Self {
            puzzle: Arc::clone(input.level),
            done: input.start.program.clone(),
            loops: LoopFilter::from_request(input),
            count: input.count.max(1),
        }
    }

    /// Answer if the written program wins already, or some light is out of reach; otherwise `None`.
    pub(super) fn answer_at_once(&self) -> Option<Outcome<Plan>> {
        if self.is_won_by(&self.done) {
            return Some(Outcome::Solved(self.best(&self.done)));
        }
        self.out_of_reach().map(Outcome::Unsolvable)
    }

    /// Moves from the written program to this one.
    fn plan(&self, program: &BotProgram) -> Plan {
        Plan(program.changes(&self.done))
    }

    /// Proof of unsolvability after a complete search.
    pub(super) fn exhausted(&self) -> Unsolvable {
        match self.done.cost() {
            0 => self.too_few_slots(),
            _ => self.dead_end(),
        }
    }

    pub(super) fn dead_end(&self) -> Unsolvable {
        Unsolvable::because(format!(
            "no {} with this start fits the slots and lights all lights",
            self.loops.program()
        ))
    }

    /// Solution by a program that is known to be shortest.
    pub(super) fn best(&self, program: &BotProgram) -> Solution<Plan> {
        Solution::optimal(self.plan(program), program.cost() as i64)
    }

    /// Solution, optimal if it costs at most `bound`; all programs with fewer than `bound` commands are known.
    pub(super) fn known(&self, program: &BotProgram, bound: usize) -> Solution<Plan> {
        if program.cost() <= bound {
            return self.best(program);
        }
        Solution {
            lower_bound: Some(bound as i64),
            ..Solution::new(self.plan(program), program.cost() as i64)
        }
    }

    pub(super) fn is_won_by(&self, program: &BotProgram) -> bool {
        self.loops.is_won_by(program, &self.puzzle)
    }

    /// Adds all shortest programs in the order of their text, if several are requested.
    pub(super) fn with_others(
        &self,
        solution: Solution<Plan>,
        mut programs: Vec<BotProgram>,
    ) -> Solution<Plan> {
        programs.sort_by_cached_key(ToString::to_string);
        let mut plans = programs.iter().map(|program| self.plan(program));
        match plans.next() {
            Some(plan) if self.count > 1 => Solution {
                plan,
                others: plans.collect(),
                solutions: Some(programs.len() as u64),
                ..solution
            },
            _ => solution,
        }
    }

    /// Proof of unsolvability; `None` if the robot can reach all lights.
    fn out_of_reach(&self) -> Option<Unsolvable> {
        let puzzle = &self.puzzle;
        let mut reached = HashSet::new();
        let mut open = vec![puzzle.robot.cell];
        while let Some(cell) = open.pop() {
            if reached.insert(cell) {
                let robots = Heading::ALL.map(|facing| BotPose { cell, facing });
                let ahead = |robot| puzzle.forward(robot).or_else(|| puzzle.jump(robot));
                open.extend(robots.into_iter().filter_map(ahead));
            }
        }
        let unreached = puzzle.lights().filter(|cell| !reached.contains(cell));
        let cells: Vec<Cell> = unreached.collect();
        let first = cells.first()?;
        let reason = match cells.len() {
            1 => format!("the robot cannot reach the light at {first}"),
            count => format!("the robot cannot reach {count} of the lights, such as {first}"),
        };
        Some(Unsolvable { reason, cells })
    }

    pub(super) fn too_few_slots(&self) -> Unsolvable {
        Unsolvable::because(format!(
            "no {} that fits the slots ({}) lights all lights; {}",
            self.loops.program(),
            self.puzzle.slots,
            match self.loops {
                LoopFilter::Any => "the level needs more slots",
                _ => "other kinds were not searched",
            }
        ))
    }
}
