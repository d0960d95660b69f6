//! Drawing in a picture of RGB bytes, for stand-ins.

use font8x8::UnicodeFonts as _;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// A picture being drawn. Pixels outside are left out.
pub struct Canvas<'a> {
    rgb: &'a mut [u8],
    width: u32,
    height: u32,
}

impl<'a> Canvas<'a> {
    pub fn new(rgb: &'a mut [u8], (width, height): (u32, u32)) -> Self {
        Self { rgb, width, height }
    }

    pub fn put(&mut self, x: u32, y: u32, colour: Colour) {
        if x < self.width && y < self.height {
            let at = 3 * (y * self.width + x) as usize;
            if let Some(pixel) = self.rgb.get_mut(at..at + 3) {
                pixel.copy_from_slice(&colour);
            }
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, colour);
            }
        }
    }

    /// A square drawn pixel by pixel.
    pub fn square(&mut self, x: u32, y: u32, side: u32, f: impl Fn(u32, u32) -> Colour) {
        for row in 0..side {
            for column in 0..side {
                self.put(x + column, y + row, f(column, row));
            }
        }
    }

    /// Letters of 8×8 pixels, `times` as large.
    pub fn text(&mut self, x: u32, y: u32, times: u32, colour: Colour, text: &str) {
        for (index, character) in (0..).zip(text.chars()) {
            let left = x + 8 * times * index;
            for row in 0..8 {
                for column in 0..8 {
                    if ink(character, column, row) {
                        let (x, y) = (left + column * times, y + row * times);
                        self.fill(x, y, times, times, colour);
                    }
                }
            }
        }
    }

    /// Text in the middle of the picture.
    pub fn middle(&mut self, y: u32, times: u32, colour: Colour, text: &str) {
        let width = 8 * times * text.chars().count() as u32;
        self.text(self.width.saturating_sub(width) / 2, y, times, colour, text);
    }
}

/// Whether a letter has ink at a pixel of its 8×8 square.
pub fn ink(character: char, column: u32, row: u32) -> bool {
    let glyph = font8x8::BASIC_FONTS.get(character).unwrap_or_default();
    let row = glyph.get(row as usize).copied().unwrap_or(0);
    column < 8 && row >> column & 1 == 1
}
