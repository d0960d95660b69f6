//! Pictures as egui textures.

use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, pos2};
use image::RgbaImage;

/// Texture side in pixels that every graphics card supports.
const MAX_SIDE: u32 = 2048;

pub fn paint(painter: &Painter, texture: &TextureHandle, area: Rect) {
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture.id(), area, uv, Color32::WHITE);
}

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
