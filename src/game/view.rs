//! Viewports on boards that are larger than their picture.

use super::{Cell, Size};

/// Rectangle of cells on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Upper left cell.
    pub corner: Cell,
    pub size: Size,
}

impl Sight {
    /// All cells of a board.
    pub fn whole(size: Size) -> Self {
        Self {
            corner: Cell::default(),
            size,
        }
    }

    /// Board cell at a cell of the viewport.
    pub fn cell(self, shown: Cell) -> Cell {
        Cell::new(self.corner.row + shown.row, self.corner.col + shown.col)
    }

    /// Board cells in the viewport, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.size.cells().map(move |shown| self.cell(shown))
    }
}

/// Size and scrolling of a game's viewport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Maximum number of rows and columns.
    pub size: Size,
    /// True if it switches from screen to screen, false if it follows the player.
    pub flicks: bool,
}

impl View {
    /// Viewport on a board of this size when the player is in a cell.
    pub fn around(self, board: Size, cell: Cell) -> Sight {
        // Screens at the edge may be smaller. A viewport around the player is shifted to keep its size.
        let begin = |at: usize, side: usize, whole: usize| match self.flicks {
            true => at / side * side,
            false => at.saturating_sub(side / 2).min(whole.saturating_sub(side)),
        };
        let Size { rows, cols } = self.size;
        self.part(
            board,
            Cell::new(
                begin(cell.row, rows, board.rows),
                begin(cell.col, cols, board.cols),
            ),
        )
    }

    /// All possible viewports on a board of this size.
    pub fn sights(self, board: Size) -> impl Iterator<Item = Sight> {
        let corners = move |side: usize, whole: usize| match self.flicks {
            true => (0..whole).step_by(side),
            false => (0..whole.saturating_sub(side) + 1).step_by(1),
        };
        let rows = corners(self.size.rows, board.rows);
        let cells = rows.flat_map(move |row| {
            let cols = corners(self.size.cols, board.cols);
            cols.map(move |col| Cell::new(row, col))
        });
        cells.map(move |corner| self.part(board, corner))
    }

    fn part(self, board: Size, corner: Cell) -> Sight {
        let size = Size::new(
            self.size.rows.min(board.rows - corner.row),
            self.size.cols.min(board.cols - corner.col),
        );
        Sight { corner, size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_around_any_cell_is_one_of_all_that_may_be_shown() {
        for (flicks, count) in [(true, 4), (false, 20)] {
            let (board, size) = (Size::new(6, 8), Size::new(3, 4));
            let view = View { size, flicks };
            let all: Vec<Sight> = view.sights(board).collect();
            assert_eq!(all.len(), count, "{flicks}");
            for cell in board.cells() {
                let sight = view.around(board, cell);
                assert!(all.contains(&sight), "{cell}");
                assert!(sight.cells().any(|shown| shown == cell), "{cell}");
            }
        }
        let view = View {
            size: Size::new(5, 5),
            flicks: true,
        };
        let edge = view.around(Size::new(7, 3), Cell::new(6, 2));
        assert_eq!((edge.corner, edge.size), (Cell::new(5, 0), Size::new(2, 3)));
        assert_eq!(view.sights(Size::new(7, 3)).count(), 2);
    }
}
