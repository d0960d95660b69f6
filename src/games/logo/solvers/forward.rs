//! The second reference: depth-first search over board states, from the empty board forwards.
//!
//! A board on the way forwards does not tell whether it still leads to the target. Only a cell all of
//! whose neighbours are stamped is final, and only such a cell can be seen to be wrong. Backwards,
//! each cell taken back was right. So this is far slower than `backward`; it is there to be compared
//! with.

use crate::Logo;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Outcome, Plan, SolveError, SolverInfo, Unsolvable};
use crate::search::{Budget, Progress, Stop};

use super::order;
use super::problem::{Problem, Vertex, count};
use super::seen::Seen;

/// The order in which cells are tried if none is asked for.
const ORDER: &str = "columns";

/// Stamps cells, in every way there is, until the target is there.
pub(super) struct Forward;

static INFO: SolverInfo = SolverInfo {
    id: "forward",
    title: "Forward search",
    good_for: "The published slow way, to compare with: boards of few cells only.",
    method: "Depth-first search over boards from the start to the target, stamping cells in a set \
             order, with a set of the boards seen; a board is given up when a cell that cannot \
             change any more is wrong.",
    guarantee: "Finds a plan or proves that there is none, given time and memory; very slow.",
    cost_unit: "stamps",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: false,
    options: &[order::option(ORDER)],
};

impl TypedSolver for Forward {
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
        let way = result.map(|found| found.then_some(search.stamped.as_slice()));
        Ok(problem.outcome(way, || Unsolvable {
            reason: format!(
                "every way of stamping the cells of the target comes to a board that cannot become \
                 it ({} seen)",
                count(search.explored as usize + 1, "board", "boards"),
            ),
            cells: Vec::new(),
        }))
    }
}

struct Search<'a> {
    problem: &'a Problem,
    /// The order in which cells are tried.
    order: Vec<Vertex>,
    /// What each cell shows, 0 before it is stamped.
    board: Vec<u8>,
    /// Cells stamped, in this order.
    stamped: Vec<Vertex>,
    explored: u64,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, order: Vec<Vertex>) -> Self {
        Self {
            order,
            board: vec![0; problem.len()],
            stamped: Vec::with_capacity(problem.len()),
            explored: 0,
            problem,
        }
    }

    /// Whether the target was reached; the way is in `stamped` then.
    fn run(&mut self, budget: &Budget, progress: &Progress<'_>) -> Result<bool, Stop> {
        let mut seen = Seen::new(self.board.len());
        // For each board on the way, which cell of the order is to be tried next.
        let mut next = vec![0_usize];
        let mut ticker = budget.ticker(256);
        while let Some(from) = next.last_mut() {
            if self.stamped.len() == self.problem.len() {
                return Ok(true);
            }
            let found = self.order[*from..]
                .iter()
                .position(|v| self.board[*v as usize] == 0);
            ticker.tick()?;
            let Some(found) = found else {
                next.pop();
                if let Some(vertex) = self.stamped.pop() {
                    self.take_back(vertex);
                }
                continue;
            };
            let vertex = self.order[*from + found];
            *from += found + 1;
            self.stamp(vertex);
            if !self.may_lead_on(vertex) || !seen.insert(&self.board) {
                self.take_back(vertex);
                continue;
            }
            self.stamped.push(vertex);
            next.push(0);
            self.explored += 1;
            if self.explored.is_multiple_of(65_536) {
                let cells = format!("{} of {} cells", self.stamped.len(), self.problem.len());
                progress.report(cells, self.explored, None, None);
            }
            budget.check_memory(seen.bytes())?;
        }
        Ok(false)
    }

    fn stamp(&mut self, vertex: Vertex) {
        self.board[vertex as usize] = 1;
        for other in self.problem.beside(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                *value = *value % 4 + 1;
            }
        }
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

    /// Whether neither the cell stamped last nor one beside it is final and wrong.
    fn may_lead_on(&self, vertex: Vertex) -> bool {
        let is_empty = |vertex: Vertex| self.board[vertex as usize] == 0;
        let may = |vertex: Vertex| {
            is_empty(vertex)
                || self.problem.beside(vertex).any(is_empty)
                || self.board[vertex as usize] == self.problem.shown(vertex)
        };
        may(vertex) && self.problem.beside(vertex).all(may)
    }
}
