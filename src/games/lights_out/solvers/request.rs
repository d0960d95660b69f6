//! What all solvers begin and end with.

use std::sync::Arc;

use crate::LightsOut;
use crate::game::typed::Task;
use crate::game::{Cell, Plan, Unsolvable};
use crate::position::press_move;
use crate::puzzle::{Lights, Puzzle};

/// The puzzle, and the lights after the moves already made.
pub(super) fn puzzle(task: &Task<'_, LightsOut>) -> (Arc<Puzzle>, Lights) {
    (Arc::clone(task.level), task.start.lights().clone())
}

/// Presses by raster index as a plan, and their number.
pub(super) fn plan(puzzle: &Puzzle, presses: &[u8]) -> (Plan, i64) {
    let pressed = presses.iter().enumerate().filter(|(_, times)| **times > 0);
    let moves =
        pressed.map(|(index, times)| press_move(puzzle.size().cell(index), u32::from(*times)));
    let plan = Plan(moves.collect());
    (plan, presses.iter().map(|times| i64::from(*times)).sum())
}

/// No press gets these lights right.
pub(super) fn unsolvable(puzzle: &Puzzle, lights: &[usize]) -> Unsolvable {
    let cells: Vec<Cell> = lights
        .iter()
        .map(|index| puzzle.size().cell(*index))
        .collect();
    let sum = if puzzle.states == 2 {
        "whether an even or an odd number of them is lit"
    } else {
        "the sum of their states, some of them counted more than once"
    };
    let reason = match cells.as_slice() {
        [] => "the goal cannot be reached: the equations of its lights contradict each other"
            .to_owned(),
        [one] => {
            format!("the light at {one} cannot come to the goal: no press that could is there")
        }
        lights => format!(
            "these {} lights cannot all come to the goal: no press changes {sum}, and it is not \
             what the goal has",
            lights.len()
        ),
    };
    Unsolvable { reason, cells }
}
