//! Pictures quantized to the colours of a sprite sheet.

use image::RgbaImage;
use rustc_hash::FxHashMap;

use crate::game::{Pixel, SpriteSheet};
use crate::profile::Rgb;

/// Colour of the sheet by number, or [`OTHER`].
pub(super) type Dot = u16;

/// Any colour that the sheet does not have.
pub(super) const OTHER: Dot = 0;
/// Background around the board.
pub(super) const BACKGROUND: Dot = 1;
/// Colour of text.
pub(super) const INK: Dot = 2;

/// Colours of a sprite sheet; the first two are those of the surroundings and of text.
pub(super) struct SheetColours(Vec<Pixel>);

impl SheetColours {
    pub(super) fn new(sheet: &SpriteSheet) -> Self {
        let mut colours = vec![sheet.background, sheet.ink];
        let pixels = sheet.sprites.iter().flat_map(|sprite| &sprite.pixels);
        for pixel in pixels.flatten() {
            if !colours.contains(pixel) {
                colours.push(*pixel);
            }
        }
        // A dot is the index plus 1, so there is none for further colours.
        colours.truncate(usize::from(Dot::MAX));
        Self(colours)
    }

    /// Colour of a dot; `None` for the dot of other colours.
    pub(super) fn pixel(&self, dot: Dot) -> Option<Pixel> {
        self.0.get(usize::from(dot).checked_sub(1)?).copied()
    }

    /// Nearest colour within the tolerance; [`OTHER`] if there is none.
    fn dot(&self, pixel: Pixel, tolerance: u8) -> Dot {
        let distance = |known: &Pixel| Rgb(*known).distance(Rgb(pixel));
        let known = self.0.iter().enumerate();
        match known.map(|(i, known)| (distance(known), i)).min() {
            Some((distance, index)) if distance <= tolerance => index as Dot + 1,
            _ => OTHER,
        }
    }
}

/// Quantized picture, or one downscaled to uniform squares.
pub(super) struct Dots {
    pub(super) width: usize,
    pub(super) height: usize,
    dots: Vec<Dot>,
}

impl Dots {
    pub(super) fn new(image: &RgbaImage, colours: &SheetColours, tolerance: u8) -> Self {
        let mut known: FxHashMap<Pixel, Dot> = FxHashMap::default();
        // Neighbours mostly have the same colour.
        let mut last = ([0; 3], colours.dot([0; 3], tolerance));
        let dots = image.pixels().map(|pixel| {
            let [red, green, blue, _] = pixel.0;
            let pixel = [red, green, blue];
            if last.0 != pixel {
                let new = || colours.dot(pixel, tolerance);
                last = (pixel, *known.entry(pixel).or_insert_with(new));
            }
            last.1
        });
        Self {
            dots: dots.collect(),
            width: image.width() as usize,
            height: image.height() as usize,
        }
    }

    pub(super) fn row(&self, row: usize) -> &[Dot] {
        &self.dots[row * self.width..(row + 1) * self.width]
    }

    /// Colours of the squares with this side from a corner on; [`OTHER`] for a square of several colours.
    pub(super) fn squares(&self, side: usize, (left, top): (usize, usize)) -> Self {
        let width = self.width.saturating_sub(left) / side;
        let height = self.height.saturating_sub(top) / side;
        let mut dots = Vec::with_capacity(width * height);
        for row in 0..height {
            let first = self.row(top + row * side);
            let start = dots.len();
            for square in first[left..left + width * side].chunks_exact(side) {
                let even = square.iter().all(|dot| *dot == square[0]);
                dots.push(if even { square[0] } else { OTHER });
            }
            for below in 1..side {
                let line = &self.row(top + row * side + below)[left..left + width * side];
                for (dot, square) in dots[start..].iter_mut().zip(line.chunks_exact(side)) {
                    if square.iter().any(|other| other != dot) {
                        *dot = OTHER;
                    }
                }
            }
        }
        Self {
            width,
            height,
            dots,
        }
    }
}
