//! Positions and rectangles in the board's grid, also beyond its edges.

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
    /// Creates the position at `row`, `col`.
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

/// A rectangle of positions, possibly partly off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRect {
    /// Upper left corner.
    pub corner: GridPos,
    /// Size in cells.
    pub size: Size,
}

impl GridRect {
    /// Returns whether a position is inside.
    pub fn contains(self, pos: GridPos) -> bool {
        let (row, col) = (pos.row - self.corner.row, pos.col - self.corner.col);
        GridPos::new(row, col).to_cell(self.size).is_some()
    }

    /// Smallest rectangle that contains both.
    pub fn union(self, other: Self) -> Self {
        let end = |span: Self| {
            let Size { rows, cols } = span.size;
            (
                span.corner.row + rows as isize,
                span.corner.col + cols as isize,
            )
        };
        let corner = GridPos::new(
            self.corner.row.min(other.corner.row),
            self.corner.col.min(other.corner.col),
        );
        let (one, two) = (end(self), end(other));
        let rows = one.0.max(two.0) - corner.row;
        let cols = one.1.max(two.1) - corner.col;
        Self {
            corner,
            size: Size::new(rows.unsigned_abs(), cols.unsigned_abs()),
        }
    }
}
