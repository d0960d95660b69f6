//! Grouping of similar cells.

use image::RgbaImage;

use crate::classify::look;
use crate::game::Cell;
use crate::place::{Place, Tiling};
use crate::profile::Look;
use crate::sampler::Sampler;

/// Samples of a board's cells, row by row; empty for an empty picture.
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

/// Samples within this distance are always equal: noise and rounding.
const ALIKE: f32 = 4.0;
/// Samples beyond this distance are never equal.
const UNLIKE: f32 = 24.0;

/// Groups cells by similarity, largest group first and most typical cell first.
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
        // Comparing with a few members suffices.
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

/// Maximum number of cells compared to find the limit.
const COMPARED: usize = 80;

/// Maximum distance of similar cells: the middle of the widest relative gap between all distances, which separates
/// noise from signs.
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
    // By ratio: 2 to 6 is a wider gap than 20 to 26.
    let gaps = distances.windows(2).filter_map(|pair| {
        let [low, high] = *pair else {
            return None;
        };
        // Gaps that reach beyond the fixed limits count up to them.
        let (from, to) = (low.max(ALIKE), high.min(UNLIKE));
        (from <= to).then(|| (high / low, (low * high).sqrt().clamp(from, to)))
    });
    let widest = gaps.max_by(|a, b| a.0.total_cmp(&b.0));
    widest.map_or(ALIKE, |(_, middle)| middle)
}
