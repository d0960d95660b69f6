//! Position and heading of the figure on a tile.

use super::blocks::{Blocks, FREE, Tile};
use super::lattice::Lattice;
use super::sight::{self, ARROW, Sight};
use crate::profile::{FaceRule, FigureRule, IsometricRule};

/// Minimum overlap of a figure's predicted and visible pixels.
const AGREED: f32 = 0.6;
/// The same for a figure with faces, which are small.
const FACES_AGREED: f32 = 0.5;
/// Lead over the next best tile for full confidence.
const CLEAR: f32 = 0.10;
/// Minimum overlap of the arrow or face, and lead over the other headings for full confidence.
const ARROW_AGREED: f32 = 0.4;
const ARROW_CLEAR: f32 = 0.3;
/// Search radius around the tile's centre, in pixels.
const NUDGE: i32 = 3;
/// Minimum number of pixels of a figure at scale 1.
const LEAST: f32 = 120.0;

/// Figure on a tile.
pub(super) struct Found {
    pub(super) tile: Tile,
    /// Index into the headings.
    pub(super) heading: usize,
    pub(super) confidence: f32,
}

/// Finds the figure: overlap (intersection over union) of its predicted and visible pixels, for every tile, then for
/// every heading.
pub(super) fn find(
    rule: &IsometricRule,
    figure: &FigureRule,
    sight: &Sight,
    lattice: Lattice,
    blocks: &Blocks,
) -> Option<Found> {
    let look = Look {
        rule,
        figure,
        sight,
        lattice,
        depth: &blocks.depth,
    };
    let pixels = (0..sight.width * sight.height).filter(|i| sight::is_figure(sight.at(*i)));
    let all = pixels.count();
    if (all as f32) < LEAST * lattice.scale * lattice.scale {
        return None;
    }
    let least = match look.figure.faces.is_empty() {
        true => AGREED,
        false => FACES_AGREED,
    };
    let mut best: Option<(f32, Tile, i32)> = None;
    let mut second = 0.0_f32;
    for tile in &blocks.tiles {
        let Some((height, _)) = tile.block else {
            continue;
        };
        let agreed = look.whole(*tile, height, all);
        if best.is_none_or(|(known, ..)| agreed > known) {
            second = best.map_or(0.0, |(known, ..)| known);
            best = Some((agreed, *tile, height));
        } else {
            second = second.max(agreed);
        }
    }
    let (agreed, tile, height) = best.filter(|(agreed, ..)| *agreed >= least)?;
    let place = ((agreed - second) / CLEAR).clamp(0.0, 1.0);
    // The lattice may be slightly off if few tops are entirely visible.
    let ways = -NUDGE..=NUDGE;
    let ways = ways.flat_map(|down| (-NUDGE..=NUDGE).map(move |right| (right, down)));
    let nudged = ways.map(|(right, down)| Look {
        lattice: Lattice {
            x: lattice.x + right as f32,
            y: lattice.y + down as f32,
            ..lattice
        },
        ..look
    });
    let agreeing = nudged.map(|look| (look.whole(tile, height, all), look));
    let (_, look) = agreeing.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let mut headings: Vec<(f32, usize)> = (0..4)
        .map(|heading| (look.heading(tile, height, heading), heading))
        .collect();
    headings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (&(most, heading), &(next, _)) = (headings.first()?, headings.get(1)?);
    let way = if most >= ARROW_AGREED {
        ((most - next) / ARROW_CLEAR).clamp(0.0, 1.0)
    } else {
        0.0
    };
    Some(Found {
        tile,
        heading,
        confidence: place.min(way).min(tile.confidence),
    })
}

#[derive(Clone, Copy)]
struct Look<'a> {
    rule: &'a IsometricRule,
    figure: &'a FigureRule,
    sight: &'a Sight,
    lattice: Lattice,
    depth: &'a [i32],
}

