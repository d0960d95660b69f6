//! Boards of games that show one part of each board (a *viewport*) at a time, always at the same position.

use rustc_hash::FxHashMap;

use crate::game::{Cell, Grid, Region, ScrolledBoards, Size};

use super::cells::{BoardExtent, DecodedCells, Decoder, MAX_PAIRS, ValueId};

/// Sizes of all viewports of the known boards.
pub(super) fn viewport_sizes(scrolled: &ScrolledBoards) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for board in &scrolled.boards {
        for viewport in scrolled.scrolling.viewports(board.size()) {
            if !sizes.contains(&viewport.size) {
                sizes.push(viewport.size);
            }
        }
    }
    sizes
}

/// Viewport at the previous corner (row, column); `None` if it is blank, hardly decoded, or beyond the picture.
pub(super) fn at_previous(
    cells: &DecodedCells,
    scrolled: &ScrolledBoards,
    decoder: &Decoder<'_>,
    corner: (usize, usize),
) -> Option<BoardExtent> {
    let size = match viewport_sizes(scrolled).as_slice() {
        [size] => *size,
        _ => likeliest_size(cells, scrolled, decoder, corner)?,
    };
    let (row, col) = corner;
    let value = |cell: Cell| cells.get(row + cell.row, col + cell.col);
    let marked = size.cells().filter_map(value);
    let marked = marked.filter(|value| Some(*value) != cells.blank).count();
    let inside = row + size.rows <= cells.rows && col + size.cols <= cells.cols;
    let extent = cells.extent(corner, size, marked);
    extent.filter(|_| inside && marked > 0)
}

/// Size of the viewport of a known board that matches best, among those that contain all cells that are not blank;
/// `None` if there is none. Only the first [`MAX_PAIRS`] cells are compared.
fn likeliest_size(
    cells: &DecodedCells,
    scrolled: &ScrolledBoards,
    decoder: &Decoder<'_>,
    (row, col): (usize, usize),
) -> Option<Size> {
    let ids = (0..).zip(&decoder.values);
    let ids = ids.map(|(id, value)| (value.as_str(), id));
    let ids: FxHashMap<&str, ValueId> = ids.collect();
    let Size { rows, cols } = scrolled.scrolling.size;
    let screen = Size::new(
        rows.min(cells.rows.saturating_sub(row)),
        cols.min(cells.cols.saturating_sub(col)),
    );
    let marked = screen.cells().filter(|cell| {
        let value = cells.get(row + cell.row, col + cell.col);
        value.is_some() && value != cells.blank
    });
    // Smallest size with all cells that are not blank.
    let content = marked.fold(Size::new(1, 1), |size, cell| {
        Size::new(size.rows.max(cell.row + 1), size.cols.max(cell.col + 1))
    });
    let holds_all = |size: Size| size.rows >= content.rows && size.cols >= content.cols;
    let mut best: Option<(isize, Size)> = None;
    let mut pairs = 0;
    for board in &scrolled.boards {
        let board: Grid<Option<ValueId>> = board.map(|value| ids.get(value.as_str()).copied());
        let viewports = scrolled.scrolling.viewports(board.size());
        for viewport in viewports.filter(|viewport| holds_all(viewport.size)) {
            pairs += viewport.size.area();
            if pairs > MAX_PAIRS {
                break;
            }
            let score = likeness(cells, (&board, viewport), (row, col));
            if best.is_none_or(|(best_score, _)| score > best_score) {
                best = Some((score, viewport.size));
            }
        }
    }
    best.map(|(_, size)| size)
}

/// Number of cells from (row, column) on that match the viewport, minus the number of those that do not. Cells that
/// match because both are blank or unknown do not count.
fn likeness(
    cells: &DecodedCells,
    (board, viewport): (&Grid<Option<ValueId>>, Region),
    (row, col): (usize, usize),
) -> isize {
    let cell = |offset: Cell| {
        let observed = cells.get(row + offset.row, col + offset.col);
        match observed == board.get(viewport.cell(offset)).copied().flatten() {
            true if observed.is_none() || observed == cells.blank => 0,
            true => 1,
            false => -1,
        }
    };
    viewport.size.cells().map(cell).sum()
}
