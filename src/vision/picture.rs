//! Picture files.

use std::io::Cursor;

use image::{DynamicImage, ImageError, ImageReader, Limits};

/// Largest picture file that is read, in bytes (128 MiB).
pub const MAX_PICTURE_BYTES: usize = 128 << 20;
/// Longest side of a picture, in pixels.
const MAX_SIDE: u32 = 16_384;

/// The picture in a file's bytes, in whatever form they show to be; large ones are refused before
/// memory is taken for them.
///
/// # Errors
/// When this is no picture in a form that is known, or it has sides beyond 16,384 pixels.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    reader.limits(limits);
    reader.decode()
}
