//! Breaks ties between similar classes by weighting the pixels that discriminate them.
//!
//! Cells of one class vary: their background changes, a mark moves, a large picture carries a small sign. The samples
//! of a class give the variance of each pixel within it; a pixel counts more the more the class means differ relative
//! to that variance.

use std::sync::Arc;

use crate::profile::{Template, TemplateRule};

use super::verdict::{Memo, NearestClass, nearest};

/// Standard deviation assumed for every pixel: noise, and what no sample has shown yet.
const BASE_DEVIATION: f32 = 24.0;
/// Classes farther away than this multiple of the nearest distance are no rivals.
const RIVAL_RATIO: f32 = 2.5;
/// Maximum number of classes among which a tie is broken.
const MAX_RIVALS: usize = 5;

/// Statistics of the samples of a class.
pub(super) struct PixelStats {
    /// Number of samples.
    samples: usize,
    /// Mean colour of each position, row by row.
    means: Vec<[f32; 3]>,
    /// For each position, the sum of the samples' squared deviations from the mean, averaged over the channels.
    squares: Vec<f32>,
}

/// Nearest class by the discriminating pixels.
pub(super) struct WeightedMatch {
    pub(super) nearest: NearestClass<f32>,
    /// Distance of the cell from its nearest sample, where varying pixels count less.
    pub(super) distance: f32,
    /// Distance of that sample from the nearest sample of another rival, by the same weights.
    pub(super) separation: f32,
}

/// Chooses among the rivals, by the `distances` of all classes with samples, as [`class_distances`] returns them.
/// `None` if there is only one rival, or none has several samples, without which nothing is known of how its cells
/// vary.
pub(super) fn break_tie(
    rule: &TemplateRule,
    known: &Memo<Arc<PixelStats>>,
    observed: &Template,
    distances: &[(usize, f32)],
) -> Option<WeightedMatch> {
    let rivals = find_rivals(distances);
    let stats = |class: &usize| known.get_or(*class as u64, || pixel_stats(rule, *class).into());
    let stats: Vec<Arc<PixelStats>> = rivals.iter().map(stats).collect();
    // Degrees of freedom of the variance within classes.
    let spare: usize = stats.iter().map(|it| it.samples.saturating_sub(1)).sum();
    if stats.len() < 2 || spare == 0 {
        return None;
    }
    let (discriminating, stable) = weights(&stats, spare as f32);
    let weighted = rivals.iter().filter_map(|class| {
        let (_, distance) = nearest_sample(rule, *class, observed, &discriminating)?;
        Some((*class, distance))
    });
    let nearest = nearest(weighted)?;
    let (sample, distance) = nearest_sample(rule, nearest.class, observed, &stable)?;
    let others = rivals.iter().filter(|class| **class != nearest.class);
    let separation = others
        .filter_map(|class| Some(nearest_sample(rule, *class, sample, &stable)?.1))
        .reduce(f32::min)?;
    Some(WeightedMatch {
        nearest,
        distance,
        separation,
    })
}

/// Distance of each class with samples from a cell, by its nearest sample.
pub(super) fn class_distances(rule: &TemplateRule, template: &Template) -> Vec<(usize, f32)> {
    let classes = rule.classes.iter().enumerate();
    let distances = classes.filter_map(|(class, known)| Some((class, known.distance(template)?)));
    distances.collect()
}

/// Classes nearly as close as the nearest one, at most [`MAX_RIVALS`], nearest first.
pub(super) fn find_rivals(distances: &[(usize, f32)]) -> Vec<usize> {
    let nearest = distances.iter().map(|it| it.1).reduce(f32::min);
    let limit = nearest.unwrap_or(0.0) * RIVAL_RATIO;
    let near = distances.iter().filter(|(_, distance)| *distance <= limit);
    let mut near: Vec<(usize, f32)> = near.copied().collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1));
    near.iter().take(MAX_RIVALS).map(|it| it.0).collect()
}

/// Sample of a class nearest to a cell by the weights of the pixels, with its distance.
fn nearest_sample<'r>(
    rule: &'r TemplateRule,
    class: usize,
    observed: &Template,
    weights: &[f32],
) -> Option<(&'r Template, f32)> {
    let samples = rule.classes.get(class)?.looks.iter();
    let distances = samples.map(|sample| (sample, sample.weighted_distance(observed, weights)));
    distances.min_by(|a, b| a.1.total_cmp(&b.1))
}

fn pixel_stats(rule: &TemplateRule, class: usize) -> PixelStats {
    let class = rule.classes.get(class);
    let samples = class.map_or(&[][..], |class| &class.looks);
    let count = samples.len().max(1) as f32;
    let mut sums = vec![[0_u32; 3]; Template::SIDE * Template::SIDE];
    for sample in samples {
        for (sum, colour) in sums.iter_mut().zip(sample.colours()) {
            for (sum, channel) in sum.iter_mut().zip(colour) {
                *sum += u32::from(channel);
            }
        }
    }
    let means = sums.into_iter().map(|it| it.map(|sum| sum as f32 / count));
    let means: Vec<[f32; 3]> = means.collect();
    let mut squares = vec![0.0; means.len()];
    for sample in samples {
        for ((sum, mean), colour) in squares.iter_mut().zip(&means).zip(sample.colours()) {
            *sum += mean_square(*mean, colour.map(f32::from));
        }
    }
    PixelStats {
        samples: samples.len(),
        means,
        squares,
    }
}

/// Pixel weights for discriminating the classes, and for rejecting cells that match none. `spare` is the number of
/// samples minus the number of classes.
fn weights(values: &[Arc<PixelStats>], spare: f32) -> (Vec<f32>, Vec<f32>) {
    let noise = BASE_DEVIATION * BASE_DEVIATION;
    let count = values.len() as f32;
    let pixel_weights = |pixel: usize| {
        let within = values.iter().map(|class| class.squares[pixel]).sum::<f32>() / spare;
        let means = || values.iter().map(|class| class.means[pixel]);
        let middle = means().fold([0.0; 3], |sum, mean| {
            std::array::from_fn(|channel| sum[channel] + mean[channel] / count)
        });
        let between = means().map(|mean| mean_square(mean, middle)).sum::<f32>() / count;
        let discriminating = between / (between + within + noise);
        (discriminating, noise / (within + noise))
    };
    let pixels = 0..Template::SIDE * Template::SIDE;
    pixels.map(pixel_weights).unzip()
}

fn mean_square(a: [f32; 3], b: [f32; 3]) -> f32 {
    let differences = a.into_iter().zip(b).map(|(a, b)| a - b);
    differences.map(|diff| diff * diff).sum::<f32>() / 3.0
}
