//! Lattice supported by most outlined squares.

use image::RgbaImage;

use crate::axis::{self, Axis, PitchPrior};
use crate::find::grid::{Patch, patches};
use crate::place::{ImageRect, Placement};
use crate::profile::{Rgb, SquaresRule};
use crate::sampler::{median, point_colour};

use super::canvas::CONTRAST;

/// Width of an outline at scale 1, in pixels.
pub(super) const LINE_WIDTH: f32 = 2.0;
/// Maximum distance of a square from the lattice, as a share of the pitch, if the pitch is exact.
const MAX_OFFSET: f32 = 0.09;
/// Maximum number of scales tried if the scale is unknown.
const MAX_SCALES: usize = 60;
/// Minimum difference of two scales that are both tried.
const MIN_SCALE_DIFF: f32 = 0.015;
/// Maximum relative deviation of a scale from the rule's range.
const MAX_SCALE_ERROR: f32 = 0.03;
/// Minimum side of a square patch, as a share of the smallest cell's side.
const MIN_PATCH_SIDE: f32 = 0.6;
/// Maximum difference between width and height of a square patch, as a share of the larger, beyond [`ROUNDING`].
const MAX_ASPECT_ERROR: f32 = 0.06;
/// Difference between width and height that is due to blurred edges, in image pixels.
const ROUNDING: f32 = 1.5;
/// Maximum difference between a side of a cell's background and its expected length, as a share, beyond [`ROUNDING`].
const MAX_SIDE_ERROR: f32 = 0.04;
/// Maximum relative error of a pitch before it is fitted.
const MAX_PITCH_ERROR: f32 = 0.004;
/// Maximum channel difference of the background inside and outside an outline, and between cells.
const MAX_BACKGROUND_DIFF: u8 = 40;

/// Evenly spaced positions of squares, in image pixels.
pub(super) struct SquareLattice {
    /// Centres of the columns.
    pub(super) columns: Axis,
    /// Centres of the rows, of the same pitch.
    pub(super) rows: Axis,
    /// Side of a cell with its outline.
    pub(super) side: f32,
    /// Image pixels per pixel at scale 1.
    pub(super) scale: f32,
    /// Colour inside the outlines.
    pub(super) background: Rgb,
    /// Searched rectangle, in image pixels.
    pub(super) bounds: ImageRect,
    /// Roughly square patches, among which pieces are found.
    pub(super) squares: Vec<Patch>,
}

impl SquareLattice {
    pub(super) fn centre(&self, column: i32, row: i32) -> (f32, f32) {
        (self.columns.at(column as f32), self.rows.at(row as f32))
    }

    pub(super) fn rect(&self, column: i32, row: i32) -> ImageRect {
        ImageRect::centred(self.centre(column, row), (self.side, self.side))
    }

    /// Positions whose cells lie within the bounds, as (column, row).
    pub(super) fn places(&self) -> Vec<(i32, i32)> {
        let half = self.side / 2.0;
        let range = |axis: Axis, from: f32, length: f32| {
            let first = axis.index(from + half).ceil() as i32;
            first..=axis.index(from + length - half).floor() as i32
        };
        let columns = range(self.columns, self.bounds.x, self.bounds.width);
        range(self.rows, self.bounds.y, self.bounds.height)
            .flat_map(|row| columns.clone().map(move |column| (column, row)))
            .collect()
    }
}

/// Lattice supported by most squares filled with background, in a picture at `place` if that is known.
pub(super) fn lattice(
    rule: &SquaresRule,
    image: &RgbaImage,
    place: Option<Placement>,
) -> Option<SquareLattice> {
    let image_rect = Placement::new(0.0, 0.0, 1.0).bounds(image.dimensions());
    let bounds = place.map_or(image_rect, |place| place.bounds(rule.picture));
    let min_side = rule.cell as f32 * rule.scale.0 * MIN_PATCH_SIDE;
    let found = patches(image, CONTRAST, min_side as u32);
    let within = |patch: &Patch| bounds.contains(patch.centre());
    let squarish = |patch: &Patch| {
        let (w, h) = (patch.width() as f32, patch.height() as f32);
        (w - h).abs() <= ROUNDING + MAX_ASPECT_ERROR * w.max(h)
    };
    let fits = |patch: &Patch| within(patch) && squarish(patch);
    let squares: Vec<Patch> = found.into_iter().filter(fits).collect();
    let inner = rule.cell as f32 - 2.0 * LINE_WIDTH;
    let scales = match place {
        Some(place) => vec![(place.scale + place.scale_y) / 2.0],
        None => scales(rule, &squares, inner),
    };
    let best = scales.into_iter().filter_map(|scale| {
        let mut outlined = squares.clone();
        outlined.retain(|square| has_outer_background(image, square, scale));
        fit(rule, &outlined, scale, inner, place.is_some())
    });
    let (columns, rows, members) = best.max_by_key(|(.., members)| members.len())?;
    let scale = columns.pitch / rule.pitch as f32;
    Some(SquareLattice {
        columns,
        rows,
        side: rule.cell as f32 * scale,
        scale,
        background: median(members.iter().map(|it| it.patch.colour())),
        bounds,
        squares,
    })
}

