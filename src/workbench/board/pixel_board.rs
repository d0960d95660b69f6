//! A board with very many visible cells, drawn as one picture with a pixel per cell.

use egui::{Color32, ColorImage, Rect, TextureHandle, TextureOptions, pos2};

use super::grid_pos::GridPos;
use super::paint::Paint;
use super::source::BoardSource;
use crate::drawing::BoardRenderer;

#[derive(Default)]
pub struct PixelBoard {
    texture: Option<TextureHandle>,
    pixels: Vec<Color32>,
    /// Sprites, with the theme and letters setting they belong to.
    renderer: Option<((bool, bool), BoardRenderer)>,
}

impl PixelBoard {
    /// Draws the whole board; the painter's clip rectangle limits it.
    pub fn show(&mut self, paint: &Paint<'_>, source: &dyn BoardSource) {
        let (painter, size) = (paint.painter, source.info().size);
        let key = (paint.dark, paint.letters);
        self.renderer.take_if(|(saved, _)| *saved != key);
        let new = || (key, BoardRenderer::new(paint.dark, paint.letters));
        let (_, renderer) = self.renderer.get_or_insert_with(new);
        let pixel = |cell| match source.style(cell) {
            style if style.marks.wrong => paint.colors.bad,
            style => renderer.pixel(&style),
        };
        let pixels: Vec<Color32> = size.cells().map(pixel).collect();
        let same_size = |texture: &TextureHandle| texture.size() == [size.cols, size.rows];
        if pixels != self.pixels || !self.texture.as_ref().is_some_and(same_size) {
            let image = ColorImage::new([size.cols, size.rows], pixels.clone());
            self.pixels = pixels;
            let options = TextureOptions::NEAREST;
            match &mut self.texture {
                Some(texture) => texture.set(image, options),
                None => self.texture = Some(painter.ctx().load_texture("board", image, options)),
            }
        }
        if let Some(texture) = &self.texture {
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let rect = paint.lines.span(GridPos::new(0, 0), size);
            painter.image(texture.id(), rect, uv, Color32::WHITE);
        }
    }

    /// Releases the picture, when the board is drawn in detail.
    pub fn release(&mut self) {
        *self = Self::default();
    }
}
