//! Rectangles of cells, and the parts that games show of boards larger than their picture.

use super::{Cell, Size};

/// Rectangle of cells on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Upper left cell.
    pub corner: Cell,
    /// At least 1×1.
    pub size: Size,
}

impl Region {
    /// All cells of a board.
    pub fn full(size: Size) -> Self {
        let corner = Cell::default();
        Self { corner, size }
    }

    /// Rectangle between two opposite corners, in any order.
    pub fn between(a: Cell, b: Cell) -> Self {
        let corner = Cell::new(a.row.min(b.row), a.col.min(b.col));
        let size = Size::new(a.row.abs_diff(b.row) + 1, a.col.abs_diff(b.col) + 1);
        Self { corner, size }
    }

    pub fn contains(self, cell: Cell) -> bool {
        let along = |at: usize, from: usize, count: usize| (from..from + count).contains(&at);
        along(cell.row, self.corner.row, self.size.rows)
            && along(cell.col, self.corner.col, self.size.cols)
    }

    /// Board cell at a cell of the region.
    pub fn cell(self, local: Cell) -> Cell {
        Cell::new(self.corner.row + local.row, self.corner.col + local.col)
    }

    /// Board cells in the region, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.size.cells().map(move |local| self.cell(local))
    }
}

/// Size and scrolling of a game's viewport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scrolling {
    /// Maximum number of rows and columns.
    pub size: Size,
    /// True if it switches from screen to screen, false if it follows the player.
    pub flicks: bool,
}

impl Scrolling {
    /// Visible region of a board of this size when the player is in a cell.
    pub fn around(self, board: Size, cell: Cell) -> Region {
        // Screens at the edge may be smaller. A viewport around the player is shifted to keep its size.
        let begin = |at: usize, side: usize, total: usize| match self.flicks {
            true => at / side * side,
            false => at.saturating_sub(side / 2).min(total.saturating_sub(side)),
        };
        let Size { rows, cols } = self.size;
        let (row, col) = (
            begin(cell.row, rows, board.rows),
            begin(cell.col, cols, board.cols),
        );
        self.viewport(board, Cell { row, col })
    }

    /// All possible viewports on a board of this size.
    pub fn viewports(self, board: Size) -> impl Iterator<Item = Region> {
        let corners = move |side: usize, total: usize| match self.flicks {
            true => (0..total).step_by(side),
            false => (0..total.saturating_sub(side) + 1).step_by(1),
        };
        let rows = corners(self.size.rows, board.rows);
        let cells = rows.flat_map(move |row| {
            let cols = corners(self.size.cols, board.cols);
            cols.map(move |col| Cell::new(row, col))
        });
        cells.map(move |corner| self.viewport(board, corner))
    }

    fn viewport(self, board: Size, corner: Cell) -> Region {
        let size = Size::new(
            self.size.rows.min(board.rows - corner.row),
            self.size.cols.min(board.cols - corner.col),
        );
        Region { corner, size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_viewport_is_one_of_all_possible_ones() {
        for (flicks, count) in [(true, 4), (false, 20)] {
            let (board, size) = (Size::new(6, 8), Size::new(3, 4));
            let view = Scrolling { size, flicks };
            let all: Vec<Region> = view.viewports(board).collect();
            assert_eq!(all.len(), count, "{flicks}");
            for cell in board.cells() {
                let viewport = view.around(board, cell);
                assert!(all.contains(&viewport), "{cell}");
                assert!(viewport.cells().any(|shown| shown == cell), "{cell}");
            }
        }
        let view = Scrolling {
            size: Size::new(5, 5),
            flicks: true,
        };
        let edge = view.around(Size::new(7, 3), Cell::new(6, 2));
        assert_eq!((edge.corner, edge.size), (Cell::new(5, 0), Size::new(2, 3)));
        assert_eq!(view.viewports(Size::new(7, 3)).count(), 2);
    }
}
