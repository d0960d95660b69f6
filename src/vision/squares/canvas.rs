//! The even ground on which everything lies.

use image::RgbaImage;

use crate::grid::patches;
use crate::place::Place;
use crate::profile::SquaresRule;

/// Neighbouring pixels of an even ground differ by no more.
pub(super) const CONTRAST: u8 = 24;
/// How far the ground's proportions may be from the picture's.
const PROPORTION: f32 = 0.015;
/// Share of the rectangle that must be bare ground.
const BARE: f32 = 0.4;

/// Around the place of an earlier reading so many pixels are looked at.
const AROUND: f32 = 12.0;

/// Where the picture lies: the largest even ground of its proportions. Looked for at the place of
/// an earlier reading first.
pub(crate) fn canvas(rule: &SquaresRule, image: &RgbaImage, hint: Option<Place>) -> Option<Place> {
    let there = hint.and_then(|place| {
        let (left, top, right, bottom) = place.edges(rule.picture);
        let around = (left - AROUND, top - AROUND, right + AROUND, bottom + AROUND);
        let (part, corner) = crop(image, around);
        let found = ground(rule, &part)?;
        Some(Place {
            x: found.x + corner.0,
            y: found.y + corner.1,
            ..found
        })
    });
    // Larger than its frame, it may have grown beyond what was looked at.
    let same = |found: &Place| hint.is_some_and(|hint| found.near(hint));
    there.filter(same).or_else(|| ground(rule, image))
}

/// The part of an image between left, top, right and bottom, and its corner.
pub(super) fn crop(image: &RgbaImage, bounds: (f32, f32, f32, f32)) -> (RgbaImage, (f32, f32)) {
    let inside = |at: f32, size: u32| at.clamp(0.0, size as f32);
    let left = inside(bounds.0.floor(), image.width());
    let top = inside(bounds.1.floor(), image.height());
    let (width, height) = (
        inside(bounds.2.ceil(), image.width()) - left,
        inside(bounds.3.ceil(), image.height()) - top,
    );
    let part = image::imageops::crop_imm(
        image,
        left as u32,
        top as u32,
        (width as u32).max(1),
        (height as u32).max(1),
    );
    (part.to_image(), (left, top))
}

fn ground(rule: &SquaresRule, image: &RgbaImage) -> Option<Place> {
    let (width, height) = (rule.picture.0 as f32, rule.picture.1 as f32);
    let (least, most) = rule.scale;
    let side = (width.min(height) * least * 0.98) as u32;
    let grounds = patches(image, CONTRAST, side.max(2));
    grounds
        .iter()
        .filter_map(|ground| {
            let (w, h) = (ground.width() as f32, ground.height() as f32);
            let (across, down) = (w / width, h / height);
            let shape = (across / down - 1.0).abs() <= PROPORTION;
            let size = across >= least * 0.98 && across <= most * 1.02;
            let bare = ground.pixels as f32 >= BARE * w * h;
            (shape && size && bare).then_some((
                ground.pixels,
                Place {
                    x: ground.left as f32,
                    y: ground.top as f32,
                    scale: across,
                    scale_y: down,
                },
            ))
        })
        .max_by_key(|(pixels, _)| *pixels)
        .map(|(_, place)| place)
}
