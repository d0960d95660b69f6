//! Extent of the board, or of its visible part, among the cells.

use rustc_hash::FxHashMap;

use crate::game::{Size, SpriteSheet};

use super::cells::{Cells, Decoder, Value};
use super::extent::{Extent, SAME, known, like_known, rated};
use super::still::{sizes, still_there};

/// Finds the board. `blank` is the value of a cell that looks like the surroundings, `before` the earlier corner.
pub(super) fn extent(
    cells: &Cells,
    sheet: &SpriteSheet,
    decoder: &Decoder<'_>,
    blank: Option<Value>,
    before: Option<(usize, usize)>,
) -> Option<Extent> {
    let set_off = match blank {
        None => island(cells, None).filter(|it| is_known(sheet, it.size)),
        // Without known boards a blank border is left out.
        Some(blank) if sheet.boards.is_empty() => island(cells, Some(blank)),
        Some(_) => None,
    };
    set_off.or_else(|| match &sheet.parted {
        None => like_known(cells, &sheet.boards, decoder, blank, before),
        Some(parted) => {
            let still = before.and_then(|at| still_there(cells, parted, decoder, blank, at));
            // Parts are small, so a weak match proves little.
            still.or_else(|| known(cells, &sheet.boards, decoder, blank, None)?.likely(SAME))
        }
    })
}

fn is_known(sheet: &SpriteSheet, size: Size) -> bool {
    match &sheet.parted {
        None if sheet.boards.is_empty() => true,
        None => sheet.boards.iter().any(|board| board.size() == size),
        Some(parted) => sizes(parted).contains(&size),
    }
}

/// Bounding box of the largest connected component.
fn island(cells: &Cells, blank: Option<Value>) -> Option<Extent> {
    let mut left: FxHashMap<(usize, usize), Value> = cells
        .told()
        .filter(|(_, value)| Some(*value) != blank)
        .collect();
    let mut largest: Vec<(usize, usize)> = Vec::new();
    let starts: Vec<(usize, usize)> = cells.told().map(|(at, _)| at).collect();
    for start in starts {
        if left.remove(&start).is_none() {
            continue;
        }
        let mut island = vec![start];
        let mut next = 0;
        while let Some(&(row, col)) = island.get(next) {
            next += 1;
            let beside = [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ];
            island.extend(beside.into_iter().filter(|at| left.remove(at).is_some()));
        }
        if island.len() > largest.len() {
            largest = island;
        }
    }
    let rows = largest.iter().map(|(row, _)| *row);
    let cols = largest.iter().map(|(_, col)| *col);
    let (top, low) = (rows.clone().min()?, rows.max()?);
    let (first, last) = (cols.clone().min()?, cols.max()?);
    rated(
        cells,
        (top, first),
        Size::new(low - top + 1, last - first + 1),
        largest.len(),
    )
}
