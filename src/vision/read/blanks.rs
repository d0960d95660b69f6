//! What the blank cells of a board have in common.

use crate::classify::Verdict;
use crate::find::Misfit;
use crate::game::Cell;
use crate::profile::{Area, BlankLook, BoardRule, CellRule, Rgb};
use crate::sampler::{Sampler, spread};

/// Two pixels of one colour differ by at most this; the profile gives no tolerance for it.
const ALIKE: u8 = 64;
/// Share of a cell's pixels that must be alike for two blank cells to be alike.
const ALIKE_PIXELS: f32 = 0.75;
/// A blank cell is wholly doubtful if at most the first share of its pixels is as in the others, and
/// not at all from the second share on.
const DOUBT: (f32, f32) = (0.75, 0.95);
/// Share of the blank cells that must be alike.
const ALIKE_CELLS: f32 = 0.85;
/// With fewer blank cells than this their look is not checked.
const FEW_BLANKS: usize = 3;
/// Compares the cells that were read as blank: on the game's screen they look alike, on any other
/// they do not. Single ones that do not become doubtful.
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
    // The look most of them have: that of one of a few, spread over the board.
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
    // Judged by all of them: a strip of a neighbour, as a shifted place shows it in one column, is
    // no pattern.
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
    // Each is compared by the part that tells values apart, which the cursor leaves free.
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

/// Share of the pixels that are alike.
fn agreement(a: &[Rgb], b: &[Rgb]) -> f32 {
    let alike = a.iter().zip(b).filter(|(a, b)| a.distance(**b) <= ALIKE);
    alike.count() as f32 / a.len().max(1) as f32
}
