//! Layout of the screen on one grid: the board, its sums beyond the ends of their lines, and the pieces below.

use planwright_stage::StageScreen as _;
use planwright_stage::drawing::Area;

use super::PuzlogicShow;
use crate::game::{Cell, Size};
use crate::puzzle::{CellKind, GridLine, SumPuzzle};

const SIZE: (u32, u32) = PuzlogicShow::SIZE;
/// Distance of positions in pixels: as in the game, and the least that is legible.
const PITCH: (i32, i32) = (48, 20);
/// Top of the first row, below the title, in pixels.
const TOP: i32 = 38;
/// Minimum width of the left and right margins together, in pixels.
const MARGINS: i32 = 32;
/// Side of a square in the game, in pixels; the rest of the pitch is the gap between squares.
const SIDE: f32 = 44.0;
/// Minimum number of rows that are reserved for pieces.
const TRAY_ROWS: i32 = 2;
/// Number of pieces up to which they lie in one row.
const ONE_ROW_PIECES: i32 = 4;

/// Position of a sum, and whether it is after its line: right of a row or below a column.
type SumPlace = ((i32, i32), bool);

/// Positions are (row, column) on a grid with this pitch that covers the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLayout {
    pub(super) pitch: i32,
    left: i32,
    /// Position of the board's first row and column.
    board: (i32, i32),
    size: Size,
    pieces: Vec<(i32, i32)>,
    sums: Vec<SumPlace>,
}

impl TableLayout {
    /// The layout of a puzzle, as large as in the game or, if necessary, smaller.
    pub(super) fn new(puzzle: &SumPuzzle) -> Result<Self, String> {
        let mut pitches = (PITCH.1..=PITCH.0).rev();
        let layout = pitches.find_map(|pitch| Self::with_pitch(pitch, puzzle));
        layout.ok_or_else(|| {
            format!(
                "the board of {} with {} pieces is too large for the practice window",
                puzzle.size(),
                puzzle.pieces.len()
            )
        })
    }

    fn with_pitch(pitch: i32, puzzle: &SumPuzzle) -> Option<Self> {
        let size = puzzle.size();
        let (rows, columns) = (size.rows as i32, size.cols as i32);
        let across = (SIZE.0 as i32 - MARGINS) / pitch;
        let down = (SIZE.1 as i32 - TOP) / pitch;
        let tray = tray(puzzle.pieces.len() as i32, across);
        let tray_top = down - TRAY_ROWS.max(tray.len() as i32);
        // Rows that are left, besides one for sums above the board and one below.
        let spare = tray_top - 2 - rows;
        if spare < 0 || columns + 2 > across {
            return None;
        }
        let middle = |count: i32| (across - count) / 2;
        // Below a row for sums and less than half of the spare rows, so nearer to the top than to the pieces.
        let board = (1 + (spare - 1).max(0) / 2, middle(columns));
        let pieces = tray.iter().zip(tray_top..).flat_map(|(&count, row)| {
            let left = middle(count);
            (left..left + count).map(move |column| (row, column))
        });
        Some(Self {
            pitch,
            left: (SIZE.0 as i32 - across * pitch) / 2 + 2,
            board,
            size,
            pieces: pieces.collect(),
            sums: sum_positions(puzzle, board),
        })
    }

    pub(super) fn side(&self) -> i32 {
        self.scaled(SIDE)
    }

    /// Converts pixels of the game to this layout's scale.
    pub(super) fn scaled(&self, pixels: f32) -> i32 {
        (pixels * self.scale()).round() as i32
    }

    pub(super) fn scale(&self) -> f32 {
        self.pitch as f32 / PITCH.0 as f32
    }

    fn area(&self, (row, column): (i32, i32)) -> Area {
        let (x, y) = (self.left + self.pitch * column, TOP + self.pitch * row);
        Area::square(x, y, self.side())
    }

    pub(super) fn cell(&self, cell: Cell) -> Area {
        let (row, column) = self.board;
        self.area((row + cell.row as i32, column + cell.col as i32))
    }

    pub(super) fn piece(&self, index: usize) -> Area {
        self.area(self.pieces.get(index).copied().unwrap_or_default())
    }

    /// Area of a sum, and whether it is right of its line or below.
    pub(super) fn sum(&self, index: usize) -> (Area, bool) {
        let (position, after) = self.sums.get(index).copied().unwrap_or_default();
        (self.area(position), after)
    }

    /// Cell of the board at a point of the window, with half of the gap around it.
    pub(super) fn cell_at(&self, (x, y): (i32, i32)) -> Option<Cell> {
        let first = self.cell(Cell::default());
        let margin = (self.pitch - self.side()) / 2;
        let index =
            |at: i32, zero: i32| usize::try_from((at - zero + margin).div_euclid(self.pitch));
        let cell = Cell::new(index(y, first.y).ok()?, index(x, first.x).ok()?);
        self.size.contains(cell).then_some(cell)
    }
}

