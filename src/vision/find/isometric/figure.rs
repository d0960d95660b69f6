//! Position and heading of the figure, such as a robot, on a tile of an isometric board.

use std::ops::RangeInclusive;

use super::blocks::{BlockTile, TileLayout, UNCOVERED};
use super::class_map::{self, ARROW, Class, ClassMap};
use super::lattice::TileLattice;
use crate::profile::{FaceRule, FigureRule, IsometricRule, RoundPart, TileLengths};

/// Minimum overlap of a figure's predicted and visible pixels, 0 to 1.
const MIN_FIGURE_OVERLAP: f32 = 0.6;
/// Minimum overlap of the pixels of a figure with faces, which are small.
const MIN_FACE_OVERLAP: f32 = 0.5;
/// Lead of the best tile's overlap over the next best for full confidence.
const CLEAR_TILE_LEAD: f32 = 0.10;
/// Minimum overlap of the arrow or face that shows the heading; below it, the confidence is 0.
const MIN_ARROW_OVERLAP: f32 = 0.4;
/// Lead of the best heading's overlap over the next best for full confidence.
const CLEAR_ARROW_LEAD: f32 = 0.3;
/// Maximum correction of the lattice's position along each axis before headings are compared, in pixels.
const MAX_NUDGE: i32 = 3;
/// Minimum number of pixels of a figure at scale 1.
const MIN_PIXELS: f32 = 120.0;

pub(super) struct FigureMatch {
    pub(super) tile: BlockTile,
    /// 0 towards the previous row, 1 the next column, 2 the next row, 3 the previous column.
    pub(super) heading: usize,
    pub(super) confidence: f32,
}

/// Finds the figure: by intersection over union of predicted and visible pixels, first tile, then heading. `None` if
/// too few pixels have its colours, or no tile explains them.
pub(super) fn find(
    rule: &IsometricRule,
    figure: &FigureRule,
    map: &ClassMap,
    lattice: TileLattice,
    blocks: &TileLayout,
) -> Option<FigureMatch> {
    let finder = FigureFinder {
        rule,
        figure,
        map,
        lattice,
        depth: &blocks.depth,
    };
    // Fewer pixels of its colours than those of a figure are noise.
    let pixels = (0..map.width * map.height).filter(|i| class_map::is_figure(map.at(*i)));
    let figure_pixels = pixels.count();
    if (figure_pixels as f32) < MIN_PIXELS * lattice.scale * lattice.scale {
        return None;
    }
    let min_overlap = match finder.figure.faces.is_empty() {
        true => MIN_FIGURE_OVERLAP,
        false => MIN_FACE_OVERLAP,
    };
    // Overlap, tile and its height, the best first; of equal ones, the first tile.
    let tiles = blocks.tiles.iter().filter_map(|tile| {
        let height = tile.block?.height;
        Some((finder.overlap(*tile, height, figure_pixels), *tile, height))
    });
    let mut tiles: Vec<(f32, BlockTile, i32)> = tiles.collect();
    tiles.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = tiles.first();
    let &(overlap, tile, height) = best.filter(|(overlap, ..)| *overlap >= min_overlap)?;
    let second = tiles.get(1).map_or(0.0, |(overlap, ..)| *overlap);
    let tile_lead = ((overlap - second) / CLEAR_TILE_LEAD).clamp(0.0, 1.0);
    // The lattice may be slightly off if few tops are entirely visible.
    let offsets = -MAX_NUDGE..=MAX_NUDGE;
    let offsets = offsets.flat_map(|down| (-MAX_NUDGE..=MAX_NUDGE).map(move |right| (right, down)));
    let nudged = offsets.map(|(right, down)| FigureFinder {
        lattice: TileLattice {
            x: lattice.x + right as f32,
            y: lattice.y + down as f32,
            ..lattice
        },
        ..finder
    });
    let scored = nudged.map(|finder| (finder.overlap(tile, height, figure_pixels), finder));
    let (_, finder) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let headings = (0..4).map(|it| (finder.heading(tile, height, it), it));
    let mut headings: Vec<(f32, usize)> = headings.collect();
    headings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (&(best_overlap, heading), &(next_overlap, _)) = (headings.first()?, headings.get(1)?);
    let heading_lead = match best_overlap >= MIN_ARROW_OVERLAP {
        true => ((best_overlap - next_overlap) / CLEAR_ARROW_LEAD).clamp(0.0, 1.0),
        false => 0.0,
    };
    Some(FigureMatch {
        tile,
        heading,
        confidence: tile_lead.min(heading_lead).min(tile.confidence),
    })
}

