//! Classification by sample pictures of whole cells.

use crate::place::ImageRect;
use crate::profile::{Look, LookClass, LooksRule};
use crate::sampler::Sampler;

use super::grounds::Grounds;
use super::numbers::alone;
use super::pattern::by_pattern;
use super::sides::Sides;
use super::telling::Telling;
use super::verdict::{Near, Verdict, margin, nearest};

/// Compared part of a cell's side; rims are blurred or belong to neighbours.
const INNER: f32 = 0.86;
/// Below this distance from a sample no shifted positions are tried.
const NEAR: f32 = 2.5;
/// Rejection threshold, as a fraction of the distance to the nearest sample of another class.
pub(crate) const ROOM: f32 = 0.6;
/// Minimum confidence of clear digits or of a clear match.
const CLEAR: f32 = 0.75;
/// Maximum colour distance to a sample at which colours count as equal if no number has been sampled.
pub(crate) const SAME_COLOURS: f32 = 32.0;
/// Minimum number of marked pixels for a cell to be non-empty, and the confidence limit of a class whose samples are
/// all empty.
const MIN_MARKS: usize = 3;
const MAX_MARKED: f32 = 0.4;
/// Shift of the tried positions, as a share of the cell's side.
const ASIDE: f32 = 0.035;

pub(crate) fn look(sampler: &Sampler<'_>, cell: ImageRect) -> Look {
    look_at(sampler, inner(cell))
}

/// Samples a cell and returns whether a clear number is alone on it.
pub(crate) fn sample(sampler: &Sampler<'_>, cell: ImageRect, rims: bool) -> (Look, bool) {
    let number = alone(sampler, inner(cell));
    let is_read = number.is_some_and(|(_, confidence)| confidence >= CLEAR);
    (look_at(sampler, looked_at(cell, rims)), is_read)
}

pub(crate) fn look_at(sampler: &Sampler<'_>, part: ImageRect) -> Look {
    let means = sampler.means(part, Look::SIDE, Look::SIDE);
    Look::new(|row, col| means[row * Look::SIDE + col])
}

pub(crate) fn looked_at(cell: ImageRect, rims: bool) -> ImageRect {
    if rims { cell } else { inner(cell) }
}

fn inner(cell: ImageRect) -> ImageRect {
    ImageRect {
        x: cell.x + cell.width * (1.0 - INNER) / 2.0,
        y: cell.y + cell.height * (1.0 - INNER) / 2.0,
        width: cell.width * INNER,
        height: cell.height * INNER,
    }
}

/// Shifts a rectangle by shares of a cell's sides.
fn moved(part: ImageRect, cell: ImageRect, (right, down): (f32, f32)) -> ImageRect {
    ImageRect {
        x: part.x + cell.width * right,
        y: part.y + cell.height * down,
        ..part
    }
}

