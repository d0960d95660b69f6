//! Grids of evenly spaced patches of one size: the cells of a board. Patches of similar size are linked to their
//! neighbours, the links give rows and columns, and least squares the pitch; several groups give several grids.

use std::collections::HashMap;

use crate::fit::{AxisFit, pitch};
use crate::game::{Cell, Size};
use crate::place::{ImageRect, Placement};
use crate::profile::GridRule;

use super::patches::Patch;

/// Maximum size ratio of the cells of one board: highlighted ones may be larger.
const MAX_SIZE_RATIO: f32 = 1.5;
/// Maximum distance between centres of neighbours, as a share of the patch's side.
const MAX_PITCH: f32 = 1.7;
/// Minimum distance between centres of neighbours, as a share of the patch's side.
const MIN_PITCH: f32 = 0.8;
/// Maximum ratio of the sides of a cell.
const MAX_ASPECT: f32 = 2.0;
/// Minimum share of a cell's bounding box that its patch fills.
const MIN_FILLED_SHARE: f32 = 0.5;
/// Maximum distance of a patch from its grid position, as a share of the pitch.
const MAX_OFFSET: f32 = 0.2;
/// Minimum share of a grid's positions that have a patch.
const MIN_COMPLETENESS: f32 = 0.6;
/// Maximum distance of a patch's edges from the middle of its cell, as a share of the pitch: half, and rounding.
const MAX_REACH: f32 = 0.55;
/// Minimum spread of indices that are not all equal; less is a rounding error.
const MIN_SPREAD: f32 = 0.5;
/// Maximum number of cells of a grid.
const MAX_CELLS: usize = 1_000_000;
/// Maximum number of groups of similar size in which a grid is searched.
const MAX_GROUPS: usize = 6;

/// A grid with the patches of its cells.
#[derive(Clone, Debug)]
pub(crate) struct CellLattice {
    pub(crate) size: Size,
    /// Centre of the first cell, in image pixels.
    first: (f32, f32),
    pitch: (f32, f32),
    /// Median number of pixels of a cell's patch.
    median_pixels: f32,
    /// Patch of each position, row by row.
    cells: Vec<Option<Patch>>,
}

impl CellLattice {
    /// Largest patch in a cell; `None` if something covers it, or there is a hole.
    pub(crate) fn patch(&self, cell: Cell) -> Option<&Patch> {
        let index = cell.row * self.size.cols + cell.col;
        self.cells.get(index)?.as_ref()
    }

    /// Size of a patch relative to the median; may exceed 1.
    pub(crate) fn visible_share(&self, patch: &Patch) -> f32 {
        patch.pixels as f32 / self.median_pixels.max(1.0)
    }

    /// Placement of a picture whose cells are `pitch` apart at scale 1.
    pub(crate) fn placement(&self, pitch: (u32, u32)) -> Placement {
        Placement {
            x: self.first.0 - self.pitch.0 / 2.0,
            y: self.first.1 - self.pitch.1 / 2.0,
            scale: self.pitch.0 / pitch.0.max(1) as f32,
            scale_y: self.pitch.1 / pitch.1.max(1) as f32,
        }
    }

    /// Rectangle of the whole grid, where each cell is a pitch wide.
    pub(crate) fn rect(&self) -> ImageRect {
        ImageRect {
            x: self.first.0 - self.pitch.0 / 2.0,
            y: self.first.1 - self.pitch.1 / 2.0,
            width: self.pitch.0 * self.size.cols as f32,
            height: self.pitch.1 * self.size.rows as f32,
        }
    }

    /// Grid in an image that many times larger. Patches keep their size.
    pub(crate) fn enlarged(mut self, (across, down): (f32, f32)) -> Self {
        self.first = (self.first.0 * across, self.first.1 * down);
        self.pitch = (self.pitch.0 * across, self.pitch.1 * down);
        self
    }

    fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Likelihood of being a board: more cells and fewer gaps score higher.
    pub(crate) fn score(&self) -> f32 {
        let filled = self.filled() as f32;
        filled * filled / self.cells.len().max(1) as f32
    }
}

/// All grids that the rule allows, most likely first.
pub(crate) fn lattices(patches: &[Patch], rule: &GridRule) -> Vec<CellLattice> {
    let candidates: Vec<&Patch> = patches.iter().filter(|p| could_be_cell(p, rule)).collect();
    let mut found: Vec<CellLattice> = groups(&candidates)
        .into_iter()
        .filter_map(|group| fit(&group, patches))
        .filter(|lattice| {
            let Size { rows, cols } = lattice.size;
            (rule.rows.0..=rule.rows.1).contains(&rows)
                && (rule.cols.0..=rule.cols.1).contains(&cols)
                && lattice.filled() as f32 >= MIN_COMPLETENESS * lattice.cells.len() as f32
        })
        .collect();
    found.sort_by(|a, b| b.score().total_cmp(&a.score()));
    found
}

