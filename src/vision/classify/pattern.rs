//! Cells of another size than the samples: lines and margins keep their width where cells grow, so that the colours of a sample's
//! parts differ although the drawing is the same.
//!
//! Looks are compared by normalized cross-correlation after a blur, which neither depends on the strength of the drawing nor on
//! small displacements. A piece that no sample shows may have the outline of a known one, so background and hue must be the
//! same, and no other value may correlate nearly as well.

use crate::profile::{Look, LooksRule, Rgb};

use super::verdict::{Verdict, margin, nearest};

/// Change of a cell's side from which on it has another size.
const RESIZED: f32 = 0.05;
/// Least correlation with the nearest sample.
const MIN_CORRELATION: f32 = 0.85;
/// Greatest share of what is missing to a full correlation, of that of the next value.
const MAX_SHARE: f32 = 0.4;
/// Least cosine between the strengths of the colour channels.
const SAME_HUE: f32 = 0.98;
/// Greatest factor between the strengths of drawings, for each factor between the sizes of cells.
const MAX_FAINTER: f32 = 1.5;
/// Greatest difference of the backgrounds, 0 to 255.
const SAME_BACKGROUND: u8 = 24;

/// The value whose sample has the same drawing, for a cell whose longer side is `side` pixels; `None` unless they have another size than
/// the samples and the value is clear.
pub(super) fn by_pattern(rule: &LooksRule, seen: &Look, side: f32) -> Option<Verdict> {
    let resized = side / rule.side?;
    if (resized - 1.0).abs() < RESIZED {
        return None;
    }
    let max_factor = MAX_FAINTER * resized.max(1.0 / resized);
    let pattern = Pattern::new(seen);
    let classes = rule.classes.iter().enumerate();
    let compared = classes.filter_map(|(class, known)| {
        let patterns = known.looks.iter().map(Pattern::new);
        let distances = patterns.map(|known| (1.0 - known.correlation(&pattern), known));
        let (distance, known) = distances.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((class, distance, known))
    });
    let compared: Vec<(usize, f32, Pattern)> = compared.collect();
    let near = nearest(
        compared
            .iter()
            .map(|(class, distance, _)| (*class, *distance)),
    )?;
    let (.., known) = compared.iter().find(|(class, ..)| *class == near.class)?;
    let second = near.second.map_or(1.0, |(_, second)| second);
    let is_clear = near.distance <= 1.0 - MIN_CORRELATION && near.distance <= MAX_SHARE * second;
    (is_clear && known.has_colours_of(&pattern, max_factor))
        .then(|| near.verdict(margin(near.distance, second).sqrt()))
}

/// The drawing on a cell.
struct Pattern {
    /// Blurred colours less their means, by channel and place.
    drawing: [Vec<f32>; 3],
    /// The root of the sum of the squares of each channel.
    strengths: [f32; 3],
    background: Rgb,
}

impl Pattern {
    fn new(look: &Look) -> Self {
        let colours: Vec<[u8; 3]> = look.colours().collect();
        let drawing = std::array::from_fn(|channel| {
            let plane = colours.iter().map(|colour| f32::from(colour[channel]));
            let blurred = blurred(&plane.collect::<Vec<f32>>());
            let mean = blurred.iter().sum::<f32>() / blurred.len() as f32;
            blurred.into_iter().map(|value| value - mean).collect()
        });
        let strength = |plane: &Vec<f32>| plane.iter().map(|value| value * value).sum::<f32>();
        Self {
            strengths: std::array::from_fn(|channel| strength(&drawing[channel]).sqrt()),
            drawing,
            background: look.rim(),
        }
    }

    /// The root of the sum of the squares of all channels.
    fn strength(&self) -> f32 {
        self.strengths.iter().map(|it| it * it).sum::<f32>().sqrt()
    }

    /// Normalized cross-correlation, −1 to 1; 0 if one of them is even.
    fn correlation(&self, other: &Self) -> f32 {
        let planes = self.drawing.iter().zip(&other.drawing);
        let products = planes.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b));
        products.sum::<f32>() / (self.strength() * other.strength()).max(1.0)
    }

    /// Returns whether background and hue are nearly the same, and strengths differ at most by a factor.
    fn has_colours_of(&self, other: &Self, max_factor: f32) -> bool {
        let (own, others) = (self.strength().max(1.0), other.strength().max(1.0));
        let products = self.strengths.iter().zip(other.strengths);
        let cosine = products.map(|(a, b)| a * b).sum::<f32>() / (own * others);
        cosine >= SAME_HUE
            && (1.0 / max_factor..=max_factor).contains(&(own / others))
            && self.background.distance(other.background) <= SAME_BACKGROUND
    }
}

/// Means of each place of a [`Look`] and its neighbours.
fn blurred(plane: &[f32]) -> Vec<f32> {
    let side = Look::SIDE;
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
    let mean = |index: usize| {
        let (row, col) = (index / side, index % side);
        let places = near(row).flat_map(|row| near(col).map(move |col| row * side + col));
        let (sum, count) = places.fold((0.0, 0.0), |(sum, count), at| {
            (sum + plane[at], count + 1.0)
        });
        sum / count
    };
    (0..plane.len()).map(mean).collect()
}
