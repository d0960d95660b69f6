//! Refines a board's rectangle that the user has drawn, or that was found by patches: by evenly spaced lines between
//! cells, and by cells that resemble each other.

use image::RgbaImage;

use crate::changes::ColourChanges;
use crate::game::Size;
use crate::place::{ImageRect, Tiling};

use super::groups::cell_templates;

/// Search radius of the first and last line, in cell sides.
const SEARCH_RADIUS: f32 = 0.4;
/// Step between the tried positions of the first and last line, in pixels.
const STEP: f32 = 0.5;
/// Sides at most this many pixels from the lines stay, as lines have a width.
const KEEP_DISTANCE: f32 = 2.0;
/// Minimum change of colours at a clear line, relative to the mean of all changes along the axis.
const MIN_RATIO: f32 = 1.5;
/// Minimum mean channel change along a clear line.
const MIN_CHANGE: f32 = 2.0;
/// Minimum share of clear lines.
const MIN_CLEAR_SHARE: f32 = 0.75;

/// Moves the sides of a board's rectangle to its first and last line, each up to [`SEARCH_RADIUS`] cells away. Keeps an
/// axis on which too few of the lines between its cells are clear.
pub(super) fn snap_to_lines(image: &RgbaImage, rect: ImageRect, size: Size) -> ImageRect {
    let (x, width) = snap_axis(image, rect, ScanAxis::Across, size.cols);
    let (y, height) = snap_axis(image, rect, ScanAxis::Down, size.rows);
    ImageRect::new(x, y, width, height)
}

/// Start and length along an axis with `count` cells.
fn snap_axis(image: &RgbaImage, rect: ImageRect, axis: ScanAxis, count: usize) -> (f32, f32) {
    let (start, length) = match axis {
        ScanAxis::Across => (rect.x, rect.width),
        ScanAxis::Down => (rect.y, rect.height),
    };
    let reach = SEARCH_RADIUS * length / count.max(1) as f32;
    // Two more pixels at each end, since changes lie between pixels and the ends are rounded.
    let from = (start - reach - 2.0).max(0.0).floor();
    let long = length + start - from + reach + 2.0;
    let changes = changes(image, axis.band(rect, from, long), axis);
    let mean = changes.iter().sum::<f32>() / changes.len().max(1) as f32;
    // Change at a line; the first entry is the one between the first two columns or rows.
    let at = |line: f32| {
        let index = (line - from - 1.0).round();
        let index = (index >= 0.0).then_some(index as usize);
        index.and_then(|index| changes.get(index)).copied()
    };
    let lines = |first: f32, last: f32| {
        let step = (last - first) / count.max(1) as f32;
        (0..=count).map(move |index| first + index as f32 * step)
    };
    // The logarithm makes every line count, however strong others are.
    let clearness = |first: f32, last: f32| -> f32 {
        let changes = lines(first, last).map(|line| at(line).unwrap_or(0.0));
        changes.map(|it| (1.0 + it / mean.max(1.0)).ln()).sum()
    };
    let steps = (reach / STEP) as i32;
    let moved = |by: i32| by as f32 * STEP;
    let pairs = (-steps..=steps).flat_map(|first| (-steps..=steps).map(move |last| (first, last)));
    let ends = pairs.map(|(first, last)| (start + moved(first), start + length + moved(last)));
    let scored = ends.map(|(first, last)| (clearness(first, last), first, last));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    let is_clear = |line: &f32| {
        let change = at(*line).unwrap_or(0.0);
        change >= MIN_RATIO * mean && change > MIN_CHANGE
    };
    let min_clear = MIN_CLEAR_SHARE * (count + 1) as f32;
    let is_off = |(a, b): (f32, f32)| (a - b).abs() > KEEP_DISTANCE;
    match best {
        // A pattern within the cells has no line at one of the ends.
        Some((_, first, last))
            if (is_off((first, start)) || is_off((last, start + length)))
                && is_clear(&first)
                && is_clear(&last)
                && lines(first, last).filter(is_clear).count() as f32 >= min_clear =>
        {
            (first, last - first)
        }
        _ => (start, length),
    }
}

