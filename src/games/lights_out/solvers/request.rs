//! Input and output that all solvers share.

use std::sync::Arc;

use crate::LightsOut;
use crate::algebra::{Coset, Solvability, solve};
use crate::game::typed::SolveTask;
use crate::game::{Cell, Outcome, Plan, Unsolvable};
use crate::position::press_move;
use crate::puzzle::{Lights, Puzzle};
use crate::search::{Budget, Stop};

/// The puzzle, and the lights after the moves already made.
pub(super) fn puzzle(task: &SolveTask<'_, LightsOut>) -> (Arc<Puzzle>, Lights) {
    (Arc::clone(task.level), task.start.lights().clone())
}

/// Converts presses by raster index to a plan and its cost.
pub(super) fn plan(puzzle: &Puzzle, presses: &[u8]) -> (Plan, i64) {
    let pressed = presses.iter().enumerate().filter(|(_, times)| **times > 0);
    let moves =
        pressed.map(|(index, times)| press_move(puzzle.size().cell(index), u32::from(*times)));
    let plan = Plan(moves.collect());
    (plan, presses.iter().map(|times| i64::from(*times)).sum())
}

/// All solutions of a puzzle, and one of them.
type Solutions = (Box<Coset>, Vec<u8>);

/// Solves a puzzle; if it has no solution or the search was stopped, returns that outcome, with the lower bound
/// `bound`.
pub(super) fn solutions(
    puzzle: &Puzzle,
    lights: &Lights,
    bound: Option<i64>,
    budget: &Budget,
) -> Result<Solutions, Box<Outcome<Plan>>> {
    let stopped = |stop: Stop| Box::new(stop.outcome(None, bound));
    match solve(puzzle, lights, budget).map_err(stopped)? {
        Solvability::Unsolvable(lights) => {
            Err(Box::new(Outcome::Unsolvable(unsolvable(puzzle, &lights))))
        }
        Solvability::Solvable(coset) => {
            let presses = coset.solution(budget).map_err(stopped)?;
            Ok((coset, presses))
        }
    }
}

fn unsolvable(puzzle: &Puzzle, lights: &[usize]) -> Unsolvable {
    let cells = lights.iter().map(|index| puzzle.size().cell(*index));
    let cells: Vec<Cell> = cells.collect();
    let sum = match puzzle.states {
        2 => "whether an even or odd number of them is lit",
        _ => "the weighted sum of their states",
    };
    let reason = match cells.as_slice() {
        [] => "the goal cannot be reached: the equations of the lights contradict each other"
            .to_owned(),
        [one] => {
            format!("the light at {one} cannot reach its goal: no press switches it the right way")
        }
        lights => format!(
            "these {} lights cannot all reach the goal: no press changes {sum}, and the goal needs another value",
            lights.len()
        ),
    };
    Unsolvable { reason, cells }
}
