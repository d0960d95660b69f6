//! Plain background that contains all squares.

use image::RgbaImage;

use crate::grid::patches;
use crate::place::Place;
use crate::profile::SquaresRule;
use crate::sampler::crop;

/// Maximum channel difference of neighbouring background pixels.
pub(super) const CONTRAST: u8 = 24;
/// Maximum relative deviation of its aspect ratio from the picture's.
const PROPORTION: f32 = 0.015;
/// Minimum share of bare background in its rectangle.
const BARE: f32 = 0.4;

/// Margin searched around the earlier placement, in pixels.
const AROUND: f32 = 12.0;

/// Placement of the picture: the largest plain background of its aspect ratio. Searched at the earlier placement
/// first.
pub(super) fn canvas(rule: &SquaresRule, image: &RgbaImage, hint: Option<Place>) -> Option<Place> {
    let there = hint.and_then(|place| {
        let around = place.bounds(rule.picture).grown(AROUND, AROUND);
        let (part, corner) = crop(image, around);
        let found = ground(rule, &part)?;
        Some(found.moved(corner.0, corner.1))
    });
    // If it differs, it may have grown beyond the searched part.
    let same = |found: &Place| hint.is_some_and(|hint| found.near(hint));
    there.filter(same).or_else(|| ground(rule, image))
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
