//! Pictures as egui textures.

use egui::ColorImage;
use image::RgbaImage;

/// Texture side in pixels that every graphics card supports.
const MAX_SIDE: u32 = 2048;

/// Converts a picture for drawing; shrinks it to [`MAX_SIDE`].
pub fn drawable(picture: &RgbaImage) -> ColorImage {
    let (width, height) = picture.dimensions();
    let smaller;
    let picture = if width.max(height) > MAX_SIDE {
        let scale = f64::from(MAX_SIDE) / f64::from(width.max(height));
        let side = |side: u32| ((f64::from(side) * scale) as u32).max(1);
        smaller = image::imageops::thumbnail(picture, side(width), side(height));
        &smaller
    } else {
        picture
    };
    let size = [picture.width() as usize, picture.height() as usize];
    ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
}