/// Direction in which colours are compared from pixel to pixel: from column to column, or from row to row.
#[derive(Clone, Copy)]
pub(super) enum ScanAxis {
    Across,
    Down,
}

impl ScanAxis {
    /// The rectangle with another start and length on this axis.
    pub(super) fn band(self, rect: ImageRect, start: f32, length: f32) -> ImageRect {
        match self {
            Self::Across => ImageRect::new(start, rect.y, length, rect.height),
            Self::Down => ImageRect::new(rect.x, start, rect.width, length),
        }
    }
}

/// Mean channel change from each column (or row) of a rectangle to the next, 0 to 255. The first entry is the change
/// between its first two; parts outside the image are left out.
pub(super) fn changes(image: &RgbaImage, rect: ImageRect, axis: ScanAxis) -> Vec<f32> {
    let (columns, rows) = ColourChanges::of_image(image, rect, u8::MAX).means();
    let changes = match axis {
        ScanAxis::Across => columns,
        ScanAxis::Down => rows,
    };
    changes.into_iter().skip(1).collect()
}

/// Maximum change of a side's length in pixels, tried in half-pixel steps.
const MAX_RESIZE: f32 = 2.5;
/// Maximum number of compared cells.
const MAX_COMPARED: usize = 48;
/// Limit of the distance of a cell from its *twin*, the cell most like it; larger ones mean different contents.
const MAX_TWIN_DISTANCE: f32 = 12.0;
/// A change must reduce the mean twin distance below this share of the present one.
const MAX_TWIN_RATIO: f32 = 0.7;

/// Rectangle with refined sides; the upper left corner stays. A one-pixel error accumulates across the grid and makes
/// equal cells look different, so the size is chosen for which cells resemble their nearest twins most.
pub(super) fn refine_rect(image: &RgbaImage, rect: ImageRect, size: Size) -> ImageRect {
    let wider = |by: f32| ImageRect {
        width: rect.width + by,
        ..rect
    };
    let rect = best_length(image, size, size.cols, wider);
    let higher = |by: f32| ImageRect {
        height: rect.height + by,
        ..rect
    };
    best_length(image, size, size.rows, higher)
}

/// Rectangle whose cells resemble each other most, among those that `longer` makes by a number of pixels.
fn best_length(
    image: &RgbaImage,
    size: Size,
    count: usize,
    longer: impl Fn(f32) -> ImageRect,
) -> ImageRect {
    let current = longer(0.0);
    if count < 2 {
        return current;
    }
    let Some(known) = twin_distance(image, current, size) else {
        return current;
    };
    let steps = (MAX_RESIZE * 2.0) as i32;
    let others = (-steps..=steps).filter(|step| *step != 0);
    let tried = others.filter_map(|step| {
        let rect = longer(step as f32 / 2.0);
        Some((twin_distance(image, rect, size)?, rect))
    });
    match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((least, rect)) if least < MAX_TWIN_RATIO * known => rect,
        _ => current,
    }
}

/// Mean distance of cells from their twins; `None` for fewer than two cells.
fn twin_distance(image: &RgbaImage, rect: ImageRect, size: Size) -> Option<f32> {
    let cells = cell_templates(image, Tiling::even(rect, size));
    // A step that does not divide the number of columns visits all of them.
    let step = cells.len().div_ceil(MAX_COMPARED).max(1);
    let step = (step..).find(|step| *step == 1 || !size.cols.is_multiple_of(*step))?;
    let compared: Vec<_> = cells.iter().step_by(step).map(|it| &it.1).collect();
    let twin = |index: usize| {
        let others = compared.iter().enumerate();
        let others = others.filter(|(other, _)| *other != index);
        let distances = others.map(|(_, other)| other.distance(compared[index]));
        distances.fold(MAX_TWIN_DISTANCE, f32::min)
    };
    let sum: f32 = (0..compared.len()).map(twin).sum();
    (compared.len() > 1).then(|| sum / compared.len() as f32)
}
