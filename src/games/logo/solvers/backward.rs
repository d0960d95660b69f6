//! The reference: the published depth-first search over board states, from the target backwards.

use crate::Logo;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Outcome, Plan, SolveError, SolverInfo, Unsolvable};
use crate::search::{Budget, Progress, Stop};

use super::order;
use super::problem::{Problem, Vertex, count};
use super::seen::Seen;

/// The order in which cells are tried if none is asked for.
const ORDER: &str = "spiral";

/// Takes stamps back, in every way there is, until none is left.
pub(super) struct Backward;

static INFO: SolverInfo = SolverInfo {
    id: "backward",
    title: "Backward search",
    good_for: "The published way, to compare with: slow.",
    method: "Depth-first search over boards from the target back to the start, taking back cells \
             that show 1 in a set order, with a set of the boards seen.",
    guarantee: "Finds a plan or proves that there is none, given time and memory; slow.",
    cost_unit: "stamps",
    reference: true,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: false,
    options: &[order::option(ORDER)],
};

impl TypedSolver for Backward {
    type Game = Logo;

    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        task: &Task<'_, Logo>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let problem = match Problem::of(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let cost = problem.len() as i64;
        let order = order::order(task, ORDER, &problem)?;
        let mut search = Search::new(&problem, order);
        let result = search.run(budget, progress);
        progress.report("done", search.explored, None, Some(cost));
        search.taken.reverse();
        let way = result.map(|found| found.then_some(search.taken.as_slice()));
        Ok(problem.outcome(way, || search.dead_end()))
    }
}

struct Search<'a> {
    problem: &'a Problem,
    /// The order in which cells are tried.
    order: Vec<Vertex>,
    /// What each cell shows on this board, 0 once taken back.
    board: Vec<u8>,
    /// Cells taken back, in this order.
    taken: Vec<Vertex>,
    explored: u64,
    /// What was left at the dead end with the fewest cells.
    closest: Vec<Vertex>,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, order: Vec<Vertex>) -> Self {
        // Counted over the cells still to be stamped only: those stamped before them stay.
        let cells = 0..problem.len() as Vertex;
        Self {
            order,
            board: cells.map(|vertex| problem.shown(vertex)).collect(),
            taken: Vec::with_capacity(problem.len()),
            explored: 0,
            closest: (0..problem.len() as Vertex).collect(),
            problem,
        }
    }

    /// Whether the start was reached; the way is in `taken` then.
    fn run(&mut self, budget: &Budget, progress: &Progress<'_>) -> Result<bool, Stop> {
        // The cells still on it say everything about a board, so one bit a cell is enough.
        let mut present = vec![u64::MAX; self.problem.len().div_ceil(64)];
        let mut seen = Seen::new(present.len() * 8);
        // For each board on the way, which cell of the order is to be tried next.
        let mut next = vec![0_usize];
        let mut ticker = budget.ticker(256);
        while let Some(from) = next.last_mut() {
            if self.taken.len() == self.problem.len() {
                return Ok(true);
            }
            let found = self.order[*from..]
                .iter()
                .position(|v| self.board[*v as usize] == 1);
            ticker.tick()?;
            let Some(found) = found else {
                if self.taken.len() + self.closest.len() > self.problem.len() {
                    let left = |v: &Vertex| self.board[*v as usize] != 0;
                    self.closest = self.order.iter().copied().filter(left).collect();
                }
                next.pop();
                if let Some(vertex) = self.taken.pop() {
                    self.put_back(vertex);
                    present[vertex as usize / 64] |= 1 << (vertex % 64);
                }
                continue;
            };
            let vertex = self.order[*from + found];
            *from += found + 1;
            present[vertex as usize / 64] &= !(1 << (vertex % 64));
            if !seen.insert(&present) {
                present[vertex as usize / 64] |= 1 << (vertex % 64);
                continue;
            }
            self.take_back(vertex);
            self.taken.push(vertex);
            next.push(0);
            self.explored += 1;
            if self.explored.is_multiple_of(65_536) {
                progress.report(
                    format!(
                        "{} of {} cells left",
                        self.closest.len(),
                        self.problem.len()
                    ),
                    self.explored,
                    None,
                    None,
                );
            }
            budget.check_memory(seen.bytes())?;
        }
        Ok(false)
    }

    fn take_back(&mut self, vertex: Vertex) {
        self.board[vertex as usize] = 0;
        for other in self.problem.beside(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                *value = (*value + 2) % 4 + 1;
            }
        }
    }

    fn put_back(&mut self, vertex: Vertex) {
        self.board[vertex as usize] = 1;
        for other in self.problem.beside(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                *value = *value % 4 + 1;
            }
        }
    }

    fn dead_end(&self) -> Unsolvable {
        Unsolvable {
            reason: format!(
                "every way of taking stamps back from the target gets stuck ({} seen); at best \
                 these {} left",
                count(self.explored as usize + 1, "board", "boards"),
                count(self.closest.len(), "cell is", "cells are"),
            ),
            cells: self.problem.places(&self.closest),
        }
    }
}
