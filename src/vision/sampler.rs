//! Colour sampling of a picture at its placement.

use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;

use image::{RgbaImage, imageops};

use super::place::{ImageRect, Placement};
use super::profile::Rgb;

/// A pixel within this distance of a palette colour is taken for it at once.
const MAX_CLEAN_DIFF: u8 = 8;
/// A colour with such a channel is no darkened version of another.
const MIN_BRIGHT: u8 = 224;
/// Minimum scale at which the pixels of an enlarged pixel are compared with known colours.
const MIN_PURE_SCALE: f32 = 1.5;
/// Maximum width of the compared middle of an enlarged pixel, in image pixels.
const MAX_SEARCHED_WIDTH: f32 = 3.0;

/// Samples a placed picture by pixels of scale 1.
///
/// Emulator filters blur the edges of enlarged pixels, so only their middle counts: with a palette, the pixel nearest
/// to one of its colours; without, the middle pixel or the mean of the middle two of four.
#[derive(Clone, Copy)]
pub(crate) struct Sampler<'a> {
    bytes: &'a [u8],
    width: usize,
    height: usize,
    place: Placement,
    /// True if an enlarged pixel has an even number of image pixels in a row, of which none is its middle.
    is_even: bool,
    palette: &'a [Rgb],
}

impl<'a> Sampler<'a> {
    /// Samples a picture that consists of the colours of `palette`, or of any colours if it is empty.
    pub(crate) fn new(image: &'a RgbaImage, place: Placement, palette: &'a [Rgb]) -> Self {
        Self {
            bytes: image.as_raw(),
            width: image.width() as usize,
            height: image.height() as usize,
            place,
            is_even: place.scale >= 2.0 && (place.scale.round() as i64) % 2 == 0,
            palette,
        }
    }

    /// Samples an image by its own pixels.
    pub(crate) fn of_image(image: &'a RgbaImage) -> Self {
        Self::new(image, Placement::default(), &[])
    }

    pub(crate) fn place(&self) -> Placement {
        self.place
    }