/// Number of pieces in each row, the upper rows first.
fn tray(pieces: i32, across: i32) -> Vec<i32> {
    let rows = TRAY_ROWS.max((pieces + across - 1) / across);
    let rows = if pieces <= ONE_ROW_PIECES { 1 } else { rows };
    // The upper rows take fewer if the rows cannot be equal.
    (0..rows)
        .map(|row| pieces * (row + 1) / rows - pieces * row / rows)
        .collect()
}

/// Even sums are to the right or below, odd ones to the left or above, unless another is there.
fn sum_positions(puzzle: &SumPuzzle, board: (i32, i32)) -> Vec<SumPlace> {
    let ends = puzzle.sums.iter().map(|sum| {
        let cells = puzzle.squares.iter();
        let cells = cells.filter(|(cell, s)| **s != CellKind::None && sum.line.contains(*cell));
        let along = cells.map(|(cell, _)| match sum.line {
            GridLine::Row(_) => cell.col as i32,
            GridLine::Column(_) => cell.row as i32,
        });
        let along: Vec<i32> = along.collect();
        let before = along.iter().min().unwrap_or(&0) - 1;
        let behind = along.iter().max().unwrap_or(&0) + 1;
        let position = |after: bool| {
            let at = if after { behind } else { before };
            match sum.line {
                GridLine::Row(row) => (board.0 + row as i32, board.1 + at),
                GridLine::Column(column) => (board.0 + at, board.1 + column as i32),
            }
        };
        let usual = sum.target.is_multiple_of(2);
        [(position(usual), usual), (position(!usual), !usual)]
    });
    let ends: Vec<[SumPlace; 2]> = ends.collect();
    let mut chosen = Vec::new();
    if !choose_ends(&ends, &mut chosen) {
        chosen = ends.iter().map(|[usual, _]| *usual).collect();
    }
    chosen
}

/// Chooses an end for each sum so that no two share a position; returns whether that is possible.
fn choose_ends(ends: &[[SumPlace; 2]], chosen: &mut Vec<SumPlace>) -> bool {
    let Some(choices) = ends.get(chosen.len()) else {
        return true;
    };
    for end in choices {
        if chosen.iter().any(|(position, _)| *position == end.0) {
            continue;
        }
        chosen.push(*end);
        if choose_ends(ends, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::typed::Puzzle as _;
    use crate::{PUZLOGIC, Puzlogic};

    fn layout(text: &str) -> Result<TableLayout, String> {
        let level = PUZLOGIC.parse_text(text).expect("is a level");
        TableLayout::new(Puzlogic::downcast(level.as_ref()).expect("is of this game"))
    }

    #[test]
    fn boards_and_pieces_are_where_the_game_has_them() {
        let board = "_ _ _ _ _\n".repeat(5);
        let pieces = "1 ".repeat(6);
        let layout = layout(&format!("puzlogic\n\n{board}pieces {pieces}\n")).expect("fits");
        assert_eq!(layout.pitch, 48);
        assert_eq!(layout.side(), 44);
        assert_eq!(layout.cell(Cell::new(0, 0)), Area::square(258, 86, 44));
        assert_eq!(layout.piece(0), Area::square(306, 470, 44));
        assert_eq!(layout.piece(5), Area::square(402, 518, 44));
        assert_eq!(layout.cell_at((258, 86)), Some(Cell::new(0, 0)));
        assert_eq!(layout.cell_at((255, 86)), None);
        let last = layout.cell_at((258 + 48 * 4 + 40, 280));
        assert_eq!(last, Some(Cell::new(4, 4)));
    }

    #[test]
    fn sums_are_placed_beyond_the_cells_without_overlap() {
        let text = "puzlogic\n\n. _\n_ .\npieces 1 2\nrow 1 sum 1\ncolumn 1 sum 1\n";
        let layout = layout(text).expect("fits");
        let (row, after) = layout.sum(0);
        assert_eq!((row, after), (layout.cell(Cell::new(0, 0)), false));
        let (column, after) = layout.sum(1);
        assert_eq!((column, after), (layout.cell(Cell::new(2, 0)), true));
    }

    #[test]
    fn large_boards_get_smaller_and_huge_ones_are_refused() {
        let square = |side: usize| {
            let board = format!("{}\n", "_ ".repeat(side).trim()).repeat(side);
            let pieces = "1 ".repeat(side * side);
            layout(&format!("puzlogic\n\n{board}pieces {pieces}\n"))
        };
        let nine = square(9).expect("fits");
        assert!((24..48).contains(&nine.pitch), "{}", nine.pitch);
        let Area { x, y, .. } = nine.piece(80);
        assert!(x + nine.side() <= 800 && y + nine.side() <= 600);
        assert!(nine.cell(Cell::new(8, 8)).y + 2 * nine.pitch <= nine.piece(0).y + 4);
        assert!(square(25).is_err_and(|reason| reason.contains("too large")));
    }
}
