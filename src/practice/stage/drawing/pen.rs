//! Anti-aliased drawing into RGB bytes.

use font8x8::UnicodeFonts as _;

pub type Colour = [u8; 3];

/// Sample lines per row of pixels, for slanted edges.
const LINES: i32 = 4;

/// Returns whether a letter of the 8×8 font has ink at a pixel.
pub fn ink(character: char, column: i32, row: i32) -> bool {
    let glyph = font8x8::BASIC_FONTS.get(character).unwrap_or_default();
    let row = glyph.get(row as usize).copied().unwrap_or(0);
    (0..8).contains(&column) && row >> column & 1 == 1
}

/// Draws into a picture; clips at its borders.
pub struct Pen<'a> {
    rgb: &'a mut [u8],
    width: i32,
    height: i32,
}

impl<'a> Pen<'a> {
    pub fn new(rgb: &'a mut [u8], (width, height): (u32, u32)) -> Self {
        Self {
            rgb,
            width: width as i32,
            height: height as i32,
        }
    }

    pub fn clear(&mut self, colour: Colour) {
        for pixel in self.rgb.chunks_exact_mut(3) {
            pixel.copy_from_slice(&colour);
        }
    }

    /// Blends a colour over the whole picture; `share` is from 0 to 1.
    pub fn veil(&mut self, colour: Colour, share: f32) {
        for pixel in self.rgb.chunks_exact_mut(3) {
            mix(pixel, colour, share);
        }
    }

    /// Blends a colour over a pixel; `share` is from 0 to 1.
    pub fn dot(&mut self, x: i32, y: i32, colour: Colour, share: f32) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let at = 3 * (y * self.width + x) as usize;
            if let Some(pixel) = self.rgb.get_mut(at..at + 3) {
                mix(pixel, colour, share);
            }
        }
    }

    pub fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Colour) {
        for row in y..y + height {
            for column in x..x + width {
                self.dot(column, row, colour, 1.0);
            }
        }
    }

    /// Draws a square with a colour for each pixel.
    pub fn square(&mut self, x: i32, y: i32, side: i32, colour: impl Fn(i32, i32) -> Colour) {
        for row in 0..side {
            for column in 0..side {
                self.dot(x + column, y + row, colour(column, row), 1.0);
            }
        }
    }

    /// Writes a text in 8×8 letters, scaled by `times`, with its upper left corner at `x`, `y`.
    pub fn text(&mut self, x: i32, y: i32, times: i32, colour: Colour, text: &str) {
        for (index, character) in (0..).zip(text.chars()) {
            let left = x + 8 * times * index;
            for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
                if ink(character, column, row) {
                    let (x, y) = (left + column * times, y + row * times);
                    self.fill(x, y, times, times, colour);
                }
            }
        }
    }

    pub fn centred_text(&mut self, y: i32, times: i32, colour: Colour, text: &str) {
        let width = 8 * times * text.chars().count() as i32;
        self.text((self.width - width) / 2, y, times, colour, text);
    }

    /// Draws the outline of a rectangle (x, y, width, height) on its inside, `line` pixels wide.
    pub fn frame(&mut self, area: (i32, i32, i32, i32), line: i32, colour: Colour) {
        let (x, y, width, height) = area;
        self.fill(x, y, width, line, colour);
        self.fill(x, y + height - line, width, line, colour);
        self.fill(x, y + line, line, height - 2 * line, colour);
        self.fill(x + width - line, y + line, line, height - 2 * line, colour);
    }

    /// Draws a filled polygon (even-odd rule); `share` is from 0 to 1.
    pub fn polygon(&mut self, points: &[(f32, f32)], colour: Colour, share: f32) {
        let bounds = |coordinate: fn(&(f32, f32)) -> f32, limit: i32| {
            let values = points.iter().map(coordinate);
            let min = values.clone().fold(f32::INFINITY, f32::min).floor();
            let max = values.fold(f32::NEG_INFINITY, f32::max).ceil();
            (min.max(0.0) as i32, max.min(limit as f32) as i32)
        };
        let (left, right) = bounds(|point| point.0, self.width);
        let (top, bottom) = bounds(|point| point.1, self.height);
        let mut ink = vec![0.0_f32; (right - left).max(0) as usize];
        let mut crossings = Vec::new();
        for row in top..bottom {
            ink.fill(0.0);
            for line in 0..LINES {
                let y = row as f32 + (line as f32 + 0.5) / LINES as f32;
                crossings.clear();
                let ends = points.iter().skip(1).chain(points.first());
                for (&(x0, y0), &(x1, y1)) in points.iter().zip(ends) {
                    if (y0 <= y) != (y1 <= y) {
                        crossings.push(x0 + (y - y0) / (y1 - y0) * (x1 - x0));
                    }
                }
                crossings.sort_by(f32::total_cmp);
                for span in crossings.chunks_exact(2) {
                    let &[from, to] = span else { continue };
                    for (pixel, column) in ink.iter_mut().zip(left..) {
                        let column = column as f32;
                        *pixel += (to.min(column + 1.0) - from.max(column)).max(0.0);
                    }
                }
            }
            for (ink, column) in ink.iter().zip(left..) {
                if *ink > 0.0 {
                    self.dot(column, row, colour, share * ink / LINES as f32);
                }
            }
        }
    }

    /// Draws a straight stroke; `share` is from 0 to 1.
    pub fn stroke(
        &mut self,
        (x0, y0): (f32, f32),
        (x1, y1): (f32, f32),
        width: f32,
        colour: Colour,
        share: f32,
    ) {
        let length = (x1 - x0).hypot(y1 - y0);
        if length > 0.0 {
            let scale = width / 2.0 / length;
            let (across, down) = ((y1 - y0) * scale, (x0 - x1) * scale);
            let corners = [
                (x0 + across, y0 + down),
                (x1 + across, y1 + down),
                (x1 - across, y1 - down),
                (x0 - across, y0 - down),
            ];
            self.polygon(&corners, colour, share);
        }
    }
}

