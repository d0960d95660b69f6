//! Canvas: the plain background that contains all squares, which is the game's picture.

use image::RgbaImage;

use crate::find::grid::patches;
use crate::place::Placement;
use crate::profile::SquaresRule;
use crate::sampler::crop;

/// Maximum channel difference of neighbouring background pixels.
pub(super) const CONTRAST: u8 = 24;
/// Maximum relative deviation of the canvas's aspect ratio from the picture's.
const MAX_ASPECT_ERROR: f32 = 0.015;
/// Maximum relative deviation of the canvas's scale from the rule's range.
const MAX_SCALE_ERROR: f32 = 0.02;
/// Minimum share of background pixels, which nothing covers, in the canvas.
const MIN_BACKGROUND_SHARE: f32 = 0.4;
/// Margin searched around the earlier placement, in image pixels.
const SEARCH_MARGIN: f32 = 12.0;

/// Placement of the picture: the largest plain background of its aspect ratio, first searched at `hint`, the earlier
/// one. `None` if there is no such background in the image.
pub(crate) fn canvas(
    rule: &SquaresRule,
    image: &RgbaImage,
    hint: Option<Placement>,
) -> Option<Placement> {
    let previous = hint.and_then(|place| {
        let around = place.bounds(rule.picture);
        let (part, corner) = crop(image, around.grown(SEARCH_MARGIN, SEARCH_MARGIN));
        let found = plain_background(rule, &part)?;
        Some(found.moved(corner.0, corner.1))
    });
    // If it differs, it may have grown beyond the searched part.
    let is_unchanged = |found: &Placement| hint.is_some_and(|hint| found.is_near(hint));
    let unchanged = previous.filter(is_unchanged);
    unchanged.or_else(|| plain_background(rule, image))
}

/// Largest patch (connected pixels without much difference between neighbours) of the picture's proportions and scales.
fn plain_background(rule: &SquaresRule, image: &RgbaImage) -> Option<Placement> {
    let (width, height) = (rule.picture.0 as f32, rule.picture.1 as f32);
    let min_scale = rule.scale.0 * (1.0 - MAX_SCALE_ERROR);
    let max_scale = rule.scale.1 * (1.0 + MAX_SCALE_ERROR);
    let min_side = (width.min(height) * min_scale) as u32;
    patches(image, CONTRAST, min_side.max(2))
        .iter()
        .filter_map(|patch| {
            let (patch_width, patch_height) = (patch.width() as f32, patch.height() as f32);
            let (scale, scale_y) = (patch_width / width, patch_height / height);
            let has_aspect = (scale / scale_y - 1.0).abs() <= MAX_ASPECT_ERROR;
            let has_scale = (min_scale..=max_scale).contains(&scale);
            let is_visible =
                patch.pixels as f32 >= MIN_BACKGROUND_SHARE * patch_width * patch_height;
            (has_aspect && has_scale && is_visible).then_some((
                patch.pixels,
                Placement {
                    x: patch.left as f32,
                    y: patch.top as f32,
                    scale,
                    scale_y,
                },
            ))
        })
        .max_by_key(|(pixels, _)| *pixels)
        .map(|(_, place)| place)
}
