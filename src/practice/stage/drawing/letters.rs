//! Letters of a real font as pixels, rasterized from the workbench's font, which comes with egui.

use egui::epaint::text::{FontDefinitions, Fonts, Glyph, TextOptions};
use egui::{Color32, FontId};
use rustc_hash::FxHashMap;

use super::{Colour, Pen};

/// Position of a text relative to its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// Weight of letters. The font has one light weight; bolder ones smear the ink to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterWeight {
    Regular,
    Bold,
}

#[derive(Clone, Copy, Debug)]
pub struct LetterStyle {
    /// Size of the font, in pixels.
    pub size: u32,
    pub weight: LetterWeight,
    pub align: Align,
}

impl LetterStyle {
    pub const fn new(size: u32, weight: LetterWeight, align: Align) -> Self {
        Self {
            size,
            weight,
            align,
        }
    }
}

struct Letter {
    /// Left edge, relative to the origin on the baseline, in pixels.
    left: i32,
    /// Upper edge, likewise: negative above the baseline.
    top: i32,
    width: i32,
    /// Share of ink in each pixel, row by row.
    ink: Vec<f32>,
    /// Distance to the origin of the next letter, in pixels.
    advance: f32,
}

pub struct Letters {
    /// Letters, by size and character.
    shapes: FxHashMap<(u32, char), Letter>,
}

impl Letters {
    /// ASCII letters in these sizes; texts leave out all others.
    pub fn new(sizes: &[u32]) -> Self {
        let options = TextOptions {
            // The same pixels for a letter at every position.
            subpixel_binning: false,
            ..TextOptions::default()
        };
        let mut fonts = Fonts::new(options, FontDefinitions::default());
        let mut fonts = fonts.with_pixels_per_point(1.0);
        let mut glyphs = Vec::new();
        for &size in sizes {
            let font = FontId::proportional(size as f32);
            for character in ' '..='~' {
                let layout = fonts.layout_no_wrap(character.into(), font.clone(), Color32::WHITE);
                let glyph = layout.rows.first().and_then(|row| row.row.glyphs.first());
                if let Some(glyph) = glyph {
                    glyphs.push(((size, character), *glyph));
                }
            }
        }
        // By now, all letters are rendered into one picture.
        let picture = fonts.image();
        let letter = |glyph: Glyph| {
            let rect = glyph.uv_rect;
            let [left, top, right, bottom] =
                [rect.min[0], rect.min[1], rect.max[0], rect.max[1]].map(usize::from);
            let pixels = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
            let ink = pixels.map(|(x, y)| {
                let pixel = picture.pixels.get(y * picture.width() + x);
                f32::from(pixel.map_or(0, |pixel| pixel.a())) / 255.0
            });
            Letter {
                left: (glyph.pos.x + rect.offset.x).round() as i32,
                top: rect.offset.y.round() as i32,
                width: (right - left) as i32,
                ink: ink.collect(),
                advance: glyph.advance_width,
            }
        };
        let shapes = glyphs.into_iter().map(|(key, glyph)| (key, letter(glyph)));
        let shapes = shapes.collect();
        Self { shapes }
    }

    fn letters(&self, text: &str, size: u32) -> impl Iterator<Item = &Letter> {
        text.chars()
            .filter_map(move |character| self.shapes.get(&(size, character)))
    }

    pub fn width(&self, text: &str, style: LetterStyle) -> f32 {
        let spacing = style.weight.spacing();
        self.letters(text, style.size)
            .map(|letter| letter.advance + spacing)
            .sum()
    }

    /// Writes a text with its baseline at `y`.
    pub fn write(
        &self,
        pen: &mut Pen<'_>,
        text: &str,
        (x, y): (f32, f32),
        style: LetterStyle,
        colour: Colour,
    ) {
        let width = self.width(text, style);
        let mut x = match style.align {
            Align::Left => x,
            Align::Centre => x - width / 2.0,
            Align::Right => x - width,
        };
        let base = y.round() as i32;
        for letter in self.letters(text, style.size) {
            letter.draw(pen, (x.round() as i32, base), style.weight, colour);
            x += letter.advance + style.weight.spacing();
        }
    }
}

impl LetterWeight {
    /// Shares of the ink repeated one and two pixels to the right.
    fn smear(self) -> [f32; 2] {
        match self {
            Self::Regular => [0.35, 0.0],
            Self::Bold => [1.0, 0.7],
        }
    }

    /// Pixels added to the advance of each letter, for the smeared ink.
    fn spacing(self) -> f32 {
        match self {
            Self::Regular => 0.0,
            Self::Bold => 1.4,
        }
    }
}

impl Letter {
    fn draw(&self, pen: &mut Pen<'_>, (x, y): (i32, i32), weight: LetterWeight, colour: Colour) {
        if self.width == 0 {
            return;
        }
        for (row, line) in (0..).zip(self.ink.chunks(self.width as usize)) {
            // Ink of the last two pixels. Two more columns take the smear of the last ones.
            let mut before = [0.0; 2];
            for (column, ink) in (0..).zip(line.iter().copied().chain([0.0; 2])) {
                let smeared = before.iter().zip(weight.smear()).map(|(ink, s)| ink * s);
                let share = ink + smeared.sum::<f32>();
                if share > 0.0 {
                    let at = (x + self.left + column, y + self.top + row);
                    pen.dot(at.0, at.1, colour, share.min(1.0));
                }
                before = [ink, before[0]];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: LetterStyle = LetterStyle::new(26, LetterWeight::Regular, Align::Centre);

    /// First and last column, first and last row with ink.
    fn extent(text: &str, style: LetterStyle) -> (usize, usize, usize, usize) {
        let mut rgb = vec![0; 3 * 100 * 60];
        let letters = Letters::new(&[26]);
        let mut pen = Pen::new(&mut rgb, (100, 60));
        letters.write(&mut pen, text, (50.0, 40.0), style, [255; 3]);
        let ink = rgb.chunks(3).enumerate().filter(|(_, p)| p[0] > 60);
        let at: Vec<_> = ink.map(|(i, _)| (i % 100, i / 100)).collect();
        let range = |f: fn(&(usize, usize)) -> usize| {
            let values = at.iter().map(f);
            let (min, max) = (values.clone().min(), values.max());
            (min.expect("ink"), max.expect("ink"))
        };
        let ((left, right), (top, bottom)) = (range(|p| p.0), range(|p| p.1));
        (left, right, top, bottom)
    }

    #[test]
    fn digits_are_on_the_baseline_and_centred() {
        for digit in ["0", "2", "5", "8"] {
            let (left, right, top, bottom) = extent(digit, STYLE);
            assert!((39..=40).contains(&bottom), "{digit}: {bottom}");
            assert!((16..=20).contains(&(bottom - top)), "{digit}: {top}");
            assert!((left + right).abs_diff(100) <= 3, "{digit}: {left} {right}");
        }
    }

    #[test]
    fn bold_is_wider_and_alignment_moves() {
        let bold = LetterStyle::new(26, LetterWeight::Bold, Align::Centre);
        let width = |(left, right, ..): (usize, usize, usize, usize)| right - left;
        assert!(width(extent("88", bold)) > width(extent("88", STYLE)));
        let right = LetterStyle::new(26, LetterWeight::Regular, Align::Right);
        assert!(extent("88", right).1 <= 50);
    }
}
