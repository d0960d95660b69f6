//! A board with very many visible cells, drawn as one picture with a pixel per cell.

use egui::{Color32, ColorImage, Rect, TextureHandle, TextureOptions, pos2};

use crate::drawing::Sheet;
use crate::game::Cell;

use super::paint::Paint;
use super::place::Place;
use super::source::BoardSource;

/// The picture and its pixels.
#[derive(Default)]
pub struct Tiny {
    texture: Option<TextureHandle>,
    pixels: Vec<Color32>,
    /// Sprites, with the theme and letters setting they belong to.
    sheet: Option<((bool, bool), Sheet)>,
}

impl Tiny {
    /// Draws the whole board; the painter's clip rectangle limits it.
    pub fn show(&mut self, paint: &Paint<'_>, source: &dyn BoardSource) {
        let (painter, size) = (paint.painter, source.info().size);
        let style = (paint.dark, paint.letters);
        self.sheet.take_if(|(of, _)| *of != style);
        let new = || (style, Sheet::new(paint.dark, paint.letters));
        let (_, sheet) = self.sheet.get_or_insert_with(new);
        let pixels: Vec<Color32> = (0..size.rows)
            .flat_map(|row| (0..size.cols).map(move |col| Cell { row, col }))
            .map(|cell| {
                let look = source.look(cell);
                if look.marks.wrong {
                    paint.colors.bad
                } else {
                    sheet.pixel(&look)
                }
            })
            .collect();
        let same_size = |texture: &TextureHandle| texture.size() == [size.cols, size.rows];
        if pixels != self.pixels || !self.texture.as_ref().is_some_and(same_size) {
            let image = ColorImage::new([size.cols, size.rows], pixels.clone());
            self.pixels = pixels;
            match &mut self.texture {
                Some(texture) => texture.set(image, TextureOptions::NEAREST),
                None => {
                    let options = TextureOptions::NEAREST;
                    self.texture = Some(painter.ctx().load_texture("board", image, options));
                }
            }
        }
        if let Some(texture) = &self.texture {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let rect = paint.lines.span(Place::new(0, 0), size);
            painter.image(texture.id(), rect, whole, Color32::WHITE);
        }
    }

    /// Releases the picture, when the board is drawn in detail.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}
