//! Calibration of the rule that finds a game's own cursor, from pictures in which the user has marked its cell.

use std::collections::HashMap;

use image::RgbaImage;

use crate::game::Cell;
use crate::place::Tiling;
use crate::profile::{Area, CursorRule, Profile, Rgb};
use crate::sampler::Sampler;

/// Minimum difference between the colour's share in the cursor's cell and in any other.
const MIN_SHARE_DIFF: f32 = 0.02;
/// Maximum channel difference of a pixel from a colour of the cursor.
const TOLERANCE: u8 = 24;
/// Number of most frequent colours of the cursor's cell that are considered; rarer ones are blends.
const MAX_COLOURS: usize = 12;

/// Rule for a cursor visible on one cell only, by the most distinctive colour in each of the `marked` pictures, each
/// given with the cursor's cell. `None` without pictures, or if a cell without the cursor has as much of these colours.
pub fn cursor_rule(
    marked: &[(&RgbaImage, Cell)],
    tiling: Tiling,
    profile: &Profile,
    board: &str,
) -> Option<CursorRule> {
    let rule = profile.board(board)?;
    let pixels = |(image, on): &(&RgbaImage, Cell)| CellPixels::new(image, tiling, *on);
    let marked: Vec<CellPixels> = marked.iter().map(pixels).collect::<Option<_>>()?;
    let colours: Option<Vec<Rgb>> = marked.iter().map(CellPixels::distinctive_colour).collect();
    let mut colours = colours?;
    colours.sort_by_key(|colour| colour.0);
    colours.dedup();
    // The least share on the cursor, and the greatest elsewhere.
    let shares = marked.iter().map(|picture| picture.shares(&colours));
    let (here, elsewhere) = shares.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    (here - elsewhere >= MIN_SHARE_DIFF).then(|| CursorRule::Colour {
        board: board.to_owned(),
        area: Area::of_size(rule.cell),
        colours,
        tolerance: TOLERANCE,
        min_share: (here + elsewhere) / 2.0,
    })
}

/// Pixels of the cells of a picture that shows the cursor.
struct CellPixels {
    own: Vec<Rgb>,
    others: Vec<Vec<Rgb>>,
}

impl CellPixels {
    /// `None` for an empty picture, or a cell outside the board.
    fn new(image: &RgbaImage, tiling: Tiling, on: Cell) -> Option<Self> {
        let size = tiling.size;
        if !size.contains(on) || image.width() == 0 || image.height() == 0 {
            return None;
        }
        let sampler = Sampler::of_image(image);
        let pixels = |cell: Cell| -> Vec<Rgb> {
            let area = tiling.cell(cell);
            let range = |from: f32, side: f32| from.max(0.0) as i64..(from + side).max(0.0) as i64;
            let (columns, rows) = (range(area.x, area.width), range(area.y, area.height));
            let points = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
            points.map(|(x, y)| sampler.at(x, y)).collect()
        };
        let others = size.cells().filter(|cell| *cell != on);
        Some(Self {
            own: pixels(on),
            others: others.map(pixels).collect(),
        })
    }

    /// Shares of these colours in the cursor's cell, and in the other cell that has most of them.
    fn shares(&self, colours: &[Rgb]) -> (f32, f32) {
        let share = |pixels: &[Rgb]| {
            let is_near = |pixel: &&Rgb| colours.iter().any(|it| it.distance(**pixel) <= TOLERANCE);
            pixels.iter().filter(is_near).count() as f32 / pixels.len().max(1) as f32
        };
        let elsewhere = self.others.iter().map(|pixels| share(pixels));
        (share(&self.own), elsewhere.fold(0.0, f32::max))
    }

    /// Colour with the largest lead of its share in the cursor's cell over any other cell; `None` without pixels.
    fn distinctive_colour(&self) -> Option<Rgb> {
        let mut counts: HashMap<[u8; 3], (u32, Rgb)> = HashMap::new();
        for colour in &self.own {
            // In 32 steps per channel, so that slight differences count as one colour.
            let coarse = colour.0.map(|channel| channel >> 3);
            counts.entry(coarse).or_insert((0, *colour)).0 += 1;
        }
        let mut common: Vec<(u32, Rgb)> = counts.into_values().collect();
        common.sort_by_key(|(count, colour)| (std::cmp::Reverse(*count), colour.0));
        let candidates = common.into_iter().take(MAX_COLOURS).map(|(_, colour)| {
            let (here, elsewhere) = self.shares(&[colour]);
            (here - elsewhere, colour)
        });
        let best = candidates.max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, colour)| colour)
    }
}
