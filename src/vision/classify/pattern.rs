//! Classification of cells of another size than the samples: lines and margins keep their width, so colours change at
//! most positions although the drawing is the same.
//!
//! Blurred samples are compared by normalized cross-correlation, which ignores the strength of the drawing and small
//! displacements. An unsampled piece may share the outline of a known one, so background and hue must match, and no
//! other class may correlate nearly as well.

use std::cell::OnceCell;

use crate::profile::{Rgb, Template, TemplateRule};

use super::verdict::{Verdict, margin, nearest};

/// Relative difference of sizes from which cells count as of another size than the samples.
pub(crate) const MIN_SIZE_DIFF: f32 = 0.05;
/// Number of scales tried, each one blur coarser than the one before.
const MAX_BLURS: usize = 3;
/// Minimum correlation with the nearest sample.
const MIN_CORRELATION: f32 = 0.85;
/// Maximum decorrelation (1 minus the correlation) of the nearest class, as a share of the next class's.
const MAX_SHARE: f32 = 0.4;
/// Minimum cosine of the angle between the channel strengths of two drawings: above it, their hues are the same.
const MIN_HUE_COSINE: f32 = 0.98;
/// Maximum factor between the strengths, per factor between the sizes.
const MAX_STRENGTH_RATIO: f32 = 1.5;
/// Maximum difference of the backgrounds, 0 to 255.
const MAX_BACKGROUND_DIFF: u8 = 24;

/// Drawings of all samples of a rule with their classes, at each scale, computed on demand.
#[derive(Default)]
pub(super) struct DrawnSamples([OnceCell<Vec<(usize, DrawnPattern)>>; MAX_BLURS]);

impl DrawnSamples {
    /// Class with the same drawing, for a cell whose longer side is `side` pixels; `None` if samples have that size, or
    /// the class is unclear. Thin lines match at a coarser scale only, so the finest scale that decides counts.
    pub(super) fn classify(
        &self,
        rule: &TemplateRule,
        observed: &Template,
        side: f32,
    ) -> Option<Verdict> {
        let resized = side / rule.side?;
        if (resized - 1.0).abs() < MIN_SIZE_DIFF {
            return None;
        }
        let max_factor = MAX_STRENGTH_RATIO * resized.max(1.0 / resized);
        let (mut planes, background) = (planes(observed), observed.rim());
        (1..).zip(&self.0).find_map(|(blurs, samples)| {
            let samples = samples.get_or_init(|| {
                let classes = rule.classes.iter().enumerate();
                let looks =
                    classes.flat_map(|(class, it)| it.looks.iter().map(move |it| (class, it)));
                let pattern = |look: &Template| {
                    let blur = |planes: [Vec<f32>; 3], _| planes.map(blurred);
                    DrawnPattern::new((0..blurs).fold(self::planes(look), blur), look.rim())
                };
                looks.map(|(class, look)| (class, pattern(look))).collect()
            });
            // Once more than at the scale before.
            planes = std::mem::take(&mut planes).map(blurred);
            let observed = DrawnPattern::new(planes.clone(), background);
            nearest_drawing(samples, &observed, max_factor)
        })
    }
}

/// Class of the sample with the same drawing, whose strength may differ by `max_factor`; `None` if it is unclear.
fn nearest_drawing(
    samples: &[(usize, DrawnPattern)],
    observed: &DrawnPattern,
    max_factor: f32,
) -> Option<Verdict> {
    let compared = samples.chunk_by(|a, b| a.0 == b.0).filter_map(|class| {
        let members = class.iter();
        let distances = members.map(|(_, known)| (1.0 - known.correlation(observed), known));
        let (distance, known) = distances.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((class[0].0, distance, known))
    });
    let compared: Vec<(usize, f32, &DrawnPattern)> = compared.collect();
    let near = nearest(compared.iter().map(|it| (it.0, it.1)))?;
    let (.., known) = compared.iter().find(|(class, ..)| *class == near.class)?;
    if near.distance > 1.0 - MIN_CORRELATION || !known.has_colours_of(observed, max_factor) {
        return None;
    }
    let second = near.second.map_or(1.0, |(_, second)| second);
    (near.distance <= MAX_SHARE * second)
        .then(|| near.verdict(margin(near.distance, second).sqrt()))
}

struct DrawnPattern {
    /// Blurred colours minus their means, by channel and position.
    drawing: [Vec<f32>; 3],
    /// Norm of each channel.
    strengths: [f32; 3],
    background: Rgb,
}

impl DrawnPattern {
    fn new(blurred: [Vec<f32>; 3], background: Rgb) -> Self {
        let drawing = blurred.map(|plane| {
            let mean = plane.iter().sum::<f32>() / plane.len() as f32;
            plane.into_iter().map(|value| value - mean).collect()
        });
        let strength = |plane: &Vec<f32>| plane.iter().map(|value| value * value).sum::<f32>();
        Self {
            strengths: std::array::from_fn(|channel| strength(&drawing[channel]).sqrt()),
            drawing,
            background,
        }
    }

    fn strength(&self) -> f32 {
        self.strengths.iter().map(|it| it * it).sum::<f32>().sqrt()
    }

    /// Normalized cross-correlation, −1 to 1; 0 if one is empty.
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
        cosine >= MIN_HUE_COSINE
            && (1.0 / max_factor..=max_factor).contains(&(own / others))
            && self.background.distance(other.background) <= MAX_BACKGROUND_DIFF
    }
}

/// Colours of a sample, by channel and position.
fn planes(template: &Template) -> [Vec<f32>; 3] {
    let plane = |channel: usize| template.colours().map(move |it| f32::from(it[channel]));
    std::array::from_fn(|channel| plane(channel).collect())
}

/// Mean of each position and its neighbours.
fn blurred(plane: Vec<f32>) -> Vec<f32> {
    let side = Template::SIDE;
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
    let mean = |index: usize| {
        let (row, col) = (index / side, index % side);
        let (mut sum, mut count) = (0.0, 0.0);
        for row in near(row) {
            for value in &plane[row * side..][near(col)] {
                sum += value;
                count += 1.0;
            }
        }
        sum / count
    };
    (0..plane.len()).map(mean).collect()
}