/// Returns whether the same colour lies inside and outside the outline, on at least two sides.
fn has_outer_background(image: &RgbaImage, square: &Patch, scale: f32) -> bool {
    let (x, y) = square.centre();
    // Outside the outline and its blurred edge.
    let beyond = (square.width() + square.height()) as f32 / 4.0 + (LINE_WIDTH + 1.5) * scale + 0.5;
    let inside = square.colour();
    let sides = [(-beyond, 0.0), (beyond, 0.0), (0.0, -beyond), (0.0, beyond)];
    let open_sides = sides.iter().filter(|(dx, dy)| {
        let beyond = point_colour(image, (x + dx, y + dy));
        beyond.is_some_and(|colour| colour.distance(inside) <= MAX_BACKGROUND_DIFF)
    });
    open_sides.count() >= 2
}

/// Scales at which some square could be a cell.
fn scales(rule: &SquaresRule, squares: &[Patch], inner: f32) -> Vec<f32> {
    let scale = |it: &Patch| (it.width() + it.height()) as f32 / 2.0 / inner;
    let mut scales: Vec<f32> = squares.iter().map(scale).collect();
    let min_scale = rule.scale.0 * (1.0 - MAX_SCALE_ERROR);
    let max_scale = rule.scale.1 * (1.0 + MAX_SCALE_ERROR);
    scales.retain(|scale| (min_scale..=max_scale).contains(scale));
    scales.sort_by(f32::total_cmp);
    scales.dedup_by(|a, b| (*a - *b).abs() < MIN_SCALE_DIFF);
    scales.truncate(MAX_SCALES);
    scales
}

/// Columns and rows supported by most of the squares that may be cells at this scale, with these squares. `inner` is
/// the side of a cell within its outline at scale 1. A `known` scale is exact. `None` if no square has the size, or
/// they do not determine a pitch.
fn fit(
    rule: &SquaresRule,
    squares: &[Patch],
    scale: f32,
    inner: f32,
    known: bool,
) -> Option<(Axis, Axis, Vec<PlacedPatch>)> {
    let side = inner * scale;
    let tolerance = ROUNDING + MAX_SIDE_ERROR * side;
    let of_size = |patch: &&Patch| {
        (patch.width() as f32 - side).abs() <= tolerance
            && (patch.height() as f32 - side).abs() <= tolerance
    };
    let mut cells: Vec<Patch> = squares.iter().filter(of_size).copied().collect();
    // The largest group of one colour: all cells show the background.
    let is_same = |a: &Patch, b: &Patch| a.colour().distance(b.colour()) <= MAX_BACKGROUND_DIFF;
    let same_count = |a: &&Patch| cells.iter().filter(|b| is_same(a, b)).count();
    let common = *cells.iter().max_by_key(same_count)?;
    cells.retain(|cell| is_same(cell, &common));
    let pitch = rule.pitch as f32 * scale;
    let placed = cells.iter();
    let placed = placed.map(|it| on_lattice(&cells, it.centre(), pitch));
    let best = placed.max_by_key(Vec::len)?;
    let [columns, rows] = refine(&best, pitch, known)?;
    Some((columns, rows, best))
}

/// Patch with its position on a lattice.
struct PlacedPatch {
    patch: Patch,
    column: i32,
    row: i32,
}

/// Cells on the lattice with `origin` as the centre of column 0, row 0.
fn on_lattice(cells: &[Patch], origin: (f32, f32), pitch: f32) -> Vec<PlacedPatch> {
    let index = |at: f32, origin: f32| {
        let exact = Axis { origin, pitch }.index(at);
        // Errors of the pitch grow with the distance.
        let near = (exact - exact.round()).abs() <= MAX_OFFSET + MAX_PITCH_ERROR * exact.abs();
        near.then(|| exact.round() as i32)
    };
    let placed = cells.iter().filter_map(|cell| {
        let (x, y) = cell.centre();
        Some(PlacedPatch {
            patch: *cell,
            column: index(x, origin.0)?,
            row: index(y, origin.1)?,
        })
    });
    placed.collect()
}

/// Weight of a known pitch in the fit, in squared index units.
const PRIOR_WEIGHT: f32 = 12.0;

/// Columns and rows by least squares; a known pitch yields only to many squares.
fn refine(members: &[PlacedPatch], pitch: f32, known: bool) -> Option<[Axis; 2]> {
    let points = |index: fn(&PlacedPatch) -> i32, at: fn((f32, f32)) -> f32| -> Vec<(f32, f32)> {
        let points = members.iter();
        let points = points.map(|it| (index(it) as f32, at(it.patch.centre())));
        points.collect()
    };
    let (columns, rows) = (
        points(|it| it.column, |at| at.0),
        points(|it| it.row, |at| at.1),
    );
    let fit = |weight| axis::fit([&columns, &rows], PitchPrior { pitch, weight });
    let free = if known { None } else { fit(0.0) };
    free.or_else(|| fit(PRIOR_WEIGHT))
}
