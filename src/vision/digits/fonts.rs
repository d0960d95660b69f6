//! Reference shapes of digits, drawn with the fonts in `assets/digits/` on first use.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};

use super::ink::Ink;
use super::shape::DigitShape;

pub(super) static FONTS: [&[u8]; 16] = [
    include_bytes!("../assets/digits/grotesque.ttf"),
    include_bytes!("../assets/digits/grotesque-bold.ttf"),
    include_bytes!("../assets/digits/roman.ttf"),
    include_bytes!("../assets/digits/roman-bold.ttf"),
    include_bytes!("../assets/digits/wide.ttf"),
    include_bytes!("../assets/digits/wide-bold.ttf"),
    include_bytes!("../assets/digits/mono.ttf"),
    include_bytes!("../assets/digits/mono-bold.ttf"),
    include_bytes!("../assets/digits/humanist.ttf"),
    include_bytes!("../assets/digits/humanist-bold.ttf"),
    include_bytes!("../assets/digits/geometric.ttf"),
    include_bytes!("../assets/digits/geometric-bold.ttf"),
    include_bytes!("../assets/digits/plain.ttf"),
    include_bytes!("../assets/digits/plain-bold.ttf"),
    include_bytes!("../assets/digits/gothic.otf"),
    include_bytes!("../assets/digits/gothic-bold.otf"),
];

/// Drawn heights in pixels and subpixel offsets.
const DRAWN_SIZES: [(f32, f32); 7] = [
    (8.0, 0.0),
    (8.0, 0.5),
    (11.0, 0.25),
    (11.0, 0.75),
    (15.0, 0.5),
    (22.0, 0.0),
    (36.0, 0.0),
];

/// Digits with their shapes: of each font and size, plain and emboldened.
pub(super) fn references() -> &'static [(u8, DigitShape)] {
    static REFERENCES: OnceLock<Vec<(u8, DigitShape)>> = OnceLock::new();
    REFERENCES.get_or_init(|| {
        // The tests cover that all fonts can be read.
        let fonts = FONTS.iter();
        let fonts = fonts.filter_map(|bytes| FontRef::try_from_slice(bytes).ok());
        fonts.flat_map(|font| shapes(&font)).collect()
    })
}

fn shapes(font: &FontRef<'_>) -> Vec<(u8, DigitShape)> {
    let drawn = DRAWN_SIZES.iter();
    let all =
        drawn.flat_map(|(height, offset)| (0..10_u8).map(move |digit| (digit, *height, *offset)));
    let plain = all.filter_map(|(digit, height, offset)| {
        let ink = draw(font, digit, height, offset)?;
        Some((digit, ink))
    });
    let plain: Vec<(u8, Ink)> = plain.collect();
    let heavy = plain.iter().map(|(digit, ink)| (*digit, embolden(ink)));
    let heavy: Vec<(u8, Ink)> = heavy.collect();
    let both = plain.iter().chain(&heavy);
    both.filter_map(|(digit, ink)| Some((*digit, DigitShape::new(ink)?)))
        .collect()
}

/// Adds a faint outline with half the cover of the ink next to it, as digits on busy backgrounds often have.
fn embolden(ink: &Ink) -> Ink {
    let (width, height) = (ink.width as isize, ink.height as isize);
    let at = |x: isize, y: isize| {
        let near = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| ink.at(x + dx, y + dy));
        ink.at(x, y).max(0.5 * near.into_iter().fold(0.0, f32::max))
    };
    let cover = (0..width * height).map(|i| at(i % width, i / width));
    Ink {
        width: ink.width,
        height: ink.height,
        cover: cover.collect(),
    }
}

/// Draws a digit at the size at which the font's 0 is `height` pixels high, shifted down and right by `offset` pixels.
pub(super) fn draw<F: Font>(font: &F, digit: u8, height: f32, offset: f32) -> Option<Ink> {
    let id: GlyphId = font.glyph_id(char::from(b'0' + digit));
    // Height of the digit 0 at a scale of 100.
    let zero = font.glyph_id('0').with_scale(100.0);
    let zero = font.outline_glyph(zero)?.px_bounds().height();
    let scale = PxScale::from(100.0 * height / zero.max(1.0));
    let base = font.as_scaled(scale).ascent();
    let glyph = id.with_scale_and_position(scale, point(offset, base + offset));
    let outline = font.outline_glyph(glyph)?;
    let bounds = outline.px_bounds();
    // Adds one pixel of background on each side.
    let (width, height) = (bounds.width() as usize + 2, bounds.height() as usize + 2);
    let mut cover = vec![0.0; width * height];
    outline.draw(|x, y, share| {
        let at = (y as usize + 1) * width + x as usize + 1;
        if let Some(cover) = cover.get_mut(at) {
            *cover = share;
        }
    });
    Some(Ink {
        width,
        height,
        cover,
    })
}
