//! Finder for boards of any size and position by their grid of patches.

use image::{RgbaImage, imageops};

use crate::classify::read_beside;
use crate::game::{Cell, Side, Size};
use crate::grid::{CORNERS, GridSight, Lattice, lattices, patches};
use crate::place::{ImageRect, Tiling};
use crate::profile::{BoardRule, CellRule, ColourClass, GridRule, PLAYING_PHASE, Profile, Rgb};

use super::misfit::Misfit;
use super::sighting::{Cut, Judged, Miss, Search, Sighting};

/// Maximum number of grids compared with the profile per size.
const MOST_TRIED: usize = 4;
/// Reduction factors and contrast divisors tried: smoothly enlarged pictures have fainter, longer steps, and
/// compressed ones have noise.
const VIEWS: [(u32, u8); 6] = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2)];
/// Maximum factor by which a window may stretch cells.
const STRETCHED: f32 = 1.5;
/// Share of cell-like positions next to a grid from which it counts as cut off.
const BESIDE: f32 = 0.25;

pub(super) fn find(rule: &GridRule, search: &Search<'_>) -> Result<Judged, Miss> {
    let mut sizes = Vec::new();
    let mut nearest: Option<Misfit> = None;
    let mut best: Option<(usize, Judged)> = None;
    for (smaller, part) in VIEWS {
        let found = lattices_in(search.image, rule, (smaller, part));
        for lattice in found.iter().take(MOST_TRIED) {
            if !has_size(search.profile, lattice) {
                let size = format!("{}×{}", lattice.size.rows, lattice.size.cols);
                if !sizes.contains(&size) {
                    sizes.push(size);
                }
                continue;
            }
            match judge(rule, search, lattice) {
                Ok(judged) => {
                    let doubtful = judged.seen.doubtful().len();
                    if best.as_ref().is_none_or(|(least, _)| doubtful < *least) {
                        best = Some((doubtful, judged));
                    }
                    break;
                }
                Err(misfit) => nearest = nearest.or(misfit),
            }
        }
        if best.as_ref().is_some_and(|(doubtful, _)| *doubtful == 0) {
            break;
        }
    }
    if let Some((_, judged)) = best {
        return Ok(judged);
    }
    Err(Miss::Nothing {
        looked_for: looked_for(rule, search.profile),
        seen: match nearest {
            Some(misfit) => format!("at the likeliest place, {misfit}"),
            None if sizes.is_empty() => "no such grid".to_owned(),
            None => format!("only grids of {}", sizes.join(", ")),
        },
    })
}

/// Grids in a reduced image with a reduced contrast threshold.
fn lattices_in(image: &RgbaImage, rule: &GridRule, (smaller, part): (u32, u8)) -> Vec<Lattice> {
    let contrast = rule.contrast / part;
    let (width, height) = (image.width() / smaller, image.height() / smaller);
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let reduced = (smaller > 1).then(|| imageops::thumbnail(image, width, height));
    let rule = GridRule {
        side: ((rule.side.0 / smaller).max(4), rule.side.1 / smaller),
        ..rule.clone()
    };
    let patches = patches(reduced.as_ref().unwrap_or(image), contrast, rule.side.0 / 2);
    let factors = (
        image.width() as f32 / width as f32,
        image.height() as f32 / height as f32,
    );
    let found = lattices(&patches, &rule).into_iter();
    found.map(|lattice| lattice.enlarged(factors)).collect()
}

/// Reads the boards at a grid.
///
/// # Errors The reason why it is not the game's, if known.
fn judge(
    rule: &GridRule,
    search: &Search<'_>,
    lattice: &Lattice,
) -> Result<Judged, Option<Misfit>> {
    let profile = search.profile;
    let pitch = profile.boards.first().map_or((1, 1), |board| board.pitch);
    let side = |count: usize, pitch: u32| u32::try_from(count).unwrap_or(1) * pitch;
    let sight = GridSight {
        image: search.image,
        lattice,
        contrast: rule.contrast,
    };
    if profile.boards.iter().any(|board| goes_on(board, sight)) {
        return Err(Some(Misfit::Nothing(
            "there are more cells beside the grid",
        )));
    }
    let size = lattice.size;
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
        Ok(judged) if judged.seen.phase == PLAYING_PHASE || judged.misfit.is_none() => Ok(judged),
        Ok(judged) => Err(judged.misfit),
        Err(misfit) => Err(Some(misfit)),
    }
}

