//! Snaps a rectangle to evenly spaced lines between cells.

use image::RgbaImage;

use crate::game::Size;
use crate::place::ImageRect;

use super::period::{Axis, changes};

/// Search radius of the first and last line, in cell sides.
const ASIDE: f32 = 0.4;
/// Step size in pixels.
const STEP: f32 = 0.5;
/// A rectangle this close to the lines is kept, as lines have a width, in pixels.
const NEAR: f32 = 2.0;
/// Minimum change at a clear line, relative to the mean.
const CLEAR: f32 = 1.5;
/// Minimum mean channel change along a clear line.
const LEAST: f32 = 2.0;
/// Minimum share of clear lines.
const MOST: f32 = 0.75;

/// Moves the sides to the first and last of the lines between cells; returns the rectangle unchanged if too few are
/// clear.
pub(super) fn on_lines(image: &RgbaImage, rect: ImageRect, size: Size) -> ImageRect {
    let (x, width) = along(image, rect, Axis::Across, size.cols);
    let (y, height) = along(image, rect, Axis::Down, size.rows);
    ImageRect {
        x,
        y,
        width,
        height,
    }
}

/// Start and length on one axis.
fn along(image: &RgbaImage, rect: ImageRect, axis: Axis, count: usize) -> (f32, f32) {
    let (start, length) = match axis {
        Axis::Across => (rect.x, rect.width),
        Axis::Down => (rect.y, rect.height),
    };
    let reach = ASIDE * length / count.max(1) as f32;
    // One more pixel at each end, since changes lie between pixels.
    let from = (start - reach - 2.0).max(0.0).floor();
    let long = length + start - from + reach + 2.0;
    let band = match axis {
        Axis::Across => ImageRect {
            x: from,
            width: long,
            ..rect
        },
        Axis::Down => ImageRect {
            y: from,
            height: long,
            ..rect
        },
    };
    let changes = changes(image, band, axis);
    let mean = changes.iter().sum::<f32>() / changes.len().max(1) as f32;
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
        changes
            .map(|change| (1.0 + change / mean.max(1.0)).ln())
            .sum()
    };
    let steps = (reach / STEP) as i32;
    let moved = |by: i32| by as f32 * STEP;
    let pairs = (-steps..=steps).flat_map(|first| (-steps..=steps).map(move |last| (first, last)));
    let ends = pairs.map(|(first, last)| (start + moved(first), start + length + moved(last)));
    let best = ends
        .map(|(first, last)| (clearness(first, last), first, last))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let is_clear = |line: &f32| {
        let change = at(*line).unwrap_or(0.0);
        change >= CLEAR * mean && change > LEAST
    };
    let most = MOST * (count + 1) as f32;
    let is_off = |(a, b): (f32, f32)| (a - b).abs() > NEAR;
    match best {
        // A pattern within the cells has no line at one of the ends.
        Some((_, first, last))
            if [(first, start), (last, start + length)]
                .into_iter()
                .any(is_off)
                && is_clear(&first)
                && is_clear(&last)
                && lines(first, last).filter(is_clear).count() as f32 >= most =>
        {
            (first, last - first)
        }
        _ => (start, length),
    }
}
