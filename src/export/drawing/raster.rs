//! Rasterizes drawings.

use std::sync::{Arc, LazyLock};

use ecolor::Color32;
use epaint::text::FontDefinitions;
use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use super::{Anchor, Drawing, DrawingError, markup};
use crate::game::{Sprite, Tone};

/// Maximum number of pixels in a picture, in millions: 160 MB.
const MAX_MEGAPIXELS: u32 = 40;
pub const ICON: &str = include_str!("icon.svg");

/// Fonts of the workbench, so that pictures are the same on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    // Not from `epaint_default_fonts`, which would add a second copy to the program.
    let known = FontDefinitions::default().font_data;
    let mut fonts = Database::new();
    for name in ["Ubuntu-Light", "Hack", "NotoEmoji-Regular"] {
        if let Some(font) = known.get(name) {
            fonts.load_font_source(Source::Binary(Arc::clone(&font.font)));
        }
    }
    fonts.set_sans_serif_family("Hack");
    Arc::new(fonts)
});

/// Renders a drawing at a scale. Fails with [`DrawingError::Size`] if the picture would be too large.
pub fn pixels(drawing: &Drawing, scale: f32) -> Result<RgbaImage, DrawingError> {
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (side(drawing.width), side(drawing.height));
    let too_large = || DrawingError::Size {
        width,
        height,
        most: MAX_MEGAPIXELS,
    };
    if u64::from(width) * u64::from(height) > u64::from(MAX_MEGAPIXELS) * 1_000_000 {
        return Err(too_large());
    }
    let tree = Tree::from_str(&drawing.to_svg(), &with_fonts())?;
    rendered(&tree, (width, height)).ok_or_else(too_large)
}

fn with_fonts() -> Options<'static> {
    Options {
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    }
}

/// Renders a sprite in the colours of a tone; `None` if its SVG is broken.
pub fn sprite(sprite: Sprite, tone: Tone, dark: bool, side: u32) -> Option<RgbaImage> {
    let body = markup(sprite, tone, dark);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">{body}</svg>"
    );
    let tree = Tree::from_str(&svg, &Options::default()).ok()?;
    rendered(&tree, (side, side))
}

/// Renders a text so that it fits into a square; `None` if memory runs out.
pub(super) fn glyph(text: &str, ink: Color32, side: u32) -> Option<RgbaImage> {
    let length = side as f32;
    let letters = text.chars().count().max(1) as f32;
    let size = (0.58 * length).min(0.9 * length / (0.55 * letters));
    let mut drawing = Drawing::new(length, length, Color32::TRANSPARENT);
    let middle = (length / 2.0, length / 2.0);
    drawing.text(middle, text, size, Anchor::Middle, ink);
    let tree = Tree::from_str(&drawing.to_svg(), &with_fonts()).ok()?;
    rendered(&tree, (side, side))
}

/// Renders the program's icon at a size of 1 to 1024 pixels.
pub fn icon(side: u32) -> Option<RgbaImage> {
    let side = side.clamp(1, 1024);
    let tree = Tree::from_str(ICON, &Options::default()).ok()?;
    rendered(&tree, (side, side))
}

/// Renders with straight alpha, stretched to a size, so that all its pixels are covered; `None` if memory runs out.
fn rendered(tree: &Tree, (width, height): (u32, u32)) -> Option<RgbaImage> {
    let mut pixmap = Pixmap::new(width, height)?;
    let size = tree.size();
    let transform =
        Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, transform, &mut pixmap.as_mut());
    RgbaImage::from_raw(width, height, pixmap.take_demultiplied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_has_round_corners_and_a_board() {
        let icon = icon(256).expect("can be drawn");
        assert_eq!(icon.dimensions(), (256, 256));
        assert_eq!(icon.get_pixel(0, 0).0[3], 0, "the corner is clear");
        assert_eq!(icon.get_pixel(56, 56).0, [0x8f, 0xcb, 0xf0, 255]);
    }
}