    /// Mean colours of a rectangle divided into `rows` × `columns` parts, row by row. Pixels are weighted by overlap;
    /// positions outside the image take its edge.
    pub(crate) fn means(&self, rect: ImageRect, rows: usize, columns: usize) -> Vec<[u8; 3]> {
        let across = rect.width / columns.max(1) as f32;
        let down = rect.height / rows.max(1) as f32;
        let first = (rect.x.max(0.0) as usize).min(self.width - 1);
        let last = ((rect.x + rect.width).max(0.0).ceil() as usize).clamp(first + 1, self.width);
        let mut line = vec![0.0_f32; (last - first) * 4];
        let mut means = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            line.fill(0.0);
            for (y, part) in parts(rect.y + row as f32 * down, down) {
                let start = y.min(self.height - 1) * self.width;
                let pixels = self.bytes.get((start + first) * 4..(start + last) * 4);
                for (sum, channel) in line.iter_mut().zip(pixels.unwrap_or_default()) {
                    *sum += part * f32::from(*channel);
                }
            }
            means.extend((0..columns).map(|column| {
                let mut sums = [0.0_f32; 3];
                for (x, part) in parts(rect.x + column as f32 * across, across) {
                    let at = (x.clamp(first, last - 1) - first) * 4;
                    for (sum, channel) in sums.iter_mut().zip(&line[at..at + 3]) {
                        *sum += part * channel;
                    }
                }
                sums.map(|sum| (sum + 0.5) as u8)
            }));
        }
        means
    }

    /// Hash of a rectangle's place and of all pixels in it, as [`Self::means`] and [`Self::pixels`] take them.
    pub(crate) fn fingerprint(&self, rect: ImageRect) -> u64 {
        let mut hasher = DefaultHasher::new();
        for side in [rect.x, rect.y, rect.width, rect.height] {
            hasher.write_u32(side.to_bits());
        }
        hasher.write_usize(self.width);
        hasher.write_usize(self.height);
        // Negative numbers become 0. Positions outside the image take its edge.
        let range = |from: f32, side: f32, most: usize| {
            (from as usize).min(most - 1)..((from + side) as usize + 2).min(most)
        };
        let columns = range(rect.x, rect.width, self.width);
        for row in range(rect.y, rect.height, self.height) {
            let start = row * self.width;
            let pixels = (start + columns.start) * 4..(start + columns.end) * 4;
            hasher.write(self.bytes.get(pixels).unwrap_or_default());
        }
        hasher.finish()
    }

    /// Image pixels in a rectangle as (columns, rows, colours row by row).
    pub(crate) fn pixels(&self, rect: ImageRect) -> (usize, usize, Vec<Rgb>) {
        // Rounds; negative numbers become 0.
        let range = |from: f32, side: f32, most: usize| {
            ((from + 0.5) as usize).min(most)..((from + side + 0.5) as usize).min(most)
        };
        let columns = range(rect.x, rect.width, self.width);
        let rows = range(rect.y, rect.height, self.height);
        let pixels = rows.clone().flat_map(|row| {
            let columns = columns.clone();
            columns.map(move |column| Rgb(self.pixel(column, row)))
        });
        (columns.len(), rows.len(), pixels.collect())
    }

    /// Colour of a pixel of the picture; positions outside the image take its edge.
    #[inline]
    pub(crate) fn at(&self, x: i64, y: i64) -> Rgb {
        self.purest(x, y, self.palette)
    }

    /// Colour in the middle of an enlarged pixel.
    #[inline]
    fn middle(&self, x: i64, y: i64) -> Rgb {
        let across = (x as f32 + 0.5) * self.place.scale + self.place.x;
        let down = (y as f32 + 0.5) * self.place.scale_y + self.place.y;
        if self.is_even {
            // Rounds; negative numbers become 0.
            let (column, row) = ((across + 0.5) as usize, (down + 0.5) as usize);
            let (left, above) = (column.saturating_sub(1), row.saturating_sub(1));
            let four = [(left, above), (column, above), (left, row), (column, row)];
            let four = four.map(|(column, row)| self.pixel(column, row));
            let channel = |channel| middle_two(four.map(|colour: [u8; 3]| colour[channel]));
            Rgb(std::array::from_fn(channel))
        } else {
            // Negative numbers become 0.
            Rgb(self.pixel(across as usize, down as usize))
        }
    }

    /// Image pixel within an enlarged pixel that is nearest to one of the `known` colours; its middle if there are
    /// none or the scale is below [`MIN_PURE_SCALE`].
    pub(crate) fn purest(&self, x: i64, y: i64, known: &[Rgb]) -> Rgb {
        if self.place.scale < MIN_PURE_SCALE || known.is_empty() {
            return self.middle(x, y);
        }
        let range = |at: i64, scale: f32, offset: f32| {
            let trim = ((scale - MAX_SEARCHED_WIDTH) / 2.0).max(0.0);
            // Rounds; negative numbers become 0.
            let from = (at as f32 * scale + offset + trim + 0.5) as usize;
            let to = ((at + 1) as f32 * scale + offset - trim + 0.5) as usize;
            from..to.max(from + 1)
        };
        let rows = range(y, self.place.scale_y, self.place.y);
        let columns = range(x, self.place.scale, self.place.x);
        let mut best = (u8::MAX, Rgb([0; 3]));
        for row in rows.clone() {
            for column in columns.clone() {
                let colour = Rgb(self.pixel(column, row));
                for other in known {
                    let near = other.distance(colour);
                    if near <= MAX_CLEAN_DIFF {
                        return self.undimmed(colour, rows, columns, known);
                    }
                    if near < best.0 {
                        best = (near, colour);
                    }
                }
            }
        }
        best.1
    }

    /// Replaces a colour by a brighter known one of the same hue if that fills at least half of the block: dot-matrix
    /// filters darken every other pixel.
    fn undimmed(
        &self,
        colour: Rgb,
        rows: Range<usize>,
        columns: Range<usize>,
        known: &[Rgb],
    ) -> Rgb {
        let brightest = colour.0.iter().max();
        if brightest.is_none_or(|most| *most <= MAX_CLEAN_DIFF || *most >= MIN_BRIGHT) {
            return colour;
        }
        let dims = |bright: &Rgb| {
            let channels = || bright.0.into_iter().zip(colour.0);
            channels().all(|(b, c)| {
                (b <= MAX_CLEAN_DIFF) == (c <= MAX_CLEAN_DIFF)
                    && b >= c.saturating_sub(MAX_CLEAN_DIFF)
            }) && bright.distance(colour) > MAX_CLEAN_DIFF
        };
        let pixels = rows.len() * columns.len();
        let count = |bright: Rgb| {
            let rows = rows.clone();
            let block = rows.flat_map(|row| columns.clone().map(move |c| (c, row)));
            let same =
                block.filter(|(c, r)| bright.distance(Rgb(self.pixel(*c, *r))) <= MAX_CLEAN_DIFF);
            same.count()
        };
        let mut brighter = known.iter().copied().filter(dims);
        let twin = brighter.find(|bright| 2 * count(*bright) >= pixels);
        twin.unwrap_or(colour)
    }

    #[inline]
    fn pixel(&self, column: usize, row: usize) -> [u8; 3] {
        let (column, row) = (column.min(self.width - 1), row.min(self.height - 1));
        let start = (row * self.width + column) * 4;
        match self.bytes.get(start..start + 3) {
            Some(&[red, green, blue]) => [red, green, blue],
            _ => [0; 3],
        }
    }
}

