//! `brute-force`, the reference: the published depth-first search.
//!
//! Fills the cells in order with every number that is new to its lines; a total is checked once its cells are full.

use super::PuzlogicTask;
use super::problem::Csp;
use crate::game::{Answer, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, Unsolvable};
use crate::search::{Budget, Progress, Stop, Ticker};

pub(crate) struct BruteForce;

/// Cells filled between two checks of the budget.
const CELLS_PER_CHECK: u32 = 64;

struct PlacementSearch<'a> {
    problem: &'a Csp,
    /// Numbers of the first cells, as indices in the problem's list.
    chosen: Vec<usize>,
    /// Number of pieces left of each number.
    left: Vec<usize>,
    plans: Vec<Plan>,
    max_plans: usize,
}

impl PlacementSearch<'_> {
    /// Returns whether a number is new to the lines of a cell.
    fn fits(&self, cell: usize, index: usize) -> bool {
        let (number, _) = self.problem.numbers[index];
        let mut lines = self.problem.lines.iter();
        lines.all(|line| {
            let has_number = |other: &usize| self.chosen.get(*other) == Some(&index);
            !line.cells.contains(&cell)
                || !line.taken.contains(&number) && !line.cells.iter().any(has_number)
        })
    }

    /// Returns whether all totals hold whose cells are full.
    fn totals_hold(&self) -> bool {
        self.problem.totals.iter().all(|total| {
            let is_full = total.cells.iter().all(|cell| *cell < self.chosen.len());
            let numbers = total.cells.iter().filter_map(|cell| {
                let (number, _) = self.problem.numbers[*self.chosen.get(*cell)?];
                Some(i64::from(number))
            });
            !is_full || numbers.sum::<i64>() == total.left
        })
    }

    /// Fills the next cell in all ways, until there are `max_plans` plans.
    fn run(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        ticker.tick()?;
        if !self.totals_hold() {
            return Ok(());
        }
        let cell = self.chosen.len();
        if cell == self.problem.cells.len() {
            self.plans.push(self.problem.plan(&self.chosen));
            return Ok(());
        }
        for index in 0..self.left.len() {
            if self.left[index] > 0 && self.fits(cell, index) {
                self.left[index] -= 1;
                self.chosen.push(index);
                let ended = self.run(ticker);
                self.chosen.pop();
                self.left[index] += 1;
                ended?;
                if self.plans.len() >= self.max_plans {
                    break;
                }
            }
        }
        Ok(())
    }
}

const INFO: SolverInfo = SolverInfo {
    id: "brute-force",
    title: "Depth-first search",
    good_for: "The published method, for comparison: it tries everything.",
    method: "Fills cells row by row with every number that is new to its lines; full lines must meet their sums.",
    guarantee: "A plan, a count of plans, or proof that there is none, on small boards.",
    cost_unit: "pieces",
    reference: true,
    ..SolverInfo::EXACT
};

impl Solver for BruteForce {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &PuzlogicTask::new(request, self.info().id)?;
        let problem = Csp::from_position(&task.start);
        let mut search = PlacementSearch {
            chosen: Vec::new(),
            left: problem.numbers.iter().map(|(_, count)| *count).collect(),
            plans: Vec::new(),
            max_plans: task.count,
            problem: &problem,
        };
        let mut ticker = budget.ticker(CELLS_PER_CHECK);
        let is_consistent = problem.clash.is_none() && problem.pieces() == problem.cells.len();
        let ended = match is_consistent {
            true => search.run(&mut ticker),
            false => Ok(()),
        };
        progress.report("done", ticker.total(), None, None);
        Ok(outcome(&problem, search.plans, ended, task.count, || {
            Unsolvable::because("all ways to place the pieces were tried")
        }))
    }
}

/// Outcome of a search that found these plans; without a plan, `proof` is given if the search ended by itself. The
/// number of solutions is given if several plans were requested.
pub(super) fn outcome(
    problem: &Csp,
    mut plans: Vec<Plan>,
    ended: Result<(), Stop>,
    requested: usize,
    proof: impl FnOnce() -> Unsolvable,
) -> Outcome<Plan> {
    let count = plans.len() as u64;
    let first = (!plans.is_empty()).then(|| plans.remove(0));
    let solution = first.map(|plan| Solution {
        solutions: (requested > 1).then_some(count),
        others: plans,
        ..Solution::optimal(plan, problem.cells.len() as i64)
    });
    match (solution, ended) {
        (best, Err(stop)) => stop.outcome(best, None),
        (Some(solution), Ok(())) => Outcome::Solved(solution),
        (None, Ok(())) => Outcome::Unsolvable(proof()),
    }
}
