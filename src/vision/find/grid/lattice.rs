//! Grids of evenly spaced patches of one size: the cells of a board. Patches of similar size are linked to their
//! neighbours, the links give rows and columns, and least squares the pitch; several groups give several grids.

use std::collections::HashMap;

use crate::axis::{self, Axis, PitchPrior};
use crate::game::{Cell, Grid, Size};
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
/// Maximum side of a cut off patch, as a share of a whole one's.
const MAX_CUT_SIDE: f32 = 0.92;
/// Difference of the sides of two patches that rounding can make, in pixels.
const MAX_ROUNDING: f32 = 1.5;
/// Maximum number of cells of a grid.
const MAX_CELLS: usize = 1_000_000;
/// Maximum number of groups of similar size in which a grid is searched.
const MAX_GROUPS: usize = 6;

/// A grid with the patches of its cells.
#[derive(Clone, Debug)]
pub(crate) struct CellLattice {
    pub(crate) size: Size,
    /// Centres of the columns, in image pixels.
    columns: Axis,
    /// Centres of the rows, in image pixels.
    rows: Axis,
    /// Median number of pixels of a cell's patch.
    median_pixels: f32,
    /// Patches by position.
    cells: Grid<Option<Patch>>,
}

impl CellLattice {
    /// Largest patch in a cell; `None` if something covers it, or there is a hole.
    pub(crate) fn patch(&self, cell: Cell) -> Option<&Patch> {
        self.cells.get(cell)?.as_ref()
    }

    /// Size of a patch relative to the median; may exceed 1.
    pub(crate) fn visible_share(&self, patch: &Patch) -> f32 {
        patch.pixels as f32 / self.median_pixels.max(1.0)
    }

    /// Returns whether something hides a part of most cells of an outermost line: their patches are narrower across it
    /// than those of other cells, for their length.
    pub(crate) fn is_cut_off(&self, line: &[Cell], is_column: bool) -> bool {
        let sides = |patch: &Patch| match is_column {
            true => (patch.width() as f32, patch.height() as f32),
            false => (patch.height() as f32, patch.width() as f32),
        };
        let patches = self.cells.as_slice().iter().flatten();
        let mut ratios: Vec<f32> = patches.map(sides).map(|it| it.0 / it.1).collect();
        ratios.sort_unstable_by(f32::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
        let is_narrow = |patch: &&Patch| {
            let (side, other) = sides(patch);
            let whole = median * other;
            side < MAX_CUT_SIDE * whole && whole - side > MAX_ROUNDING
        };
        let patches = line.iter().filter_map(|cell| self.patch(*cell));
        2 * patches.filter(is_narrow).count() > line.len()
    }

    /// Placement of a picture whose cells are `pitch` apart at scale 1.
    pub(crate) fn placement(&self, pitch: (u32, u32)) -> Placement {
        Placement {
            x: self.columns.at(-0.5),
            y: self.rows.at(-0.5),
            scale: self.columns.pitch / pitch.0.max(1) as f32,
            scale_y: self.rows.pitch / pitch.1.max(1) as f32,
        }
    }

    /// Rectangle of the whole grid, where each cell is a pitch wide.
    pub(crate) fn rect(&self) -> ImageRect {
        ImageRect {
            x: self.columns.at(-0.5),
            y: self.rows.at(-0.5),
            width: self.columns.pitch * self.size.cols as f32,
            height: self.rows.pitch * self.size.rows as f32,
        }
    }

    /// Grid in an image that is larger by these factors. Patches keep their size: of them, only colours and relative
    /// sizes are used then.
    pub(crate) fn enlarged(mut self, (across, down): (f32, f32)) -> Self {
        for (axis, factor) in [(&mut self.columns, across), (&mut self.rows, down)] {
            axis.origin *= factor;
            axis.pitch *= factor;
        }
        self
    }

    fn filled(&self) -> usize {
        self.cells.as_slice().iter().flatten().count()
    }

    /// Likelihood of being a board: more cells and fewer gaps score higher.
    pub(crate) fn score(&self) -> f32 {
        let filled = self.filled() as f32;
        filled * filled / self.size.area().max(1) as f32
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
                && lattice.filled() as f32 >= MIN_COMPLETENESS * lattice.size.area() as f32
        })
        .collect();
    found.sort_by(|a, b| b.score().total_cmp(&a.score()));
    found
}

