//! Rasterizes boards from cached pictures of their cells.

use std::borrow::Cow;
use std::rc::Rc;

use ecolor::Color32;
use image::{Rgba, RgbaImage, imageops};
use rustc_hash::FxHashMap;

use super::{palette, raster};
use crate::game::{Cell, CellStyle, Size, Sprite, Tone};

/// Cells smaller than this many pixels have no lines between them.
const LINE_CELL: u32 = 6;
/// Cells smaller than this many pixels show no heights.
const HEIGHT_CELL: u32 = 18;
/// Cells smaller than this many pixels show no glyphs.
const GLYPH_CELL: u32 = 7;

/// Draws boards in one theme, from cached pictures of cells.
pub struct BoardRenderer {
    dark: bool,
    letters: bool,
    pictures: FxHashMap<PictureKey, Rc<RgbaImage>>,
}

/// Cache key: all inputs of a cell's picture.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PictureKey {
    /// Side of the cell, in pixels.
    side: u32,
    tone: Tone,
    background: Tone,
    /// Sprites, with their numbers of clockwise quarter turns.
    layers: [Option<(Sprite, usize)>; 2],
    /// Height to be written on the cell.
    height: Option<u8>,
    glyph: Cow<'static, str>,
}

impl BoardRenderer {
    pub fn new(dark: bool, letters: bool) -> Self {
        Self {
            dark,
            letters,
            pictures: FxHashMap::default(),
        }
    }

    /// Draws a board whose cells have `side` pixels.
    pub fn board(&mut self, size: Size, side: u32, style: impl Fn(Cell) -> CellStyle) -> RgbaImage {
        let side = side.max(1);
        let [width, height] = [size.cols, size.rows].map(|count| count as u32 * side);
        let mut board = RgbaImage::new(width, height);
        for cell in size.cells() {
            let picture = self.cell(&style(cell), side);
            let at = [cell.col, cell.row].map(|index| index as i64 * i64::from(side));
            imageops::replace(&mut board, &*picture, at[0], at[1]);
        }
        board
    }

    /// Colour of a cell that is drawn as one pixel.
    pub fn pixel(&mut self, style: &CellStyle) -> Color32 {
        let Rgba([red, green, blue, _]) = *self.cell(style, 1).get_pixel(0, 0);
        Color32::from_rgb(red, green, blue)
    }

    /// Picture of a cell, with its line to the right and below.
    pub fn cell(&mut self, style: &CellStyle, side: u32) -> Rc<RgbaImage> {
        let art = style.picture(self.letters);
        let glyph = match art.is_none_or(|art| art.glyph) && side >= GLYPH_CELL {
            true => style.glyph.clone(),
            false => Cow::Borrowed(""),
        };
        let key = PictureKey {
            side,
            tone: style.tone,
            background: art.map_or(style.tone, |art| art.background),
            layers: style.layers(self.letters),
            height: style
                .height
                .filter(|_| art.is_some() && side >= HEIGHT_CELL),
            glyph,
        };
        if let Some(cached) = self.pictures.get(&key) {
            return Rc::clone(cached);
        }
        let picture = Rc::new(self.draw(&key));
        self.pictures.insert(key, Rc::clone(&picture));
        picture
    }

    fn draw(&self, key: &PictureKey) -> RgbaImage {
        let colors = palette::scheme(self.dark);
        let side = key.side;
        // Brick walls have no lines between cells.
        let bricks = key.background == Tone::Wall && key.layers[0].is_some();
        let has_line = key.background != Tone::Hole && !bricks;
        let line = u32::from(side >= LINE_CELL && has_line);
        let mut cell = RgbaImage::from_pixel(side, side, rgba(colors.line));
        let inner = side - line;
        let background = rgba(palette::tone(key.background, self.dark).fill);
        let inside = RgbaImage::from_pixel(inner, inner, background);
        imageops::replace(&mut cell, &inside, 0, 0);
        let mut overlay = |picture: Option<RgbaImage>| {
            if let Some(picture) = picture {
                imageops::overlay(&mut cell, &picture, 0, 0);
            }
        };
        for (sprite, quarters) in key.layers.into_iter().flatten() {
            let picture = raster::sprite(sprite, key.tone, self.dark, inner);
            overlay(picture.map(|picture| match quarters {
                1 => imageops::rotate90(&picture),
                2 => imageops::rotate180(&picture),
                3 => imageops::rotate270(&picture),
                _ => picture,
            }));
        }
        let ink = palette::tone(key.tone, self.dark).ink;
        // Small, in the top left corner.
        if let Some(height) = key.height {
            overlay(raster::glyph(&height.to_string(), ink, inner * 2 / 5));
        }
        if !key.glyph.is_empty() {
            overlay(raster::glyph(&key.glyph, ink, inner));
        }
        cell
    }
}

fn rgba(color: Color32) -> Rgba<u8> {
    Rgba(color.to_array())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Art, Heading};

    #[test]
    fn a_board_is_its_cells_side_by_side_and_a_piece_is_turned() {
        let arrow = Sprite::new(
            "test arrow",
            r##"<path d="M0 0H100V50H0z" fill="#ff0000"/>"##,
        );
        let style = |cell: Cell| {
            let art = Art::background(Tone::Empty).piece(arrow);
            CellStyle::new("x", Tone::Empty, "x")
                .drawn(art)
                .with_actor(Heading::ALL[cell.col])
        };
        let board = BoardRenderer::new(false, false).board(Size::new(1, 4), 5, style);
        assert_eq!(board.dimensions(), (20, 5));
        let red = |x, y| board.get_pixel(x, y).0 == [255, 0, 0, 255];
        let middles = [(0, (2, 0)), (1, (4, 2)), (2, (2, 4)), (3, (0, 2))];
        for (col, (x, y)) in middles {
            assert!(red(5 * col + x, y), "column {col}");
            assert!(!red(5 * col + 4 - x, 4 - y), "column {col}");
        }
    }
}
