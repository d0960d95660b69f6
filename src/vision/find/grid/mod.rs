//! Finder for boards of any size and position by their grid of patches.

mod lattice;
mod outline;
mod patches;

pub(crate) use lattice::{CellLattice, lattices};
pub(crate) use outline::{CellOutline, GridView};
pub(crate) use patches::{Patch, patches};

use image::{RgbaImage, imageops};

use crate::game::{Cell, Size};
use crate::place::{ImageRect, Tiling};
use crate::profile::{BoardRule, CellRule, ColourClass, GridRule, Profile, Rgb};

use outline::CORNERS;

/// Pairs tried: factor by which the image is reduced, and divisor of the contrast that separates patches. Smoothly
/// enlarged pictures have faint steps, compressed ones noise.
pub(crate) const REDUCTIONS: [(u32, u8); 6] = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2)];
/// Maximum factor by which a window may stretch cells.
const MAX_STRETCH: f32 = 1.5;
/// Minimum side of a cell in a reduced image, in pixels.
const MIN_SIDE: u32 = 4;
/// Minimum number of the four sampled rims of a cell-like position that have another colour: its edges.
const MIN_EDGED_RIMS: usize = 2;
/// Maximum share of cell-like positions next to a side of a grid; with more, the grid cuts the board off.
const MAX_CELL_SHARE: f32 = 0.25;

/// Grids in a reduced image with a reduced contrast, by one of [`REDUCTIONS`]; in pixels of the original image.
pub(crate) fn lattices_in(
    image: &RgbaImage,
    rule: &GridRule,
    (smaller, part): (u32, u8),
) -> Vec<CellLattice> {
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

/// Positions next to one side of a grid.
struct OuterSide {
    /// Classes that the colours near their corners have, as far as these belong to a class.
    classes: Vec<usize>,
    /// Share of positions whose corners all have colours of cells.
    cell_share: f32,
    /// True if so many positions of one colour have an edge, as cells have, that the board is cut off.
    is_edged: bool,
}

/// Returns whether a board of variable size continues beyond a grid, or may do so: its outermost cells are cut off,
/// or some adjacent positions have cell-like edges, or cell colours. If all sides have the same single colour, that is
/// the background.
pub(crate) fn continues(board: &BoardRule, view: GridView<'_>) -> bool {
    let CellRule::Patch(rule) = &board.values else {
        return false;
    };
    let Size { rows, cols } = view.lattice.size;
    let (across, down) = Tiling::even(view.lattice.rect(), view.lattice.size).pitch();
    let is_close = |class: &ColourClass, colour: Rgb| {
        let mut known = class.colours.iter();
        known.any(|known| known.distance(colour) <= rule.tolerance)
    };
    let side = |rects: Vec<ImageRect>| {
        let (mut classes, mut filled, mut edged) = (Vec::new(), 0, 0);
        for rect in &rects {
            let class_of = |colour: Rgb| rule.classes.iter().position(|it| is_close(it, colour));
            let corners: Vec<Option<usize>> = view.corners(*rect).map(class_of).collect();
            let is_complete = corners.len() == CORNERS;
            filled += usize::from(is_complete && corners.iter().all(Option::is_some));
            if let [Some(class), ..] = corners.as_slice()
                && is_complete
                && corners.iter().all(|other| *other == Some(*class))
            {
                let is_other = |colour: &Rgb| !is_close(&rule.classes[*class], *colour);
                edged += usize::from(view.rims(*rect).filter(is_other).count() >= MIN_EDGED_RIMS);
            }
            classes.extend(corners.into_iter().flatten());
        }
        let share = |count: usize| count as f32 / rects.len().max(1) as f32;
        OuterSide {
            classes,
            cell_share: share(filled),
            is_edged: share(edged) > MAX_CELL_SHARE,
        }
    };
    let column = |col: usize| (0..rows).map(|row| Cell::new(row, col)).collect::<Vec<_>>();
    let row = |row: usize| (0..cols).map(|col| Cell::new(row, col)).collect::<Vec<_>>();
    let mut lines = Vec::new();
    if board.cols == 0 {
        lines.extend([(column(0), (-1.0, 0.0)), (column(cols - 1), (1.0, 0.0))]);
    }
    if board.rows == 0 {
        lines.extend([(row(0), (0.0, -1.0)), (row(rows - 1), (0.0, 1.0))]);
    }
    let mut sides = Vec::new();
    for (cells, (right, below)) in lines {
        if view.lattice.is_cut_off(&cells, right != 0.0) {
            return true;
        }
        let next = |cell: &Cell| view.rect(*cell).moved(right * across, below * down);
        sides.push(side(cells.iter().map(next).collect()));
        // Something, or the end of the image, may hide most of the next cells.
        let strip = |cell: &Cell| view.strip_beside(*cell, (right, below));
        sides.push(side(cells.iter().filter_map(strip).collect()));
    }
    let mut classes = sides.iter().flat_map(|side| &side.classes);
    let first = classes.next();
    // The background of a class's colour surrounds a side as a whole or not at all.
    let is_uniform =
        |it: &OuterSide| it.cell_share <= MAX_CELL_SHARE || it.cell_share >= 1.0 - MAX_CELL_SHARE;
    let is_background = classes.all(|class| Some(class) == first) && sides.iter().all(is_uniform);
    let is_cut_off =
        |it: &OuterSide| it.is_edged || !is_background && it.cell_share > MAX_CELL_SHARE;
    sides.iter().any(is_cut_off)
}

/// Returns whether the boards may have the grid's size and proportions: two merged cells may look like one.
pub(crate) fn has_size(profile: &Profile, lattice: &CellLattice) -> bool {
    let size = lattice.size;
    let (across, down) = Tiling::even(lattice.rect(), size).pitch();
    let fits = |expected: usize, found: usize| expected == 0 || expected == found;
    profile.boards.iter().all(|board| {
        let stretched = across / down * board.pitch.1 as f32 / board.pitch.0.max(1) as f32;
        let is_fixed = board.rows > 0 && board.cols > 0;
        fits(board.rows, size.rows)
            && fits(board.cols, size.cols)
            && (is_fixed || (1.0 / MAX_STRETCH..=MAX_STRETCH).contains(&stretched))
    })
}

/// Description of what the finder looks for, for errors.
pub(crate) fn looked_for(rule: &GridRule, profile: &Profile) -> String {
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
