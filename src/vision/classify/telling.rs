//! Breaks ties between similar classes by weighting the pixels that discriminate them.
//!
//! Cells of one class vary: their background changes, a mark moves, a large picture carries a small sign. The samples
//! of a class give the variance of each pixel within it; a pixel counts more the more the class means differ relative
//! to that variance.

use std::cell::OnceCell;

use crate::profile::{Look, LooksRule};

use super::verdict::{Near, nearest};

/// Standard deviation assumed for every pixel: noise, and what no sample has shown yet.
const VARIES: f32 = 24.0;
/// Classes farther away than this multiple of the nearest distance are no rivals.
const COMES_NEAR: f32 = 2.5;
/// Maximum number of rivals.
const MOST: usize = 5;

/// Pixel statistics by class, computed on demand.
pub(super) struct Telling(Vec<OnceCell<Places>>);

/// Pixel statistics of a class.
struct Places {
    samples: usize,
    means: Vec<[f32; 3]>,
    /// Sums of squared deviations from the mean, averaged over the channels.
    squares: Vec<f32>,
}

/// Nearest class by the discriminating pixels.
pub(super) struct Told {
    pub(super) near: Near<f32>,
    /// Distance of the cell from its nearest sample, where varying pixels count less.
    pub(super) apart: f32,
    /// Distance of that sample from the nearest sample of another rival, by the same weights.
    pub(super) room: f32,
}

impl Telling {
    pub(super) fn new(classes: usize) -> Self {
        Self(
            std::iter::repeat_with(OnceCell::new)
                .take(classes)
                .collect(),
        )
    }

    /// Chooses among the rivals; `None` if there is only one, or none has several samples.
    pub(super) fn tell(
        &self,
        rule: &LooksRule,
        seen: &Look,
        distances: &[(usize, f32)],
    ) -> Option<Told> {
        let rivals = coming_near(distances);
        let places: Vec<&Places> = rivals
            .iter()
            .filter_map(|class| Some(self.0.get(*class)?.get_or_init(|| places(rule, *class))))
            .collect();
        let more: usize = places.iter().map(|of| of.samples.saturating_sub(1)).sum();
        if places.len() < 2 || more == 0 {
            return None;
        }
        let (telling, steady) = weights(&places, more as f32);
        let aparts = rivals.iter().filter_map(|class| {
            let (_, apart) = nearest_sample(rule, *class, seen, &telling)?;
            Some((*class, apart))
        });
        let near = nearest(aparts)?;
        let (sample, apart) = nearest_sample(rule, near.class, seen, &steady)?;
        let others = rivals.iter().filter(|class| **class != near.class);
        let room = others
            .filter_map(|class| Some(nearest_sample(rule, *class, sample, &steady)?.1))
            .reduce(f32::min)?;
        Some(Told { near, apart, room })
    }
}

/// Classes nearly as close as the nearest one.
pub(super) fn coming_near(distances: &[(usize, f32)]) -> Vec<usize> {
    let least = distances.iter().map(|(_, apart)| *apart).reduce(f32::min);
    let limit = least.unwrap_or(0.0) * COMES_NEAR;
    let near = distances.iter().filter(|(_, apart)| *apart <= limit);
    let mut near: Vec<(usize, f32)> = near.copied().collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1));
    near.iter().take(MOST).map(|(class, _)| *class).collect()
}

fn nearest_sample<'r>(
    rule: &'r LooksRule,
    class: usize,
    seen: &Look,
    weights: &[f32],
) -> Option<(&'r Look, f32)> {
    let looks = rule.classes.get(class)?.looks.iter();
    let aparts = looks.map(|sample| (sample, sample.distance_by(seen, weights)));
    aparts.min_by(|a, b| a.1.total_cmp(&b.1))
}

fn places(rule: &LooksRule, class: usize) -> Places {
    let looks = rule
        .classes
        .get(class)
        .map_or(&[][..], |class| &class.looks);
    let count = looks.len().max(1) as f32;
    let mut sums = vec![[0_u32; 3]; Look::SIDE * Look::SIDE];
    for look in looks {
        for (sum, colour) in sums.iter_mut().zip(look.colours()) {
            for (sum, channel) in sum.iter_mut().zip(colour) {
                *sum += u32::from(channel);
            }
        }
    }
    let means = sums
        .into_iter()
        .map(|sum| sum.map(|sum| sum as f32 / count));
    let means: Vec<[f32; 3]> = means.collect();
    let mut squares = vec![0.0; means.len()];
    for look in looks {
        for ((sum, mean), colour) in squares.iter_mut().zip(&means).zip(look.colours()) {
            *sum += mean_square(*mean, colour.map(f32::from));
        }
    }
    Places {
        samples: looks.len(),
        means,
        squares,
    }
}

/// Pixel weights for discriminating the classes, and for rejecting cells that match none. `more` is the number of
/// samples minus the number of classes.
fn weights(values: &[&Places], more: f32) -> (Vec<f32>, Vec<f32>) {
    let noise = VARIES * VARIES;
    let count = values.len() as f32;
    let of_place = |place: usize| {
        let within = values.iter().map(|of| of.squares[place]).sum::<f32>() / more;
        let means = || values.iter().map(|of| of.means[place]);
        let middle = means().fold([0.0; 3], |sum, mean| {
            std::array::from_fn(|channel| sum[channel] + mean[channel] / count)
        });
        let between = means().map(|mean| mean_square(mean, middle)).sum::<f32>() / count;
        (
            between / (between + within + noise),
            noise / (within + noise),
        )
    };
    (0..Look::SIDE * Look::SIDE).map(of_place).unzip()
}

fn mean_square(a: [f32; 3], b: [f32; 3]) -> f32 {
    let differences = a.into_iter().zip(b).map(|(a, b)| a - b);
    differences.map(|apart| apart * apart).sum::<f32>() / 3.0
}
