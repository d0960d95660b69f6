//! The finder for boards of any size and place: by their grid. Quick enough to be done anew each
//! time.

use crate::classify::read_beside;
use crate::game::Side;
use crate::grid::{GridSight, Lattice, lattices, patches};
use crate::profile::{BoardRule, CellRule, GridRule, PLAYING_PHASE, Profile};

use super::misfit::Misfit;
use super::sighting::{Cut, Judged, Miss, Search, Sighting};

/// Most grids that are compared with the profile.
const MOST_TRIED: usize = 4;

/// Finds the boards.
///
/// # Errors
/// [`Miss`].
pub(super) fn find(rule: &GridRule, search: &Search<'_>) -> Result<Judged, Miss> {
    let (profile, image) = (search.profile, search.image);
    let patches = patches(image, rule.contrast, rule.side.0.max(2) / 2);
    let found = lattices(&patches, rule);
    let mut sizes = Vec::new();
    let mut nearest: Option<Misfit> = None;
    for lattice in found.iter().take(MOST_TRIED) {
        let size = lattice.size;
        if !has_size(profile, lattice) {
            sizes.push(format!("{}×{}", size.rows, size.cols));
            continue;
        }
        let pitch = profile.boards.first().map_or((1, 1), |board| board.pitch);
        let side = |count: usize, pitch: u32| u32::try_from(count).unwrap_or(1) * pitch;
        let sight = GridSight {
            image,
            lattice,
            contrast: rule.contrast,
        };
        let sighting = Sighting {
            place: lattice.place(pitch),
            size: (side(size.cols, pitch.0), side(size.rows, pitch.1)),
            whole: true,
            cut: Box::new(|| {
                profile
                    .boards
                    .iter()
                    .map(|board| cut(board, sight))
                    .collect()
            }),
        };
        match (search.judge)(sighting) {
            Ok(judged) if judged.seen.phase == PLAYING_PHASE || judged.misfit.is_none() => {
                return Ok(judged);
            }
            Ok(judged) => nearest = nearest.or(judged.misfit),
            Err(misfit) => nearest = nearest.or(Some(misfit)),
        }
    }
    Err(Miss::Nothing {
        looked_for: looked_for(rule, profile),
        seen: match nearest {
            Some(misfit) => format!("at the likeliest place, {misfit}"),
            None if sizes.is_empty() => "no such grid".to_owned(),
            None => format!("only grids of {}", sizes.join(", ")),
        },
    })
}

/// Cuts a board into the cells of a grid, or what stands beside that into lists of numbers.
fn cut<'a>(board: &'a BoardRule, sight: GridSight<'a>) -> Result<Cut<'a>, Misfit> {
    let size = sight.lattice.size;
    match (&board.values, Side::of(&board.id)) {
        (CellRule::Numbers(rule), Some(side)) => {
            let at = sight.lattice.rect();
            let read = read_beside(rule, sight.image, at, (size, side));
            let (cells, spots) = read.ok_or(Misfit::NoNumbers)?;
            Ok(Cut::read(&board.id, cells, spots))
        }
        _ => Ok(Cut::by_rule(board, size, Some(sight))),
    }
}

/// Whether the boards may have the size found.
fn has_size(profile: &Profile, lattice: &Lattice) -> bool {
    let fits = |wanted: usize, seen: usize| wanted == 0 || wanted == seen;
    let size = lattice.size;
    let mut boards = profile.boards.iter();
    boards.all(|board| fits(board.rows, size.rows) && fits(board.cols, size.cols))
}

fn looked_for(rule: &GridRule, profile: &Profile) -> String {
    let counted = |fixed: usize, (from, to): (usize, usize)| match fixed {
        0 => format!("{from} to {to}"),
        fixed => fixed.to_string(),
    };
    let (rows, cols) = profile.boards.first().map_or((0, 0), |b| (b.rows, b.cols));
    format!(
        "a grid of {} rows and {} columns, of even patches {} to {} pixels wide",
        counted(rows, rule.rows),
        counted(cols, rule.cols),
        rule.side.0,
        rule.side.1
    )
}
