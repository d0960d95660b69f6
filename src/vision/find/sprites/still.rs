//! Boards of games that show one part of each board at a time, always at the same position.

use rustc_hash::FxHashMap;

use crate::game::{Cell, Grid, Parted, Sight, Size};

use super::cells::{Cells, Decoder, Value};
use super::extent::{Extent, MOST_PAIRS, rated};

pub(super) fn sizes(parted: &Parted) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for board in &parted.boards {
        for sight in parted.view.sights(board.size()) {
            if !sizes.contains(&sight.size) {
                sizes.push(sight.size);
            }
        }
    }
    sizes
}

pub(super) fn still_there(
    cells: &Cells,
    parted: &Parted,
    decoder: &Decoder<'_>,
    blank: Option<Value>,
    at: (usize, usize),
) -> Option<Extent> {
    let size = match sizes(parted).as_slice() {
        [size] => *size,
        _ => likeliest(cells, parted, decoder, blank, at)?,
    };
    let value = |cell: Cell| cells.get(at.0 + cell.row, at.1 + cell.col);
    let marked = size.cells().filter_map(value);
    let marked = marked.filter(|value| Some(*value) != blank).count();
    let inside = at.0 + size.rows <= cells.rows && at.1 + size.cols <= cells.cols;
    rated(cells, at, size, marked).filter(|_| inside && marked > 0)
}

/// Size of the known boards' part that matches best, among those that contain all content: a smaller part is
/// surrounded by nothing.
fn likeliest(
    cells: &Cells,
    parted: &Parted,
    decoder: &Decoder<'_>,
    blank: Option<Value>,
    at: (usize, usize),
) -> Option<Size> {
    let numbers: FxHashMap<&str, Value> = (0..)
        .zip(&decoder.values)
        .map(|(number, value)| (value.as_str(), number))
        .collect();
    let Size { rows, cols } = parted.view.size;
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
        let board: Grid<Option<Value>> = board.map(|value| numbers.get(value.as_str()).copied());
        let sights = parted.view.sights(board.size());
        for sight in sights.filter(|sight| holds_all(sight.size)) {
            pairs += sight.size.area();
            if pairs > MOST_PAIRS {
                break;
            }
            let alike = likeness(cells, (&board, sight), blank, at);
            if best.is_none_or(|(most, _)| alike > most) {
                best = Some((alike, sight.size));
            }
        }
    }
    best.map(|(_, size)| size)
}

/// Number of matching minus mismatching cells, ignoring cells blank in both.
fn likeness(
    cells: &Cells,
    (board, sight): (&Grid<Option<Value>>, Sight),
    blank: Option<Value>,
    (row, col): (usize, usize),
) -> isize {
    let cell = |shown: Cell| {
        let there = cells.get(row + shown.row, col + shown.col);
        let wanted = board.get(sight.cell(shown)).copied().flatten();
        match there == wanted {
            true if there.is_none() || there == blank => 0,
            true => 1,
            false => -1,
        }
    };
    sight.size.cells().map(cell).sum()
}
