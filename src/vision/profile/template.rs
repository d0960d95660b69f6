//! Sample pictures of whole cells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sampler::median;

use super::form::{as_text, described};
use super::rgb::Rgb;

described! {
    /// Little pictures of samples tell the value: a cell has that of the nearest one. With several samples of a value,
    /// what its cells do not have in common counts little. For cells of any look, with a grid or without.
    struct TemplateRule("values.Looks") derive(Default) {
        /// The values with samples of each.
        classes: Vec<TemplateClass>;
        /// Maximum distance of a cell from the nearest sample: the root of the mean square of the differences of their
        /// channels. A cell further away is doubtful.
        tolerance: f32, above(0, 255);
        /// True if cells and samples are compared up to their rims, because values differ there; otherwise only their
        /// inner part is, as rims are smeared or belong to neighbours.
        rims: bool = "false";
        /// True if a cell that is like no sample is read by its digits, if they are a value. Numbers need no samples
        /// then.
        digits: bool = "false";
        /// Longer side of a cell in the picture of the samples, in pixels. The drawings on cells of another size are
        /// compared with those of the samples, too, as lines do not grow with cells. None: all sizes look alike.
        side: Option<f32> = "none", above(0, 16000);
        /// The value of places in which nothing is read, such as those where seams cross.
        blank: String = "\"\"";
        /// Values that become each other by quarter turns to the right, such as `["up", "right", "down", "left"]`: a
        /// sample of one of them, turned, is one of the others, too. Where values are made up of four of these, as
        /// `"ur"` of `["u", "r", "d", "l"]`, these stand for what a cell shows at its top, right, bottom and left, told
        /// side by side.
        turned: Vec<Vec<String>> = "[]";
    }
}

described! {
    /// A value with its samples.
    struct TemplateClass("Looks.classes") derive(Default) {
        /// The value's token in the game's plain-text form.
        value: String;
        /// Samples of cells with it: the inner part of a cell, reduced to 16 × 16 colours and written as hexadecimal
        /// digits. The workbench makes them. None for a number that is read by its digits.
        looks: Vec<Template>;
        /// True if such cells carry numbers that are not their value, as on those that are blacked out.
        numbered: bool = "false";
        /// Distance up to which a cell may be from its nearest sample, if that differs from other values: it is less
        /// where another value looks much alike.
        tolerance: Option<f32> = "none", above(0, 255);
    }
}

impl TemplateClass {
    /// Numeric value of the class, if it is a number.
    pub(crate) fn number(&self) -> Option<u32> {
        self.value.parse().ok()
    }

    /// Distance to the nearest sample; `None` without samples.
    pub(crate) fn distance(&self, observed: &Template) -> Option<f32> {
        let distances = self.looks.iter().map(|sample| sample.distance(observed));
        distances.min_by(f32::total_cmp)
    }
}

/// Maximum channel difference within an even background.
const MAX_EVEN_DIFF: u8 = 24;
/// Maximum deviation of a channel from the colour predicted by the change of brightness.
const MAX_SHADE_DIFF: u8 = 10;
/// Range of the factor by which light changes brightness.
const SHADE_RANGE: std::ops::RangeInclusive<f32> = 0.4..=2.5;

/// Inner part of a cell, downscaled to [`Self::SIDE`] × [`Self::SIDE`] colours. Its text form is `RRGGBB` in
/// hexadecimal for each colour, row by row.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template(Box<[[u8; 3]]>);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "a look is written as {} hexadecimal digits, {} colours of six digits each; this one is not",
    Template::BYTES * 2, Template::SIDE * Template::SIDE
)]
pub struct TemplateError;

impl Template {
    pub const SIDE: usize = 16;
    const BYTES: usize = Self::SIDE * Self::SIDE * 3;

    /// Builds a sample from a colour for each row and column.
    pub(crate) fn new(mut colour: impl FnMut(usize, usize) -> [u8; 3]) -> Self {
        let side = Self::SIDE;
        let colours = (0..side * side).map(|at| colour(at / side, at % side));
        Self(colours.collect())
    }

    /// Root mean square difference of the channels, 0 to 255.
    pub fn distance(&self, other: &Self) -> f32 {
        // i16 differences vectorize.
        let differences = self.0.as_flattened().iter().zip(other.0.as_flattened());
        let differences = differences.map(|(a, b)| i16::from(*a) - i16::from(*b));
        let squares = differences.map(|diff| i32::from(diff) * i32::from(diff));
        (squares.sum::<i32>() as f32 / Self::BYTES as f32).sqrt()
    }

