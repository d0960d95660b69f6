//! Cells told apart by how they look as a whole.

use crate::game::Cell;
use crate::place::ImageRect;
use crate::profile::{BoardRule, Look, LookClass, LooksRule};
use crate::sampler::Sampler;

use super::numbers::alone;
use super::verdict::{Near, Verdict, margin, nearest};

/// Part of a cell's side that is looked at: rims are smeared, or belong to neighbours.
const INNER: f32 = 0.86;
/// A cell this near to a sample is not looked at again from a little aside.
const NEAR: f32 = 2.5;
/// Digits of this confidence are clear.
const CLEAR: f32 = 0.75;
/// Where no number was seen, a cell whose colours are not so far from those of a sample has the same colours.
pub(crate) const SAME_COLOURS: f32 = 32.0;
/// A cell may lie off its place by this share of its side.
const ASIDE: f32 = 0.035;

/// How a part of an image looks, moved by shares of its sides.
pub(crate) fn look(sampler: &Sampler<'_>, cell: ImageRect, (right, down): (f32, f32)) -> Look {
    let means = sampler.means(inner(cell, (right, down)), Look::SIDE, Look::SIDE);
    Look::new(|row, col| means[row * Look::SIDE + col])
}

/// A sample of a cell, and whether a number stands alone on it.
pub(crate) fn sample(sampler: &Sampler<'_>, cell: ImageRect) -> (Look, bool) {
    let here = (0.0, 0.0);
    let number = alone(sampler, inner(cell, here));
    let is_read = number.is_some_and(|(_, confidence)| confidence >= CLEAR);
    (look(sampler, cell, here), is_read)
}

/// The inner part of a cell, moved by shares of its sides.
fn inner(cell: ImageRect, (right, down): (f32, f32)) -> ImageRect {
    ImageRect {
        x: cell.x + cell.width * ((1.0 - INNER) / 2.0 + right),
        y: cell.y + cell.height * ((1.0 - INNER) / 2.0 + down),
        width: cell.width * INNER,
        height: cell.height * INNER,
    }
}

/// What a cell shows by its look.
pub(super) fn by_look(
    rule: &LooksRule,
    sampler: &Sampler<'_>,
    board: &BoardRule,
    cell: Cell,
) -> Verdict {
    let rect = sampler.place().cell(board, cell);
    let seen = look(sampler, rect, (0.0, 0.0));
    let mut best = nearest_look(rule, &seen);
    if best.is_none_or(|near| near.distance > NEAR) {
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
            let aside = look(sampler, rect, (right * ASIDE, down * ASIDE));
            if let Some(near) = nearest_look(rule, &aside)
                && best.is_none_or(|known| near.distance < known.distance)
            {
                best = Some(near);
            }
        }
    }
    let by_sample = best.map_or(Verdict::UNKNOWN, |near| judged(rule, near));
    if !rule.digits || best.is_some_and(|near| near.distance <= NEAR) {
        return by_sample;
    }
    by_number(rule, sampler, rect, &seen, by_sample).unwrap_or(by_sample)
}

/// What a cell shows that is not quite like a sample, if a number stands on it.
fn by_number(
    rule: &LooksRule,
    sampler: &Sampler<'_>,
    rect: ImageRect,
    seen: &Look,
    by_sample: Verdict,
) -> Option<Verdict> {
    let (number, confidence) = alone(sampler, inner(rect, (0.0, 0.0)))?;
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

/// The nearest sample's value, with how sure that is.
fn judged(rule: &LooksRule, near: Near<f32>) -> Verdict {
    let class = rule.classes.get(near.class);
    let narrow = class.and_then(|class| class.tolerance);
    let tolerance = narrow.unwrap_or(rule.tolerance).max(1.0);
    let worn = near.distance / tolerance;
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

/// The value with the nearest sample.
fn nearest_look(rule: &LooksRule, look: &Look) -> Option<Near<f32>> {
    nearest(
        rule.classes
            .iter()
            .enumerate()
            .filter_map(|(class, known)| {
                let distances = known.looks.iter().map(|sample| sample.distance(look));
                Some((class, distances.min_by(f32::total_cmp)?))
            }),
    )
}
