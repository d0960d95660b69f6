//! Nearest cells of each cell.

use crate::search::{Budget, Stop};

use super::super::problem::{StampProblem, Vertex};
use super::cost::CostModel;

/// Most neighbours stored per cell.
const MAX_NEIGHBOURS: usize = 60;

/// Beyond this number of cells only a window around each is searched, and fewer are stored.
const MAX_EXACT_CELLS: usize = 1024;
const MIN_WINDOW: usize = 20;

/// The nearest other cells of each cell and of the cursor's start, nearest first.
pub(super) struct NearestCells {
    /// Cost and vertex; those of vertex `v` are at `ends[v]..ends[v + 1]`. The start counts as the last vertex.
    cells: Vec<(u32, Vertex)>,
    ends: Vec<usize>,
}

impl NearestCells {
    pub fn new(problem: &StampProblem, cost: &CostModel, budget: &Budget) -> Result<Self, Stop> {
        let n = problem.len();
        let all = 0..n as Vertex;
        let mut near = Self {
            cells: Vec::new(),
            ends: vec![0],
        };
        let window = (n > MAX_EXACT_CELLS).then(|| Raster::new(problem));
        let mut ticker = budget.ticker(64);
        let mut found: Vec<(u32, Vertex)> = Vec::new();
        for v in all.clone() {
            ticker.tick()?;
            let entry = |u: Vertex| (cost.between(v, u), u);
            found.clear();
            match &window {
                Some(window) => found.extend(window.around(v).into_iter().map(entry)),
                None => found.extend(all.clone().filter(|u| *u != v).map(entry)),
            }
            near.add(
                &mut found,
                if window.is_some() {
                    MIN_WINDOW
                } else {
                    MAX_NEIGHBOURS
                },
            );
        }
        found.clear();
        found.extend(all.map(|u| (cost.to_first(u), u)));
        near.add(&mut found, MAX_NEIGHBOURS);
        Ok(near)
    }

    fn add(&mut self, found: &mut Vec<(u32, Vertex)>, max: usize) {
        if found.len() > max {
            found.select_nth_unstable(max);
            found.truncate(max);
        }
        found.sort_unstable();
        self.cells.extend_from_slice(found);
        self.ends.push(self.cells.len());
    }

    /// Cells near a vertex or, for `None`, near the cursor's start, each with its cost.
    pub fn get(&self, vertex: Option<Vertex>) -> &[(u32, Vertex)] {
        let row = vertex.map_or(self.ends.len() - 2, |vertex| vertex as usize);
        &self.cells[self.ends[row]..self.ends[row + 1]]
    }
}

/// Vertices by raster index.
struct Raster<'a> {
    problem: &'a StampProblem,
    vertices: Vec<Option<Vertex>>,
}

impl<'a> Raster<'a> {
    fn new(problem: &'a StampProblem) -> Self {
        let mut vertices = vec![None; problem.size.area()];
        for (vertex, cell) in (0..).zip(&problem.cells) {
            vertices[cell.row * problem.size.cols + cell.col] = Some(vertex);
        }
        Self { problem, vertices }
    }

    /// At least [`MIN_WINDOW`] vertices around one, unless the board has fewer.
    fn around(&self, vertex: Vertex) -> Vec<Vertex> {
        let size = self.problem.size;
        let cell = self.problem.cells[vertex as usize];
        let mut radius = 3;
        loop {
            let rows = cell.row.saturating_sub(radius)..size.rows.min(cell.row + radius + 1);
            let cols = cell.col.saturating_sub(radius)..size.cols.min(cell.col + radius + 1);
            let is_all = rows.len() == size.rows && cols.len() == size.cols;
            let indices = rows.flat_map(|row| cols.clone().map(move |col| row * size.cols + col));
            let found: Vec<Vertex> = indices
                .filter_map(|index| self.vertices[index])
                .filter(|other| *other != vertex)
                .collect();
            if found.len() >= MIN_WINDOW || is_all {
                return found;
            }
            radius *= 2;
        }
    }
}
