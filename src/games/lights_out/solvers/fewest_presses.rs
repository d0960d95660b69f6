//! `fewest-presses`: the *lightest* solution, which is the one with the fewest presses.
//!
//! Lower bound of every plan: the sum of state changes that the lights need, divided by the most lights that one
//! press switches. [`Lightest`] proves a better one where it can.

use crate::LightsOut;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Outcome, Solution, SolveRequest, Solver, SolverInfo};
use crate::puzzle::{Goal, HOLE, Lights, Puzzle};
use crate::search::{Budget, Progress, Stop};

use super::lightest::{Lightest, LightestLimits};
use super::request;

pub(crate) struct FewestPresses;

const INFO: SolverInfo = SolverInfo {
    id: "fewest-presses",
    title: "Fewest presses",
    good_for: "For the fewest presses.",
    method: "Elimination, then the lightest sum of quiet patterns, independent groups separately. Two \
        states: Walsh–Hadamard transform; beyond, descent with bounds by a trellis along the board. \
        More states: Gray code, local search.",
    guarantee: "A shortest plan where quiet patterns are few (nullity up to 36 for two states), \
        otherwise a short one with a lower bound, which often proves it; or proof that there is none.",
    cost_unit: "presses",
    counts: false,
    ..SolverInfo::EXACT
};

impl Solver for FewestPresses {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<LightsOut>::new(request, self.info().id)?;
        let (puzzle, lights) = request::puzzle(task);
        let bound = simple_bound(&puzzle, &lights);
        let (coset, presses) = match request::solutions(&puzzle, &lights, Some(bound), budget) {
            Ok(solutions) => solutions,
            Err(outcome) => return Ok(*outcome),
        };
        let board = (puzzle.size(), puzzle.states);
        let mut search = Lightest::new(board, presses, &LightestLimits::FULL, budget, progress);
        let stopped = search.run(&coset).err();
        let (plan, cost) = request::plan(&puzzle, &search.presses);
        let mut solution = Solution::optimal(plan, cost);
        let bound = Some(bound.max(search.bound).min(cost));
        solution.optimal = bound == Some(cost);
        solution.lower_bound = bound;
        progress.report("done", search.explored, Some(cost), bound);
        Ok(match stopped {
            Some(stop) => stop.outcome(Some(solution), bound),
            // The search ended at its own limits without the proof that was requested.
            None if task.optimal && !solution.optimal => {
                Stop::Method.outcome(Some(solution), bound)
            }
            None => Outcome::Solved(solution),
        })
    }
}

/// Lower bound on the presses, rounded up: each changes at most `reach` lights by one state. `reach` may be too large,
/// as it counts holes and lights switched twice; that only weakens the bound.
fn simple_bound(puzzle: &Puzzle, lights: &Lights) -> i64 {
    let size = puzzle.size();
    let reach = (0..size.area()).map(|index| {
        let mut count = 0;
        puzzle.wiring.each_light(size, index, |_| count += 1);
        count
    });
    let reach = reach.max().unwrap_or(0).max(1);
    let states = i64::from(puzzle.states);
    let missing_for = |common: u8| -> i64 {
        let cells = lights.as_slice().iter().enumerate();
        let each = |(index, light): (usize, &u8)| {
            (i64::from(puzzle.target(index, common)) - i64::from(*light)).rem_euclid(states)
        };
        cells.filter(|(_, light)| **light != HOLE).map(each).sum()
    };
    let missing = match puzzle.goal {
        Goal::Same => (0..puzzle.states).map(missing_for).min().unwrap_or(0),
        _ => missing_for(0),
    };
    (missing + reach - 1) / reach
}
