//! The even ground on which everything lies.

use image::RgbaImage;

use crate::vision::grid::patches;
use crate::vision::place::Place;
use crate::vision::profile::SquaresRule;

/// Neighbouring pixels of an even ground differ by no more.
pub(super) const CONTRAST: u8 = 24;
/// How far the ground's proportions may be from the picture's.
const PROPORTION: f32 = 0.015;
/// Share of the rectangle that must be bare ground.
const BARE: f32 = 0.4;

/// Where the picture lies: the largest even ground of its proportions.
pub(in crate::vision) fn canvas(rule: &SquaresRule, image: &RgbaImage) -> Option<Place> {
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
            (shape && size && bare).then_some((ground.pixels, Place {
                x: ground.left as f32,
                y: ground.top as f32,
                scale: across,
                scale_y: down,
            }))
        })
        .max_by_key(|(pixels, _)| *pixels)
        .map(|(_, place)| place)
}
