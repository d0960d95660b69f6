//! Sprites on screen: one texture for each sprite, colour and size in use. Also centred texts.

use egui::{
    Align2, Color32, ColorImage, Context, FontId, Id, Mesh, Painter, Pos2, Rect, Shape,
    TextureHandle, TextureId, TextureOptions, pos2,
};
use rustc_hash::FxHashMap;

use super::theme;
use crate::drawing::raster;
use crate::game::{CellStyle, Sprite, Tone};

/// Texture limit. Beyond it, all are dropped: zooming leaves unused sizes behind.
const MAX_TEXTURES: usize = 256;
/// Cells smaller than this many points have no glyphs.
const MIN_GLYPH_CELL: f32 = 10.0;

/// Sprite, colours and theme of a texture, and its side in pixels.
type TextureKey = (Sprite, Tone, bool, u32);

type TextureCache = FxHashMap<TextureKey, TextureHandle>;

/// Display of all boards.
#[derive(Clone, Copy, Default)]
pub struct BoardDisplay {
    /// Letters are drawn instead of pictures.
    pub letters: bool,
    /// Levels are always shown whole.
    pub whole: bool,
}

impl BoardDisplay {
    pub fn load(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Id::NULL).unwrap_or_default())
    }

    pub fn save(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::NULL, self));
    }
}

/// Sprites drawn together, in squares of about the same size.
pub struct Layer<'a> {
    ctx: &'a Context,
    dark: bool,
    /// Side of the textures, in pixels.
    pixels: u32,
    /// Local cache: boards repeat a few sprites.
    textures: FxHashMap<(Sprite, Tone), Option<TextureId>>,
    meshes: FxHashMap<TextureId, Mesh>,
}

impl<'a> Layer<'a> {
    pub fn new(ctx: &'a Context, dark: bool, side: f32) -> Self {
        Self {
            ctx,
            dark,
            pixels: pixels(side * ctx.pixels_per_point()),
            textures: FxHashMap::default(),
            meshes: FxHashMap::default(),
        }
    }

    /// Adds a sprite between corners listed clockwise from its top left.
    pub fn add(&mut self, sprite: Sprite, tone: Tone, corners: [Pos2; 4], opacity: f32) {
        let key = (sprite, tone, self.dark, self.pixels);
        let cached = self.textures.entry((sprite, tone));
        let Some(texture) = *cached.or_insert_with(|| texture(self.ctx, key)) else {
            return;
        };
        let mesh = self.meshes.entry(texture);
        let mesh = mesh.or_insert_with(|| Mesh::with_texture(texture));
        let first = mesh.vertices.len() as u32;
        let uv = self::corners(Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)));
        for (pos, uv) in corners.into_iter().zip(uv) {
            mesh.vertices.push(egui::epaint::Vertex {
                pos,
                uv,
                color: Color32::WHITE.gamma_multiply(opacity),
            });
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    }

    pub fn into_shapes(self) -> impl Iterator<Item = Shape> {
        self.meshes.into_values().map(Shape::mesh)
    }
}

/// Corners of a rectangle in the order of the layer's `add`.
pub fn corners(rect: Rect) -> [Pos2; 4] {
    [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
    ]
}

/// Draws a single cell, such as a brush.
pub fn cell(painter: &Painter, rect: Rect, style: &CellStyle, dark: bool) {
    let ctx = painter.ctx();
    let BoardDisplay { letters, .. } = BoardDisplay::load(ctx);
    let art = style.picture(letters);
    let tone = theme::tone(style.tone, dark);
    let background = art.map_or(tone.fill, |art| theme::tone(art.background, dark).fill);
    painter.rect_filled(rect, 0.0, background);
    for (sprite, quarters) in style.layers(letters).into_iter().flatten() {
        let mut layer = Layer::new(ctx, dark, rect.height());
        let mut corners = corners(rect);
        corners.rotate_left(quarters);
        layer.add(sprite, style.tone, corners, 1.0);
        painter.extend(layer.into_shapes());
    }
    // Pictures of boards display heights by themselves; a single cell names its own.
    let height = style.height.map(|height| height.to_string());
    let glyph = match (art, &height) {
        (Some(_), Some(height)) => height.as_str(),
        (Some(art), None) if !art.glyph => "",
        _ => &style.glyph,
    };
    if rect.height() >= MIN_GLYPH_CELL {
        let letters = glyph.chars().count().max(1) as f32;
        let size = rect.height() * 0.55_f32.min(1.3 / letters);
        text(painter, rect.center(), size.round(), glyph, tone.ink);
    }
}

/// Draws a text centred at a point, of this size in points.
pub fn text(painter: &Painter, at: Pos2, size: f32, text: impl ToString, ink: Color32) {
    let font = FontId::proportional(size);
    painter.text(at, Align2::CENTER_CENTER, text, font, ink);
}

/// A white sprite of strokes and of areas, both as path data of SVG; the strokes' width is in hundredths of the side.
macro_rules! pictogram {
    ($width:literal, $strokes:literal, $areas:literal) => {
        $crate::game::Sprite::new(
            // The place of the outermost macro call, which is unique as none makes two.
            concat!(file!(), ":", line!(), ":", column!()),
            concat!(
                "<path d=\"",
                $strokes,
                "\" fill=\"none\" stroke=\"white\" stroke-linejoin=\"round\" stroke-width=\"",
                $width,
                "\"/><path d=\"",
                $areas,
                "\" fill=\"white\"/>"
            ),
        )
    };
}

pub(crate) use pictogram;

/// Draws a white sprite in a colour.
pub fn tinted(painter: &Painter, square: Rect, sprite: Sprite, color: Color32) {
    let ctx = painter.ctx();
    let side = pixels(square.height() * ctx.pixels_per_point());
    if let Some(texture) = texture(ctx, (sprite, Tone::Empty, false, side)) {
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture, square, uv, color);
    }
}

/// Texture side for a display size in pixels: not smaller, up to 512, and of few sizes, so that zooming renders few
/// textures.
fn pixels(side: f32) -> u32 {
    let mut pixels: u32 = 8;
    while (pixels as f32) < side && pixels < 512 {
        // Four sizes per octave.
        pixels += (pixels.next_power_of_two() / 4).max(2);
    }
    pixels
}

fn texture(ctx: &Context, key: TextureKey) -> Option<TextureId> {
    let find = |textures: &mut TextureCache| textures.get(&key).map(TextureHandle::id);
    let found = ctx.data_mut(|data| find(data.get_temp_mut_or_default(Id::NULL)));
    if found.is_some() {
        return found;
    }
    let (sprite, tone, dark, side) = key;
    let picture = raster::sprite(sprite, tone, dark, side)?;
    let image = ColorImage::from_rgba_unmultiplied([side as usize; 2], picture.as_raw());
    let texture = ctx.load_texture(sprite.name, image, TextureOptions::LINEAR);
    let id = texture.id();
    ctx.data_mut(|data| {
        let textures: &mut TextureCache = data.get_temp_mut_or_default(Id::NULL);
        if textures.len() >= MAX_TEXTURES {
            textures.clear();
        }
        textures.insert(key, texture);
    });
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_are_never_enlarged_and_have_few_sizes() {
        let mut sizes: Vec<u32> = (4..=400).map(|side| pixels(side as f32)).collect();
        assert!((4..=400).zip(&sizes).all(|(side, size)| *size >= side));
        sizes.dedup();
        assert!(sizes.len() <= 28, "{sizes:?}");
    }
}
