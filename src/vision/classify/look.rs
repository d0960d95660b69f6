//! Cells told apart by how they look as a whole.

use crate::game::Cell;
use crate::place::ImageRect;
use crate::profile::{BoardRule, Look, LooksRule};
use crate::sampler::Sampler;

use super::verdict::{Near, Verdict, margin, nearest};

/// Part of a cell's side that is looked at: rims are smeared, or belong to neighbours.
const INNER: f32 = 0.86;
/// A cell this near to a sample is not looked at again from a little aside.
const NEAR: f32 = 2.5;
/// A cell may lie off its place by this share of its side.
const ASIDE: f32 = 0.035;

/// How a part of an image looks, moved by shares of its sides.
pub(crate) fn look(sampler: &Sampler<'_>, cell: ImageRect, (right, down): (f32, f32)) -> Look {
    let inner = ImageRect {
        x: cell.x + cell.width * ((1.0 - INNER) / 2.0 + right),
        y: cell.y + cell.height * ((1.0 - INNER) / 2.0 + down),
        width: cell.width * INNER,
        height: cell.height * INNER,
    };
    let means = sampler.means(inner, Look::SIDE, Look::SIDE);
    Look::new(|row, col| means[row * Look::SIDE + col])
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
    let Some(near) = best else {
        return Verdict::UNKNOWN;
    };
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
