//! Where the game's own cursor is.

use crate::game::{Cell, CellReading, Size};

use super::judge::{Misfit, spread};
use super::place::Sampler;
use super::profile::{Area, BoardRule, CursorRule, Point, Profile, Rgb};

/// The cell that the game's own cursor is on; `None` if it is not seen.
///
/// # Errors
/// When several cells look as if it were on them.
pub(super) fn find_cursor(
    profile: &Profile,
    rule: &CursorRule,
    sampler: &Sampler<'_>,
) -> Result<Option<CellReading<Cell>>, Misfit> {
    let Some(board) = profile.board(rule.board()) else {
        return Ok(None);
    };
    match rule {
        CursorRule::OneColour { at, tolerance, .. } => {
            by_one_colour(board, at, *tolerance, sampler)
        }
        CursorRule::Colour {
            area,
            colours,
            tolerance,
            min_share,
            ..
        } => by_colour(board, *area, colours, *tolerance, *min_share, sampler),
    }
}

/// The cell most of which has one of the colours.
fn by_colour(
    board: &BoardRule,
    area: Area,
    colours: &[Rgb],
    tolerance: u8,
    min_share: f32,
    sampler: &Sampler<'_>,
) -> Result<Option<CellReading<Cell>>, Misfit> {
    let pixels = (area.width * area.height).max(1) as f32;
    let mut shares: Vec<(f32, Cell)> = Size::new(board.rows, board.cols)
        .cells()
        .map(|cell| {
            let corner = board.corner(cell.row, cell.col);
            let coloured = area.points().filter(|(x, y)| {
                let seen = sampler.at(corner.0 + i64::from(*x), corner.1 + i64::from(*y));
                colours.iter().any(|c| c.distance(seen) <= tolerance)
            });
            (coloured.count() as f32 / pixels, cell)
        })
        .collect();
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
        return Err(Misfit::Cursors {
            count: count.count(),
        });
    }
    Ok(Some(CellReading {
        value: *cell,
        confidence: ((first - second) / first).clamp(0.0, 1.0),
        runner_up: None,
    }))
}

/// The cell at which all points have one colour.
fn by_one_colour(
    board: &BoardRule,
    at: &[Point],
    tolerance: u8,
    sampler: &Sampler<'_>,
) -> Result<Option<CellReading<Cell>>, Misfit> {
    let mut spreads: Vec<(u8, Cell)> = Size::new(board.rows, board.cols)
        .cells()
        .map(|cell| {
            let corner = board.corner(cell.row, cell.col);
            let points = at
                .iter()
                .map(|(x, y)| sampler.at(corner.0 + i64::from(*x), corner.1 + i64::from(*y)));
            (spread(points), cell)
        })
        .collect();
    spreads.sort_by_key(|(spread, _)| *spread);
    let [(first, cell), rest @ ..] = spreads.as_slice() else {
        return Ok(None);
    };
    // In a smeared picture the points may differ by more, or those of other cells by less: what
    // counts then is that one cell stands out.
    let tolerance = f32::from(tolerance.max(1));
    let nearest = f32::from(*first);
    let second = rest.first().map_or(255.0, |(second, _)| f32::from(*second));
    let stands_out = second >= nearest + tolerance.min(2.0 * nearest + 24.0);
    if nearest > 2.0 * tolerance || nearest > tolerance && !stands_out {
        return Ok(None);
    }
    if second <= tolerance && !(stands_out && nearest <= tolerance / 4.0) {
        let count = spreads.iter().filter(|(s, _)| f32::from(*s) <= tolerance);
        return Err(Misfit::Cursors {
            count: count.count(),
        });
    }
    let apart = (second - nearest) / (2.0 * tolerance);
    let plain = 1.0 - 0.25 * nearest / tolerance;
    let runner_up = rest.first().filter(|_| apart < 1.0).map(|(_, cell)| *cell);
    Ok(Some(CellReading {
        value: *cell,
        confidence: plain.min(apart).clamp(0.0, 1.0),
        runner_up,
    }))
}
