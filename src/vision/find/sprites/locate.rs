//! Extent of the board, or of its visible part, among the cells: an island, or the position of known boards.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Size, SpriteSheet};

use super::cells::{BoardExtent, DecodedCells, Decoder, MAX_PAIRS, ValueId};
use super::scrolled::{at_previous, viewport_sizes};

/// Minimum share of a known board's cells that must be present to locate it.
const MIN_MATCH_SHARE: f32 = 0.5;
/// Minimum share of a known board's cells that must be present for a sure position, preferred to the previous one.
const SURE_MATCH: f32 = 0.9;

/// Finds the board: as an island of decoded cells, or by the boards that the game is known to have. `previous` is its
/// corner (row, column) in the previous picture. *Blank* cells look like the surroundings of the board.
pub(super) fn locate(
    cells: &DecodedCells,
    decoder: &Decoder<'_>,
    previous: Option<(usize, usize)>,
) -> Option<BoardExtent> {
    let sheet = decoder.sheet;
    let isolated = match cells.blank {
        // No value looks like the surroundings, so nothing is decoded there, and the board is an island.
        None => island(cells).filter(|it| is_known(sheet, it.size)),
        // Blank cells look like the surroundings. Without known boards, those at the border are lost.
        Some(_) if sheet.boards.is_empty() => island(cells),
        // With known boards, an island might be too small.
        Some(_) => None,
    };
    isolated.or_else(|| match &sheet.scrolled {
        None => match_known(cells, decoder, previous),
        Some(scrolled) => {
            let there = previous.and_then(|at| at_previous(cells, scrolled, decoder, at));
            // Viewports are parts of boards and small, so a weak match proves little.
            there.or_else(|| vote_known(cells, decoder, None)?.likely_from(SURE_MATCH))
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

/// Bounding box of the largest connected component of decoded cells that are not blank; `None` if there are none, or
/// too many cells in it are not decoded.
fn island(cells: &DecodedCells) -> Option<BoardExtent> {
    let mut unvisited: FxHashSet<(usize, usize)> = cells.marked().map(|(at, _)| at).collect();
    let mut largest: Vec<(usize, usize)> = Vec::new();
    for (start, _) in cells.marked() {
        if !unvisited.remove(&start) {
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
            island.extend(adjacent.into_iter().filter(|at| unvisited.remove(at)));
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
    cells.extent((top, first), size, largest.len())
}

/// Position with most cells of a known board, ignoring blanks; if that is not sure, the position `previous` if some
/// cells match there. `None` if too few cells match.
fn match_known(
    cells: &DecodedCells,
    decoder: &Decoder<'_>,
    previous: Option<(usize, usize)>,
) -> Option<BoardExtent> {
    let known = vote_known(cells, decoder, previous)?;
    let there = known.previous.map(|(extent, _)| extent);
    let likely = known.likely_from(SURE_MATCH).or(there);
    likely.or_else(|| known.likely_from(MIN_MATCH_SHARE))
}

/// Candidate positions of known boards, with the share of their cells that match.
#[derive(Default)]
struct KnownMatches {
    /// Position with most matching cells.
    likely: Option<(BoardExtent, f32)>,
    /// Best board at the previous position.
    previous: Option<(BoardExtent, f32)>,
}

impl KnownMatches {
    /// The most likely position, if at least this share matches.
    fn likely_from(&self, min_share: f32) -> Option<BoardExtent> {
        let (likely, share) = self.likely?;
        (share >= min_share).then_some(likely)
    }
}

/// Votes for the positions of known boards: each pair of equal cells, of a board and of the picture, votes for the
/// corner that the board then has. `None` if there are too many pairs.
fn vote_known(
    cells: &DecodedCells,
    decoder: &Decoder<'_>,
    previous: Option<(usize, usize)>,
) -> Option<KnownMatches> {
    let mut cells_of: FxHashMap<ValueId, Vec<(usize, usize)>> = FxHashMap::default();
    for (at, value) in cells.marked() {
        cells_of.entry(value).or_default().push(at);
    }
    let blank = cells.blank.map(usize::from);
    let blank = blank.and_then(|blank| decoder.values.get(blank));
    let mut known = KnownMatches::default();
    let mut pairs = 0;
    for board in &decoder.sheet.boards {
        let (size, mut votes) = (board.size(), FxHashMap::<(usize, usize), usize>::default());
        let marked = board.iter().filter(|(_, value)| Some(*value) != blank);
        // Number of the board's cells that are not blank.
        let mut count = 0;
        for (cell, value) in marked {
            count += 1;
            let matches = decoder.id(value).and_then(|value| cells_of.get(&value));
            let matches = matches.map_or(&[][..], Vec::as_slice);
            pairs += matches.len();
            if pairs > MAX_PAIRS {
                return None;
            }
            for (row, col) in matches {
                let corner = row.checked_sub(cell.row).zip(col.checked_sub(cell.col));
                let inside = corner.filter(|(row, col)| {
                    row + size.rows <= cells.rows && col + size.cols <= cells.cols
                });
                if let Some(corner) = inside {
                    *votes.entry(corner).or_default() += 1;
                }
            }
        }
        let share = |votes: usize| votes as f32 / count as f32;
        let matched = |(at, votes)| {
            let extent = cells.extent(at, size, votes)?;
            Some((extent, share(votes)))
        };
        let there = previous.and_then(|at| Some((at, *votes.get(&at)?)));
        let there = there.filter(|it| known.previous.is_none_or(|best| share(it.1) > best.1));
        known.previous = there.and_then(matched).or(known.previous);
        // Among equals the last position, as the map has no order.
        let best = votes.into_iter().max_by_key(|(at, votes)| (*votes, *at));
        // The weight of an extent is its number of votes.
        let best = best.filter(|it| known.likely.is_none_or(|(likely, _)| it.1 > likely.weight));
        known.likely = best.and_then(matched).or(known.likely);
    }
    Some(known)
}