/// Polygon of an ellipse, by its centre and radii.
pub fn ellipse((x, y): (f32, f32), half: (f32, f32)) -> [(f32, f32); 32] {
    std::array::from_fn(|step| {
        let angle = step as f32 * std::f32::consts::TAU / 32.0;
        (x + half.0 * angle.cos(), y + half.1 * angle.sin())
    })
}

fn mix(pixel: &mut [u8], colour: Colour, share: f32) {
    let share = share.clamp(0.0, 1.0);
    for (channel, new) in pixel.iter_mut().zip(colour) {
        let old = f32::from(*channel);
        *channel = (old + (f32::from(new) - old) * share).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_as_dark_as_they_cover() {
        let mut rgb = vec![0; 3 * 8 * 4];
        let mut pen = Pen::new(&mut rgb, (8, 4));
        let square = [(1.0, 1.0), (3.5, 1.0), (3.5, 3.0), (1.0, 3.0)];
        pen.polygon(&square, [200, 100, 0], 1.0);
        let red = |x: usize, y: usize| rgb[3 * (8 * y + x)];
        assert_eq!([red(0, 1), red(1, 1), red(2, 2)], [0, 200, 200]);
        assert_eq!([red(3, 1), red(4, 1)], [100, 0]);
        assert_eq!([red(1, 0), red(1, 3)], [0, 0]);
    }

    #[test]
    fn drawing_is_clipped_at_the_borders() {
        let mut rgb = vec![0; 3 * 4 * 4];
        let mut pen = Pen::new(&mut rgb, (4, 4));
        pen.fill(-3, -3, 5, 5, [9, 9, 9]);
        pen.stroke((-5.0, 3.5), (50.0, 3.5), 1.0, [7, 7, 7], 1.0);
        pen.polygon(&[(90.0, 90.0), (99.0, 90.0), (90.0, 99.0)], [1, 1, 1], 1.0);
        let reds: Vec<u8> = rgb.chunks(3).map(|pixel| pixel[0]).collect();
        assert_eq!(reds, [9, 9, 0, 0, 9, 9, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7]);
    }
}
