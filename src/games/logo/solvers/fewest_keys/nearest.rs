//! Nearest cells of each cell, for local search.

use crate::game::Cell;
use crate::search::{Budget, Stop};

use super::super::problem::{StampProblem, Vertex};
use super::cost::CostModel;

/// Most neighbours stored per cell.
const MAX_NEIGHBOURS: usize = 60;
/// Beyond this number of cells only a window around each is searched, and fewer are stored.
const MAX_EXACT_CELLS: usize = 1024;
/// Least number of cells in such a window, and the number stored of them.
const MIN_WINDOW: usize = 20;
/// Rows and columns to each side in the first window; it doubles until there are enough cells.
const FIRST_RADIUS: usize = 3;

/// The nearest other cells of each cell and of the cursor's start, nearest first.
pub(super) struct NearestCells {
    /// Cost and vertex; those of vertex `v` are at `ends[v]..ends[v + 1]`. The start counts as the last vertex.
    cells: Vec<(u32, Vertex)>,
    /// Ends of the rows in `cells`, one row per vertex, with 0 before them.
    ends: Vec<usize>,
}

impl NearestCells {
    pub fn new(problem: &StampProblem, cost: &CostModel, budget: &Budget) -> Result<Self, Stop> {
        let all = problem.vertices();
        let mut near = Self {
            cells: Vec::new(),
            ends: vec![0],
        };
        let mut ticker = budget.ticker(64);
        for v in all.clone() {
            ticker.tick()?;
            let entry = |u: Vertex| (cost.between(v, u), u);
            if problem.len() > MAX_EXACT_CELLS {
                near.add(around(problem, v).into_iter().map(entry), MIN_WINDOW);
            } else {
                near.add(all.clone().filter(|u| *u != v).map(entry), MAX_NEIGHBOURS);
            }
        }
        near.add(all.map(|u| (cost.to_first(u), u)), MAX_NEIGHBOURS);
        Ok(near)
    }

    /// Adds the row of the next vertex: the `max` nearest.
    fn add(&mut self, found: impl Iterator<Item = (u32, Vertex)>, max: usize) {
        let mut found: Vec<_> = found.collect();
        if found.len() > max {
            found.select_nth_unstable(max);
            found.truncate(max);
        }
        found.sort_unstable();
        self.cells.append(&mut found);
        self.ends.push(self.cells.len());
    }

    /// Cells near a vertex or, for `None`, near the cursor's start, each with its cost.
    pub fn get(&self, vertex: Option<Vertex>) -> &[(u32, Vertex)] {
        let row = vertex.map_or(self.ends.len() - 2, |vertex| vertex as usize);
        &self.cells[self.ends[row]..self.ends[row + 1]]
    }
}

/// At least [`MIN_WINDOW`] vertices around one, unless the board has fewer.
fn around(problem: &StampProblem, vertex: Vertex) -> Vec<Vertex> {
    let size = problem.size;
    let cell = problem.cells[vertex as usize];
    let mut radius = FIRST_RADIUS;
    loop {
        let rows = cell.row.saturating_sub(radius)..size.rows.min(cell.row + radius + 1);
        let cols = cell.col.saturating_sub(radius)..size.cols.min(cell.col + radius + 1);
        let is_all = rows.len() == size.rows && cols.len() == size.cols;
        let cells = rows.flat_map(|row| cols.clone().map(move |col| Cell { row, col }));
        let found = cells.filter_map(|cell| problem.vertex(cell));
        let found: Vec<Vertex> = found.filter(|other| *other != vertex).collect();
        if found.len() >= MIN_WINDOW || is_all {
            return found;
        }
        radius *= 2;
    }
}
