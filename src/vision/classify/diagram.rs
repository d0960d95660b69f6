//! Little maps in cells: which other cells belong to a cell.

use image::RgbaImage;

use crate::game::{Cell, CellReading, Size};
use crate::place::ImageRect;
use crate::profile::DiagramRule;
use crate::reading::cell_reading;
use crate::sampler::colour_at;

/// Share of an outline's pixels that must have the colour of the lines.
const OUTLINE: f32 = 0.95;
/// The filled square is at least so many pixels wide; smaller ones cannot be told from outlines.
const LEAST_SQUARE: usize = 3;

/// Reads the map in a cell of a board of this size, as profiles and games write it: `0,0 0,1 1,0`.
/// A cell without a map has no value.
///
/// The squares of the map are as wide as the filled one, and neighbours share a line.
pub(super) fn read(
    rule: &DiagramRule,
    image: &RgbaImage,
    rect: ImageRect,
    cell: Cell,
    size: Size,
) -> CellReading<String> {
    let map = offsets(rule, image, rect, cell, size);
    let (offsets, confidence) = map.unwrap_or_default();
    let words: Vec<String> = offsets
        .iter()
        .map(|(row, col)| format!("{row},{col}"))
        .collect();
    cell_reading(words.join(" "), confidence)
}

/// Rows and columns from the cell, in raster order, the cell's own included; and how sure that is.
fn offsets(
    rule: &DiagramRule,
    image: &RgbaImage,
    rect: ImageRect,
    cell: Cell,
    size: Size,
) -> Option<(Vec<(i32, i32)>, f32)> {
    let ink = Ink::new(rule, image, rect);
    let (left, top, side) = ink.largest_square()?;
    if side < LEAST_SQUARE {
        return None;
    }
    let (row, col) = (cell.row as i32, cell.col as i32);
    // In an enlarged picture lines are wider; at a wrong width hardly any square fits.
    let widths = 1..=(side / 3).max(1);
    let maps = widths.map(|line| {
        let step = (side - line) as i32;
        let mut offsets = Vec::new();
        for down in -row..size.rows as i32 - row {
            for right in -col..size.cols as i32 - col {
                let corner = (left as i32 + right * step, top as i32 + down * step);
                if (down, right) == (0, 0) || ink.outlined(corner, side as i32 - 1) {
                    offsets.push((down, right));
                }
            }
        }
        offsets
    });
    // The thinnest line of the best.
    let best = maps.reduce(|best, new| if new.len() > best.len() { new } else { best });
    let offsets = best?;
    // A square all of whose neighbours are there has its outline from them.
    let unsure = offsets.iter().any(|&(down, right)| {
        (down, right) != (0, 0)
            && [(0, 1), (1, 0), (0, -1), (-1, 0)]
                .iter()
                .all(|(dy, dx)| offsets.contains(&(down + dy, right + dx)))
    });
    let confidence = if unsure { 0.3 } else { 1.0 };
    Some((offsets, confidence))
}

/// Which pixels of a cell have the colour of the lines.
struct Ink {
    width: usize,
    height: usize,
    drawn: Vec<bool>,
}

impl Ink {
    fn new(rule: &DiagramRule, image: &RgbaImage, rect: ImageRect) -> Self {
        // Inside the lines between the cells.
        let inset = 2.0;
        let edge = |at: f32, most: u32| (at.max(0.0) as u32).min(most);
        let (left, right) = (
            edge((rect.x + inset).ceil(), image.width()),
            edge((rect.x + rect.width - inset).floor(), image.width()),
        );
        let (top, bottom) = (
            edge((rect.y + inset).ceil(), image.height()),
            edge((rect.y + rect.height - inset).floor(), image.height()),
        );
        let drawn = (top..bottom.max(top))
            .flat_map(|y| (left..right.max(left)).map(move |x| (x, y)))
            .map(|(x, y)| {
                let colour = colour_at(image, x.into(), y.into());
                let mut inks = rule.colours.iter();
                inks.any(|ink| ink.distance(colour) <= rule.tolerance)
            })
            .collect();
        Self {
            width: right.saturating_sub(left) as usize,
            height: bottom.saturating_sub(top) as usize,
            drawn,
        }
    }

    fn at(&self, x: i32, y: i32) -> bool {
        let inside = |at: i32, length: usize| usize::try_from(at).ok().filter(|at| *at < length);
        match (inside(x, self.width), inside(y, self.height)) {
            (Some(x), Some(y)) => self.drawn.get(y * self.width + x) == Some(&true),
            _ => false,
        }
    }

    /// Left, top and side of the largest square that is all drawn.
    fn largest_square(&self) -> Option<(usize, usize, usize)> {
        let mut above = vec![0_usize; self.width];
        let mut best: Option<(usize, usize, usize)> = None;
        for y in 0..self.height {
            let (mut left, mut corner) = (0, 0);
            for (x, above) in above.iter_mut().enumerate() {
                let old = *above;
                *above = if self.at(x as i32, y as i32) {
                    1 + old.min(left).min(corner)
                } else {
                    0
                };
                corner = old;
                left = *above;
                if best.is_none_or(|(.., side)| *above > side) && *above > 0 {
                    best = Some((x + 1 - *above, y + 1 - *above, *above));
                }
            }
        }
        best
    }

    /// Whether a square with this corner has all four sides, `step` pixels apart.
    fn outlined(&self, (left, top): (i32, i32), step: i32) -> bool {
        let sides = (0..=step).flat_map(|i| {
            [
                (left + i, top),
                (left + i, top + step),
                (left, top + i),
                (left + step, top + i),
            ]
        });
        let drawn = sides.filter(|(x, y)| self.at(*x, *y)).count();
        drawn as f32 >= OUTLINE * (4 * (step + 1)) as f32
    }
}
