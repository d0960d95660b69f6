//! Cells put together that look alike.

use image::RgbaImage;

use crate::classify::look;
use crate::game::Cell;
use crate::place::{Place, Tiling};
use crate::profile::Look;
use crate::sampler::Sampler;

/// How the cells of a board look, row by row; none of an empty picture.
pub fn looks(image: &RgbaImage, board: Tiling) -> Vec<(Cell, Look)> {
    if image.width() == 0 || image.height() == 0 {
        return Vec::new();
    }
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let cells = board.size.cells().filter(|cell| board.has(*cell));
    cells
        .map(|cell| (cell, look(&sampler, board.cell(cell))))
        .collect()
}

/// Looks that differ by no more are always alike: noise and rounding.
const ALIKE: f32 = 4.0;
/// Looks that differ by more are never alike.
const UNLIKE: f32 = 24.0;

/// Cells put together by their look, the largest group first; in each the most typical cell
/// first.
pub fn groups(looks: &[(Cell, Look)]) -> Vec<Vec<Cell>> {
    let cells: Vec<(Cell, &Look)> = looks.iter().map(|(cell, look)| (*cell, look)).collect();
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

/// Most cells that are compared with each other to find how far apart alike ones are.
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
