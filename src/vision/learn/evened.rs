//! A box whose sides are a pixel off has cells that lie more and more aside, and look more and more different. Its
//! sides are right where cells have the most alike twins.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Tiling};
use crate::profile::Look;

use super::groups::looks;

/// Sides are tried that are up to so many pixels longer or shorter, by steps of half a pixel.
const REACH: f32 = 2.5;
/// Most cells that are compared with each other.
const COMPARED: usize = 48;
/// Looks that differ by more are of different things, however much they differ.
const DIFFERENT: f32 = 12.0;
/// Another side must make what cells differ from their twins by less than this share of it.
const BETTER: f32 = 0.7;

/// The box with the sides by which its cells are most alike; its upper left corner stays.
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

/// The best of the boxes with a side that is longer by so much.
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

/// How much cells differ from those most like them, on average.
fn unlike(image: &RgbaImage, rect: ImageRect, size: Size) -> Option<f32> {
    let cells = looks(image, Tiling::even(rect, size));
    // A step without a common factor with the columns goes through all of them.
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