fn could_be_cell(patch: &Patch, rule: &GridRule) -> bool {
    let (width, height) = (patch.width(), patch.height());
    let (shorter, longer) = (width.min(height), width.max(height));
    shorter >= rule.side.0
        && longer <= rule.side.1
        && longer as f32 <= MAX_ASPECT * shorter as f32
        && patch.pixels as f32 >= MIN_FILLED_SHARE * (width * height) as f32
}

/// Patches of similar size, largest groups first. Groups overlap, so one has all of a board's cells.
fn groups<'a>(candidates: &[&'a Patch]) -> Vec<Vec<&'a Patch>> {
    let side = |patch: &Patch| ((patch.width() * patch.height()) as f32).sqrt();
    let mut sorted: Vec<(f32, &Patch)> = candidates.iter().map(|p| (side(p), *p)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let mut end = 0;
    for start in 0..sorted.len() {
        while end < sorted.len() && sorted[end].0 <= sorted[start].0 * MAX_SIZE_RATIO {
            end += 1;
        }
        // A subrange of the previous range adds nothing.
        if ranges.last().is_none_or(|(_, last)| end > *last) {
            ranges.push((start, end));
        }
    }
    // Many small patches weigh no more than a few large ones.
    let weight = |(start, end): &(usize, usize)| (end - start) as f32 * sorted[*start].0;
    ranges.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    ranges.truncate(MAX_GROUPS);
    let group = |(start, end): (usize, usize)| sorted[start..end].iter().map(|(_, p)| *p).collect();
    ranges.into_iter().map(group).collect()
}

/// Grid that contains most patches of a group; `None` if they form none.
fn fit(group: &[&Patch], all: &[Patch]) -> Option<CellLattice> {
    let links = neighbours(group);
    let mut positions: Vec<Option<(i32, i32)>> = vec![None; group.len()];
    let mut best: Vec<usize> = Vec::new();
    for start in 0..group.len() {
        if positions[start].is_some() {
            continue;
        }
        positions[start] = Some((0, 0));
        let mut component = vec![start];
        let mut next = 0;
        while let Some(&at) = component.get(next) {
            next += 1;
            let Some((row, col)) = positions[at] else {
                continue;
            };
            for &(other, down, right) in &links[at] {
                if positions[other].is_none() {
                    positions[other] = Some((row + down, col + right));
                    component.push(other);
                }
            }
        }
        if component.len() > best.len() {
            best = component;
        }
    }
    let placed = best
        .iter()
        .filter_map(|it| Some((group[*it], positions[*it]?)));
    let placed: Vec<(&Patch, (i32, i32))> = placed.collect();
    let across = fit_line(placed.iter().map(|(p, (_, col))| (*col, p.centre().0)));
    let down = fit_line(placed.iter().map(|(p, (row, _))| (*row, p.centre().1)));
    let (across, down) = match (across, down) {
        (Some(across), Some(down)) => (across, down),
        // In a single row or column, cells are assumed to be square.
        (Some(across), None) => (across, (placed.first()?.0.centre().1, across.1)),
        (None, Some(down)) => ((placed.first()?.0.centre().0, down.1), down),
        (None, None) => return None,
    };
    assign_patches(across, down, group, all)
}

/// Nearest patches to the right, left, below and above, as (index, rows, columns).
fn neighbours(group: &[&Patch]) -> Vec<Vec<(usize, i32, i32)>> {
    let mut links = vec![Vec::new(); group.len()];
    // Bins avoid comparing all pairs.
    let sides = group.iter().map(|p| p.width().max(p.height()));
    let reach = sides.max().unwrap_or(1) as f32 * MAX_PITCH;
    let bin = |(x, y): (f32, f32)| ((x / reach) as i32, (y / reach) as i32);
    let mut bins: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (index, patch) in group.iter().enumerate() {
        bins.entry(bin(patch.centre())).or_default().push(index);
    }
    for (index, patch) in group.iter().enumerate() {
        let (x, y) = patch.centre();
        let (width, height) = (patch.width() as f32, patch.height() as f32);
        let (column, row) = bin((x, y));
        let mut right: Option<(f32, usize)> = None;
        let mut below: Option<(f32, usize)> = None;
        for near in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy))) {
            for &other in bins.get(&near).map_or(&[][..], Vec::as_slice) {
                let (ox, oy) = group[other].centre();
                let (dx, dy) = (ox - x, oy - y);
                if dy.abs() <= MAX_OFFSET * height
                    && dx >= MIN_PITCH * width
                    && dx <= MAX_PITCH * width
                {
                    right = nearer(right, (dx, other));
                }
                if dx.abs() <= MAX_OFFSET * width
                    && dy >= MIN_PITCH * height
                    && dy <= MAX_PITCH * height
                {
                    below = nearer(below, (dy, other));
                }
            }
        }
        if let Some((_, other)) = right {
            links[index].push((other, 0, 1));
            links[other].push((index, 0, -1));
        }
        if let Some((_, other)) = below {
            links[index].push((other, 1, 0));
            links[other].push((index, -1, 0));
        }
    }
    links
}

