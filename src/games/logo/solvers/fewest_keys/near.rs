//! Nearest cells of each cell.

use crate::search::{Budget, Stop};

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;

/// Most neighbours stored per cell.
const MOST: usize = 60;

/// Beyond this number of cells only a window around each is searched, and fewer are stored.
const SMALL: usize = 1024;
const FEW: usize = 20;

/// The nearest other cells of each cell and of the cursor's start, nearest first.
pub(super) struct Near {
    /// Cost and vertex; those of vertex `v` are at `ends[v]..ends[v + 1]`. The start counts as the last vertex.
    cells: Vec<(u32, Vertex)>,
    ends: Vec<usize>,
}

impl Near {
    pub fn new(problem: &Problem, cost: &CostModel, budget: &Budget) -> Result<Self, Stop> {
        let n = problem.len();
        let all = 0..n as Vertex;
        let mut near = Self {
            cells: Vec::new(),
            ends: vec![0],
        };
        let window = (n > SMALL).then(|| Window::new(problem));
        let mut ticker = budget.ticker(64);
        let mut found: Vec<(u32, Vertex)> = Vec::new();
        for v in all.clone() {
            ticker.tick()?;
            let way = |u: Vertex| (cost.between(v, u), u);
            found.clear();
            match &window {
                Some(window) => found.extend(window.around(v).into_iter().map(way)),
                None => found.extend(all.clone().filter(|u| *u != v).map(way)),
            }
            near.note(&mut found, if window.is_some() { FEW } else { MOST });
        }
        found.clear();
        found.extend(all.map(|u| (cost.to_first(u), u)));
        near.note(&mut found, MOST);
        Ok(near)
    }

    fn note(&mut self, found: &mut Vec<(u32, Vertex)>, most: usize) {
        if found.len() > most {
            found.select_nth_unstable(most);
            found.truncate(most);
        }
        found.sort_unstable();
        self.cells.extend_from_slice(found);
        self.ends.push(self.cells.len());
    }

    /// Cells near a vertex or, for `None`, near the cursor's start, each with its cost.
    pub fn of(&self, vertex: Option<Vertex>) -> &[(u32, Vertex)] {
        let row = vertex.map_or(self.ends.len() - 2, |vertex| vertex as usize);
        &self.cells[self.ends[row]..self.ends[row + 1]]
    }
}

/// Vertices by raster index.
struct Window<'a> {
    problem: &'a Problem,
    at: Vec<Option<Vertex>>,
}

impl<'a> Window<'a> {
    fn new(problem: &'a Problem) -> Self {
        let mut at = vec![None; problem.size.area()];
        for (vertex, cell) in (0..).zip(&problem.cells) {
            at[cell.row * problem.size.cols + cell.col] = Some(vertex);
        }
        Self { problem, at }
    }

    /// At least [`FEW`] vertices around one, unless the board has fewer.
    fn around(&self, vertex: Vertex) -> Vec<Vertex> {
        let size = self.problem.size;
        let cell = self.problem.cells[vertex as usize];
        let mut radius = 3;
        loop {
            let rows = cell.row.saturating_sub(radius)..size.rows.min(cell.row + radius + 1);
            let cols = cell.col.saturating_sub(radius)..size.cols.min(cell.col + radius + 1);
            let is_all = rows.len() == size.rows && cols.len() == size.cols;
            let places = rows.flat_map(|row| cols.clone().map(move |col| row * size.cols + col));
            let found: Vec<Vertex> = places
                .filter_map(|place| self.at[place])
                .filter(|other| *other != vertex)
                .collect();
            if found.len() >= FEW || is_all {
                return found;
            }
            radius *= 2;
        }
    }
}
