//! The published reference methods: depth-first search over boards.
//!
//! `backward` takes stamps back from the target in every possible order until none is left; a board is identified by
//! the cells still stamped. `forward` stamps cells from the empty board on. Only a cell whose neighbours are all stamped
//! is final and can be known to be wrong, so it recognizes bad boards late; backwards, each cell taken back was right.
//! It is far slower than `backward` and is there for comparison.

use fastrand::Rng;

use crate::Logo;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Cell, Field, Outcome, Plan, Size};
use crate::game::{Solution, SolveRequest, Solver, SolverInfo, Unsolvable, words};
use crate::generate::spiral;
use crate::search::{Budget, Descent, Progress, Stop, depth_first};

use super::problem::{StampProblem, Vertex};

/// One of the two methods.
pub(super) struct BoardSearch {
    info: &'static SolverInfo,
    /// True if it stamps cells from the empty board on, false if it takes stamps back from the target.
    forwards: bool,
}

const BACKWARD_INFO: SolverInfo = SolverInfo {
    id: "backward",
    title: "Backward search",
    good_for: "The published method, for comparison: slow.",
    method: "Depth-first search over boards from the target back to the start: takes back cells \
        that show 1, in a fixed order, and remembers the boards visited.",
    guarantee: "A plan, or proof that there is none, given enough time and memory.",
    cost_unit: "stamps",
    reference: true,
    counts: false,
    options: &[order_option("spiral")],
    ..SolverInfo::EXACT
};

pub(super) static BACKWARD: BoardSearch = BoardSearch {
    info: &BACKWARD_INFO,
    forwards: false,
};

pub(super) static FORWARD: BoardSearch = BoardSearch {
    info: &SolverInfo {
        id: "forward",
        title: "Forward search",
        good_for: "The published slow method, for comparison: very small boards only.",
        method: "Depth-first search over boards from the start to the target: stamps cells in a fixed \
            order, remembers the boards visited, and drops a board once a final cell is wrong.",
        reference: false,
        options: &[order_option("columns")],
        ..BACKWARD_INFO
    },
    forwards: true,
};

const fn order_option(default: &'static str) -> Field {
    Field::new(
        "order",
        "Order",
        default,
        "order in which cells are tried: rows or columns (from the top left), spiral (from the rim \
         inwards), inside-out or random (the same every time)",
    )
    .one_of(&["rows", "columns", "spiral", "inside-out", "random"])
    .tunable()
}

/// All cells of a board in the order with this name; by rows for an unknown one, which
/// [`Field::check`] refuses before.
fn cells_in_order(name: &str, size: Size) -> Vec<Cell> {
    let mut cells: Vec<Cell> = size.cells().collect();
    match name {
        "columns" => cells.sort_by_key(|cell| (cell.col, cell.row)),
        "spiral" => cells = spiral(size),
        "inside-out" => cells = spiral(size).into_iter().rev().collect(),
        "random" => Rng::with_seed(0).shuffle(&mut cells),
        _ => {}
    }
    cells
}

impl Solver for BoardSearch {
    fn info(&self) -> &'static SolverInfo {
        self.info
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<Logo>::new(request, self.info().id)?;
        let problem = match StampProblem::new(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let forwards = self.forwards;
        let order = cells_in_order(task.value(&self.info.options[0]), problem.size).into_iter();
        let value = |vertex| match forwards {
            true => 0,
            false => problem.final_value(vertex),
        };
        let mut walk = BoardWalk {
            problem: &problem,
            forwards,
            order: order.filter_map(|cell| problem.vertex(cell)).collect(),
            board: problem.vertices().map(value).collect(),
            stamped: vec![if forwards { 0 } else { u8::MAX }; problem.len().div_ceil(8)],
            left: problem.len(),
        };
        let result = depth_first(&mut walk, usize::MAX, budget, progress);
        let cost = problem.len() as i64;
        progress.report("done", result.explored, None, Some(cost));
        Ok(match result.path {
            Err(stop) => stop.outcome(None, Some(cost)),
            Ok(Some(mut order)) => {
                if !forwards {
                    order.reverse();
                }
                Outcome::Solved(Solution::optimal(Plan(problem.moves(&order)), cost))
            }
            Ok(None) => {
                let reason = match forwards {
                    true => "every order of stamping the target’s cells fails",
                    false => "taking stamps back from the target always gets stuck",
                };
                let explored = words::count(result.explored as usize, "boards");
                Outcome::Unsolvable(Unsolvable::because(format!(
                    "{reason} ({explored} explored)"
                )))
            }
        })
    }
}

/// The board that is stamped (`forwards`) or emptied.
struct BoardWalk<'a> {
    problem: &'a StampProblem,
    forwards: bool,
    /// Vertices in the order in which they are tried.
    order: Vec<Vertex>,
    /// Value of each cell, 0 if unstamped. Counts only cells still to be stamped, not those stamped before them.
    board: Vec<u8>,
    /// A bit per stamped cell; those beyond the last stay as they are.
    stamped: Vec<u8>,
    /// Number of cells still to be stamped or taken back.
    left: usize,
}

impl BoardWalk<'_> {
    /// Stamps a cell or takes its stamp back.
    fn toggle(&mut self, vertex: Vertex, stamp: bool) {
        self.board[vertex as usize] = u8::from(stamp);
        self.stamped[vertex as usize / 8] ^= 1 << (vertex % 8);
        for other in self.problem.adjacent(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                // One up, or one down: 1 follows 4.
                *value = (*value + if stamp { 0 } else { 2 }) % 4 + 1;
            }
        }
    }
}

impl Descent for BoardWalk<'_> {
    type Move = Vertex;
    type Key = Box<[u8]>;

    fn is_goal(&self) -> bool {
        self.left == 0
    }

    fn moves(&self, next: &mut Vec<Vertex>, _budget: &Budget) -> Result<(), Stop> {
        // Empty cells are stamped; only cells that show 1 can be the last that were.
        let value = u8::from(!self.forwards);
        let order = self.order.iter().copied();
        next.extend(order.filter(|vertex| self.board[*vertex as usize] == value));
        Ok(())
    }

    fn make(&mut self, vertex: Vertex) {
        self.toggle(vertex, self.forwards);
        self.left -= 1;
    }

    fn take_back(&mut self, vertex: Vertex) {
        self.toggle(vertex, !self.forwards);
        self.left += 1;
    }

    /// Forwards the values identify a board; backwards the stamped cells do.
    fn key(&self) -> Box<[u8]> {
        let key = match self.forwards {
            true => &self.board,
            false => &self.stamped,
        };
        key.as_slice().into()
    }

    /// A byte per cell at most, at least an allocator's smallest block, and its bookkeeping.
    fn key_bytes(&self) -> usize {
        self.board.len().max(16) + 16
    }

    /// Returns whether the cell stamped last or one of its neighbours is final and wrong; backwards, none can be.
    fn is_dead_end(&self, last: Vertex) -> bool {
        let value = |vertex: Vertex| self.board[vertex as usize];
        let is_wrong = |vertex: Vertex| {
            value(vertex) != 0
                && self.problem.adjacent(vertex).all(|other| value(other) != 0)
                && value(vertex) != self.problem.final_value(vertex)
        };
        self.forwards && (is_wrong(last) || self.problem.adjacent(last).any(is_wrong))
    }
}

#[cfg(test)]
#[test]
fn cells_are_ordered_by_column() {
    let columns = cells_in_order("columns", Size::new(3, 4));
    assert_eq!(
        columns[..4],
        [(0, 0), (1, 0), (2, 0), (0, 1)].map(|(r, c)| Cell::new(r, c))
    );
}