fn nearer(known: Option<(f32, usize)>, new: (f32, usize)) -> Option<(f32, usize)> {
    match known {
        Some(old) if old.0 <= new.0 => Some(old),
        _ => Some(new),
    }
}

/// Origin and pitch of indexed positions; `None` if all indices are equal, or the pitch is at most a pixel.
fn fit_line(points: impl Iterator<Item = (i32, f32)> + Clone) -> Option<(f32, f32)> {
    let axis = AxisFit::new(points.map(|(index, at)| (index as f32, at)))?;
    let distance = pitch(&[axis], (0.0, 0.0)).filter(|_| axis.spread >= MIN_SPREAD)?;
    (distance > 1.0).then_some((axis.origin(distance), distance))
}

/// Assigns each position the largest patch in it. The pairs are the origin and pitch of columns and of rows. `group`
/// gives the grid's extent; a cell that something covers has a smaller patch, so those of `all` are assigned.
fn assign_patches(
    (x, across): (f32, f32),
    (y, down): (f32, f32),
    group: &[&Patch],
    all: &[Patch],
) -> Option<CellLattice> {
    let position = |patch: &Patch| {
        let (cx, cy) = patch.centre();
        let (col, row) = ((cx - x) / across, (cy - y) / down);
        let fits =
            (col - col.round()).abs() <= MAX_OFFSET && (row - row.round()).abs() <= MAX_OFFSET;
        fits.then_some((row.round() as i32, col.round() as i32))
    };
    let on_grid: Vec<(i32, i32)> = group.iter().filter_map(|patch| position(patch)).collect();
    // Other patches of this size may coincide with the grid, so only the largest cluster counts.
    let on_grid = largest_cluster(on_grid);
    let indices = |of: fn(&(i32, i32)) -> i32| on_grid.iter().map(of);
    let rows = (indices(|p| p.0).min()?, indices(|p| p.0).max()?);
    let cols = (indices(|p| p.1).min()?, indices(|p| p.1).max()?);
    let count = |(from, to): (i32, i32)| usize::try_from(to - from + 1).unwrap_or(0);
    let size = Size::new(count(rows), count(cols));
    if size.area() > MAX_CELLS {
        return None;
    }
    let mut cells: Vec<Option<Patch>> = vec![None; size.area()];
    let first = (x + cols.0 as f32 * across, y + rows.0 as f32 * down);
    for patch in all {
        let (cx, cy) = patch.centre();
        let (col, row) = ((cx - first.0) / across, (cy - first.1) / down);
        let (nearest_col, nearest_row) = (col.round(), row.round());
        let within = |centre: f32, nearest: f32, origin: f32, pitch: f32, side: u32| {
            let middle = origin + nearest * pitch;
            (centre - middle).abs() + side as f32 / 2.0 <= MAX_REACH * pitch
        };
        let cell = Cell::new(nearest_row as usize, nearest_col as usize);
        if nearest_col < 0.0
            || nearest_row < 0.0
            || !size.contains(cell)
            || !within(cx, nearest_col, first.0, across, patch.width())
            || !within(cy, nearest_row, first.1, down, patch.height())
        {
            continue;
        }
        let cell = &mut cells[size.index(cell)];
        if cell.is_none_or(|known| known.pixels < patch.pixels) {
            *cell = Some(*patch);
        }
    }
    let mut pixels: Vec<u32> = group.iter().map(|patch| patch.pixels).collect();
    pixels.sort_unstable();
    let median_pixels = pixels.get(pixels.len() / 2).copied().unwrap_or(1) as f32;
    Some(CellLattice {
        size,
        first,
        pitch: (across, down),
        median_pixels,
        cells,
    })
}

/// Largest set of positions connected by steps of at most two rows and columns.
fn largest_cluster(mut positions: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let mut best = Vec::new();
    while let Some(start) = positions.pop() {
        let mut cluster = vec![start];
        let mut next = 0;
        while let Some(&(row, col)) = cluster.get(next) {
            next += 1;
            let near = |it: &(i32, i32)| (it.0 - row).abs() <= 2 && (it.1 - col).abs() <= 2;
            let (more, rest): (Vec<_>, Vec<_>) = positions.into_iter().partition(near);
            cluster.extend(more);
            positions = rest;
        }
        if cluster.len() > best.len() {
            best = cluster;
        }
    }
    best
}
