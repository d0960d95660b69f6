//! Conversion of stream frames to pictures of a window, without its shadow.

use std::sync::{Arc, OnceLock};

use image::{Rgba, RgbaImage};

use crate::desktop::traits::is_within;

pub(super) struct StreamFrame {
    pub(super) bytes: Vec<u8>,
    pub(super) size: (u32, u32),
    /// Bytes from one row to the next.
    pub(super) stride: usize,
    /// Offsets of red, green and blue in the four bytes of a pixel.
    pub(super) channels: [usize; 3],
    /// True if the fourth byte is alpha.
    pub(super) has_alpha: bool,
    /// Left, top, width and height of the window's part.
    pub(super) crop: Option<(i32, i32, u32, u32)>,
    /// The converted picture, computed on first use.
    pub(super) shot: OnceLock<Option<Arc<WindowPicture>>>,
}

#[derive(Debug, PartialEq)]
pub(super) struct WindowPicture {
    pub(super) picture: RgbaImage,
    /// Pixel of the stream at the picture's upper left corner.
    pub(super) origin: (i32, i32),
}

impl WindowPicture {
    /// Returns whether a pixel of the stream is part of the picture.
    pub(super) fn contains(&self, (x, y): (i32, i32)) -> bool {
        let (left, top) = self.origin;
        let offset = (x.saturating_sub(left), y.saturating_sub(top));
        is_within(offset, self.picture.dimensions())
    }
}

impl StreamFrame {
    /// Returns the picture of the window; `None` if the frame has none or is too short.
    pub(super) fn shot(&self) -> Option<Arc<WindowPicture>> {
        let shot = self.shot.get_or_init(|| self.convert().map(Arc::new));
        shot.clone()
    }

    /// Left, top, width and height of the window's part, limited to the frame.
    fn visible_rect(&self) -> Option<(u32, u32, u32, u32)> {
        let (width, height) = self.size;
        let Some((left, top, crop_width, crop_height)) = self.crop else {
            return Some((0, 0, width, height));
        };
        let (left, top) = (u32::try_from(left).ok()?, u32::try_from(top).ok()?);
        let right = left.checked_add(crop_width)?.min(width);
        let bottom = top.checked_add(crop_height)?.min(height);
        let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        Some((left, top, width, height))
    }

    fn convert(&self) -> Option<WindowPicture> {
        let (left, top, width, height) = self.visible_rect()?;
        let row = |y: u32| {
            let start = (top + y) as usize * self.stride + left as usize * 4;
            self.bytes.get(start..start + width as usize * 4)
        };
        let mut picture = RgbaImage::new(width, height);
        for y in 0..height {
            for (x, pixel) in row(y)?.chunks_exact(4).enumerate() {
                let [red, green, blue] = self.channels.map(|offset| pixel[offset]);
                let alpha = if self.has_alpha { pixel[3] } else { u8::MAX };
                picture.put_pixel(x as u32, y, Rgba([red, green, blue, alpha]));
            }
        }
        let (x, y, width, height) = opaque_bounds(&picture)?;
        let mut picture = image::imageops::crop_imm(&picture, x, y, width, height).to_image();
        for pixel in picture.pixels_mut() {
            pixel.0[3] = u8::MAX;
        }
        let origin = (i32::try_from(left + x).ok()?, i32::try_from(top + y).ok()?);
        Some(WindowPicture { picture, origin })
    }
}

/// Bounds (left, top, width, height) of the opaque part, without the shadow around it. Rows and columns count if at
/// least half as many of their pixels are opaque as in the fullest one, as corners may be round.
fn opaque_bounds(picture: &RgbaImage) -> Option<(u32, u32, u32, u32)> {
    let (width, height) = picture.dimensions();
    let is_opaque = |x: u32, y: u32| picture.get_pixel(x, y).0[3] == u8::MAX;
    let row_count = |y: u32| (0..width).filter(|x| is_opaque(*x, y)).count();
    let widest = (0..height).map(row_count).max();
    let widest = widest.filter(|widest| *widest > 0)?;
    let is_window_row = |y: &u32| row_count(*y) * 2 >= widest;
    let rows: Vec<u32> = (0..height).filter(is_window_row).collect();
    let (top, bottom) = (*rows.first()?, *rows.last()?);
    let col_count = |x: u32| (top..=bottom).filter(|y| is_opaque(x, *y)).count();
    let tallest = (0..width).map(col_count).max()?;
    let is_window_column = |x: &u32| col_count(*x) * 2 >= tallest;
    let columns: Vec<u32> = (0..width).filter(is_window_column).collect();
    let (left, right) = (*columns.first()?, *columns.last()?);
    Some((left, top, right + 1 - left, bottom + 1 - top))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window of 4×2 solid pixels at (3, 1) in a buffer of 10×5 with a shadow around it.
    fn bytes(stride: usize) -> Vec<u8> {
        let mut bytes = vec![0; stride * 5];
        for y in 0..5 {
            for x in 0..10 {
                let is_inside = (3..7).contains(&x) && (1..3).contains(&y);
                let shadow = [0, 0, 0, 90];
                let pixel = if is_inside { [10, 20, 30, 255] } else { shadow };
                bytes[y * stride + x * 4..][..4].copy_from_slice(&pixel);
            }
        }
        bytes
    }

    #[test]
    fn a_window_is_cropped_out_of_its_shadow() {
        let frame = StreamFrame {
            bytes: bytes(48),
            size: (10, 5),
            stride: 48,
            channels: [2, 1, 0],
            has_alpha: true,
            crop: Some((1, 0, 8, 5)),
            shot: OnceLock::new(),
        };
        let shot = frame.shot().expect("shows a window");
        assert_eq!(shot.origin, (3, 1));
        assert_eq!(shot.picture.dimensions(), (4, 2));
        let mut pixels = shot.picture.pixels();
        assert!(pixels.all(|pixel| pixel.0 == [30, 20, 10, 255]));
    }

    #[test]
    fn a_frame_shorter_than_it_says_has_no_picture() {
        let frame = StreamFrame {
            bytes: bytes(40)[..100].to_vec(),
            size: (10, 5),
            stride: 40,
            channels: [0, 1, 2],
            has_alpha: false,
            crop: None,
            shot: OnceLock::new(),
        };
        assert_eq!(frame.shot(), None);
    }
}
