//! Positions and rectangles in the board's grid, also beyond its edges.

use std::ops::{Add, Sub};

use crate::game::{Cell, Size};

/// A position in the board's grid, also beyond its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridPos {
    /// Row from the top edge, negative above it.
    pub row: isize,
    /// Column from the left edge, negative left of it.
    pub col: isize,
}

impl GridPos {
    pub const fn new(row: isize, col: isize) -> Self {
        Self { row, col }
    }

    /// Converts it to a cell, if it is on a board of this size.
    pub fn to_cell(self, size: Size) -> Option<Cell> {
        let row = usize::try_from(self.row).ok()?;
        let col = usize::try_from(self.col).ok()?;
        let cell = Cell { row, col };
        size.contains(cell).then_some(cell)
    }

    /// Nearest cell of a board of this size.
    pub fn clamped(self, size: Size) -> Cell {
        let clamp = |at: isize, len: usize| at.max(0).unsigned_abs().min(len.saturating_sub(1));
        Cell::new(clamp(self.row, size.rows), clamp(self.col, size.cols))
    }
}

impl From<Cell> for GridPos {
    fn from(cell: Cell) -> Self {
        // Boards are never so large that this overflows.
        Self::new(cell.row as isize, cell.col as isize)
    }
}

impl Add for GridPos {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.row + other.row, self.col + other.col)
    }
}

impl Sub for GridPos {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.row - other.row, self.col - other.col)
    }
}

/// A rectangle of positions, possibly partly off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRect {
    pub corner: GridPos,
    pub size: Size,
}

impl GridRect {
    pub const fn full(size: Size) -> Self {
        let corner = GridPos::new(0, 0);
        Self { corner, size }
    }

    pub fn contains(self, pos: GridPos) -> bool {
        (pos - self.corner).to_cell(self.size).is_some()
    }

    pub fn union(self, other: Self) -> Self {
        let end = |Self { corner, size }| corner + Cell::new(size.rows, size.cols).into();
        let (a, b) = (self.corner, other.corner);
        let corner = GridPos::new(a.row.min(b.row), a.col.min(b.col));
        let (a, b) = (end(self), end(other));
        let size = GridPos::new(a.row.max(b.row), a.col.max(b.col)) - corner;
        Self {
            corner,
            size: Size::new(size.row.unsigned_abs(), size.col.unsigned_abs()),
        }
    }
}
