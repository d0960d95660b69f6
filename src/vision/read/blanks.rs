//! Consistency check of a board's blank cells.

use crate::classify::Verdict;
use crate::find::Mismatch;
use crate::game::{Cell, Grid};
use crate::profile::{Area, BlankStyle, BoardRule, CellRule, Rgb};
use crate::sampler::{Sampler, spread};

/// Maximum channel difference between pixels of the same colour; the profile gives none for this.
const MAX_EQUAL_DIFF: u8 = 64;
/// Minimum share of equal pixels for two blank cells to count as equal.
const MIN_EQUAL_PIXELS: f32 = 0.75;
/// Share of a cell's pixels that agree with the other blanks at which its confidence factor is 0 and 1.
const DOUBT_RANGE: (f32, f32) = (0.75, 0.95);
/// Minimum share of blank cells that must be equal.
const MIN_EQUAL_CELLS: f32 = 0.85;
/// Fewer blank cells are not checked.
const MIN_BLANKS: usize = 3;

/// Compares the blank cells with each other: in the game's picture they look the same. Lowers the confidence of
/// single cells that differ; fails if too many do.
pub(super) fn check_blanks(
    board: &BoardRule,
    cursor: Option<Cell>,
    sampler: &Sampler<'_>,
    verdicts: &mut Grid<Verdict>,
) -> Result<(), Mismatch> {
    let cell_area = Area::of_size(board.cell);
    let pixels = |cell: Cell, area: Area| -> Vec<Rgb> {
        let corner = board.corner(cell.row, cell.col);
        area.points()
            .map(|(x, y)| sampler.at(corner.0 + i64::from(x), corner.1 + i64::from(y)))
            .collect()
    };
    let blanks: Vec<Vec<Rgb>> = verdicts
        .iter()
        .filter(|(cell, verdict)| verdict.class.is_none() && Some(*cell) != cursor)
        .map(|(cell, _)| pixels(cell, cell_area))
        .collect();
    if blanks.len() < MIN_BLANKS {
        return Ok(());
    }
    // The most common appearance, by a sample of at most five blanks spread over the board.
    let step = blanks.len().div_ceil(5);
    let mut best: (usize, &[Rgb]) = (0, &[]);
    for pattern in blanks.iter().step_by(step) {
        let like = |it: &&Vec<Rgb>| agreement(pattern, it) >= MIN_EQUAL_PIXELS;
        let equal = blanks.iter().filter(like).count();
        if equal > best.0 {
            best = (equal, pattern);
        }
        // A majority: no other appearance can be more common.
        if 2 * equal > blanks.len() {
            break;
        }
    }
    let (equal, pattern) = best;
    if (equal as f32) < MIN_EQUAL_CELLS * blanks.len() as f32 {
        return Err(Mismatch::Unlike {
            board: board.id.clone(),
            blank: blanks.len(),
            unlike: blanks.len() - equal,
        });
    }
    // All blanks vote: a strip of a neighbour that a shifted position shows in one column is no pattern.
    let plain = |it: &&Vec<Rgb>| spread(it.iter().copied()) <= MAX_EQUAL_DIFF;
    let plain = blanks.iter().filter(plain).count() as f32 / blanks.len() as f32;
    let id = board.id.clone();
    match board.blanks {
        BlankStyle::Pattern if plain > 1.0 - MIN_EQUAL_CELLS => return Err(Mismatch::Plain(id)),
        BlankStyle::Plain if plain < MIN_EQUAL_CELLS => return Err(Mismatch::Patterned(id)),
        _ => {}
    }
    // Only the area that determines values is compared; the cursor leaves it free.
    let area = match &board.values {
        CellRule::Share(rule) => rule.area,
        _ => cell_area,
    };
    let part: Vec<Rgb> = area
        .points()
        .filter_map(|(x, y)| pattern.get((y * board.cell.0 + x) as usize).copied())
        .collect();
    let cells = verdicts.size().cells().zip(verdicts.as_mut_slice());
    for (cell, verdict) in cells.filter(|(_, verdict)| verdict.class.is_none()) {
        let agreement = agreement(&part, &pixels(cell, area));
        let (none, full) = DOUBT_RANGE;
        verdict.confidence *= ((agreement - none) / (full - none)).clamp(0.0, 1.0);
    }
    Ok(())
}

/// Share of positions at which two cells have the same colour.
fn agreement(a: &[Rgb], b: &[Rgb]) -> f32 {
    let pairs = a.iter().zip(b);
    let equal = pairs.filter(|(a, b)| a.distance(**b) <= MAX_EQUAL_DIFF);
    equal.count() as f32 / a.len().max(1) as f32
}