    /// Like [`Self::distance`], with a weight per position, row by row.
    pub(crate) fn weighted_distance(&self, other: &Self, weights: &[f32]) -> f32 {
        let places = self.colours().zip(other.colours()).zip(weights);
        let squares = places.map(|((a, b), weight)| weight * square_difference(a, b) as f32);
        (squares.sum::<f32>() / Self::BYTES as f32).sqrt()
    }

    /// Greater channel difference of the background colours and, if this sample is not even, of the ink colours, 0 to
    /// 255. Ignores the shape of the ink.
    pub(crate) fn colour_distance(&self, other: &Self) -> u8 {
        let ((background, ink), (other_background, other_ink)) =
            (self.background_and_ink(), other.background_and_ink());
        let distance = background.distance(other_background);
        let is_even = ink.distance(background) <= MAX_EVEN_DIFF;
        if is_even {
            distance
        } else {
            distance.max(ink.distance(other_ink))
        }
    }

    /// The median colour and the one that differs most from it.
    fn background_and_ink(&self) -> (Rgb, Rgb) {
        let background = self.background();
        let colours = self.colours().map(Rgb);
        let furthest = colours.max_by_key(|colour| colour.distance(background));
        (background, furthest.unwrap_or(background))
    }

    pub(crate) fn background(&self) -> Rgb {
        median(self.colours().map(Rgb))
    }

    /// Median colour of the outermost positions: the background of a drawing in the middle.
    pub(crate) fn rim(&self) -> Rgb {
        let inside = 1..Self::SIDE - 1;
        let rim = self.colours().enumerate().filter(|(index, _)| {
            !inside.contains(&(index / Self::SIDE)) || !inside.contains(&(index % Self::SIDE))
        });
        median(rim.map(|(_, colour)| Rgb(colour)))
    }

    /// Returns whether there is nothing but background.
    pub(crate) fn is_even(&self) -> bool {
        let (background, ink) = self.background_and_ink();
        ink.distance(background) <= MAX_EVEN_DIFF
    }

    /// Number of positions that differ clearly from the background, apart from the two outermost rows and columns.
    pub(crate) fn marks(&self) -> usize {
        let Rgb(background) = self.background();
        let inside = 2..Self::SIDE - 2;
        let marked = self.colours().enumerate().filter(|(index, colour)| {
            inside.contains(&(index / Self::SIDE))
                && inside.contains(&(index % Self::SIDE))
                && !similar(*colour, background, 2 * MAX_EVEN_DIFF)
        });
        marked.count()
    }

    /// Number of positions whose colours differ by at most `tolerance` in each channel.
    pub(crate) fn similar_pixels(&self, other: &Self, tolerance: u8) -> usize {
        let places = self.colours().zip(other.colours());
        places.filter(|(a, b)| similar(*a, *b, tolerance)).count()
    }

    /// Returns whether at least 90 % of the positions differ in brightness only.
    pub(crate) fn is_relit(&self, other: &Self) -> bool {
        let places = self.colours().zip(other.colours());
        let shaded = places.filter(|(from, to)| is_shade(*from, *to)).count();
        shaded * 10 >= Self::SIDE * Self::SIDE * 9
    }

    /// Copies the drawing on `original` to another background: positions within `tolerance` of `original` take
    /// `background`, all others are scaled by `light / original`.
    pub(crate) fn on_background(
        &self,
        background: &Self,
        light: &Self,
        original: &Self,
        tolerance: u8,
    ) -> Self {
        let places = self.colours().zip(original.colours());
        let others = background.colours().zip(light.colours());
        let colours = places
            .zip(others)
            .map(|((piece, original), (background, light))| {
                if similar(piece, original, tolerance) {
                    return background;
                }
                std::array::from_fn(|channel| {
                    let of = |colour: [u8; 3]| u16::from(colour[channel]);
                    let [piece, original, light] = [piece, original, light].map(of);
                    u8::try_from(piece * light / original.max(1)).unwrap_or(u8::MAX)
                })
            });
        Self(colours.collect())
    }

    /// Quarter turn to the right.
    pub(crate) fn turned(&self) -> Self {
        self.view(1)
    }

    /// Index of the position that a view has at a row and column: view 0 is the sample itself, 1 to 3 are its quarter
    /// turns to the right, 4 to 7 the same of its mirror image.
    fn source(view: usize, mut row: usize, mut col: usize) -> usize {
        for _ in 0..view % 4 {
            (row, col) = (Self::SIDE - 1 - col, row);
        }
        row * Self::SIDE + if view < 4 { col } else { Self::SIDE - 1 - col }
    }