/// Compares predicted and visible pixels of the figure on a lattice.
#[derive(Clone, Copy)]
struct FigureFinder<'a> {
    rule: &'a IsometricRule,
    figure: &'a FigureRule,
    map: &'a ClassMap,
    lattice: TileLattice,
    /// Depth of each pixel, as in [`TileLayout`].
    depth: &'a [i32],
}

impl FigureFinder<'_> {
    /// Centre of the tile's top, from which the figure's parts are measured.
    fn feet(&self, tile: BlockTile, height: i32) -> (f32, f32) {
        self.lattice.top(&self.rule.lengths, tile.k, tile.m, height)
    }

    /// Index of a pixel; `None` if a block in front of the tile covers it, or it is outside the area.
    fn visible_index(&self, x: i32, y: i32, tile: BlockTile) -> Option<usize> {
        let index = self.map.index(x, y)?;
        (self.depth.get(index).copied().unwrap_or(UNCOVERED) <= tile.m).then_some(index)
    }

    /// Overlap of the figure's body on a tile with all pixels of its colours, whose number is `figure_pixels`.
    fn body(&self, tile: BlockTile, height: i32, figure_pixels: usize) -> f32 {
        let (x, y) = self.feet(tile, height);
        let s = self.lattice.scale;
        let inside = |column: i32, row: i32| {
            self.figure.parts.iter().any(|part| {
                let middle = (x + part.at.0 * s, y + part.at.1 * s);
                in_ellipse((column, row), middle, (part.half.0 * s, part.half.1 * s))
            })
        };
        let edges = self.figure.parts.iter().map(|RoundPart { at, half, .. }| {
            (at.0 - half.0, at.1 - half.1, at.0 + half.0, at.1 + half.1)
        });
        let around = edges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)));
        let Some((left, top, right, bottom)) = around else {
            return 0.0;
        };
        let (mut predicted, mut both) = (0_usize, 0_usize);
        for row in (y + top * s).floor() as i32..=(y + bottom * s).ceil() as i32 {
            for column in (x + left * s).floor() as i32..=(x + right * s).ceil() as i32 {
                if inside(column, row)
                    && let Some(index) = self.visible_index(column, row, tile)
                {
                    predicted += 1;
                    both += usize::from(class_map::is_figure(self.map.at(index)));
                }
            }
        }
        both as f32 / (predicted + figure_pixels - both).max(1) as f32
    }

    /// Overlap of the body or, if the figure has faces, the mean with the best face. Where the body hardly overlaps,
    /// there is no figure whose face could be compared.
    fn overlap(&self, tile: BlockTile, height: i32, figure_pixels: usize) -> f32 {
        let body = self.body(tile, height, figure_pixels);
        if self.figure.faces.is_empty() || body < MIN_FACE_OVERLAP / 2.0 {
            return body;
        }
        let faces = self.figure.faces.iter();
        let faces = faces.map(|face| self.face(tile, height, face));
        (body + faces.fold(0.0, f32::max)) / 2.0
    }

    /// Overlap of the face, or of the arrow, that shows a heading.
    fn heading(&self, tile: BlockTile, height: i32, heading: usize) -> f32 {
        match self.figure.faces.get(heading) {
            Some(face) => self.face(tile, height, face),
            None => self.arrow(tile, height, heading),
        }
    }

    /// Overlap of a face's parts with the pixels of its colours.
    fn face(&self, tile: BlockTile, height: i32, face: &FaceRule) -> f32 {
        let (x, y) = self.feet(tile, height);
        let s = self.lattice.scale;
        let classes = class_map::classes_of(self.figure, &face.colours);
        let reach = |edge: fn(&RoundPart) -> f32| {
            (self.figure.parts.iter().map(edge).fold(0.0, f32::max) * s).ceil() as i32
        };
        let aside = reach(|part| part.at.0.abs() + part.half.0);
        let above = reach(|part| part.half.1 - part.at.1);
        let below = reach(|part| part.half.1 + part.at.1);
        let columns = x as i32 - aside..=x as i32 + aside;
        let rows = y as i32 - above..=y as i32 + below;
        let is_of_face = |class: Class| classes.contains(&class);
        self.shared(tile, columns, rows, is_of_face, |column, row| {
            face.parts.iter().any(|part| {
                let middle = (x + part.at.0 * s, y + part.at.1 * s);
                in_ellipse((column, row), middle, (part.half.0 * s, part.half.1 * s))
            })
        })
    }

    /// Overlap of visible pixels in a class with a predicted shape, within a rectangle.
    fn shared(
        &self,
        tile: BlockTile,
        columns: RangeInclusive<i32>,
        rows: RangeInclusive<i32>,
        is_observed: impl Fn(Class) -> bool,
        is_predicted: impl Fn(i32, i32) -> bool,
    ) -> f32 {
        let (mut either, mut both) = (0, 0);
        for (row, column) in rows.flat_map(|row| columns.clone().map(move |it| (row, it))) {
            if let Some(index) = self.visible_index(column, row, tile) {
                let (observed, predicted) =
                    (is_observed(self.map.at(index)), is_predicted(column, row));
                either += i32::from(observed || predicted);
                both += i32::from(observed && predicted);
            }
        }
        both as f32 / either.max(1) as f32
    }

    /// Overlap of the arrow in a heading with the pixels of its colour.
    fn arrow(&self, tile: BlockTile, height: i32, heading: usize) -> f32 {
        let (x, y) = self.feet(tile, height);
        let (rule, s) = (self.rule, self.lattice.scale);
        let arrow = &self.figure.arrow;
        // Vector to the next tile in a heading, numbered as `FigureMatch::heading`. Rows run down to the left on the
        // screen, columns down to the right.
        let direction = |heading: usize| {
            let (south, east) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][heading % 4];
            let TileLengths { across, down, .. } = rule.lengths;
            ((east - south) * across, (east + south) * down)
        };
        let (ahead, aside) = (direction(heading), direction(heading + 1));
        let point = |(along, across): &(f32, f32)| {
            let right = arrow.at.0 + ahead.0 * along + aside.0 * across;
            let down = arrow.at.1 + ahead.1 * along + aside.1 * across;
            (x + right * s, y + down * s)
        };
        let points: Vec<(f32, f32)> = arrow.points.iter().map(point).collect();
        let reach = rule.lengths.across * s;
        let columns = (x - reach) as i32..=(x + reach) as i32;
        let middle = y + arrow.at.1 * s;
        let rows = (middle - reach) as i32..=(middle + reach) as i32;
        self.shared(
            tile,
            columns,
            rows,
            |class| class == ARROW,
            |column, row| in_polygon(&points, (column as f32 + 0.5, row as f32 + 0.5)),
        )
    }
}

fn in_ellipse(pixel: (i32, i32), middle: (f32, f32), half: (f32, f32)) -> bool {
    let across = (pixel.0 as f32 + 0.5 - middle.0) / half.0;
    let down = (pixel.1 as f32 + 0.5 - middle.1) / half.1;
    across * across + down * down <= 1.0
}

fn in_polygon(points: &[(f32, f32)], (x, y): (f32, f32)) -> bool {
    let ends = points.iter().skip(1).chain(points.first());
    let crossed = points.iter().zip(ends).filter(|((x0, y0), (x1, y1))| {
        (*y0 <= y) != (*y1 <= y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    });
    crossed.count() % 2 == 1
}
