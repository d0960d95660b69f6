//! From a buffer of a stream to the picture of a window: without its shadow, and with its place in
//! the stream.

use image::{Rgba, RgbaImage};

/// Which colour comes first in a pixel's four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Blue,
    Red,
}

/// The pixels of a buffer.
pub(super) struct Buffer<'a> {
    pub(super) bytes: &'a [u8],
    /// Width and height.
    pub(super) size: (u32, u32),
    /// Bytes from one row to the next.
    pub(super) stride: usize,
    pub(super) order: Order,
    /// The fourth byte is how solid the pixel is.
    pub(super) has_alpha: bool,
    /// Left, top, width and height of the part that is the window.
    pub(super) crop: Option<(i32, i32, u32, u32)>,
}

/// A picture of the window.
#[derive(Debug, PartialEq)]
pub(super) struct Shot {
    pub(super) picture: RgbaImage,
    /// The pixel of the stream at the picture's upper left corner.
    pub(super) origin: (i32, i32),
}

/// The picture in a buffer; `None` if there is none, or if the buffer is shorter than it says.
pub(super) fn shot(buffer: &Buffer) -> Option<Shot> {
    let (width, height) = buffer.size;
    let (left, top, width, height) = match buffer.crop {
        Some((left, top, crop_width, crop_height)) => {
            let (left, top) = (u32::try_from(left).ok()?, u32::try_from(top).ok()?);
            let right = left.checked_add(crop_width)?.min(width);
            let bottom = top.checked_add(crop_height)?.min(height);
            (
                left,
                top,
                right.checked_sub(left)?,
                bottom.checked_sub(top)?,
            )
        }
        None => (0, 0, width, height),
    };
    let row = |y: u32| {
        let start = (top + y) as usize * buffer.stride + left as usize * 4;
        buffer.bytes.get(start..start + width as usize * 4)
    };
    let mut picture = RgbaImage::new(width, height);
    for y in 0..height {
        for (x, pixel) in row(y)?.chunks_exact(4).enumerate() {
            let &[first, green, third, alpha] = pixel else {
                continue;
            };
            let (red, blue) = match buffer.order {
                Order::Blue => (third, first),
                Order::Red => (first, third),
            };
            let alpha = if buffer.has_alpha { alpha } else { u8::MAX };
            picture.put_pixel(x as u32, y, Rgba([red, green, blue, alpha]));
        }
    }
    let (x, y, width, height) = solid(&picture)?;
    let mut picture = image::imageops::crop_imm(&picture, x, y, width, height).to_image();
    for pixel in picture.pixels_mut() {
        pixel.0[3] = u8::MAX;
    }
    let origin = (i32::try_from(left + x).ok()?, i32::try_from(top + y).ok()?);
    Some(Shot { picture, origin })
}

/// Left, top, width and height of the solid part: rows and columns around it are shadow. Corners
/// may be round, so half a row is enough.
fn solid(picture: &RgbaImage) -> Option<(u32, u32, u32, u32)> {
    let (width, height) = picture.dimensions();
    let is_solid = |x: u32, y: u32| picture.get_pixel(x, y).0[3] == u8::MAX;
    // The middle row and column cross the window, wherever it lies in its shadow.
    let across = |y: u32| (0..width).filter(|x| is_solid(*x, y)).count();
    let widest = (0..height).map(across).max().filter(|widest| *widest > 0)?;
    let rows: Vec<u32> = (0..height).filter(|y| across(*y) * 2 >= widest).collect();
    let (top, bottom) = (*rows.first()?, *rows.last()?);
    let down = |x: u32| (top..=bottom).filter(|y| is_solid(x, *y)).count();
    let tallest = (0..width).map(down).max()?;
    let columns: Vec<u32> = (0..width).filter(|x| down(*x) * 2 >= tallest).collect();
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
                let inside = (3..7).contains(&x) && (1..3).contains(&y);
                let pixel = if inside {
                    [10, 20, 30, 255]
                } else {
                    [0, 0, 0, 90]
                };
                bytes[y * stride + x * 4..][..4].copy_from_slice(&pixel);
            }
        }
        bytes
    }

    #[test]
    fn a_window_is_cut_out_of_its_shadow_and_keeps_its_place() {
        let bytes = bytes(48);
        let buffer = Buffer {
            bytes: &bytes,
            size: (10, 5),
            stride: 48,
            order: Order::Blue,
            has_alpha: true,
            crop: Some((1, 0, 8, 5)),
        };
        let shot = shot(&buffer).expect("shows a window");
        assert_eq!(shot.origin, (3, 1));
        assert_eq!(shot.picture.dimensions(), (4, 2));
        assert!(
            shot.picture
                .pixels()
                .all(|pixel| pixel.0 == [30, 20, 10, 255])
        );
    }

    #[test]
    fn a_buffer_shorter_than_it_says_has_no_picture() {
        let bytes = bytes(40);
        let buffer = Buffer {
            bytes: &bytes[..100],
            size: (10, 5),
            stride: 40,
            order: Order::Red,
            has_alpha: false,
            crop: None,
        };
        assert_eq!(shot(&buffer), None);
    }
}
