//! What every solver starts from and ends in.

use std::sync::Arc;

use crate::game::{
    Cell, Level as _, Move, MoveError, Plan, ReplayError, Solution, SolveError, SolveRequest,
    Solver, Unsolvable,
};
use crate::program::{Program, parse_line};
use crate::puzzle::{Facing, Puzzle, Robot};
use crate::{INFO, LightBotLevel};

/// A puzzle, and the program that is there already.
pub(super) struct Task {
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) done: Program,
}

impl Task {
    pub(super) fn of(request: &SolveRequest<'_>, solver: &dyn Solver) -> Result<Self, SolveError> {
        let level = request.level.as_any().downcast_ref::<LightBotLevel>();
        let level = level.ok_or_else(|| SolveError::WrongGame {
            solver: solver.info().id,
            game: request.level.game_id(),
        })?;
        debug_assert_eq!(level.game_id(), INFO.id);
        let puzzle = Arc::clone(level.puzzle());
        let mut done = Program::empty(&puzzle.slots);
        for (index, mv) in request.done.iter().enumerate() {
            let (procedure, body) = parse_line(mv.as_str(), &puzzle.slots).map_err(|_| {
                SolveError::Prefix(ReplayError::Refused {
                    step: index + 1,
                    error: MoveError::illegal(mv, "it is no line of a program for this level"),
                })
            })?;
            done.set(procedure, body);
        }
        Ok(Self { puzzle, done })
    }

    /// The lines that make this program of the one that is there.
    pub(super) fn plan(&self, program: &Program) -> Plan {
        let procedures = 0..program.bodies().len();
        let changed = procedures.filter(|index| program.body(*index) != self.done.body(*index));
        Plan(
            changed
                .map(|index| Move::new(program.line(index)))
                .collect(),
        )
    }

    /// Why there is no program that begins as the one that is there, when all were tried.
    pub(super) fn dead_end(&self) -> Unsolvable {
        Unsolvable {
            reason: "no program that begins with what is written, in each procedure, and fits the \
                     slots lights all lights"
                .to_owned(),
            cells: Vec::new(),
        }
    }

    /// A program proved to be the shortest.
    pub(super) fn best(&self, program: &Program) -> Solution<Plan> {
        Solution::best(self.plan(program), program.cost() as i64)
    }

    /// A program of which only a bound is known.
    pub(super) fn some(&self, program: &Program, lower_bound: usize) -> Solution<Plan> {
        Solution {
            lower_bound: Some(lower_bound as i64),
            ..Solution::new(self.plan(program), program.cost() as i64)
        }
    }

    /// Lights that the robot cannot walk to, if any.
    pub(super) fn out_of_reach(&self) -> Option<Unsolvable> {
        let puzzle = &self.puzzle;
        let mut reached = puzzle.tiles.map(|_| false);
        let mut open = vec![puzzle.robot.cell];
        while let Some(cell) = open.pop() {
            if reached.get(cell) != Some(&false) {
                continue;
            }
            reached.set(cell, true);
            for facing in Facing::ALL {
                let robot = Robot { cell, facing };
                open.extend(puzzle.forward(robot).or_else(|| puzzle.jump(robot)));
            }
        }
        let cells: Vec<Cell> = puzzle
            .lights()
            .filter(|cell| reached.get(*cell) == Some(&false))
            .collect();
        let first = cells.first()?;
        let reason = match cells.len() {
            1 => format!("the robot cannot get to the light at {first}"),
            count => {
                format!("the robot cannot get to {count} of the lights, such as that at {first}")
            }
        };
        Some(Unsolvable { reason, cells })
    }

    /// Why there is no program when all were tried.
    pub(super) fn too_few_slots(&self) -> Unsolvable {
        Unsolvable {
            reason: format!(
                "no program that fits the slots ({}) lights all lights; the level needs more slots",
                self.puzzle.slots
            ),
            cells: Vec::new(),
        }
    }
}
