//! Geometry of a level's cells. They are numbered column by column, from the top; masks are sets of their numbers.

use super::super::compile::Mask;
use crate::game::Heading;

#[derive(Clone, Copy, Debug)]
pub struct LevelField {
    pub rows: usize,
    pub cols: usize,
}

impl LevelField {
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The cell `steps` cells ahead; `None` beyond the board.
    pub fn ahead(self, cell: usize, direction: Heading, steps: usize) -> Option<usize> {
        let (row, col) = (cell % self.rows, cell / self.rows);
        let (row, col) = match direction {
            Heading::Up => (row.checked_sub(steps)?, col),
            Heading::Down => (row + steps, col),
            Heading::Left => (row, col.checked_sub(steps)?),
            Heading::Right => (row, col + steps),
        };
        (row < self.rows && col < self.cols).then_some(col * self.rows + row)
    }

    /// Number of steps between two cells of an empty level.
    pub fn steps(self, one: usize, other: usize) -> usize {
        (one % self.rows).abs_diff(other % self.rows)
            + (one / self.rows).abs_diff(other / self.rows)
    }

    /// The cells `steps` cells ahead of marked ones.
    pub fn shifted(self, marks: &Mask, direction: Heading, steps: usize) -> Mask {
        let cells = marks.iter();
        Mask::new(cells.filter_map(|cell| self.ahead(cell, direction, steps)))
    }

    /// The marked cells and all cells ahead of them.
    pub fn swept(self, marks: &Mask, direction: Heading) -> Mask {
        let mut swept = marks.clone();
        let mut last = marks.clone();
        while !last.is_empty() {
            last = self.shifted(&last, direction, 1);
            swept.add(&last);
        }
        swept
    }
}

/// The directions in the order of movements.
pub const DIRECTIONS: [Heading; 4] = [Heading::Up, Heading::Down, Heading::Left, Heading::Right];
