//! Geometry of a level's cells.

use super::super::compile::Direction;
use super::marks::Marks;

#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub rows: usize,
    pub cols: usize,
}

impl Field {
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The cell `steps` cells ahead.
    pub fn beyond(self, cell: usize, direction: Direction, steps: usize) -> Option<usize> {
        let (row, col) = (cell % self.rows, cell / self.rows);
        let (row, col) = match direction {
            Direction::Up => (row.checked_sub(steps)?, col),
            Direction::Down => (row + steps, col),
            Direction::Left => (row, col.checked_sub(steps)?),
            Direction::Right => (row, col + steps),
        };
        (row < self.rows && col < self.cols).then_some(col * self.rows + row)
    }

    /// The cells `steps` cells ahead of marked ones.
    pub fn shifted(self, marks: &Marks, direction: Direction, steps: usize) -> Marks {
        let mut shifted = Marks::none(self.cells());
        let all = marks.iter();
        all.filter_map(|cell| self.beyond(cell, direction, steps))
            .for_each(|cell| shifted.insert(cell));
        shifted
    }

    /// The marked cells and all cells ahead of them.
    pub fn swept(self, marks: &Marks, direction: Direction) -> Marks {
        let mut swept = marks.clone();
        let mut last = marks.clone();
        while !last.is_empty() {
            last = self.shifted(&last, direction, 1);
            swept.add(&last);
        }
        swept
    }
}

/// The opposite direction.
pub fn back(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// The directions in the order of movements.
pub const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Down,
    Direction::Left,
    Direction::Right,
];
