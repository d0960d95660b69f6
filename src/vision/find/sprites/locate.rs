//! Extent of the board, or of its visible part, among the cells.

use rustc_hash::FxHashMap;

use crate::game::{Size, SpriteSheet};

use super::cells::{DecodedCells, Decoder, ValueId};
use super::extent::{BoardExtent, SURE_MATCH, checked_extent, match_known, vote_known};
use super::scrolled::{at_previous, viewport_sizes};

/// Finds the board: as an island of decoded cells, or by the boards that the game is known to have. `blank` is the
/// value of a cell that looks like the surroundings, `before` the earlier corner (row, column).
pub(super) fn locate(
    cells: &DecodedCells,
    sheet: &SpriteSheet,
    decoder: &Decoder<'_>,
    blank: Option<ValueId>,
    before: Option<(usize, usize)>,
) -> Option<BoardExtent> {
    let isolated = match blank {
        None => island(cells, None).filter(|it| is_known(sheet, it.size)),
        // Without known boards a blank border is left out.
        Some(blank) if sheet.boards.is_empty() => island(cells, Some(blank)),
        Some(_) => None,
    };
    isolated.or_else(|| match &sheet.scrolled {
        None => match_known(cells, &sheet.boards, decoder, blank, before),
        Some(scrolled) => {
            let previous = before.and_then(|at| at_previous(cells, scrolled, decoder, blank, at));
            // Viewports are small, so a weak match proves little.
            previous.or_else(|| {
                vote_known(cells, &sheet.boards, decoder, blank, None)?.likely(SURE_MATCH)
            })
        }
    })
}

/// Returns whether a board of the game, or a viewport of one, has this size.
fn is_known(sheet: &SpriteSheet, size: Size) -> bool {
    match &sheet.scrolled {
        None if sheet.boards.is_empty() => true,
        None => sheet.boards.iter().any(|board| board.size() == size),
        Some(scrolled) => viewport_sizes(scrolled).contains(&size),
    }
}

/// Bounding box of the largest connected component of decoded cells that are not `blank`; `None` if there are none, or
/// too many cells in it are not decoded.
fn island(cells: &DecodedCells, blank: Option<ValueId>) -> Option<BoardExtent> {
    let mut unvisited: FxHashMap<(usize, usize), ValueId> = cells
        .decoded()
        .filter(|(_, value)| Some(*value) != blank)
        .collect();
    let mut largest: Vec<(usize, usize)> = Vec::new();
    let starts: Vec<(usize, usize)> = cells.decoded().map(|(at, _)| at).collect();
    for start in starts {
        if unvisited.remove(&start).is_none() {
            continue;
        }
        let mut island = vec![start];
        let mut next = 0;
        while let Some(&(row, col)) = island.get(next) {
            next += 1;
            let adjacent = [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ];
            let new = adjacent.into_iter();
            island.extend(new.filter(|at| unvisited.remove(at).is_some()));
        }
        if island.len() > largest.len() {
            largest = island;
        }
    }
    let rows = largest.iter().map(|(row, _)| *row);
    let cols = largest.iter().map(|(_, col)| *col);
    let (top, low) = (rows.clone().min()?, rows.max()?);
    let (first, last) = (cols.clone().min()?, cols.max()?);
    let size = Size::new(low - top + 1, last - first + 1);
    checked_extent(cells, (top, first), size, largest.len())
}
