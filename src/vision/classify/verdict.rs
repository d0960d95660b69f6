//! Classification results and their confidence.

use crate::profile::{ColourClass, Rgb};

/// Index of a class; `None` is the blank value.
pub(crate) type ClassId = Option<usize>;

/// Most likely class of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) class: ClassId,
    pub(crate) confidence: f32,
    /// Next likely class; `None` if there is no candidate.
    pub(crate) runner_up: Option<ClassId>,
}

impl Verdict {
    pub(crate) const UNKNOWN: Self = Self::new(Some(0), 0.0, None);
    pub(super) const BLANK: Self = Self::new(None, 1.0, None);

    pub(super) const fn new(class: ClassId, confidence: f32, runner_up: Option<ClassId>) -> Self {
        Self {
            class,
            confidence,
            runner_up,
        }
    }

    pub(super) fn or_better(self, other: Self) -> Self {
        let is_better = other.confidence > self.confidence;
        if is_better { other } else { self }
    }
}

/// Certainty that a pixel has the colour of its nearest class; `None` if it does not match. `other` is its distance to
/// the nearest colour of no class.
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
    let factor = 1.0 - 0.25 * distance / f32::from(tolerance.max(1));
    Some(margin(distance, rival.into()).sqrt() * factor)
}

/// Confidence by relative distance: 1 if the nearest is hit exactly, 0 halfway between.
pub(crate) fn margin(nearest: f32, rival: f32) -> f32 {
    if nearest + rival <= 0.0 {
        return 0.0;
    }
    ((rival - nearest) / (rival + nearest)).clamp(0.0, 1.0)
}

#[derive(Clone, Copy)]
pub(crate) struct NearestClass<D> {
    pub(crate) class: usize,
    pub(crate) distance: D,
    /// Next class with its distance.
    pub(crate) second: Option<(usize, D)>,
}

impl<D> NearestClass<D> {
    /// Verdict with the next class as runner-up, unless the confidence is at least 0.9.
    pub(crate) fn verdict(self, confidence: f32) -> Verdict {
        let other = self.second.filter(|_| confidence < 0.9);
        let runner_up = other.map(|(class, _)| Some(class));
        Verdict::new(Some(self.class), confidence, runner_up)
    }
}

/// Nearest class; the first among equals.
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

/// Combines verdicts: the class with the largest sum of confidences, averaged over all verdicts.
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
