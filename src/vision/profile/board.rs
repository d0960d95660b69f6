//! Boards with evenly spaced cells.

use serde::{Deserialize, Serialize};

use super::area::Point;
use super::form::described;
use super::values::CellRule;
use crate::game::{Seams, Size};

described! {
    /// A board: cells of one size at even distances.
    struct BoardRule("boards") {
        /// The game's id for this board.
        id: String;
        /// Number of rows; with a grid, 0 takes as many as are seen.
        rows: usize = "0", integer(0, 1000);
        /// Number of columns; with a grid, 0 takes as many as are seen.
        cols: usize = "0", integer(0, 1000);
        /// Upper left corner of the first cell.
        origin: Point = "(0, 0)";
        /// From one cell's corner to the next one's, to the right and down.
        pitch: (u32, u32);
        /// Rows at places of their own; then `rows`, `cols` and `origin` are not needed.
        lines: Option<LinesRule> = "none";
        /// True if wholly blank rows and columns at the end do not belong to the board.
        trim: bool = "false";
        /// Width and height of a cell.
        cell: (u32, u32), integer(1, 16_384);
        /// Width of the seams between cells that show something themselves, such as walls and signs; 0 for none. Every
        /// second row and column is a seam then, and `rows` and `cols` count them, too.
        seam: u32 = "0", integer(0, 16_384);
        /// Position of the seams: `Between` cells, or also `Around` the board, so that the first and last row and column
        /// are seams.
        seams: Seams = "Between";
        /// Recognition of cell values.
        values: CellRule;
        /// Appearance of blank cells: `Any` (unknown), `Plain` (all of one same colour), `Pattern` (all with the same
        /// pattern of at least two colours). A board whose blank cells look otherwise is refused, and a cell that
        /// something covers becomes doubtful.
        blanks: BlankStyle = "Any";
        /// Values that look the same, as what is read and what it may be instead: `("$", "*")` where a box looks the same on
        /// a goal. Where the other one should be, a cell counts as right.
        alike: Vec<(String, String)> = "none";
    }
}

impl BoardRule {
    /// Board without rows, columns or special appearance.
    pub fn new(id: &str, pitch: Point, cell: Point, values: CellRule) -> Self {
        Self {
            id: id.to_owned(),
            rows: 0,
            cols: 0,
            origin: (0, 0),
            pitch,
            lines: None,
            trim: false,
            cell,
            seam: 0,
            seams: Seams::default(),
            values,
            blanks: BlankStyle::Any,
            alike: Vec::new(),
        }
    }

    /// Upper left corner of a cell.
    pub fn corner(&self, row: usize, col: usize) -> (i64, i64) {
        match &self.lines {
            Some(lines) => lines.corner(self.pitch, row, col),
            None if self.seam > 0 => {
                // Pairs of a cell and the seam before or after it; `before` is 1 if the first line is a seam.
                let before = self.seams.before();
                let (row_cell, col_cell) = ((row + before) / 2, (col + before) / 2);
                let (x, y) = corner(self.origin, self.pitch, row_cell, col_cell);
                let offset = |line: usize, cell: u32| {
                    let cells = i64::from(self.seams.is_seam(line)) - i64::from(before > 0);
                    i64::from(cell) * cells
                };
                (x + offset(col, self.cell.0), y + offset(row, self.cell.1))
            }
            None => corner(self.origin, self.pitch, row, col),
        }
    }

    /// Width and height of a cell or of the seam in its place.
    pub fn side(&self, row: usize, col: usize) -> (u32, u32) {
        let side = |index: usize, cell: u32| match self.seam {
            seam if seam > 0 && self.seams.is_seam(index) => seam,
            _ => cell,
        };
        (side(col, self.cell.0), side(row, self.cell.1))
    }

    /// Cell at a pixel of the picture, as (row, column).
    pub fn cell_at(&self, x: u32, y: u32) -> Option<(usize, usize)> {
        let mut cells = self.extent().cells().map(|cell| (cell.row, cell.col));
        cells.find(|&(row, col)| {
            let (left, top) = self.corner(row, col);
            let (width, height) = self.side(row, col);
            let (right, low) = (left + i64::from(width), top + i64::from(height));
            let (x, y) = (i64::from(x), i64::from(y));
            self.has(row, col) && (left..right).contains(&x) && (top..low).contains(&y)
        })
    }

    /// Number of rows and columns; 0 if the picture decides.
    pub fn extent(&self) -> Size {
        match &self.lines {
            Some(lines) => Size::new(lines.rows.len(), lines.longest()),
            None => Size::new(self.rows, self.cols),
        }
    }

    /// Returns whether the board has a cell at this position.
    pub fn has(&self, row: usize, col: usize) -> bool {
        match &self.lines {
            Some(lines) => lines.rows.get(row).is_some_and(|line| col < line.cells),
            None => self.seam == 0 || self.seams.has_content(row, col),
        }
    }
}

fn corner(origin: Point, pitch: Point, row: usize, col: usize) -> (i64, i64) {
    // The limit, above any row or column, does not overflow when multiplied.
    let at = |origin: u32, pitch: u32, steps: usize| {
        i64::from(origin) + i64::from(pitch) * i64::try_from(steps).unwrap_or(i64::MAX >> 33)
    };
    (at(origin.0, pitch.0, col), at(origin.1, pitch.1, row))
}

described! {
    /// Rows at places of their own that go on below when they are long. `(wrap: 6, rows: [(at:
    /// (674, 40), cells: 18)])` is a row with room for 18 cells, six side by side.
    struct LinesRule("lines") derive(Eq) {
        /// After so many cells a row goes on below, from its left end.
        wrap: usize;
        /// The rows.
        rows: Vec<LineRule>;
    }
}

described! {
    /// A row at a place of its own.
    struct LineRule("lines.rows") derive(Eq) {
        /// Upper left corner of its first cell.
        at: Point;
        /// Number of places for cells.
        cells: usize, integer(0, 1000);
    }
}

impl LinesRule {
    /// Number of cells of the longest row.
    pub fn longest(&self) -> usize {
        self.rows.iter().map(|line| line.cells).max().unwrap_or(0)
    }

    fn corner(&self, pitch: Point, row: usize, col: usize) -> (i64, i64) {
        let wrap = self.wrap.max(1);
        // A row that does not exist gets the position of the last.
        let last = self.rows.last().map_or((0, 0), |line| line.at);
        let at = self.rows.get(row).map_or(last, |line| line.at);
        corner(at, pitch, col / wrap, col % wrap)
    }
}

/// Common appearance of blank cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlankStyle {
    #[default]
    Any,
    /// Each has a pattern of at least two colours, the same in all.
    Pattern,
    /// Each has one colour, the same in all.
    Plain,
}
