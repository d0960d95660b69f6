//! Greedy first plan: always stamps the nearest cell that may be stamped next. The *orientation*, for each pair of
//! neighbours which one is stamped first, is given.

use crate::game::Cell;
use crate::search::{Budget, Stop};

use super::super::problem::{StampProblem, Vertex};
use super::cost::CostModel;

/// Up to this number of cells all are considered in each step.
const MAX_SCANNED_CELLS: usize = 1000;

/// Repeatedly stamps the nearest cell whose earlier neighbours are all stamped; of equally near ones that with the
/// fewest unstamped neighbours. Keeps the orientation of `order`, an order of all cells. On boards of more than
/// [`MAX_SCANNED_CELLS`] cells, distances are numbers of steps instead of costs. Fails if the budget ends.
pub(super) fn nearest(
    problem: &StampProblem,
    cost: &CostModel,
    order: &[Vertex],
    budget: &Budget,
) -> Result<Vec<Vertex>, Stop> {
    let mut open = ReadyCells::new(problem, order);
    let mut path = Vec::with_capacity(problem.len());
    let mut ticker = budget.ticker(64);
    while path.len() < problem.len() {
        ticker.tick()?;
        let last = path.last().copied();
        let best = if problem.len() <= MAX_SCANNED_CELLS {
            let distance = |v: Vertex| last.map_or(cost.to_first(v), |last| cost.between(last, v));
            let ready = problem.vertices().filter(|v| open.is_ready(*v));
            ready.min_by_key(|v| (distance(*v), open.neighbours[*v as usize]))
        } else {
            // Without a start, the cell to begin with is arbitrary.
            let start = cost.start.unwrap_or(Cell::new(0, 0));
            open.nearest(last.map_or(start, |last| problem.cells[last as usize]))
        };
        let Some(vertex) = best else {
            // Unreachable for an acyclic orientation; `order` itself is a plan.
            return Ok(order.to_vec());
        };
        open.stamp(vertex);
        path.push(vertex);
    }
    Ok(path)
}

/// Cells stamped so far, and those that may be next.
struct ReadyCells<'a> {
    problem: &'a StampProblem,
    /// Rank of each vertex in `order`.
    rank: Vec<u32>,
    /// Number of neighbours of each vertex that must come before it and are not stamped yet.
    predecessors: Vec<u8>,
    /// Number of neighbours of each vertex that are not stamped yet.
    neighbours: Vec<u8>,
    done: Vec<bool>,
}

impl<'a> ReadyCells<'a> {
    fn new(problem: &'a StampProblem, order: &[Vertex]) -> Self {
        let rank = problem.ranks(order);
        let earlier = |v: Vertex| {
            let earlier = |other: &Vertex| rank[*other as usize] < rank[v as usize];
            problem.adjacent(v).filter(earlier).count() as u8
        };
        let degree = |v| problem.adjacent(v).count() as u8;
        Self {
            predecessors: problem.vertices().map(earlier).collect(),
            neighbours: problem.vertices().map(degree).collect(),
            done: vec![false; problem.len()],
            problem,
            rank,
        }
    }

    fn is_ready(&self, vertex: Vertex) -> bool {
        !self.done[vertex as usize] && self.predecessors[vertex as usize] == 0
    }

    /// The best of the ready cells that are fewest steps away; `None` if no cell is ready.
    fn nearest(&self, cursor: Cell) -> Option<Vertex> {
        let size = self.problem.size;
        (0..(size.rows + size.cols) as isize).find_map(|radius| {
            let offsets = (-radius..=radius).flat_map(|down| {
                let across = radius - down.abs();
                [-across, across].map(|right| (down, right))
            });
            let ready = offsets.filter_map(|(down, right)| {
                let row = cursor.row.checked_add_signed(down)?;
                let col = cursor.col.checked_add_signed(right)?;
                let vertex = self.problem.vertex(Cell { row, col });
                vertex.filter(|vertex| self.is_ready(*vertex))
            });
            ready.min_by_key(|vertex| self.neighbours[*vertex as usize])
        })
    }

    fn stamp(&mut self, vertex: Vertex) {
        self.done[vertex as usize] = true;
        for other in self.problem.adjacent(vertex) {
            let o = other as usize;
            self.neighbours[o] -= 1;
            if self.rank[o] > self.rank[vertex as usize] {
                self.predecessors[o] -= 1;
            }
        }
    }
}
