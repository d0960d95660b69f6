//! What a cell most likely is, how sure that is, and what else it could be.

use crate::profile::{ColourClass, Rgb};

/// What a cell most likely is. Classes by index; `None` is the blank value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) class: Option<usize>,
    /// 0 to 1.
    pub(crate) confidence: f32,
    /// What else it could be: the outer `None` says nothing comes near.
    pub(crate) runner_up: Option<Option<usize>>,
}

impl Verdict {
    /// A blank cell, or another one, for sure.
    pub(crate) const fn sure(class: Option<usize>) -> Self {
        Self {
            class,
            confidence: 1.0,
            runner_up: None,
        }
    }

    /// A cell of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self {
        class: Some(0),
        confidence: 0.0,
        runner_up: None,
    };

    /// The other one if that is surer.
    pub(super) fn or_surer(self, other: Self) -> Self {
        match other.confidence > self.confidence {
            true => other,
            false => self,
        }
    }
}

/// How surely a pixel has the colour of its nearest class; `None` if it has another one.
pub(super) fn sureness(near: &Near<u8>, other: Option<u8>, tolerance: u8) -> Option<f32> {
    if near.distance > tolerance || other.is_some_and(|other| other < near.distance) {
        return None;
    }
    let second = near.second.map_or(u8::MAX, |(_, distance)| distance);
    let rival = other.map_or(second, |other| other.min(second));
    let distance = f32::from(near.distance);
    let worn = 1.0 - 0.25 * distance / f32::from(tolerance.max(1));
    Some(margin(distance, rival.into()).sqrt() * worn)
}

/// How much nearer the nearest is than its rival: 1 when it is hit exactly, 0 half way between.
pub(crate) fn margin(nearest: f32, rival: f32) -> f32 {
    if nearest + rival <= 0.0 {
        return 0.0;
    }
    ((rival - nearest) / (rival + nearest)).clamp(0.0, 1.0)
}

/// The nearest class.
#[derive(Clone, Copy)]
pub(crate) struct Near<D> {
    pub(crate) class: usize,
    pub(crate) distance: D,
    /// The nearest of the others.
    pub(crate) second: Option<(usize, D)>,
}

impl<D> Near<D> {
    /// That class, and what it might be as well unless it is sure.
    pub(crate) fn verdict(self, confidence: f32) -> Verdict {
        let other = self.second.filter(|_| confidence < 0.9);
        Verdict {
            class: Some(self.class),
            confidence,
            runner_up: other.map(|(class, _)| Some(class)),
        }
    }
}

/// The nearest of classes with their distances; the first of several.
#[inline]
pub(crate) fn nearest<D: Copy + PartialOrd>(
    classes: impl Iterator<Item = (usize, D)>,
) -> Option<Near<D>> {
    let mut near: Option<Near<D>> = None;
    for (class, distance) in classes {
        near = Some(match near {
            None => Near {
                class,
                distance,
                second: None,
            },
            Some(first) if distance < first.distance => Near {
                class,
                distance,
                second: Some((first.class, first.distance)),
            },
            Some(first) if first.second.is_none_or(|(_, second)| distance < second) => Near {
                second: Some((class, distance)),
                ..first
            },
            Some(first) => first,
        });
    }
    near
}

/// The class with the nearest colour.
#[inline]
pub(super) fn nearest_colour<'a>(
    classes: impl Iterator<Item = (usize, &'a ColourClass)>,
    colour: Rgb,
) -> Option<Near<u8>> {
    nearest(classes.filter_map(|(class, known)| {
        let distances = known.colours.iter().map(|known| known.distance(colour));
        Some((class, distances.min()?))
    }))
}

/// The value most points are for; those against it take from its confidence.
pub(super) fn agreed(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let mut sums: Vec<(Verdict, f32, u32)> = Vec::new();
    let mut all = 0_u32;
    for verdict in verdicts {
        all += 1;
        match sums.iter_mut().find(|(v, ..)| v.class == verdict.class) {
            Some((_, sum, count)) => {
                *sum += verdict.confidence;
                *count += 1;
            }
            None => sums.push((verdict, verdict.confidence, 1)),
        }
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    match sums.as_slice() {
        [] => Verdict {
            class: None,
            confidence: 0.0,
            runner_up: None,
        },
        [(verdict, sum, _)] => Verdict {
            confidence: sum / all as f32,
            ..*verdict
        },
        [(verdict, sum, _), (second, ..), ..] => Verdict {
            class: verdict.class,
            confidence: sum / all as f32,
            runner_up: Some(second.class),
        },
    }
}
