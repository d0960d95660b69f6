//! Consistency check of a board's blank cells.

use crate::classify::Verdict;
use crate::find::Misfit;
use crate::game::Cell;
use crate::profile::{Area, BlankLook, BoardRule, CellRule, Rgb};
use crate::sampler::{Sampler, spread};

/// Maximum channel difference between pixels of the same colour; the profile gives none for this.
const ALIKE: u8 = 64;
/// Minimum share of equal pixels for two blank cells to count as equal.
const ALIKE_PIXELS: f32 = 0.75;
/// Share of a cell's pixels that agree with the other blanks at which its confidence factor is 0 and 1.
const DOUBT: (f32, f32) = (0.75, 0.95);
/// Minimum share of blank cells that must be equal.
const ALIKE_CELLS: f32 = 0.85;
/// Fewer blank cells are not checked.
const FEW_BLANKS: usize = 3;
/// Compares the blank cells with each other: in the game's picture they look the same. Lowers the confidence of
/// single cells that differ; fails if too many do.
pub(super) fn check_blanks(
    board: &BoardRule,
    cursor: Option<Cell>,
    sampler: &Sampler<'_>,
    verdicts: &mut [(Cell, Verdict)],
) -> Result<(), Misfit> {
    let whole = Area {
        x: 0,
        y: 0,
        width: board.cell.0,
        height: board.cell.1,
    };
    let look = |cell: Cell, area: Area| -> Vec<Rgb> {
        let corner = board.corner(cell.row, cell.col);
        area.points()
            .map(|(x, y)| sampler.at(corner.0 + i64::from(x), corner.1 + i64::from(y)))
            .collect()
    };
    let blanks: Vec<(usize, Vec<Rgb>)> = verdicts
        .iter()
        .enumerate()
        .filter(|(_, (cell, verdict))| verdict.class.is_none() && Some(*cell) != cursor)
        .map(|(index, (cell, _))| (index, look(*cell, whole)))
        .collect();
    if blanks.len() < FEW_BLANKS {
        return Ok(());
    }
    // The most common appearance, by a sample of at most five blanks spread over the board.
    let step = blanks.len().div_ceil(5);
    let mut best: (usize, &[Rgb]) = (0, &[]);
    for (_, pattern) in blanks.iter().step_by(step) {
        let alike = blanks
            .iter()
            .filter(|(_, other)| agreement(pattern, other) >= ALIKE_PIXELS);
        let alike = alike.count();
        if alike > best.0 {
            best = (alike, pattern);
        }
        if 2 * alike > blanks.len() {
            break;
        }
    }
    let (alike, pattern) = best;
    if (alike as f32) < ALIKE_CELLS * blanks.len() as f32 {
        return Err(Misfit::Unlike {
            board: board.id.clone(),
            blank: blanks.len(),
            unlike: blanks.len() - alike,
        });
    }
    // All blanks vote: a strip of a neighbour that a shifted position shows in one column is no pattern.
    let plain = |(_, look): &&(usize, Vec<Rgb>)| spread(look.iter().copied()) <= ALIKE;
    let plain = blanks.iter().filter(plain).count() as f32 / blanks.len() as f32;
    let id = || board.id.clone();
    match board.blanks {
        BlankLook::Pattern if plain > 1.0 - ALIKE_CELLS => {
            return Err(Misfit::Plain { board: id() });
        }
        BlankLook::Plain if plain < ALIKE_CELLS => {
            return Err(Misfit::Patterned { board: id() });
        }
        _ => {}
    }
    // Only the area that determines values is compared; the cursor leaves it free.
    let area = match &board.values {
        CellRule::Share(rule) => rule.area,
        _ => whole,
    };
    let part: Vec<Rgb> = area
        .points()
        .filter_map(|(x, y)| pattern.get((y * board.cell.0 + x) as usize).copied())
        .collect();
    for (cell, verdict) in verdicts.iter_mut().filter(|(_, v)| v.class.is_none()) {
        let agreement = agreement(&part, &look(*cell, area));
        let (none, full) = DOUBT;
        verdict.confidence *= ((agreement - none) / (full - none)).clamp(0.0, 1.0);
    }
    Ok(())
}

fn agreement(a: &[Rgb], b: &[Rgb]) -> f32 {
    let alike = a.iter().zip(b).filter(|(a, b)| a.distance(**b) <= ALIKE);
    alike.count() as f32 / a.len().max(1) as f32
}
