//! Plain background that contains all squares.

use image::RgbaImage;

use crate::grid::patches;
use crate::place::Placement;
use crate::profile::SquaresRule;
use crate::sampler::crop;

/// Maximum channel difference of neighbouring background pixels.
pub(super) const CONTRAST: u8 = 24;
/// Maximum relative deviation of its aspect ratio from the picture's.
const MAX_ASPECT_ERROR: f32 = 0.015;
/// Minimum share of bare background in its rectangle.
const MIN_BARE: f32 = 0.4;

/// Margin searched around the earlier placement, in pixels.
const SEARCH_MARGIN: f32 = 12.0;

/// Placement of the picture: the largest plain background of its aspect ratio, first at the earlier one.
pub(super) fn canvas(
    rule: &SquaresRule,
    image: &RgbaImage,
    hint: Option<Placement>,
) -> Option<Placement> {
    let previous = hint.and_then(|place| {
        let around = place.bounds(rule.picture);
        let around = around.grown(SEARCH_MARGIN, SEARCH_MARGIN);
        let (part, corner) = crop(image, around);
        let found = plain_background(rule, &part)?;
        Some(found.moved(corner.0, corner.1))
    });
    // If it differs, it may have grown beyond the searched part.
    let same = |found: &Placement| hint.is_some_and(|hint| found.is_near(hint));
    let again = previous.filter(same);
    again.or_else(|| plain_background(rule, image))
}

/// Largest patch with the picture's proportions and an allowed size.
fn plain_background(rule: &SquaresRule, image: &RgbaImage) -> Option<Placement> {
    let (width, height) = (rule.picture.0 as f32, rule.picture.1 as f32);
    let (least, most) = rule.scale;
    let side = (width.min(height) * least * 0.98) as u32;
    let found = patches(image, CONTRAST, side.max(2));
    found
        .iter()
        .filter_map(|patch| {
            let (w, h) = (patch.width() as f32, patch.height() as f32);
            let (across, down) = (w / width, h / height);
            let shape = (across / down - 1.0).abs() <= MAX_ASPECT_ERROR;
            let size = across >= least * 0.98 && across <= most * 1.02;
            let bare = patch.pixels as f32 >= MIN_BARE * w * h;
            (shape && size && bare).then_some((
                patch.pixels,
                Placement {
                    x: patch.left as f32,
                    y: patch.top as f32,
                    scale: across,
                    scale_y: down,
                },
            ))
        })
        .max_by_key(|(pixels, _)| *pixels)
        .map(|(_, place)| place)
}
