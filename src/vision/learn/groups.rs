//! Grouping of similar cells.

use image::RgbaImage;

use crate::classify::cell_template;
use crate::game::Cell;
use crate::place::Tiling;
use crate::profile::Template;
use crate::sampler::Sampler;

/// Samples of a board's cells, row by row; empty for an empty picture.
pub fn cell_templates(image: &RgbaImage, board: Tiling) -> Vec<(Cell, Template)> {
    if image.width() == 0 || image.height() == 0 {
        return Vec::new();
    }
    let sampler = Sampler::of_image(image);
    let cells = board.size.cells().filter(|cell| board.has(*cell));
    let templates = cells.map(|cell| (cell, cell_template(&sampler, board.cell(cell))));
    templates.collect()
}

/// Samples within this distance are always equal: noise and rounding.
const SAME_DISTANCE: f32 = 4.0;
/// Samples beyond this distance are never equal.
const MAX_DISTANCE: f32 = 24.0;
/// Maximum number of members with which a cell is compared to find the most typical one.
const MAX_TYPICAL_COMPARED: usize = 12;

/// Groups cells by similarity, largest group first and most typical cell first.
pub fn groups(templates: &[(Cell, Template)]) -> Vec<Vec<Cell>> {
    let cells: Vec<_> = templates.iter().map(|it| (it.0, &it.1)).collect();
    let limit = limit(&cells);
    let mut groups: Vec<Vec<(Cell, &Template)>> = Vec::new();
    for (cell, template) in cells {
        let near = groups.iter_mut();
        let near = near.map(|group| (group[0].1.distance(template), group));
        match near.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((distance, group)) if distance <= limit => group.push((cell, template)),
            _ => groups.push(vec![(cell, template)]),
        }
    }
    let typical = |group: Vec<(Cell, &Template)>| -> Vec<Cell> {
        let members = group.iter().take(MAX_TYPICAL_COMPARED);
        let members: Vec<_> = members.map(|it| it.1).collect();
        let distance_sum =
            |template: &Template| members.iter().map(|it| it.distance(template)).sum::<f32>();
        let ranked = group.iter().map(|it| (distance_sum(it.1), it.0));
        let mut ranked: Vec<(f32, Cell)> = ranked.collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        ranked.into_iter().map(|(_, cell)| cell).collect()
    };
    let mut groups: Vec<Vec<Cell>> = groups.into_iter().map(typical).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Maximum number of cells compared to find the limit.
const MAX_COMPARED: usize = 80;

/// Maximum distance of similar cells: the middle of the widest relative gap between all distances.
fn limit(cells: &[(Cell, &Template)]) -> f32 {
    let step = cells.len().div_ceil(MAX_COMPARED).max(1);
    let compared: Vec<_> = cells.iter().step_by(step).map(|it| it.1).collect();
    let mut distances: Vec<f32> = Vec::new();
    for (index, template) in compared.iter().enumerate() {
        distances.extend(compared[..index].iter().map(|it| it.distance(template)));
    }
    // Beyond the limits, so that a gap may reach over them.
    let (least, most) = (SAME_DISTANCE / 4.0, MAX_DISTANCE * 1.5);
    distances.retain(|distance| (least..=most).contains(distance));
    distances.extend([least, most]);
    distances.sort_by(f32::total_cmp);
    // By ratio: 2 to 6 is a wider gap than 20 to 26.
    let gaps = distances.array_windows().filter_map(|&[low, high]| {
        // Gaps that reach beyond the fixed limits count up to them.
        let (from, to) = (low.max(SAME_DISTANCE), high.min(MAX_DISTANCE));
        (from <= to).then(|| (high / low, (low * high).sqrt().clamp(from, to)))
    });
    let widest = gaps.max_by(|a, b| a.0.total_cmp(&b.0));
    widest.map_or(SAME_DISTANCE, |(_, middle)| middle)
}
