//! Likely places of a picture of fixed size: the window's client area, a letterboxed one, a window with its frame, or a
//! screenshot with the window in it.

mod contrast;
mod edges;
mod lines;
mod repeats;

use image::RgbaImage;

use crate::place::Placement;
use crate::profile::{PictureRule, Profile};

pub(crate) use edges::CONTRASTS;
pub(crate) use lines::EdgeStats;

/// Maximum share of the image's height that bars above and below the picture take, or by which the picture is higher.
const MAX_BARS: f32 = 0.25;
/// Vertical step of positions tried between such bars, in cell pitches.
const BAR_STEP: f32 = 0.06;
/// Pixels of a board that may lie outside the image.
const MAX_OUTSIDE: f32 = 2.0;

/// A picture with boards at fixed places, somewhere in an image.
#[derive(Clone, Copy)]
pub(crate) struct FixedPicture<'a> {
    pub(crate) rule: &'a PictureRule,
    pub(crate) profile: &'a Profile,
    pub(crate) image: &'a RgbaImage,
}

impl FixedPicture<'_> {
    /// Description of what the finder looks for, for errors.
    pub(crate) fn looked_for(&self) -> String {
        let rule = self.rule;
        let boards = self.profile.boards.iter();
        // A board without a size of its own has no cells to count.
        let boards = boards.map(|board| match (board.rows, board.cols) {
            (0, _) | (_, 0) => format!("‘{}’", board.id),
            (rows, cols) => format!("‘{}’ of {rows}×{cols} cells", board.id),
        });
        let at = |scale: f32| {
            let side = |units: u32| (units as f32 * scale).round();
            format!("{}×{}", side(rule.size.0), side(rule.size.1))
        };
        format!(
            "a picture of {} to {} pixels in these proportions, with these boards at their places: {}",
            at(rule.scale.from),
            at(rule.scale.to),
            boards.collect::<Vec<_>>().join(", ")
        )
    }

    /// Smallest image that can contain the picture.
    pub(crate) fn least_size(&self) -> (u32, u32) {
        let least = |side: u32| (side as f32 * self.rule.scale.from).floor().max(1.0) as u32;
        (least(self.rule.size.0), least(self.rule.size.1))
    }

    /// Returns whether the whole picture is in the image.
    pub(crate) fn is_inside(&self, place: Placement) -> bool {
        place.lies_within(self.rule.size, self.image.dimensions())
    }

    /// Returns whether all boards are in the image.
    pub(crate) fn shows_boards(&self, place: Placement) -> bool {
        let image = self.image.dimensions();
        let mut boards = self.profile.boards.iter();
        boards.all(|board| place.board(board).lies_within(image, MAX_OUTSIDE))
    }

    /// Placement that fills the image, if the aspect ratios agree.
    pub(crate) fn whole_image(&self) -> Option<Placement> {
        let (width, height) = self.rule.size;
        let place = Placement::filling(self.image.dimensions(), (width, height));
        let (across, down) = (place.scale, place.scale_y);
        // Rounding of the window's size accounts for up to two pixels of the longer side.
        let same_shape = (across - down).abs() * (width.max(height) as f32) <= 2.0;
        let scale = &self.rule.scale;
        (same_shape && scale.allows(across) && scale.allows(down)).then_some(place)
    }

    /// Placements as wide as the image, shifted down by every height that a bar above may have, or up if the picture is
    /// higher than the image. The height of a bar is unknown, as bars keep theirs when the window grows.
    pub(crate) fn full_width(&self) -> Vec<Placement> {
        let (width, height) = self.rule.size;
        let image = self.image;
        let scale = image.width() as f32 / width.max(1) as f32;
        let spare = image.height() as f32 - height as f32 * scale;
        if !self.rule.scale.allows(scale) || spare.abs() > MAX_BARS * image.height() as f32 {
            return Vec::new();
        }
        let pitches = self.profile.boards.iter().map(|board| board.pitch.1);
        let step = (BAR_STEP * pitches.min().unwrap_or(1) as f32 * scale).max(1.0);
        let places = (0..=(spare.abs() / step) as u16).map(|index| {
            let down = f32::from(index) * step * spare.signum();
            Placement::new(0.0, down, scale)
        });
        places.filter(|place| self.shows_boards(*place)).collect()
    }

    /// Placement in the middle of the image at the largest scale, with bars on two sides, if the rule allows that scale.
    pub(crate) fn letterboxed(&self) -> Option<Placement> {
        let (width, height) = (self.rule.size.0 as f32, self.rule.size.1 as f32);
        let (across, down) = (self.image.width() as f32, self.image.height() as f32);
        let scale = (across / width).min(down / height);
        let bar = |image: f32, picture: f32| ((image - picture * scale).max(0.0) / 2.0).floor();
        let place = Placement::new(bar(across, width), bar(down, height), scale);
        self.rule.scale.allows(scale).then_some(place)
    }
}
