//! Aligns a picture of the game's window at another size with the first picture.

use std::sync::Arc;

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use crate::game::Size;
use crate::vision::{ImageRect, Profile, propose_board, read};

/// Largest scaling of a picture, up or down.
const MAX_SCALE: f32 = 6.0;

/// The first picture, to which others are aligned.
pub(super) struct ReferencePicture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) rect: ImageRect,
    /// Rows and columns, without seams.
    pub(super) cells: Size,
    /// A profile that reads it, if known.
    pub(super) profile: Option<Profile>,
}

impl ReferencePicture {
    /// Makes the board of a picture of another size coincide with that of the first one. Fails without a board.
    pub(super) fn align(&self, image: Arc<RgbaImage>) -> Result<Arc<RgbaImage>, String> {
        if image.dimensions() == self.image.dimensions() {
            return Ok(image);
        }
        let boards = self.by_proposal(&image).or_else(|| self.by_profile(&image));
        let aligned = boards.and_then(|(own, at)| self.transform(own, &image, at));
        aligned.map(Arc::new).ok_or_else(|| {
            let ((width, height), size) = (image.dimensions(), self.cells);
            let (own_width, own_height) = self.image.dimensions();
            format!(
                "this picture has {width}×{height} pixels, the first one {own_width}×{own_height}, and no board of {size} \
                 cells was found in it. Show such a board, restore the window's size, or remove the other pictures"
            )
        })
    }

    /// The most likely board of the first and that of the given picture.
    fn by_proposal(&self, image: &RgbaImage) -> Option<(ImageRect, ImageRect)> {
        let board = |image: &RgbaImage| {
            let (rect, size) = propose_board(image)?;
            (size == self.cells).then_some(rect)
        };
        let at = board(image)?;
        // Preferably both as proposed, with the same error; else with the rectangle that the user has set.
        Some((board(&self.image).unwrap_or(self.rect), at))
    }

    /// Like [`Self::by_proposal`], by a profile that searches for cells; one with a fixed position would be misled.
    fn by_profile(&self, image: &RgbaImage) -> Option<(ImageRect, ImageRect)> {
        let by_cells = |profile: &&Profile| profile.finder.size().is_none();
        let profile = self.profile.as_ref().filter(by_cells)?;
        let screen = read(profile, image, None).ok()?;
        let rule = profile.boards.first()?;
        let board = screen.reading.board(&rule.id)?;
        let at = screen.board_rect(profile, &rule.id)?;
        (board.size() == self.cells).then_some((self.rect, at))
    }

    /// Scales and moves a picture so that its rectangle `at` coincides with `own`.
    fn transform(&self, own: ImageRect, image: &RgbaImage, at: ImageRect) -> Option<RgbaImage> {
        let (across, down) = (own.width / at.width, own.height / at.height);
        let is_allowed = |scale: f32| (1.0 / MAX_SCALE..=MAX_SCALE).contains(&scale);
        if !is_allowed(across) || !is_allowed(down) {
            return None;
        }
        let scaled = |side: u32, scale: f32| ((side as f32 * scale).round() as u32).max(1);
        let (width, height) = (scaled(image.width(), across), scaled(image.height(), down));
        let image = resize(image, width, height, FilterType::Triangle);
        let offset = |own: f32, other: f32| (other - own).round() as i64;
        let (x, y) = (offset(own.x, at.x * across), offset(own.y, at.y * down));
        // Beyond its edges, the edge pixels are repeated.
        let inside =
            |at: u32, by: i64, side: u32| (i64::from(at) + by).clamp(0, i64::from(side) - 1) as u32;
        let (own_width, own_height) = self.image.dimensions();
        Some(RgbaImage::from_fn(own_width, own_height, |to_x, to_y| {
            *image.get_pixel(inside(to_x, x, width), inside(to_y, y, height))
        }))
    }
}
