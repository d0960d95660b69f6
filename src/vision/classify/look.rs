//! Cells told apart by how they look as a whole.

use crate::place::ImageRect;
use crate::profile::{Look, LookClass, LooksRule};
use crate::sampler::Sampler;

use super::grounds::Grounds;
use super::numbers::alone;
use super::pattern::by_pattern;
use super::sides::Sides;
use super::telling::Telling;
use super::verdict::{Near, Verdict, margin, nearest};

/// Part of a cell's side that is looked at: rims are smeared, or belong to neighbours.
const INNER: f32 = 0.86;
/// A cell this near to a sample is not looked at again from a little aside.
const NEAR: f32 = 2.5;
/// Share of the way to the nearest sample of another value that a cell may be from its own.
pub(crate) const ROOM: f32 = 0.6;
/// Digits of this confidence are clear, and so is a cell that is near to a sample.
const CLEAR: f32 = 0.75;
/// Where no number was seen, a cell whose colours are not so far from those of a sample has the same colours.
pub(crate) const SAME_COLOURS: f32 = 32.0;
/// Number of marked places from which on something stands on a cell, and the confidence limit if its samples are all even.
const MIN_MARKS: usize = 3;
const MAX_MARKED: f32 = 0.4;
/// A cell may lie off its place by this share of its side.
const ASIDE: f32 = 0.035;

/// How the inner part of a cell looks.
pub(crate) fn look(sampler: &Sampler<'_>, cell: ImageRect) -> Look {
    look_at(sampler, inner(cell))
}

/// A sample of a cell, up to its rims or not, and whether a number stands alone on it.
pub(crate) fn sample(sampler: &Sampler<'_>, cell: ImageRect, rims: bool) -> (Look, bool) {
    let number = alone(sampler, inner(cell));
    let is_read = number.is_some_and(|(_, confidence)| confidence >= CLEAR);
    (look_at(sampler, looked_at(cell, rims)), is_read)
}

/// Samples a part of the image.
pub(crate) fn look_at(sampler: &Sampler<'_>, part: ImageRect) -> Look {
    let means = sampler.means(part, Look::SIDE, Look::SIDE);
    Look::new(|row, col| means[row * Look::SIDE + col])
}

/// The part of a cell that is looked at.
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

/// A part of an image moved by shares of a cell's sides.
fn moved(part: ImageRect, cell: ImageRect, (right, down): (f32, f32)) -> ImageRect {
    ImageRect {
        x: part.x + cell.width * right,
        y: part.y + cell.height * down,
        ..part
    }
}

/// What a cell shows by its look.
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
        // Rounding may have moved it by a pixel.
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
    // A seam is as long as the cells beside it.
    let by_pattern = by_pattern(rule, &best.look, rect.width.max(rect.height));
    let others = told.into_iter().chain(by_sides).chain(by_pattern);
    doubted_if_marked(rule, &best.look, others.fold(by_sample, Verdict::or_surer))
}

/// Limits the confidence of a value whose samples are all even if something stands on the cell, such as a number too small to be
/// read: it covers too little of the cell to count much in its distance from a sample.
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

/// How a cell looks, and how far it is from the samples.
struct Sight {
    look: Look,
    /// Classes with how far their nearest samples are.
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

    /// How far the nearest sample is.
    fn distance(&self) -> f32 {
        self.near.map_or(f32::MAX, |near| near.distance)
    }

    fn is_near(&self) -> bool {
        self.distance() <= NEAR
    }
}

/// How far a look is from the samples of each class.
pub(super) fn to_samples(rule: &LooksRule, look: &Look) -> Vec<(usize, f32)> {
    let classes = rule.classes.iter().enumerate();
    let distances = classes.filter_map(|(class, known)| Some((class, known.distance(look)?)));
    distances.collect()
}

/// What a cell shows that is not quite like a sample, if a number stands on it.
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
    // Samples on which nothing stands are no match for a number.
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

/// The class on which numbers stand that are not its value, if a cell with a number has its colours rather than those of
/// numbers that were seen.
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

/// How far a cell may be from the samples of a class.
fn tolerance(rule: &LooksRule, class: usize) -> f32 {
    let narrow = rule.classes.get(class).and_then(|class| class.tolerance);
    narrow.unwrap_or(rule.tolerance).max(1.0)
}

/// The nearest sample's value, with how sure that is for a cell which is so far apart from it.
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