/// Returns whether a patch has the size, proportions and filled area of a cell.
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
    // Row and column of each patch, relative to the first one that it is linked with.
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
    let placed = best.iter();
    let placed = placed.filter_map(|it| Some((group[*it], positions[*it]?)));
    let placed: Vec<(&Patch, (i32, i32))> = placed.collect();
    let columns = fit_axis(placed.iter().map(|(p, (_, col))| (*col, p.centre().0)));
    let rows = fit_axis(placed.iter().map(|(p, (row, _))| (*row, p.centre().1)));
    // In a single row or column, cells are assumed to be square.
    let pitch = columns.or(rows)?.pitch;
    let (x, y) = placed.first()?.0.centre();
    let single = |origin: f32| Axis { origin, pitch };
    let axes = (columns.unwrap_or(single(x)), rows.unwrap_or(single(y)));
    assign_patches(axes, group, all)
}

/// For each patch, the nearest ones to the right, left, below and above, as (index, rows down, columns to the right).
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

/// Axis of indexed positions; `None` if all indices are equal, or the pitch is at most a pixel.
fn fit_axis(points: impl Iterator<Item = (i32, f32)>) -> Option<Axis> {
    let points: Vec<_> = points.map(|(index, at)| (index as f32, at)).collect();
    let [axis] = axis::fit([&points], PitchPrior::NONE)?;
    (axis.pitch > 1.0).then_some(axis)
}

/// Assigns each position the largest patch in it. `group` gives the grid's extent; a cell that something covers has a
/// smaller patch, so those of `all` are assigned.
fn assign_patches(
    (columns, rows): (Axis, Axis),
    group: &[&Patch],
    all: &[Patch],
) -> Option<CellLattice> {
    let position = |patch: &Patch| {
        let (x, y) = patch.centre();
        let (row, col) = (rows.index(y), columns.index(x));
        let fits = |index: f32| (index - index.round()).abs() <= MAX_OFFSET;
        (fits(row) && fits(col)).then_some((row.round() as i32, col.round() as i32))
    };
    let on_grid: Vec<(i32, i32)> = group.iter().filter_map(|patch| position(patch)).collect();
    // Other patches of this size may coincide with the grid, so only the largest cluster counts.
    let on_grid = largest_cluster(on_grid);
    let (row_count, rows) = extent(rows, on_grid.iter().map(|position| position.0))?;
    let (col_count, columns) = extent(columns, on_grid.iter().map(|position| position.1))?;
    let size = Size::new(row_count, col_count);
    if size.area() > MAX_CELLS {
        return None;
    }
    // Index of the cell whose middle is nearest to that of a range, if the range does not reach beyond the cell.
    let index = |axis: Axis, middle: f32, side: u32| {
        let nearest = axis.index(middle).round();
        let reach = (middle - axis.at(nearest)).abs() + side as f32 / 2.0;
        let is_inside = nearest >= 0.0 && reach <= MAX_REACH * axis.pitch;
        is_inside.then_some(nearest as usize)
    };
    let mut cells: Grid<Option<Patch>> = Grid::filled(size, None);
    for patch in all {
        let (x, y) = patch.centre();
        let row = index(rows, y, patch.height());
        let Some((row, col)) = row.zip(index(columns, x, patch.width())) else {
            continue;
        };
        let cell = Cell::new(row, col);
        let known = cells.get(cell).copied().flatten();
        if known.is_none_or(|known| known.pixels < patch.pixels) {
            cells.set(cell, Some(*patch));
        }
    }
    let mut pixels: Vec<u32> = group.iter().map(|patch| patch.pixels).collect();
    pixels.sort_unstable();
    let median_pixels = pixels.get(pixels.len() / 2).copied().unwrap_or(1) as f32;
    Some(CellLattice {
        size,
        columns,
        rows,
        median_pixels,
        cells,
    })
}

/// Number of indices from the first to the last, and the axis from the first on; `None` without indices.
fn extent(axis: Axis, indices: impl Iterator<Item = i32> + Clone) -> Option<(usize, Axis)> {
    let (first, last) = (indices.clone().min()?, indices.max()?);
    let origin = axis.at(first as f32);
    let count = usize::try_from(last - first + 1).unwrap_or(0);
    Some((count, Axis { origin, ..axis }))
}

/// Largest set of positions connected by steps of at most two rows and columns: single gaps do not divide it.
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
