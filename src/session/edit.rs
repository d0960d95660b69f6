//! Editing operations on grid levels: pure functions that return the cells to paint.

use crate::game::{Cell, CellValue, Grid, Region, Size};

/// Cells on a straight line, including both ends (Bresenham), so that fast strokes have no gaps.
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let rows = to.row as i64 - from.row as i64;
    let cols = to.col as i64 - from.col as i64;
    let steps = rows.abs().max(cols.abs());
    let along = |start: usize, delta: i64, step: i64| {
        // Rounded to the nearest cell, which is always on the board.
        let doubled = 2 * delta * step + steps * delta.signum();
        (start as i64 + if steps == 0 { 0 } else { doubled / (2 * steps) }) as usize
    };
    (0..=steps)
        .map(|step| Cell::new(along(from.row, rows, step), along(from.col, cols, step)))
        .collect()
}

/// Flood fill: paints the connected cells that have the value of `start`.
pub fn fill(grid: &Grid<CellValue>, start: Cell, value: CellValue) -> Vec<(Cell, CellValue)> {
    let Some(&old) = grid.get(start).filter(|old| **old != value) else {
        return Vec::new();
    };
    let same = |cell| grid.get(cell) == Some(&old);
    let area = grid.size().flood(start, same);
    area.into_iter().map(|cell| (cell, value)).collect()
}

pub fn paint_region(region: Region, value: CellValue) -> Vec<(Cell, CellValue)> {
    region.cells().map(|cell| (cell, value)).collect()
}

/// Pastes `clip` with its upper left corner at `at`, cut off at the edges of the board.
pub fn paste(board: Size, clip: &Grid<CellValue>, at: (isize, isize)) -> Vec<(Cell, CellValue)> {
    let cells = clip.iter();
    let moved = cells.filter_map(|(cell, value)| Some((shifted(cell, at)?, *value)));
    moved.filter(|(cell, _)| board.contains(*cell)).collect()
}

/// A cell moved down and right; `None` beyond the first row or column.
fn shifted(cell: Cell, (down, right): (isize, isize)) -> Option<Cell> {
    let row = cell.row.checked_add_signed(down)?;
    let col = cell.col.checked_add_signed(right)?;
    Some(Cell { row, col })
}

/// Non-blank cells that a resize would cut off, where the contents move by `down` rows and `right` columns.
pub fn clipped_cells(
    grid: &Grid<CellValue>,
    size: Size,
    down: isize,
    right: isize,
    blank: CellValue,
) -> Vec<Cell> {
    let is_clipped = |(cell, value): &(Cell, &CellValue)| {
        let moved = shifted(*cell, (down, right));
        **value != blank && !moved.is_some_and(|cell| size.contains(cell))
    };
    let clipped = grid.iter().filter(is_clipped);
    clipped.map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fill_stops_at_other_values_and_at_corners() {
        let cells = vec![0, 1, 0, 1, 1, 0, 0, 0, 0];
        let grid = Grid::from_cells(Size::new(3, 3), cells).expect("fits");
        let filled = fill(&grid, Cell::new(0, 1), 2).into_iter();
        let mut filled: Vec<Cell> = filled.map(|(cell, _)| cell).collect();
        filled.sort();
        assert_eq!(filled, [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
        assert!(fill(&grid, Cell::new(0, 1), 1).is_empty(), "same value");
        assert!(fill(&grid, Cell::new(3, 0), 1).is_empty(), "outside");
    }

    #[test]
    fn a_paste_over_the_edge_is_cut_off() {
        let clip = Grid::filled(Size::new(2, 2), 7);
        let painted = paste(Size::new(3, 3), &clip, (-1, 2));
        assert_eq!(painted, [(Cell::new(0, 2), 7)]);
    }

    proptest! {
        #[test]
        fn a_line_has_no_gaps(a in (0usize..20, 0usize..20), b in (0usize..20, 0usize..20)) {
            let (a, b) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
            let cells = line(a, b);
            prop_assert_eq!((cells.first(), cells.last()), (Some(&a), Some(&b)));
            for pair in cells.windows(2) {
                prop_assert!(pair[0].row.abs_diff(pair[1].row) <= 1);
                prop_assert!(pair[0].col.abs_diff(pair[1].col) <= 1);
            }
        }
    }
}