/// Returns whether a board of variable size continues beyond a grid: some adjacent positions have cell-like edges, or
/// cell colours. If all sides have the same single colour, that is the background.
fn goes_on(board: &BoardRule, sight: GridSight<'_>) -> bool {
    let CellRule::Patch(rule) = &board.values else {
        return false;
    };
    let Size { rows, cols } = sight.lattice.size;
    let (across, down) = Tiling::even(sight.lattice.rect(), sight.lattice.size).pitch();
    let first = sight.rect(Cell::new(0, 0));
    let is_like = |class: &ColourClass, seen: Rgb| {
        let mut known = class.colours.iter();
        known.any(|known| known.distance(seen) <= rule.tolerance)
    };
    // Classes observed on one side, the share of positions that are cell-coloured all over, and whether many have
    // edges.
    let side = |places: Vec<(f32, f32)>| {
        let (mut classes, mut filled, mut edged) = (Vec::new(), 0, 0);
        for (row, col) in &places {
            let rect = ImageRect {
                x: first.x + col * across,
                y: first.y + row * down,
                ..first
            };
            let class_of = |seen: Rgb| rule.classes.iter().position(|class| is_like(class, seen));
            let corners: Vec<Option<usize>> = sight.corners(rect).map(class_of).collect();
            let is_whole = corners.len() == CORNERS;
            filled += usize::from(is_whole && corners.iter().all(Option::is_some));
            if let [Some(class), ..] = corners.as_slice()
                && is_whole
                && corners.iter().all(|other| *other == Some(*class))
            {
                let is_other = |seen: &Rgb| !is_like(&rule.classes[*class], *seen);
                edged += usize::from(sight.rims(rect).filter(is_other).count() >= 2);
            }
            classes.extend(corners.into_iter().flatten());
        }
        let share = |count: usize, of: usize| count as f32 / of.max(1) as f32;
        let like = share(filled, places.len());
        let is_cut = share(edged, places.len()) > BESIDE;
        (classes, like, is_cut)
    };
    let (last_row, last_col) = (rows as f32, cols as f32);
    let column = |col: f32| side((0..rows).map(|row| (row as f32, col)).collect());
    let row = |row: f32| side((0..cols).map(|col| (row, col as f32)).collect());
    let mut sides = Vec::new();
    if board.cols == 0 {
        sides.extend([column(-1.0), column(last_col)]);
    }
    if board.rows == 0 {
        sides.extend([row(-1.0), row(last_row)]);
    }
    let mut classes = sides.iter().flat_map(|(classes, ..)| classes);
    let first = classes.next();
    let is_background = classes.all(|class| Some(class) == first)
        && sides
            .iter()
            .all(|(_, like, _)| *like <= BESIDE || *like >= 1.0 - BESIDE);
    let is_cut =
        |(_, like, is_cut): &(Vec<usize>, f32, bool)| *is_cut || !is_background && *like > BESIDE;
    sides.iter().any(is_cut)
}

/// Segments a board into the cells of a grid, or reads its number lists in the margin.
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

/// Returns whether the boards may have the grid's size and proportions: for boards of variable size, two merged cells
/// may look like one.
fn has_size(profile: &Profile, lattice: &Lattice) -> bool {
    let size = lattice.size;
    let (across, down) = Tiling::even(lattice.rect(), size).pitch();
    let fits = |wanted: usize, seen: usize| wanted == 0 || wanted == seen;
    let mut boards = profile.boards.iter();
    boards.all(|board| {
        let stretched = across / down * board.pitch.1 as f32 / board.pitch.0.max(1) as f32;
        let is_fixed = board.rows > 0 && board.cols > 0;
        fits(board.rows, size.rows)
            && fits(board.cols, size.cols)
            && (is_fixed || (1.0 / STRETCHED..=STRETCHED).contains(&stretched))
    })
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
