//! Reduces pictures to the 256 colours of a GIF frame.
//!
//! Up to 256 colours are exact. Of more, those that fill a large area are exact, and the others are clustered by
//! variance (Wan, Wong and Prusinkiewicz): the cluster with the largest squared error is split at the mean of the
//! channel that varies most, until there are 256. Each cluster is displayed in its most frequent colour. Apart from two
//! passes over the pixels, the time depends on the number of different colours, which is small in drawings.

use image::RgbaImage;
use rustc_hash::FxHashMap;

const MAX_COLORS: usize = 256;
/// In frames with more than [`MAX_COLORS`], colours of more than one in this many pixels are exact: half at most.
const MAX_FLAT: u32 = MAX_COLORS as u32 / 2;

/// Red, green, blue and an unused alpha.
type Color = [u8; 4];

pub(super) struct IndexedPicture {
    pub(super) indices: Vec<u8>,
    /// Red, green and blue of each colour.
    pub(super) palette: Vec<u8>,
}

/// Reduces an opaque picture to at most [`MAX_COLORS`].
pub(super) fn quantize(picture: &RgbaImage) -> IndexedPicture {
    let mut counts = FxHashMap::<Color, u32>::default();
    for run in runs(picture) {
        *counts.entry(run[0]).or_default() += run.len() as u32;
    }
    let min = match counts.len() {
        0..=MAX_COLORS => 0,
        _ => picture.width() * picture.height() / MAX_FLAT,
    };
    let (exact, shared): (Vec<_>, Vec<_>) = counts.into_iter().partition(|(_, count)| *count > min);
    let groups = exact.into_iter().map(|one| ColorGroup::new(vec![one]));
    let mut groups: Vec<_> = groups.collect();
    if !shared.is_empty() {
        groups.push(ColorGroup::new(shared));
    }
    // A group without error has one colour and cannot be split.
    while groups.len() < MAX_COLORS
        && let errors = groups.iter().map(|group| group.error)
        && let Some((widest, error)) = errors.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))
        && error > 0.0
    {
        let (low, high) = groups.swap_remove(widest).split();
        groups.extend([low, high]);
    }
    let mut palette = Vec::with_capacity(3 * groups.len());
    let mut index_of = FxHashMap::<Color, u8>::default();
    for (group, index) in groups.iter().zip(0..=u8::MAX) {
        palette.extend_from_slice(&group.most_frequent()[..3]);
        index_of.extend(group.colors.iter().map(|(color, _)| (*color, index)));
    }
    let mut indices = Vec::with_capacity(picture.as_raw().len() / 4);
    for run in runs(picture) {
        indices.resize(indices.len() + run.len(), index_of[&run[0]]);
    }
    IndexedPicture { indices, palette }
}

fn runs(picture: &RgbaImage) -> impl Iterator<Item = &[Color]> {
    let (pixels, _) = picture.as_raw().as_chunks::<4>();
    pixels.chunk_by(|a, b| a == b)
}

/// Colours that are displayed as one, with the number of their pixels.
struct ColorGroup {
    colors: Vec<(Color, u32)>,
    /// Channel that varies most: 0 red, 1 green, 2 blue.
    channel: usize,
    /// Mean of that channel over all pixels.
    mean: f64,
    /// Squared error of that channel over all pixels.
    error: f64,
}

impl ColorGroup {
    fn new(colors: Vec<(Color, u32)>) -> Self {
        let mut group = Self {
            colors,
            channel: 0,
            mean: 0.0,
            error: 0.0,
        };
        if group.colors.len() < 2 {
            return group;
        }
        for channel in 0..3 {
            let values = group.colors.iter();
            let values =
                values.map(|(color, count)| (f64::from(color[channel]), f64::from(*count)));
            let (mut sum, mut pixels) = (0.0, 0.0);
            for (value, count) in values.clone() {
                sum += value * count;
                pixels += count;
            }
            let mean = sum / pixels;
            let error = values
                .map(|(value, count)| count * (value - mean).powi(2))
                .sum();
            if error > group.error {
                (group.channel, group.mean, group.error) = (channel, mean, error);
            }
        }
        group
    }

    /// Splits a group with an error in two; neither is empty, because there are values on both sides of the mean.
    fn split(self) -> (Self, Self) {
        let is_low = |(color, _): &(Color, u32)| f64::from(color[self.channel]) <= self.mean;
        let (low, high) = self.colors.into_iter().partition(is_low);
        (Self::new(low), Self::new(high))
    }

    fn most_frequent(&self) -> Color {
        let colors = self.colors.iter();
        let most = colors.max_by_key(|(color, count)| (*count, *color));
        most.map(|(color, _)| *color).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn decoded(picture: &RgbaImage) -> RgbaImage {
        let IndexedPicture { indices, palette } = quantize(picture);
        assert!(palette.len() <= 3 * MAX_COLORS);
        let (colors, _) = palette.as_chunks::<3>();
        RgbaImage::from_fn(picture.width(), picture.height(), |x, y| {
            let [red, green, blue] =
                colors[usize::from(indices[(y * picture.width() + x) as usize])];
            Rgba([red, green, blue, 255])
        })
    }

    #[test]
    fn up_to_256_colours_are_exact() {
        let picture = RgbaImage::from_fn(64, 8, |x, y| {
            let number = (64 * y + x) / 2;
            Rgba([number as u8, 7, (255 - number) as u8, 255])
        });
        assert_eq!(decoded(&picture), picture);
    }

    #[test]
    fn of_many_colours_flat_areas_are_exact_and_gradients_near() {
        let flat = [[200, 30, 30, 255], [201, 30, 30, 255], [0, 0, 0, 255]];
        let picture = RgbaImage::from_fn(128, 128, |x, y| match y {
            0..64 => Rgba(flat[x as usize * 3 / 128]),
            _ => Rgba([2 * x as u8, 4 * (y - 64) as u8, 90, 255]),
        });
        let drawn = decoded(&picture);
        let mut largest = 0;
        for (x, y, pixel) in picture.enumerate_pixels() {
            let off = (0..3).map(|channel| pixel[channel].abs_diff(drawn.get_pixel(x, y)[channel]));
            let off = off.max().unwrap_or(0);
            assert!(y >= 64 || off == 0, "flat at {x}, {y}");
            largest = largest.max(off);
        }
        assert!((1..32).contains(&largest), "{largest}");
    }
}
