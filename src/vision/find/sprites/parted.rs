//! Boards of games that show one part of each board at a time, always at the same position.

use rustc_hash::FxHashMap;

use crate::game::{Cell, Grid, Region, ScrolledBoards, Size};

use super::cells::{DecodedCells, Decoder, ValueId};
use super::extent::{BoardExtent, MAX_PAIRS, checked_extent};

/// Sizes of all visible parts.
pub(super) fn part_sizes(parted: &ScrolledBoards) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for board in &parted.boards {
        for view in parted.scrolling.viewports(board.size()) {
            if !sizes.contains(&view.size) {
                sizes.push(view.size);
            }
        }
    }
    sizes
}

/// Visible part at the earlier corner (row, column), if anything is there.
pub(super) fn at_previous(
    cells: &DecodedCells,
    parted: &ScrolledBoards,
    decoder: &Decoder<'_>,
    blank: Option<ValueId>,
    at: (usize, usize),
) -> Option<BoardExtent> {
    let size = match part_sizes(parted).as_slice() {
        [size] => *size,
        _ => likeliest_size(cells, parted, decoder, blank, at)?,
    };
    let value = |cell: Cell| cells.get(at.0 + cell.row, at.1 + cell.col);
    let marked = size.cells().filter_map(value);
    let marked = marked.filter(|value| Some(*value) != blank).count();
    let inside = at.0 + size.rows <= cells.rows && at.1 + size.cols <= cells.cols;
    checked_extent(cells, at, size, marked).filter(|_| inside && marked > 0)
}

/// Size of the known boards' part that matches best, among those that contain all content.
fn likeliest_size(
    cells: &DecodedCells,
    parted: &ScrolledBoards,
    decoder: &Decoder<'_>,
    blank: Option<ValueId>,
    at: (usize, usize),
) -> Option<Size> {
    let numbers: FxHashMap<&str, ValueId> = (0..)
        .zip(&decoder.values)
        .map(|(number, value)| (value.as_str(), number))
        .collect();
    let Size { rows, cols } = parted.scrolling.size;
    let screen = Size::new(
        rows.min(cells.rows.saturating_sub(at.0)),
        cols.min(cells.cols.saturating_sub(at.1)),
    );
    let marked = screen.cells().filter(|cell| {
        let there = cells.get(at.0 + cell.row, at.1 + cell.col);
        there.is_some() && there != blank
    });
    let least = marked.fold(Size::new(1, 1), |least, cell| {
        Size::new(least.rows.max(cell.row + 1), least.cols.max(cell.col + 1))
    });
    let holds_all = |part: Size| part.rows >= least.rows && part.cols >= least.cols;
    let mut best: Option<(isize, Size)> = None;
    let mut pairs = 0;
    for board in &parted.boards {
        let board: Grid<Option<ValueId>> = board.map(|value| numbers.get(value.as_str()).copied());
        let views = parted.scrolling.viewports(board.size());
        for view in views.filter(|view| holds_all(view.size)) {
            pairs += view.size.area();
            if pairs > MAX_PAIRS {
                break;
            }
            let score = likeness(cells, (&board, view), blank, at);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, view.size));
            }
        }
    }
    best.map(|(_, size)| size)
}

/// Number of matching minus mismatching cells, ignoring cells blank in both.
fn likeness(
    cells: &DecodedCells,
    (board, view): (&Grid<Option<ValueId>>, Region),
    blank: Option<ValueId>,
    (row, col): (usize, usize),
) -> isize {
    let cell = |offset: Cell| {
        let there = cells.get(row + offset.row, col + offset.col);
        let expected = board.get(view.cell(offset)).copied().flatten();
        match there == expected {
            true if there.is_none() || there == blank => 0,
            true => 1,
            false => -1,
        }
    };
    view.size.cells().map(cell).sum()
}
