//! What a plan costs a player with a cursor.

use crate::game::Cell;

use super::super::problem::{Problem, Vertex};

/// One key moves the cursor one cell, one key stamps.
pub(super) struct CostModel {
    /// Where the cursor is at first.
    pub start: Cell,
    cells: Vec<Cell>,
}

impl CostModel {
    pub fn new(problem: &Problem, start: Cell) -> Self {
        Self {
            start,
            cells: problem.cells.clone(),
        }
    }

    /// Number of cells to stamp; each costs one key whatever the order.
    pub fn stamps(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Keys from one cell to another.
    #[inline]
    pub fn between(&self, from: Vertex, to: Vertex) -> u32 {
        self.cells[from as usize].distance(self.cells[to as usize]) as u32
    }

    /// Keys from the cursor's start to a cell.
    #[inline]
    pub fn to_first(&self, to: Vertex) -> u32 {
        self.start.distance(self.cells[to as usize]) as u32
    }

    /// Keys that only move the cursor, over a whole order of stamping.
    pub fn steps(&self, order: &[Vertex]) -> u32 {
        let first = order.first().map_or(0, |first| self.to_first(*first));
        let pairs = order.windows(2);
        first
            + pairs
                .map(|pair| self.between(pair[0], pair[1]))
                .sum::<u32>()
    }

    /// All keys.
    pub fn keys(&self, steps: u32) -> i64 {
        i64::from(steps) + i64::from(self.stamps())
    }
}
