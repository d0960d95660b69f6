//! Detection of the game's own cursor on a board, by the profile's rule.

use crate::find::Mismatch;
use crate::game::{Cell, CellReading, Size};
use crate::profile::{Area, BoardRule, CursorRule, Rgb};
use crate::sampler::{Sampler, spread};

/// Cell under the game's cursor; `None` if it is not visible.
pub(super) fn find_cursor(
    rule: &CursorRule,
    board: &BoardRule,
    size: Size,
    sampler: &Sampler<'_>,
) -> Result<Option<CellReading<Cell>>, Mismatch> {
    let colour = |cell: Cell, (x, y): (u32, u32)| {
        let corner = board.corner(cell.row, cell.col);
        sampler.at(corner.0 + i64::from(x), corner.1 + i64::from(y))
    };
    match rule {
        CursorRule::OneColour { at, tolerance, .. } => {
            let colour_spread = |cell| spread(at.iter().map(|point| colour(cell, *point)));
            let spreads = size.cells().map(|cell| (colour_spread(cell), cell));
            by_one_colour(spreads.collect(), *tolerance)
        }
        CursorRule::Colour {
            area,
            colours,
            tolerance,
            min_share,
            ..
        } => {
            let is_near = |pixel: Rgb| colours.iter().any(|c| c.distance(pixel) <= *tolerance);
            let pixels = (area.width * area.height).max(1) as f32;
            let share = |area: &Area, cell| {
                let coloured = area.points().filter(|point| is_near(colour(cell, *point)));
                coloured.count() as f32 / pixels
            };
            let shares = size.cells().map(|cell| (share(area, cell), cell));
            by_colour(shares.collect(), *min_share)
        }
    }
}

/// Cell with the largest share of cursor colours; `None` if that is too small. Fails if several cells have enough.
fn by_colour(
    mut shares: Vec<(f32, Cell)>,
    min_share: f32,
) -> Result<Option<CellReading<Cell>>, Mismatch> {
    shares.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [(first, cell), rest @ ..] = shares.as_slice() else {
        return Ok(None);
    };
    if *first < min_share {
        return Ok(None);
    }
    let second = rest.first().map_or(0.0, |(second, _)| *second);
    if second >= min_share {
        let count = shares.iter().filter(|(share, _)| *share >= min_share);
        return Err(Mismatch::Cursors(count.count()));
    }
    Ok(Some(CellReading {
        value: *cell,
        confidence: ((first - second) / first).clamp(0.0, 1.0),
        runner_up: None,
    }))
}

/// Spread taken for that of the second cell, on a board of one cell: the greatest there is.
const MAX_SPREAD: f32 = 255.0;
/// Gap between the two smallest spreads that is enough if the smallest is 0 and the tolerance large.
const MIN_DISTINCT_GAP: f32 = 24.0;
/// Loss of confidence by a spread as large as the tolerance.
const SPREAD_PENALTY: f32 = 0.25;

/// Cell with the smallest colour spread of its points; `None` if even that is too large. Fails if several cells are
/// within the tolerance and none is distinct.
fn by_one_colour(
    mut spreads: Vec<(u8, Cell)>,
    tolerance: u8,
) -> Result<Option<CellReading<Cell>>, Mismatch> {
    spreads.sort_by_key(|(spread, _)| *spread);
    let [(first, cell), rest @ ..] = spreads.as_slice() else {
        return Ok(None);
    };
    // Blur changes the spreads, so one clearly smallest spread also counts.
    let tolerance = f32::from(tolerance.max(1));
    let smallest = f32::from(*first);
    let second = rest
        .first()
        .map_or(MAX_SPREAD, |(second, _)| f32::from(*second));
    let min_gap = tolerance.min(2.0 * smallest + MIN_DISTINCT_GAP);
    let is_distinct = second >= smallest + min_gap;
    if smallest > 2.0 * tolerance || smallest > tolerance && !is_distinct {
        return Ok(None);
    }
    if second <= tolerance && !(is_distinct && smallest <= tolerance / 4.0) {
        let count = spreads.iter().filter(|(s, _)| f32::from(*s) <= tolerance);
        return Err(Mismatch::Cursors(count.count()));
    }
    let lead = (second - smallest) / (2.0 * tolerance);
    let uniformity = 1.0 - SPREAD_PENALTY * smallest / tolerance;
    let runner_up = rest.first().filter(|_| lead < 1.0).map(|(_, cell)| *cell);
    Ok(Some(CellReading {
        value: *cell,
        confidence: uniformity.min(lead).clamp(0.0, 1.0),
        runner_up,
    }))
}
