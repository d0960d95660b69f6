//! A board among cells, and where known boards may be.

use rustc_hash::FxHashMap;

use crate::game::{Grid, Size};

use super::cells::{Cells, Decoder, Value};

/// Share of cells that must show something, if the rest may be covered.
const CLEAR: f32 = 0.8;
/// Share of the cells of a known board that must be there to tell where it lies.
const ALIKE: f32 = 0.5;
/// The same where it may still lie where it was.
pub(super) const SAME: f32 = 0.9;
/// Most pairs of cells that are compared to find where a known board lies.
pub(super) const MOST_PAIRS: usize = 4_000_000;

/// A board among cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) size: Size,
    /// How many of its cells speak for it.
    pub(super) weight: usize,
    /// Whether all of them show something.
    pub(super) whole: bool,
}

/// A rectangle of cells, if most of them show something.
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

/// Where most of a known board's cells are found, those that are blank aside; if few are, where some are found and a board
/// was before.
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

/// Where known boards may be, with the share of their cells that are there.
#[derive(Default)]
pub(super) struct Known {
    /// Where most of their cells are found.
    likely: Option<(Extent, f32)>,
    /// Where a board was before.
    still: Option<(Extent, f32)>,
}

impl Known {
    /// The likeliest place, if so much of a board is there.
    pub(super) fn likely(&self, least: f32) -> Option<Extent> {
        let (likely, there) = self.likely?;
        (there >= least).then_some(likely)
    }
}

/// Where known boards may be; `None` if there are too many ways.
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