/// Classifies a cell: by its nearest sample, also at shifted positions and on synthesized backgrounds; if that is not
/// clear, by its number, discriminating pixels, sides and drawing.
pub(super) fn by_look(
    rule: &LooksRule,
    (telling, grounds, sides): (&Telling, &Grounds, &Sides),
    sampler: &Sampler<'_>,
    rect: ImageRect,
) -> Verdict {
    let part = looked_at(rect, rule.rims);
    let sight = |part| {
        let look = look_at(sampler, part);
        let distances = to_samples(rule, &look);
        Sight::new(look, distances)
    };
    let here = sight(part);
    let mut best = None;
    if !here.is_near() {
        // Rounding may shift the cell by a pixel.
        for (right, down) in [
            (-1.0, 0.0),
            (1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ] {
            let aside = sight(moved(part, rect, (right * ASIDE, down * ASIDE)));
            if aside.distance() < best.as_ref().unwrap_or(&here).distance() {
                best = Some(aside);
            }
        }
    }
    let mut best = best.unwrap_or(here);
    if !best.is_near() {
        let distances = grounds.distances(rule, &best.look, best.distances);
        best = Sight::new(best.look, distances);
    }
    let by_sample = best.near.map_or(Verdict::UNKNOWN, |near| {
        judged(near, near.distance, tolerance(rule, near.class))
    });
    if best.is_near() && by_sample.confidence >= CLEAR {
        return by_sample;
    }
    if rule.digits
        && let Some(by_number) = by_number(rule, sampler, rect, &best.look, by_sample)
    {
        return by_number;
    }
    let told = telling.tell(rule, &best.look, &best.distances);
    let told = told.map(|told| {
        let room = (told.room * ROOM).min(rule.tolerance);
        let tolerance = tolerance(rule, told.near.class).max(room);
        judged(told.near, told.apart, tolerance)
    });
    let by_sides = sides.tell(rule, &best.look);
    // Seams are as long as the adjacent cells.
    let by_pattern = by_pattern(rule, &best.look, rect.width.max(rect.height));
    let others = told.into_iter().chain(by_sides).chain(by_pattern);
    doubted_if_marked(rule, &best.look, others.fold(by_sample, Verdict::or_surer))
}

/// Limits the confidence of a class whose samples are all empty if the cell is marked: a small sign hardly changes
/// the distance.
fn doubted_if_marked(rule: &LooksRule, seen: &Look, verdict: Verdict) -> Verdict {
    let class = verdict.class.and_then(|class| rule.classes.get(class));
    let is_even = class
        .filter(|class| !class.looks.is_empty())
        .is_some_and(|class| class.looks.iter().all(Look::is_even));
    match is_even && seen.marks() >= MIN_MARKS {
        true => Verdict {
            confidence: verdict.confidence.min(MAX_MARKED),
            ..verdict
        },
        false => verdict,
    }
}

/// Sample of a cell and its distances from the classes.
struct Sight {
    look: Look,
    /// Classes with the distances to their nearest samples.
    distances: Vec<(usize, f32)>,
    near: Option<Near<f32>>,
}

impl Sight {
    fn new(look: Look, distances: Vec<(usize, f32)>) -> Self {
        Self {
            near: nearest(distances.iter().copied()),
            look,
            distances,
        }
    }

    fn distance(&self) -> f32 {
        self.near.map_or(f32::MAX, |near| near.distance)
    }

    fn is_near(&self) -> bool {
        self.distance() <= NEAR
    }
}

pub(super) fn to_samples(rule: &LooksRule, look: &Look) -> Vec<(usize, f32)> {
    let classes = rule.classes.iter().enumerate();
    let distances = classes.filter_map(|(class, known)| Some((class, known.distance(look)?)));
    distances.collect()
}

/// Classifies a cell that matches no sample clearly by the number on it.
fn by_number(
    rule: &LooksRule,
    sampler: &Sampler<'_>,
    rect: ImageRect,
    seen: &Look,
    by_sample: Verdict,
) -> Option<Verdict> {
    let (number, confidence) = alone(sampler, inner(rect))?;
    let is_it = |class: &LookClass| class.number() == Some(number);
    let class = rule.classes.iter().position(is_it)?;
    let sampled = by_sample.class.and_then(|class| rule.classes.get(class));
    // A sample of an empty cell does not speak against a number.
    let is_bare = sampled.is_some_and(|class| class.number().is_none() && !class.numbered);
    if confidence <= by_sample.confidence && !(is_bare && confidence >= CLEAR) {
        return None;
    }
    let as_number = Verdict {
        class: Some(class),
        confidence,
        runner_up: by_sample.class.filter(|other| *other != class).map(Some),
    };
    Some(in_colours_of(rule, seen).unwrap_or(as_number))
}

/// Class of cells with unrelated numbers, if the cell's colours are nearer to it than to those of sampled numbers.
fn in_colours_of(rule: &LooksRule, seen: &Look) -> Option<Verdict> {
    let apart = |class: &LookClass| {
        let looks = class.looks.iter();
        looks.map(|sample| sample.apart_in_colours(seen)).min()
    };
    let classes = rule.classes.iter().enumerate();
    let (numbered, others): (Vec<_>, Vec<_>) = classes.partition(|(_, class)| class.numbered);
    let with_apart = |(index, class)| Some((index, f32::from(apart(class)?)));
    let near = nearest(numbered.into_iter().filter_map(with_apart))?;
    let numbers = others
        .into_iter()
        .filter(|(_, class)| class.number().is_some());
    let rival =
        nearest(numbers.filter_map(with_apart)).map_or(SAME_COLOURS, |rival| rival.distance);
    (near.distance < rival).then(|| near.verdict(margin(near.distance, rival).sqrt()))
}

/// Maximum distance of a cell from the samples of a class.
fn tolerance(rule: &LooksRule, class: usize) -> f32 {
    let narrow = rule.classes.get(class).and_then(|class| class.tolerance);
    narrow.unwrap_or(rule.tolerance).max(1.0)
}

/// Verdict for the nearest class, given the cell's distance and the tolerance.
pub(super) fn judged(near: Near<f32>, apart: f32, tolerance: f32) -> Verdict {
    let worn = apart / tolerance;
    let clear = match near.second {
        Some((_, second)) => margin(near.distance, second).sqrt(),
        None => 1.0,
    };
    let confidence = if worn <= 1.0 {
        clear * (1.0 - 0.25 * worn)
    } else {
        0.4 * clear / worn
    };
    near.verdict(confidence)
}
