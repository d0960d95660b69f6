//! `linear`: the exact solver for any board.
//!
//! The lights are linear equations modulo the number of states, solved by elimination along the board; the solution
//! is then made lighter within small limits.

use crate::LightsOut;
use crate::algebra::Coset;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Outcome, Solution, SolveRequest, Solver, SolverInfo};
use crate::search::{Budget, Progress, Stop};

use super::lightest::{Lightest, LightestLimits};
use super::request;

pub(super) struct Linear;

const INFO: SolverInfo = SolverInfo {
    id: "linear",
    title: "Linear algebra",
    good_for: "Recommended: an instant solution on boards of any size.",
    method: "Gaussian elimination over Z/k along the board (light chasing for any pattern, holes \
        and borders), bit-packed for two states, by prime powers for others; then the lightest sum \
        of quiet patterns, if there are few.",
    guarantee: "A plan, the shortest one where quiet patterns are few (nullity up to 20 for two \
        states); or proof that there is none, with the lights concerned.",
    cost_unit: "presses",
    proves_optimal: false,
    ..SolverInfo::EXACT
};

impl Solver for Linear {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<LightsOut>::new(request, self.info().id)?;
        let (puzzle, lights) = request::puzzle(task);
        let (coset, presses) = match request::solutions(&puzzle, &lights, None, budget) {
            Ok(solutions) => solutions,
            Err(outcome) => return Ok(*outcome),
        };
        let board = (puzzle.size(), puzzle.states);
        let mut search = Lightest::new(board, presses, &LightestLimits::INSTANT, budget, progress);
        search.explored = puzzle.size().area() as u64;
        // There is a solution whether or not a lighter one is found.
        let _ = search.run(&coset);
        let (plan, cost) = request::plan(&puzzle, &search.presses);
        progress.report("done", search.explored, Some(cost), None);
        let mut solution = match search.bound >= cost {
            true => Solution::optimal(plan, cost),
            false => Solution::new(plan, cost),
        };
        let others = match others(&coset, &search.presses, task.count, puzzle.states, budget) {
            Ok(others) => others,
            Err(stop) => return Ok(stop.outcome(Some(solution), None)),
        };
        let plan = |presses: &Vec<u8>| request::plan(&puzzle, presses).0;
        solution.others = others.iter().map(plan).collect();
        solution.solutions = (task.count > 1).then_some(1 + solution.others.len() as u64);
        Ok(Outcome::Solved(solution))
    }
}

/// Other solutions, up to `count` including the first: sums of few quiet patterns first.
fn others(
    coset: &Coset,
    first: &[u8],
    count: usize,
    states: u8,
    budget: &Budget,
) -> Result<Vec<Vec<u8>>, Stop> {
    let mut found = vec![first.to_vec()];
    let states = u16::from(states);
    for number in 0..coset.generators() {
        if found.len() >= count {
            break;
        }
        let generator = coset.generator(number, budget)?;
        let before = found.len();
        for times in 1..u16::from(generator.order) {
            for index in 0..before {
                if found.len() >= count {
                    break;
                }
                let pairs = found[index].iter().zip(&generator.presses);
                let sum =
                    |(a, b): (&u8, &u8)| ((u16::from(*a) + times * u16::from(*b)) % states) as u8;
                let other = pairs.map(sum).collect();
                found.push(other);
            }
        }
    }
    Ok(found.split_off(1))
}