    /// The sample turned or mirrored: views 0 to 7 of [`Self::source`].
    pub(crate) fn view(&self, view: usize) -> Self {
        Self::new(|row, col| self.0[Self::source(view, row, col)])
    }

    /// Distance of a view from another sample, where the three outermost rows and columns on each side do not count.
    pub(crate) fn middle_distance(&self, view: usize, other: &Self) -> f32 {
        let middle = 3..Self::SIDE - 3;
        let places = middle
            .clone()
            .flat_map(|row| middle.clone().map(move |col| (row, col)));
        let squares = places.map(|(row, col)| {
            let own = self.0[Self::source(view, row, col)];
            square_difference(own, other.0[row * Self::SIDE + col]) as f32
        });
        (squares.sum::<f32>() / Self::BYTES as f32).sqrt()
    }

    /// The sample, and its three quarter turns to the right.
    pub(crate) fn turns(&self) -> impl Iterator<Item = Self> + use<> {
        std::iter::successors(Some(self.clone()), |it| Some(it.turned())).take(4)
    }

    /// Top triangle, at most `rows` rows high; the rest is black.
    pub(crate) fn top_triangle(&self, rows: usize) -> Self {
        Self::new(|row, col| {
            let is_inside = row < rows && (row + 1..Self::SIDE - 1 - row).contains(&col);
            let colour = self.0[row * Self::SIDE + col];
            if is_inside { colour } else { [0; 3] }
        })
    }

    pub fn colours(&self) -> impl Iterator<Item = [u8; 3]> + Clone + '_ {
        self.0.iter().copied()
    }
}

/// Returns whether the colours differ in brightness only.
fn is_shade(from: [u8; 3], to: [u8; 3]) -> bool {
    let bright = |colour: [u8; 3]| colour.map(f32::from).iter().sum::<f32>();
    let share = bright(to) / bright(from).max(1.0);
    let lit = from.map(|channel| f32::from(channel) * share);
    let pairs = lit.into_iter().zip(to);
    let differences = pairs.map(|(lit, to)| (lit - f32::from(to)).abs());
    SHADE_RANGE.contains(&share) && differences.fold(0.0, f32::max) <= f32::from(MAX_SHADE_DIFF)
}

fn square_difference(a: [u8; 3], b: [u8; 3]) -> u32 {
    let channels = a.into_iter().zip(b);
    channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn similar(a: [u8; 3], b: [u8; 3], tolerance: u8) -> bool {
    let mut pairs = a.into_iter().zip(b);
    pairs.all(|(a, b)| a.abs_diff(b) <= tolerance)
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first: String = self.to_string().chars().take(12).collect();
        write!(f, "Template({first}…)")
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.as_flattened().iter();
        bytes.copied().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let digits = text.as_bytes();
        if digits.len() != Self::BYTES * 2 {
            return Err(TemplateError);
        }
        let (pairs, _) = digits.as_chunks::<2>();
        let digit = |digit: u8| char::from(digit).to_digit(16);
        let bytes = pairs.iter().map(|[high, low]| {
            let byte = digit(*high)? * 16 + digit(*low)?;
            u8::try_from(byte).ok()
        });
        let bytes: Option<Vec<u8>> = bytes.collect();
        Ok(Self(bytes.ok_or(TemplateError)?.as_chunks().0.into()))
    }
}

as_text!(Template, TemplateError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_round_trip_and_broken_ones_are_refused() {
        let template = Template::new(|row, col| [row as u8 * 16, col as u8 * 16, 255]);
        assert_eq!(template.to_string().parse(), Ok(template.clone()));
        let text = template.to_string();
        for broken in ["", "00FF", &text[1..], &text.replace("FF", "+F")] {
            assert!(broken.parse::<Template>().is_err());
        }
    }

    #[test]
    fn a_small_sign_counts_more_than_faint_noise() {
        let plain = Template::new(|_, _| [200; 3]);
        let noisy = Template::new(|row, col| [(198 + (row * 7 + col * 5) % 5) as u8; 3]);
        let signed = Template::new(|row, col| [if row == 8 && col < 3 { 90 } else { 200 }; 3]);
        assert!(plain.distance(&plain) <= f32::EPSILON);
        assert!(plain.distance(&noisy) * 3.0 < plain.distance(&signed));
    }
}