impl Look<'_> {
    fn feet(&self, tile: Tile, height: i32) -> (f32, f32) {
        self.lattice.top(&self.rule.lengths, tile.k, tile.m, height)
    }

    /// Index of a pixel that no block in front of the tile covers.
    fn seen(&self, x: i32, y: i32, tile: Tile) -> Option<usize> {
        let index = self.sight.index(x, y)?;
        let depth = self.depth.get(index).copied().unwrap_or(FREE);
        (depth <= tile.m).then_some(index)
    }

    /// Overlap of the figure's body on a tile with the `all` pixels of its colours.
    fn body(&self, tile: Tile, height: i32, all: usize) -> f32 {
        let (x, y) = self.feet(tile, height);
        let s = self.lattice.scale;
        let inside = |column: i32, row: i32| {
            self.figure.parts.iter().any(|part| {
                let middle = (x + part.at.0 * s, y + part.at.1 * s);
                within_round((column, row), middle, (part.half.0 * s, part.half.1 * s))
            })
        };
        let edges = self.figure.parts.iter().map(|part| {
            (
                part.at.0 - part.half.0,
                part.at.1 - part.half.1,
                part.at.0 + part.half.0,
                part.at.1 + part.half.1,
            )
        });
        let around = edges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)));
        let Some((left, top, right, bottom)) = around else {
            return 0.0;
        };
        let (mut predicted, mut both) = (0_usize, 0_usize);
        for row in (y + top * s).floor() as i32..=(y + bottom * s).ceil() as i32 {
            for column in (x + left * s).floor() as i32..=(x + right * s).ceil() as i32 {
                if inside(column, row)
                    && let Some(index) = self.seen(column, row, tile)
                {
                    predicted += 1;
                    both += usize::from(sight::is_figure(self.sight.at(index)));
                }
            }
        }
        both as f32 / (predicted + all - both).max(1) as f32
    }

    /// Overlap of the body or, if the figure has faces, the mean with the best face.
    fn whole(&self, tile: Tile, height: i32, all: usize) -> f32 {
        let body = self.body(tile, height, all);
        if self.figure.faces.is_empty() || body < FACES_AGREED / 2.0 {
            return body;
        }
        let faces = self.figure.faces.iter();
        let faces = faces.map(|face| self.face(tile, height, face));
        (body + faces.fold(0.0, f32::max)) / 2.0
    }

    fn heading(&self, tile: Tile, height: i32, heading: usize) -> f32 {
        match self.figure.faces.get(heading) {
            Some(face) => self.face(tile, height, face),
            None => self.arrow(tile, height, heading),
        }
    }

    fn face(&self, tile: Tile, height: i32, face: &FaceRule) -> f32 {
        let (x, y) = self.feet(tile, height);
        let s = self.lattice.scale;
        let classes = sight::classes_of(self.figure, &face.colours);
        let parts = || self.figure.parts.iter();
        let reach = |far: f32| (far * s).ceil() as i32;
        let aside = parts().map(|part| part.at.0.abs() + part.half.0);
        let aside = reach(aside.fold(0.0, f32::max));
        let above = reach(
            parts()
                .map(|part| part.half.1 - part.at.1)
                .fold(0.0, f32::max),
        );
        let below = reach(
            parts()
                .map(|part| part.half.1 + part.at.1)
                .fold(0.0, f32::max),
        );
        let (mut either, mut both) = (0, 0);
        for row in y as i32 - above..=y as i32 + below {
            for column in x as i32 - aside..=x as i32 + aside {
                let Some(index) = self.seen(column, row, tile) else {
                    continue;
                };
                let here = classes.contains(&self.sight.at(index));
                let there = face.parts.iter().any(|part| {
                    let middle = (x + part.at.0 * s, y + part.at.1 * s);
                    within_round((column, row), middle, (part.half.0 * s, part.half.1 * s))
                });
                either += i32::from(here || there);
                both += i32::from(here && there);
            }
        }
        both as f32 / either.max(1) as f32
    }

    fn arrow(&self, tile: Tile, height: i32, heading: usize) -> f32 {
        let (x, y) = self.feet(tile, height);
        let (rule, s) = (self.rule, self.lattice.scale);
        let arrow = &self.figure.arrow;
        // Towards the previous row, the next column, and so on.
        let way = |heading: usize| {
            let (south, east) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][heading % 4];
            (
                (east - south) * rule.lengths.across,
                (east + south) * rule.lengths.down,
            )
        };
        let (ahead, aside) = (way(heading), way(heading + 1));
        let points: Vec<(f32, f32)> = arrow
            .points
            .iter()
            .map(|(along, across)| {
                (
                    x + (arrow.at.0 + ahead.0 * along + aside.0 * across) * s,
                    y + (arrow.at.1 + ahead.1 * along + aside.1 * across) * s,
                )
            })
            .collect();
        let reach = rule.lengths.across * s;
        let (from, to) = ((x - reach) as i32, (x + reach) as i32);
        let middle = y + arrow.at.1 * s;
        let (mut either, mut both) = (0, 0);
        for row in (middle - reach) as i32..=(middle + reach) as i32 {
            for column in from..=to {
                let Some(index) = self.seen(column, row, tile) else {
                    continue;
                };
                let here = self.sight.at(index) == ARROW;
                let there = within(&points, (column as f32 + 0.5, row as f32 + 0.5));
                either += i32::from(here || there);
                both += i32::from(here && there);
            }
        }
        both as f32 / either.max(1) as f32
    }
}

fn within_round(pixel: (i32, i32), middle: (f32, f32), half: (f32, f32)) -> bool {
    let across = (pixel.0 as f32 + 0.5 - middle.0) / half.0;
    let down = (pixel.1 as f32 + 0.5 - middle.1) / half.1;
    across * across + down * down <= 1.0
}

fn within(points: &[(f32, f32)], (x, y): (f32, f32)) -> bool {
    let ends = points.iter().skip(1).chain(points.first());
    let crossed = points.iter().zip(ends).filter(|((x0, y0), (x1, y1))| {
        (*y0 <= y) != (*y1 <= y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    });
    crossed.count() % 2 == 1
}
