//! Drawings as pixels.

use std::sync::{Arc, LazyLock};

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use super::{Drawing, ExportError};

/// Millions of pixels in a picture at most: 160 MB.
const MOST: u32 = 40;

/// The fonts of the workbench, so that pictures look the same on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.load_font_data(epaint_default_fonts::NOTO_EMOJI_REGULAR.to_vec());
    fonts.set_sans_serif_family("Hack");
    Arc::new(fonts)
});

/// Turns a drawing into pixels, so many to a pixel of its own.
///
/// # Errors
/// [`ExportError::Size`] when the picture would be too large.
pub fn pixels(drawing: &Drawing, scale: f32) -> Result<RgbaImage, ExportError> {
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (side(drawing.width), side(drawing.height));
    let too_large = || ExportError::Size {
        width,
        height,
        most: MOST,
    };
    if u64::from(width) * u64::from(height) > u64::from(MOST) * 1_000_000 {
        return Err(too_large());
    }
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    };
    let tree = Tree::from_str(&drawing.to_svg(), &options)?;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    // The ground is opaque, so premultiplied and straight colours are the same.
    RgbaImage::from_raw(width, height, pixmap.take()).ok_or_else(too_large)
}
