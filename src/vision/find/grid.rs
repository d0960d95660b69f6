//! Finder for boards of any size and position by their grid of patches.

use image::{RgbaImage, imageops};

use crate::classify::read_clues;
use crate::game::{Cell, Side, Size};
use crate::grid::{CORNERS, CellLattice, GridView, lattices, patches};
use crate::place::Tiling;
use crate::profile::{BoardRule, CellRule, ColourClass, GridRule, PLAYING_PHASE, Profile, Rgb};

use super::candidate::{Candidate, FindError, FindResult, PictureSearch, ScoredReading, Segment};
use super::mismatch::Mismatch;

/// Maximum number of grids compared with the profile per size.
const MAX_TRIED: usize = 4;
/// Reduction factors and contrast divisors tried: smoothly enlarged pictures have faint steps, compressed ones noise.
const REDUCTIONS: [(u32, u8); 6] = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2)];
/// Maximum factor by which a window may stretch cells.
const MAX_STRETCH: f32 = 1.5;
/// Minimum side of a cell in a reduced image, in pixels.
const MIN_SIDE: u32 = 4;
/// Minimum number of the sampled rims of a cell-like position that have another colour.
const MIN_EDGED_RIMS: usize = 2;
/// Share of cell-like positions next to a grid from which it counts as cut off.
const MAX_CELL_SHARE: f32 = 0.25;

pub(super) fn find(rule: &GridRule, search: &PictureSearch<'_>) -> FindResult {
    let mut sizes = Vec::new();
    let mut nearest: Option<Mismatch> = None;
    let mut best: Option<(usize, ScoredReading)> = None;
    for (smaller, part) in REDUCTIONS {
        let found = lattices_in(search.image, rule, (smaller, part));
        for lattice in found.iter().take(MAX_TRIED) {
            if !has_size(search.profile, lattice) {
                let size = format!("{}×{}", lattice.size.rows, lattice.size.cols);
                if !sizes.contains(&size) {
                    sizes.push(size);
                }
                continue;
            }
            match score_lattice(rule, search, lattice) {
                Ok(scored) => {
                    let doubtful = scored.screen.doubtful().len();
                    if best.as_ref().is_none_or(|(least, _)| doubtful < *least) {
                        best = Some((doubtful, scored));
                    }
                    break;
                }
                Err(mismatch) => nearest = nearest.or(mismatch),
            }
        }
        if best.as_ref().is_some_and(|(doubtful, _)| *doubtful == 0) {
            break;
        }
    }
    if let Some((_, scored)) = best {
        return Ok(scored);
    }
    Err(FindError::Nothing {
        looked_for: looked_for(rule, search.profile),
        seen: match nearest {
            Some(mismatch) => format!("at the likeliest place, {mismatch}"),
            None if sizes.is_empty() => "no such grid".to_owned(),
            None => format!("only grids of {}", sizes.join(", ")),
        },
    })
}

/// Grids in a reduced image with a reduced contrast threshold.
fn lattices_in(image: &RgbaImage, rule: &GridRule, (smaller, part): (u32, u8)) -> Vec<CellLattice> {
    let contrast = rule.contrast / part;
    let (width, height) = (image.width() / smaller, image.height() / smaller);
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let reduced = (smaller > 1).then(|| imageops::thumbnail(image, width, height));
    let rule = GridRule {
        side: ((rule.side.0 / smaller).max(MIN_SIDE), rule.side.1 / smaller),
        ..rule.clone()
    };
    let patches = patches(reduced.as_ref().unwrap_or(image), contrast, rule.side.0 / 2);
    let across = image.width() as f32 / width as f32;
    let down = image.height() as f32 / height as f32;
    let found = lattices(&patches, &rule).into_iter();
    found.map(|it| it.enlarged((across, down))).collect()
}

/// Reads the boards at a grid. Fails with the reason why it is not the game's, if known.
fn score_lattice(
    rule: &GridRule,
    search: &PictureSearch<'_>,
    lattice: &CellLattice,
) -> Result<ScoredReading, Option<Mismatch>> {
    let profile = search.profile;
    let pitch = profile.boards.first().map_or((1, 1), |board| board.pitch);
    let side = |count: usize, pitch: u32| u32::try_from(count).unwrap_or(1) * pitch;
    let view = GridView {
        image: search.image,
        lattice,
        contrast: rule.contrast,
    };
    if profile.boards.iter().any(|board| continues(board, view)) {
        let more = "there are more cells beside the grid";
        return Err(Some(Mismatch::Nothing(more)));
    }
    let size = lattice.size;
    let candidate = Candidate {
        place: lattice.placement(pitch),
        size: (side(size.cols, pitch.0), side(size.rows, pitch.1)),
        complete: true,
        segment: Box::new(|| profile.boards.iter().map(|it| segment(it, view)).collect()),
    };
    match (search.score)(candidate) {
        Ok(scored) if scored.screen.phase == PLAYING_PHASE || scored.mismatch.is_none() => {
            Ok(scored)
        }
        Ok(scored) => Err(scored.mismatch),
        Err(mismatch) => Err(Some(mismatch)),
    }
}

