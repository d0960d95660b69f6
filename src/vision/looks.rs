//! How cells look as a whole: taken from a picture, compared, and put together where they are alike.

use image::RgbaImage;

use crate::game::{Cell, Grid, Size};

use super::classify::{Near, Verdict, margin, nearest};
use super::place::{ImageRect, Place, Sampler};
use super::profile::{BoardRule, Look, LooksRule};

/// Part of a cell's side that is looked at: rims are smeared, or belong to neighbours.
const INNER: f32 = 0.86;
/// A cell this near to a sample is not looked at again from a little aside.
const NEAR: f32 = 2.5;
/// A cell may lie off its place by this share of its side.
const ASIDE: f32 = 0.035;

/// How a part of an image looks, moved by shares of its sides.
pub(super) fn look(sampler: &Sampler<'_>, cell: ImageRect, (right, down): (f32, f32)) -> Look {
    let left = cell.x + cell.width * ((1.0 - INNER) / 2.0 + right);
    let top = cell.y + cell.height * ((1.0 - INNER) / 2.0 + down);
    let step = |side: f32| side * INNER / Look::SIDE as f32;
    let (across, below) = (step(cell.width), step(cell.height));
    Look::new(|row, col| {
        let (x, y) = (left + col as f32 * across, top + row as f32 * below);
        sampler.mean((x, y), (x + across, y + below))
    })
}

/// How the cells of a rectangle with rows and columns look.
pub fn looks(image: &RgbaImage, board: ImageRect, size: Size) -> Option<Grid<Look>> {
    if size.area() == 0 || image.width() == 0 || image.height() == 0 {
        return None;
    }
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let all = size
        .cells()
        .map(|cell| look(&sampler, board.cell(size, cell), (0.0, 0.0)));
    Grid::from_cells(size, all.collect())
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
        return Verdict {
            class: Some(0),
            confidence: 0.0,
            runner_up: None,
        };
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

/// Looks that differ by no more are always alike: noise and rounding.
const ALIKE: f32 = 4.0;
/// Looks that differ by more are never alike.
const UNLIKE: f32 = 24.0;

/// Cells put together by their look, the largest group first; in each the most typical cell
/// first.
pub fn groups(looks: &Grid<Look>) -> Vec<Vec<Cell>> {
    let cells: Vec<(Cell, &Look)> = looks.iter().collect();
    let limit = limit(&cells);
    let mut groups: Vec<Vec<(Cell, &Look)>> = Vec::new();
    for (cell, look) in cells {
        let near = groups
            .iter_mut()
            .filter_map(|group| {
                let (_, first) = group.first()?;
                Some((first.distance(look), group))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match near {
            Some((distance, group)) if distance <= limit => group.push((cell, look)),
            _ => groups.push(vec![(cell, look)]),
        }
    }
    let typical = |group: Vec<(Cell, &Look)>| -> Vec<Cell> {
        // Of large groups some are asked; they are alike.
        let asked: Vec<&Look> = group.iter().take(12).map(|(_, look)| *look).collect();
        let apart = |look: &Look| asked.iter().map(|other| other.distance(look)).sum::<f32>();
        let mut ranked: Vec<(f32, Cell)> = group
            .iter()
            .map(|(cell, look)| (apart(look), *cell))
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        ranked.into_iter().map(|(_, cell)| cell).collect()
    };
    let mut groups: Vec<Vec<Cell>> = groups.into_iter().map(typical).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// So many cells are compared with each other to find how far alike ones are apart.
const COMPARED: usize = 80;

/// How far cells that look alike are apart at most: the widest gap among all distances, between
/// those of noise and those of signs.
fn limit(cells: &[(Cell, &Look)]) -> f32 {
    let step = cells.len().div_ceil(COMPARED).max(1);
    let some: Vec<&Look> = cells.iter().step_by(step).map(|(_, look)| *look).collect();
    let mut distances: Vec<f32> = Vec::new();
    for (index, look) in some.iter().enumerate() {
        distances.extend(some[..index].iter().map(|other| other.distance(look)));
    }
    distances.retain(|distance| (ALIKE / 4.0..=UNLIKE * 1.5).contains(distance));
    distances.extend([ALIKE / 4.0, UNLIKE * 1.5]);
    distances.sort_by(f32::total_cmp);
    // By ratio: from 2 to 6 is further than from 20 to 26.
    let gaps = distances.windows(2).filter_map(|pair| {
        let [low, high] = *pair else {
            return None;
        };
        // Where the gap lies beside what is always alike or never, its end is as good.
        let (from, to) = (low.max(ALIKE), high.min(UNLIKE));
        (from <= to).then(|| (high / low, (low * high).sqrt().clamp(from, to)))
    });
    let widest = gaps.max_by(|a, b| a.0.total_cmp(&b.0));
    widest.map_or(ALIKE, |(_, middle)| middle)
}
