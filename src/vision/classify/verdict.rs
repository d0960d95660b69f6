//! Classification results, their confidence, and results remembered.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::profile::{ColourClass, Rgb};

/// Rejection threshold, as a fraction of the distance to the nearest sample of another class: below half, cells with a
/// little noise would be refused; near 1, those half way to another class would be taken.
pub(crate) const REJECT_RATIO: f32 = 0.6;
/// Confidence that the nearest class loses at the tolerance.
const LOSS_AT_TOLERANCE: f32 = 0.25;
/// Confidence just beyond the tolerance: a doubt.
const BEYOND_TOLERANCE: f32 = 0.4;
/// From this confidence on, no next class is reported.
const CLEAR_CONFIDENCE: f32 = 0.9;

/// Index of a class of the board's rule; `None` is the blank value, which has no class.
pub(crate) type ClassId = Option<usize>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) class: ClassId,
    pub(crate) confidence: f32,
    /// Next likely class, where `Some(None)` is the blank value; `None` if there is no candidate.
    pub(crate) runner_up: Option<ClassId>,
}

impl Verdict {
    /// Nothing is known. The class is arbitrary; it is not the blank one, as a board of blanks may be refused.
    pub(crate) const UNKNOWN: Self = Self::new(Some(0), 0.0, None);
    pub(super) const BLANK: Self = Self::new(None, 1.0, None);

    pub(super) const fn new(class: ClassId, confidence: f32, runner_up: Option<ClassId>) -> Self {
        Self {
            class,
            confidence,
            runner_up,
        }
    }

    /// The more confident of two verdicts; of equal ones, this one.
    pub(super) fn or_better(self, other: Self) -> Self {
        let is_better = other.confidence > self.confidence;
        if is_better { other } else { self }
    }
}

/// Certainty that a pixel has the colour of its nearest class, up to `tolerance` away; `None` if it does not match.
/// `other` is its distance to the nearest colour that belongs to no class, if such colours are known.
pub(super) fn certainty(
    nearest: &NearestClass<u8>,
    other: Option<u8>,
    tolerance: u8,
) -> Option<f32> {
    if nearest.distance > tolerance || other.is_some_and(|other| other < nearest.distance) {
        return None;
    }
    let second = nearest.second.map_or(u8::MAX, |(_, distance)| distance);
    let rival = other.map_or(second, |other| other.min(second));
    let distance = f32::from(nearest.distance);
    let factor = 1.0 - LOSS_AT_TOLERANCE * distance / f32::from(tolerance.max(1));
    Some(margin(distance, rival.into()).sqrt() * factor)
}

/// Confidence by relative distance: 1 if the nearest is hit exactly, 0 halfway between. Its root is
/// more lenient: half the rival's distance still gives more than 0.5.
pub(crate) fn margin(nearest: f32, rival: f32) -> f32 {
    if nearest + rival <= 0.0 {
        return 0.0;
    }
    ((rival - nearest) / (rival + nearest)).clamp(0.0, 1.0)
}

#[derive(Clone, Copy)]
pub(crate) struct NearestClass<D> {
    /// Index of a class; never the blank value.
    pub(crate) class: usize,
    pub(crate) distance: D,
    /// Next class with its distance.
    pub(crate) second: Option<(usize, D)>,
}

impl<D> NearestClass<D> {
    /// Verdict with the next class as runner-up, unless it is clear.
    pub(crate) fn verdict(self, confidence: f32) -> Verdict {
        let other = self.second.filter(|_| confidence < CLEAR_CONFIDENCE);
        let runner_up = other.map(|(class, _)| Some(class));
        Verdict::new(Some(self.class), confidence, runner_up)
    }
}

/// Verdict for the nearest class of a cell at this `distance` from it, which may be measured by other weights than
/// those of `near`; a doubt beyond the tolerance.
pub(super) fn verdict_within(near: NearestClass<f32>, distance: f32, tolerance: f32) -> Verdict {
    let ratio = distance / tolerance;
    let clear = near
        .second
        .map_or(1.0, |it| margin(near.distance, it.1).sqrt());
    near.verdict(match ratio <= 1.0 {
        true => clear * (1.0 - LOSS_AT_TOLERANCE * ratio),
        false => BEYOND_TOLERANCE * clear / ratio,
    })
}

/// Nearest class; the first among equals. `None` without classes.
#[inline]
pub(crate) fn nearest<D: Copy + PartialOrd>(
    classes: impl Iterator<Item = (usize, D)>,
) -> Option<NearestClass<D>> {
    let mut near: Option<NearestClass<D>> = None;
    for (class, distance) in classes {
        let second = match &mut near {
            None => None,
            Some(first) if distance < first.distance => Some((first.class, first.distance)),
            Some(first) => {
                if first.second.is_none_or(|(_, second)| distance < second) {
                    first.second = Some((class, distance));
                }
                continue;
            }
        };
        near = Some(NearestClass {
            class,
            distance,
            second,
        });
    }
    near
}

#[inline]
pub(super) fn nearest_colour<'a>(
    classes: impl Iterator<Item = (usize, &'a ColourClass)>,
    colour: Rgb,
) -> Option<NearestClass<u8>> {
    nearest(classes.filter_map(|(class, known)| {
        let distances = known.colours.iter().map(|known| known.distance(colour));
        Some((class, distances.min()?))
    }))
}

/// Combines verdicts on parts of a cell: the class with the largest sum of confidences, with that sum divided by the
/// number of parts as confidence; blank without confidence if there are no parts.
pub(super) fn combine(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let mut sums: Vec<(Verdict, f32)> = Vec::new();
    let mut total = 0_u32;
    for verdict in verdicts {
        total += 1;
        match sums.iter_mut().find(|(v, _)| v.class == verdict.class) {
            Some((_, sum)) => *sum += verdict.confidence,
            None => sums.push((verdict, verdict.confidence)),
        }
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    let Some((first, sum)) = sums.first() else {
        return Verdict::new(None, 0.0, None);
    };
    let second = sums.get(1).map(|(second, _)| second.class);
    let runner_up = second.map_or(first.runner_up, Some);
    Verdict::new(first.class, sum / total as f32, runner_up)
}

/// Number of remembered results at which they are forgotten.
const MAX_RESULTS: usize = 1 << 16;

/// Results by the class or the fingerprint of the pixels that they depend on.
pub(super) struct Memo<T>(RefCell<HashMap<u64, T>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Memo<T> {
    /// Remembered result, which is computed if necessary.
    pub(super) fn get_or(&self, key: u64, compute: impl FnOnce() -> T) -> T {
        let known = self.0.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let result = compute();
            let mut results = self.0.borrow_mut();
            if results.len() >= MAX_RESULTS {
                results.clear();
            }
            results.insert(key, result.clone());
            result
        })
    }
}
