//! A first plan: always on to the nearest cell that may be stamped next.

use crate::game::Cell;
use crate::search::{Budget, Stop};

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;

/// Up to this number of cells all are considered in each step.
const FEW: usize = 1000;

/// Repeatedly stamps the nearest cell whose earlier neighbours are all stamped; of equally near ones that with the
/// fewest unstamped neighbours. Keeps the orientation of `order`. On large boards distance is counted in steps
/// whatever they cost.
pub(super) fn nearest(
    problem: &Problem,
    cost: &CostModel,
    order: &[Vertex],
    budget: &Budget,
) -> Result<Vec<Vertex>, Stop> {
    let mut open = Open::new(problem, order);
    let mut path = Vec::with_capacity(problem.len());
    let mut ticker = budget.ticker(64);
    while path.len() < problem.len() {
        ticker.tick()?;
        let last = path.last().copied();
        let best = if problem.len() <= FEW {
            let way = |v: Vertex| last.map_or(cost.to_first(v), |last| cost.between(last, v));
            let ready = (0..problem.len() as Vertex).filter(|v| open.is_ready(*v));
            ready.min_by_key(|v| (way(*v), open.beside[*v as usize]))
        } else {
            let start = cost.start.unwrap_or(Cell::new(0, 0));
            open.around(last.map_or(start, |last| problem.cells[last as usize]))
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

struct Open<'a> {
    problem: &'a Problem,
    /// Rank of each vertex in `order`.
    rank: Vec<u32>,
    /// Earlier neighbours not stamped yet.
    before: Vec<u8>,
    /// Neighbours not stamped yet.
    beside: Vec<u8>,
    done: Vec<bool>,
    /// Vertex at each raster index.
    at: Vec<Option<Vertex>>,
}

impl<'a> Open<'a> {
    fn new(problem: &'a Problem, order: &[Vertex]) -> Self {
        let mut rank = vec![0_u32; problem.len()];
        for (place, vertex) in (0..).zip(order) {
            rank[*vertex as usize] = place;
        }
        let all = 0..problem.len() as Vertex;
        let earlier = |v: Vertex| {
            let earlier = |other: &Vertex| rank[*other as usize] < rank[v as usize];
            problem.beside(v).filter(earlier).count() as u8
        };
        let mut at = vec![None; problem.size.area()];
        for (vertex, cell) in (0..).zip(&problem.cells) {
            at[cell.row * problem.size.cols + cell.col] = Some(vertex);
        }
        Self {
            before: all.clone().map(earlier).collect(),
            beside: all.map(|v| problem.beside(v).count() as u8).collect(),
            done: vec![false; problem.len()],
            problem,
            rank,
            at,
        }
    }

    fn is_ready(&self, vertex: Vertex) -> bool {
        !self.done[vertex as usize] && self.before[vertex as usize] == 0
    }

    /// The best of the ready cells that are fewest steps away.
    fn around(&self, cursor: Cell) -> Option<Vertex> {
        let size = self.problem.size;
        let (rows, cols) = (size.rows as isize, size.cols as isize);
        let (row, col) = (cursor.row as isize, cursor.col as isize);
        (0..rows + cols).find_map(|radius| {
            let places = (-radius..=radius).flat_map(|down| {
                let across = radius - down.abs();
                [-across, across].map(|right| (row + down, col + right))
            });
            let ready = places.filter_map(|(r, c)| {
                let inside = (0..rows).contains(&r) && (0..cols).contains(&c);
                let vertex = if inside {
                    self.at[(r * cols + c) as usize]
                } else {
                    None
                };
                vertex.filter(|vertex| self.is_ready(*vertex))
            });
            ready.min_by_key(|vertex| self.beside[*vertex as usize])
        })
    }

    fn stamp(&mut self, vertex: Vertex) {
        self.done[vertex as usize] = true;
        for other in self.problem.beside(vertex) {
            let o = other as usize;
            self.beside[o] -= 1;
            if self.rank[o] > self.rank[vertex as usize] {
                self.before[o] -= 1;
            }
        }
    }
}
