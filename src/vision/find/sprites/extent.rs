//! Position of a board among cells, by known boards.

use rustc_hash::FxHashMap;

use crate::game::{Grid, Size};

use super::cells::{Cells, Decoder, Value};

/// Minimum share of decoded cells; the rest may be covered.
const CLEAR: f32 = 0.8;
/// Minimum share of a known board's cells that must be present to locate it.
const ALIKE: f32 = 0.5;
/// The same at its earlier position, or for certainty.
pub(super) const SAME: f32 = 0.9;
/// Maximum number of compared pairs of cells.
pub(super) const MOST_PAIRS: usize = 4_000_000;

/// Board among cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) size: Size,
    /// Number of its cells that support it.
    pub(super) weight: usize,
    /// True if all its cells are decoded.
    pub(super) whole: bool,
}

/// Rectangle of cells, if enough of them are decoded.
pub(super) fn rated(
    cells: &Cells,
    (row, col): (usize, usize),
    size: Size,
    weight: usize,
) -> Option<Extent> {
    let told = size.cells();
    let told = told.filter(|cell| cells.get(row + cell.row, col + cell.col).is_some());
    let (told, all) = (told.count(), size.rows * size.cols);
    (told as f32 >= CLEAR * all as f32).then_some(Extent {
        row,
        col,
        size,
        weight,
        whole: told == all,
    })
}

/// Position with most cells of a known board, ignoring blanks; if they are few, the earlier position if it matches.
pub(super) fn like_known(
    cells: &Cells,
    boards: &[Grid<String>],
    decoder: &Decoder<'_>,
    blank: Option<Value>,
    before: Option<(usize, usize)>,
) -> Option<Extent> {
    let known = known(cells, boards, decoder, blank, before)?;
    let still = known.still.map(|(still, _)| still);
    known.likely(SAME).or(still).or_else(|| known.likely(ALIKE))
}

/// Candidate positions of known boards, with the share of their cells that match.
#[derive(Default)]
pub(super) struct Known {
    /// Position with most matching cells.
    likely: Option<(Extent, f32)>,
    /// Earlier position.
    still: Option<(Extent, f32)>,
}

impl Known {
    /// The most likely position, if at least this share matches.
    pub(super) fn likely(&self, least: f32) -> Option<Extent> {
        let (likely, there) = self.likely?;
        (there >= least).then_some(likely)
    }
}

/// Votes for the positions of known boards; `None` if there are too many pairs.
pub(super) fn known(
    cells: &Cells,
    boards: &[Grid<String>],
    decoder: &Decoder<'_>,
    blank: Option<Value>,
    before: Option<(usize, usize)>,
) -> Option<Known> {
    let mut places: FxHashMap<Value, Vec<(usize, usize)>> = FxHashMap::default();
    for (at, value) in cells.told().filter(|(_, value)| Some(*value) != blank) {
        places.entry(value).or_default().push(at);
    }
    let Known {
        mut likely,
        mut still,
    } = Known::default();
    let mut pairs = 0;
    for board in boards {
        let (size, mut votes) = (board.size(), FxHashMap::<(usize, usize), usize>::default());
        let blank = blank.and_then(|blank| decoder.values.get(usize::from(blank)));
        let marked = board.iter().filter(|(_, value)| Some(*value) != blank);
        let mut count = 0;
        for (cell, value) in marked {
            count += 1;
            let there = decoder.number(value).and_then(|value| places.get(&value));
            let there = there.map_or(&[][..], Vec::as_slice);
            pairs += there.len();
            if pairs > MOST_PAIRS {
                return None;
            }
            for (row, col) in there {
                let corner = row.checked_sub(cell.row).zip(col.checked_sub(cell.col));
                let inside = corner.filter(|(row, col)| {
                    row + size.rows <= cells.rows && col + size.cols <= cells.cols
                });
                if let Some(corner) = inside {
                    *votes.entry(corner).or_default() += 1;
                }
            }
        }
        let here = before.and_then(|at| Some((at, *votes.get(&at)?)));
        if let Some((at, votes)) = here
            && still.is_none_or(|(_, there)| votes as f32 / count as f32 > there)
        {
            let there = votes as f32 / count as f32;
            still = rated(cells, at, size, votes).map_or(still, |it| Some((it, there)));
        }
        let most = votes.into_iter().max_by_key(|(at, votes)| (*votes, *at));
        if let Some((at, votes)) = most
            && likely.is_none_or(|(likely, _)| votes > likely.weight)
        {
            let there = votes as f32 / count as f32;
            likely = rated(cells, at, size, votes).map_or(likely, |it| Some((it, there)));
        }
    }
    Some(Known { likely, still })
}