/// Returns whether a board of variable size continues beyond a grid: some adjacent positions have cell-like edges, or
/// cell colours. If all sides have the same single colour, that is the background.
fn continues(board: &BoardRule, view: GridView<'_>) -> bool {
    let CellRule::Patch(rule) = &board.values else {
        return false;
    };
    let Size { rows, cols } = view.lattice.size;
    let (across, down) = Tiling::even(view.lattice.rect(), view.lattice.size).pitch();
    let first = view.rect(Cell::new(0, 0));
    let is_close = |class: &ColourClass, colour: Rgb| {
        let mut known = class.colours.iter();
        known.any(|known| known.distance(colour) <= rule.tolerance)
    };
    // Classes on one side, the share of positions in cell colours all over, and whether many have edges.
    let side = |places: Vec<(f32, f32)>| {
        let (mut classes, mut filled, mut edged) = (Vec::new(), 0, 0);
        for (row, col) in &places {
            let rect = first.moved(col * across, row * down);
            let class_of = |colour: Rgb| rule.classes.iter().position(|it| is_close(it, colour));
            let corners: Vec<Option<usize>> = view.corners(rect).map(class_of).collect();
            let is_complete = corners.len() == CORNERS;
            filled += usize::from(is_complete && corners.iter().all(Option::is_some));
            if let [Some(class), ..] = corners.as_slice()
                && is_complete
                && corners.iter().all(|other| *other == Some(*class))
            {
                let is_other = |colour: &Rgb| !is_close(&rule.classes[*class], *colour);
                edged += usize::from(view.rims(rect).filter(is_other).count() >= MIN_EDGED_RIMS);
            }
            classes.extend(corners.into_iter().flatten());
        }
        let share = |count: usize| count as f32 / places.len().max(1) as f32;
        (classes, share(filled), share(edged) > MAX_CELL_SHARE)
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
    let is_uniform = |like: f32| like <= MAX_CELL_SHARE || like >= 1.0 - MAX_CELL_SHARE;
    let is_background =
        classes.all(|class| Some(class) == first) && sides.iter().all(|side| is_uniform(side.1));
    let is_cut_off = |(_, like, is_cut_off): &(Vec<usize>, f32, bool)| {
        *is_cut_off || !is_background && *like > MAX_CELL_SHARE
    };
    sides.iter().any(is_cut_off)
}

/// Segments a board into the cells of a grid, or reads its number lists in the margin.
fn segment<'a>(board: &'a BoardRule, view: GridView<'a>) -> Result<Segment<'a>, Mismatch> {
    let size = view.lattice.size;
    match (&board.values, Side::from_id(&board.id)) {
        (CellRule::Numbers(rule), Some(side)) => {
            let at = view.lattice.rect();
            let read = read_clues(rule, view.image, at, (size, side));
            let (cells, rects) = read.ok_or(Mismatch::NoNumbers)?;
            Ok(Segment::read(&board.id, cells, rects))
        }
        _ => Ok(Segment::by_rule(board, size, Some(view))),
    }
}

/// Returns whether the boards may have the grid's size and proportions: two merged cells may look like one.
fn has_size(profile: &Profile, lattice: &CellLattice) -> bool {
    let size = lattice.size;
    let (across, down) = Tiling::even(lattice.rect(), size).pitch();
    let fits = |expected: usize, found: usize| expected == 0 || expected == found;
    let mut boards = profile.boards.iter();
    boards.all(|board| {
        let stretched = across / down * board.pitch.1 as f32 / board.pitch.0.max(1) as f32;
        let is_fixed = board.rows > 0 && board.cols > 0;
        fits(board.rows, size.rows)
            && fits(board.cols, size.cols)
            && (is_fixed || (1.0 / MAX_STRETCH..=MAX_STRETCH).contains(&stretched))
    })
}

fn looked_for(rule: &GridRule, profile: &Profile) -> String {
    let counted = |fixed: usize, (from, to): (usize, usize)| match fixed {
        0 => format!("{from} to {to}"),
        fixed => fixed.to_string(),
    };
    let (rows, cols) = profile.boards.first().map_or((0, 0), |b| (b.rows, b.cols));
    format!(
        "a grid of {} rows and {} columns, of plain squares {} to {} pixels wide",
        counted(rows, rule.rows),
        counted(cols, rule.cols),
        rule.side.0,
        rule.side.1
    )
}