/// Pixels of a line segment, each with its share of the segment.
#[inline]
fn parts(from: f32, length: f32) -> impl Iterator<Item = (usize, f32)> {
    // Positions before 0 take the first pixel.
    let to = (from + length).max(0.0);
    let from = from.max(0.0);
    let length = to - from;
    let next = from.floor() + 1.0;
    let end = if length > 0.0 { to.ceil() } else { next };
    (from as usize..end as usize).map(move |at| {
        let within = to.min(at as f32 + 1.0) - from.max(at as f32);
        (at, if length > 0.0 { within / length } else { 1.0 })
    })
}

/// Mean of the two numbers between the least and the greatest.
#[inline]
fn middle_two([a, b, c, d]: [u8; 4]) -> u8 {
    let sum = u16::from(a) + u16::from(b) + u16::from(c) + u16::from(d);
    let (least, most) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    ((sum - u16::from(least) - u16::from(most)) / 2) as u8
}

/// Largest difference of a channel between any two of the colours; 0 without colours.
pub(crate) fn spread(colours: impl Iterator<Item = Rgb>) -> u8 {
    let (mut least, mut most) = ([u8::MAX; 3], [0_u8; 3]);
    for Rgb(colour) in colours {
        for ((least, most), channel) in least.iter_mut().zip(&mut most).zip(colour) {
            *least = channel.min(*least);
            *most = channel.max(*most);
        }
    }
    let differences = most.iter().zip(least);
    let differences = differences.map(|(most, least)| most.saturating_sub(least));
    differences.max().unwrap_or(0)
}

/// Colour of an image pixel, clamped to the image.
#[inline]
pub(crate) fn colour_at(image: &RgbaImage, x: i64, y: i64) -> Rgb {
    let inside = |at: i64, size: u32| at.clamp(0, i64::from(size.saturating_sub(1))) as u32;
    let (x, y) = (inside(x, image.width()), inside(y, image.height()));
    let [red, green, blue, _] = image.get_pixel(x, y).0;
    Rgb([red, green, blue])
}

/// Colour at a point; `None` outside the image.
#[inline]
pub(crate) fn point_colour(image: &RgbaImage, (x, y): (f32, f32)) -> Option<Rgb> {
    let inside = x >= 0.0 && y >= 0.0 && x < image.width() as f32 && y < image.height() as f32;
    inside.then(|| colour_at(image, x as i64, y as i64))
}

/// Part of an image in a rectangle, with its upper left corner.
pub(crate) fn crop(image: &RgbaImage, rect: ImageRect) -> (RgbaImage, (f32, f32)) {
    let inside = |at: f32, size: u32| at.clamp(0.0, size as f32);
    let left = inside(rect.x.floor(), image.width());
    let top = inside(rect.y.floor(), image.height());
    let width = inside((rect.x + rect.width).ceil(), image.width()) - left;
    let height = inside((rect.y + rect.height).ceil(), image.height()) - top;
    let side = |length: f32| (length as u32).max(1);
    let part = imageops::crop_imm(image, left as u32, top as u32, side(width), side(height));
    (part.to_image(), (left, top))
}

/// Upper median; `None` without numbers.
pub(crate) fn median_number(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Upper median of each channel; black without colours.
pub(crate) fn median(colours: impl Iterator<Item = Rgb> + Clone) -> Rgb {
    Rgb(std::array::from_fn(|channel| {
        let mut values: Vec<u8> = colours.clone().map(|colour| colour.0[channel]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    }))
}
