//! Refines the sides of a hand-drawn board rectangle: a one-pixel error accumulates across the grid and makes equal
//! cells look different, so the size is chosen for which cells resemble their nearest twins most.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Tiling};

use super::groups::cell_templates;

/// Maximum change of a side in pixels, tried in half-pixel steps.
const MAX_CHANGE: f32 = 2.5;
/// Maximum number of compared cells.
const MAX_COMPARED: usize = 48;
/// Limit of the distance between cells; larger ones mean different contents.
const MAX_DISTANCE: f32 = 12.0;
/// A change must reduce the mean twin distance below this share.
const MAX_RATIO: f32 = 0.7;

/// Rectangle with refined sides; the upper left corner stays.
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
    let steps = (MAX_CHANGE * 2.0) as i32;
    let others = (-steps..=steps).filter(|step| *step != 0);
    let tried = others.filter_map(|step| {
        let rect = longer(step as f32 / 2.0);
        Some((twin_distance(image, rect, size)?, rect))
    });
    match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((least, rect)) if least < MAX_RATIO * known => rect,
        _ => current,
    }
}

/// Mean distance of cells from their nearest twins; `None` for fewer than two cells.
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
        distances.fold(MAX_DISTANCE, f32::min)
    };
    let sum: f32 = (0..compared.len()).map(twin).sum();
    (compared.len() > 1).then(|| sum / compared.len() as f32)
}
