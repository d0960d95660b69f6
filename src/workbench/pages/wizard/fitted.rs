//! A picture of the game's window at another size, brought to the size of the first one.

use std::sync::Arc;

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use crate::game::Size;
use crate::vision::{ImageRect, Profile, propose_board, read};

/// A picture is made so many times larger or smaller at most.
const MOST: f32 = 6.0;

/// The first picture, as far as others are brought to its size.
pub(super) struct First {
    /// Width and height.
    pub(super) sides: (u32, u32),
    /// Where the board is.
    pub(super) rect: ImageRect,
    /// Its rows and columns.
    pub(super) size: Size,
    /// What reads it, if that is known.
    pub(super) profile: Option<Profile>,
}

impl First {
    /// The picture with its board at the place where the first one has its own.
    ///
    /// # Errors
    /// When it is of another size and its board is not found.
    pub(super) fn fit(&self, image: Arc<RgbaImage>) -> Result<Arc<RgbaImage>, String> {
        if image.dimensions() == self.sides {
            return Ok(image);
        }
        let fitted = self.board_of(&image).and_then(|at| self.moved(&image, at));
        fitted.map(Arc::new).ok_or_else(|| {
            let ((width, height), size) = (image.dimensions(), self.size);
            let (own_width, own_height) = self.sides;
            format!(
                "this picture has {width}×{height} pixels, the first one {own_width}×{own_height}, and no board of {size} \
                 cells is found in it. Show such a board, give the window its size back, or remove the other pictures"
            )
        })
    }

    /// Where a picture has its board.
    fn board_of(&self, image: &RgbaImage) -> Option<ImageRect> {
        let by_profile = |profile: &Profile| {
            let seen = read(profile, image, None).ok()?;
            let rule = profile.boards.first()?;
            let board = seen.reading.board(&rule.id)?;
            let rect = seen.board_rect(profile, &rule.id)?;
            (board.size() == self.size).then_some(rect)
        };
        let known = self.profile.as_ref().and_then(by_profile);
        known.or_else(|| {
            let (rect, size) = propose_board(image)?;
            (size == self.size).then_some(rect)
        })
    }

    /// The picture, so much larger or smaller and moved that what is at a place of it comes to the board's.
    fn moved(&self, image: &RgbaImage, at: ImageRect) -> Option<RgbaImage> {
        let (across, down) = (self.rect.width / at.width, self.rect.height / at.height);
        let fair = |scale: f32| (1.0 / MOST..=MOST).contains(&scale);
        if !fair(across) || !fair(down) {
            return None;
        }
        let scaled = |side: u32, scale: f32| ((side as f32 * scale).round() as u32).max(1);
        let (width, height) = (scaled(image.width(), across), scaled(image.height(), down));
        let image = resize(image, width, height, FilterType::Triangle);
        let offset = |own: f32, other: f32| (other - own).round() as i64;
        let (x, y) = (
            offset(self.rect.x, at.x * across),
            offset(self.rect.y, at.y * down),
        );
        // Beyond its edges it goes on as it is there.
        let inside =
            |at: u32, by: i64, side: u32| (i64::from(at) + by).clamp(0, i64::from(side) - 1) as u32;
        Some(RgbaImage::from_fn(
            self.sides.0,
            self.sides.1,
            |to_x, to_y| *image.get_pixel(inside(to_x, x, width), inside(to_y, y, height)),
        ))
    }
}
