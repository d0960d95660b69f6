//! Areas: of panels, slots and buttons, and of a board's cells.

use super::{Align, Colour, LetterStyle, LetterWeight, Letters, Pen, ellipse};
use crate::game::{Cell, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Area {
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub const fn square(x: i32, y: i32, side: i32) -> Self {
        Self::new(x, y, side, side)
    }

    pub fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    pub fn middle(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

pub struct StageSheet<'a> {
    /// For drawing anything but rectangles.
    pub pen: Pen<'a>,
    pub letters: &'a Letters,
}

impl StageSheet<'_> {
    pub fn fill(&mut self, area: Area, colour: Colour) {
        self.pen
            .fill(area.x, area.y, area.width, area.height, colour);
    }

    pub fn frame(&mut self, area: Area, line: i32, colour: Colour) {
        let area = (area.x, area.y, area.width, area.height);
        self.pen.frame(area, line, colour);
    }

    /// Fills an area and draws its outline, on its inside.
    pub fn plate(&mut self, area: Area, background: Colour, (line, rim): (i32, Colour)) {
        self.fill(area, background);
        self.frame(area, line, rim);
    }

    pub fn write(&mut self, text: &str, (x, y): (i32, i32), style: LetterStyle, colour: Colour) {
        let at = (x as f32, y as f32);
        self.letters.write(&mut self.pen, text, at, style, colour);
    }

    pub fn disc(&mut self, middle: (f32, f32), radius: f32, colour: Colour) {
        let corners = ellipse(middle, (radius, radius));
        self.pen.polygon(&corners, colour, 1.0);
    }

    /// Blends a colour over an area; `share` is from 0 to 1.
    pub fn veil(&mut self, area: Area, colour: Colour, share: f32) {
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                self.pen.dot(x, y, colour, share);
            }
        }
    }

    /// Draws a button with a word in letters of this size.
    pub fn button(&mut self, area: Area, word: (&str, u32), [background, rim, ink]: [Colour; 3]) {
        self.plate(area, background, (2, rim));
        let (x, y) = area.middle();
        let style = LetterStyle::new(word.1, LetterWeight::Bold, Align::Centre);
        self.write(word.0, (x, y + 6), style, ink);
    }

    /// Draws a line of text with a coloured lamp at its left end.
    pub fn banner(&mut self, area: Area, words: (&str, u32), [lamp, background, ink]: [Colour; 3]) {
        self.fill(area, background);
        self.fill(Area { width: 20, ..area }, lamp);
        let style = LetterStyle::new(words.1, LetterWeight::Bold, Align::Left);
        self.write(words.0, (area.x + 32, area.y + 23), style, ink);
    }
}

/// Square for each cell, in rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Tiling {
    pub size: Size,
    /// Distance of cells in pixels.
    pub pitch: i32,
    /// Upper left corner of the whole, half a gap before the first square.
    corner: (i32, i32),
    /// Space between squares, in pixels.
    gap: i32,
}

impl Tiling {
    /// Largest tiling centred in `bounds`. The gap between squares is the pitch divided by `gap_divisor`, at least two
    /// pixels. Fails if the pitch would be less than `min_pitch`.
    pub fn within(
        bounds: Area,
        size: Size,
        (min_pitch, max_pitch): (i32, i32),
        gap_divisor: i32,
    ) -> Result<Self, String> {
        let (rows, cols) = (size.rows.max(1) as i32, size.cols.max(1) as i32);
        let pitch = (bounds.width / cols)
            .min(bounds.height / rows)
            .min(max_pitch);
        if pitch < min_pitch {
            let (rows, cols) = (bounds.height / min_pitch, bounds.width / min_pitch);
            return Err(format!(
                "the board is {size}; the practice window has room for {rows}×{cols} cells"
            ));
        }
        let centred = |from: i32, length: i32, count: i32| from + (length - pitch * count) / 2;
        Ok(Self {
            size,
            pitch,
            corner: (
                centred(bounds.x, bounds.width, cols),
                centred(bounds.y, bounds.height, rows),
            ),
            gap: (pitch / gap_divisor).max(2),
        })
    }

    pub fn area(&self, cell: Cell) -> Area {
        let at = |from: i32, index: usize| from + index as i32 * self.pitch + self.gap / 2;
        let (x, y) = (at(self.corner.0, cell.col), at(self.corner.1, cell.row));
        Area::square(x, y, self.pitch - self.gap)
    }

    /// Cell whose square contains a pixel.
    pub fn cell_at(&self, at: (i32, i32)) -> Option<Cell> {
        self.size.cells().find(|cell| self.area(*cell).contains(at))
    }
}
