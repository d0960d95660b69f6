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
/// Below this confidence, digits in a cell are asked as well.
const CLEAR: f32 = 0.75;
/// A cell may lie off its place by this share of its side.
const ASIDE: f32 = 0.035;

/// How a part of an image looks, moved by shares of its sides.
pub(crate) fn look(sampler: &Sampler<'_>, cell: ImageRect, (right, down): (f32, f32)) -> Look {
    let means = sampler.means(inner(cell, (right, down)), Look::SIDE, Look::SIDE);
    Look::new(|row, col| means[row * Look::SIDE + col])
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
    let mut best = nearest_look(rule, &look(sampler, rect, (0.0, 0.0)));
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
    if rule.digits
        && by_sample.confidence < CLEAR
        && let Some((number, confidence)) = alone(sampler, inner(rect, (0.0, 0.0)))
        && confidence > by_sample.confidence
        && let Some(class) = class_of(rule, number)
    {
        return Verdict {
            class: Some(class),
            confidence,
            runner_up: by_sample.class.filter(|other| *other != class).map(Some),
        };
    }
    by_sample
}

/// The class whose value is this number.
fn class_of(rule: &LooksRule, number: u32) -> Option<usize> {
    let is_it = |class: &LookClass| class.value.parse() == Ok(number);
    rule.classes.iter().position(is_it)
}

/// The nearest sample's value, with how sure that is.
fn judged(rule: &LooksRule, near: Near<f32>) -> Verdict {
    let tolerance = rule.tolerance.max(1.0);
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
