//! Where the game's own cursor is.

use std::collections::HashMap;

use image::RgbaImage;

use crate::game::{Cell, CellReading, Size};

use super::misfit::{Misfit, spread};
use super::place::{ImageRect, Place, Sampler};
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

/// A colour tells the cursor if it has this much more of its cell than of any other.
const TELLING: f32 = 0.02;
/// How far a pixel may be from the cursor's colour.
const TOLERANCE: u8 = 24;

/// How the cursor is known that is on one cell of a picture and on no other: by the colour that is
/// most its own. `None` if there is none.
pub fn cursor_rule(
    image: &RgbaImage,
    rect: ImageRect,
    size: Size,
    on: Cell,
    profile: &Profile,
    board: &str,
) -> Option<CursorRule> {
    let rule = profile.board(board)?;
    if !size.contains(on) || image.width() == 0 || image.height() == 0 {
        return None;
    }
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let pixels = |cell: Cell| -> Vec<Rgb> {
        let area = rect.cell(size, cell);
        let range = |from: f32, side: f32| from.max(0.0) as i64..(from + side).max(0.0) as i64;
        let columns = range(area.x, area.width);
        range(area.y, area.height)
            .flat_map(|y| columns.clone().map(move |x| (x, y)))
            .map(|(x, y)| sampler.at(x, y))
            .collect()
    };
    let own = pixels(on);
    let mut counts: HashMap<[u8; 3], (u32, Rgb)> = HashMap::new();
    for colour in &own {
        let coarse = colour.0.map(|channel| channel >> 3);
        counts.entry(coarse).or_insert((0, *colour)).0 += 1;
    }
    let mut common: Vec<(u32, Rgb)> = counts.into_values().collect();
    common.sort_by_key(|(count, colour)| (std::cmp::Reverse(*count), colour.0));
    let share = |pixels: &[Rgb], colour: Rgb| {
        let near = pixels
            .iter()
            .filter(|seen| seen.distance(colour) <= TOLERANCE);
        near.count() as f32 / pixels.len().max(1) as f32
    };
    let others: Vec<Vec<Rgb>> = size
        .cells()
        .filter(|cell| *cell != on)
        .map(pixels)
        .collect();
    // Rarer ones are smears between two colours.
    let telling = common.into_iter().take(12).map(|(_, colour)| {
        let elsewhere = others.iter().map(|pixels| share(pixels, colour));
        let elsewhere = elsewhere.fold(0.0, f32::max);
        (share(&own, colour), elsewhere, colour)
    });
    let best = telling.max_by(|a, b| (a.0 - a.1).total_cmp(&(b.0 - b.1)));
    let (here, elsewhere, colour) = best?;
    (here - elsewhere >= TELLING).then(|| CursorRule::Colour {
        board: board.to_owned(),
        area: Area {
            x: 0,
            y: 0,
            width: rule.cell.0,
            height: rule.cell.1,
        },
        colours: vec![colour],
        tolerance: TOLERANCE,
        min_share: (here + elsewhere) / 2.0,
    })
}
