//! Refines the sides of a hand-drawn board rectangle: a one-pixel error accumulates across the grid and makes equal
//! cells look different, so the size is chosen for which cells resemble their nearest twins most.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Tiling};
use crate::profile::Look;

use super::groups::looks;

/// Maximum change of a side in pixels, tried in half-pixel steps.
const REACH: f32 = 2.5;
/// Maximum number of compared cells.
const COMPARED: usize = 48;
/// Limit of the distance between cells; larger ones mean different contents.
const DIFFERENT: f32 = 12.0;
/// A change must reduce the mean twin distance below this share.
const BETTER: f32 = 0.7;

/// Rectangle with refined sides; the upper left corner stays.
pub(super) fn evened(image: &RgbaImage, rect: ImageRect, size: Size) -> ImageRect {
    let wider = |by: f32| ImageRect {
        width: rect.width + by,
        ..rect
    };
    let rect = if size.cols > 1 {
        best(image, size, wider)
    } else {
        rect
    };
    let higher = |by: f32| ImageRect {
        height: rect.height + by,
        ..rect
    };
    if size.rows > 1 {
        best(image, size, higher)
    } else {
        rect
    }
}

fn best(image: &RgbaImage, size: Size, longer: impl Fn(f32) -> ImageRect) -> ImageRect {
    let now = longer(0.0);
    let Some(known) = unlike(image, now, size) else {
        return now;
    };
    let steps = (REACH * 2.0) as i32;
    let others = (-steps..=steps).filter(|step| *step != 0);
    let tried = others.filter_map(|step| {
        let rect = longer(step as f32 / 2.0);
        Some((unlike(image, rect, size)?, rect))
    });
    match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((least, rect)) if least < BETTER * known => rect,
        _ => now,
    }
}

/// Mean distance of cells from their nearest twins; `None` for fewer than two cells.
fn unlike(image: &RgbaImage, rect: ImageRect, size: Size) -> Option<f32> {
    let cells = looks(image, Tiling::even(rect, size));
    // A step that does not divide the number of columns visits all of them.
    let step = cells.len().div_ceil(COMPARED).max(1);
    let step = (step..).find(|step| *step == 1 || !size.cols.is_multiple_of(*step))?;
    let some: Vec<&Look> = cells.iter().step_by(step).map(|(_, look)| look).collect();
    let twin = |index: usize| {
        let others = some.iter().enumerate().filter(|(other, _)| *other != index);
        let distances = others.map(|(_, other)| other.distance(some[index]));
        distances.fold(DIFFERENT, f32::min)
    };
    let sum: f32 = (0..some.len()).map(twin).sum();
    (some.len() > 1).then(|| sum / some.len() as f32)
}
