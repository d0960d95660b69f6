use std::collections::HashMap;

use image::RgbaImage;

use crate::game::Cell;
use crate::place::{Placement, Tiling};
use crate::profile::{Area, CursorRule, Profile, Rgb};
use crate::sampler::Sampler;

/// Minimum difference between the colour's share in the cursor's cell and in any other.
const MIN_SHARE_DIFF: f32 = 0.02;
const TOLERANCE: u8 = 24;

/// Rule for a cursor visible on one cell only, by its most distinctive colour; `None` if there is none.
pub fn cursor_rule(
    image: &RgbaImage,
    tiling: Tiling,
    on: Cell,
    profile: &Profile,
    board: &str,
) -> Option<CursorRule> {
    let rule = profile.board(board)?;
    let size = tiling.size;
    if !size.contains(on) || image.width() == 0 || image.height() == 0 {
        return None;
    }
    let sampler = Sampler::new(image, Placement::new(0.0, 0.0, 1.0), &[]);
    let pixels = |cell: Cell| -> Vec<Rgb> {
        let area = tiling.cell(cell);
        let range = |from: f32, side: f32| from.max(0.0) as i64..(from + side).max(0.0) as i64;
        let (columns, rows) = (range(area.x, area.width), range(area.y, area.height));
        let points = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        points.map(|(x, y)| sampler.at(x, y)).collect()
    };
    let own = pixels(on);
    let mut counts: HashMap<[u8; 3], (u32, Rgb)> = HashMap::new();
    for colour in &own {
        let coarse = colour.0.map(|channel| channel >> 3);
        counts.entry(coarse).or_insert((0, *colour)).0 += 1;
    }
    let mut common: Vec<(u32, Rgb)> = counts.into_values().collect();
    common.sort_by_key(|(count, colour)| (std::cmp::Reverse(*count), colour.0));
    let share = |pixels: &[Rgb], colour: Rgb| {
        let near = pixels.iter().filter(|it| it.distance(colour) <= TOLERANCE);
        near.count() as f32 / pixels.len().max(1) as f32
    };
    let others = size.cells().filter(|cell| *cell != on);
    let others: Vec<Vec<Rgb>> = others.map(pixels).collect();
    // Rarer colours are blends.
    let candidates = common.into_iter().take(12).map(|(_, colour)| {
        let elsewhere = others.iter().map(|pixels| share(pixels, colour));
        let elsewhere = elsewhere.fold(0.0, f32::max);
        (share(&own, colour), elsewhere, colour)
    });
    let best = candidates.max_by(|a, b| (a.0 - a.1).total_cmp(&(b.0 - b.1)));
    let (here, elsewhere, colour) = best?;
    (here - elsewhere >= MIN_SHARE_DIFF).then(|| CursorRule::Colour {
        board: board.to_owned(),
        area: Area::of_size(rule.cell),
        colours: vec![colour],
        tolerance: TOLERANCE,
        min_share: (here + elsewhere) / 2.0,
    })
}
