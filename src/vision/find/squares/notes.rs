//! Notes: numbers at the ends of lines, each with a triangle that points away from the cells. A note is at a
//! position of the lattice without a cell, next to one with a cell; its kind is given by its colour.

use crate::digits::{Blob, Ink, number};
use crate::game::Side;
use crate::place::ImageRect;
use crate::profile::Rgb;

use super::contents::extract_ink;
use super::lattice::SquareLattice;
use super::view::SquareView;

/// Minimum channel difference of a note's ink from the background: less than a cell's number needs, as some are pale.
const MIN_CONTRAST: f32 = 22.0;
/// Share of the distance from a position's centre to its neighbours' outlines that is read; the rest is blurred outline.
const READ_SHARE: f32 = 0.95;
/// Confidence limit of a number without a triangle.
const GUESS_CONFIDENCE: f32 = 0.3;

/// Text of a note without a readable number.
const UNREAD: &str = "?";

pub(super) struct EdgeNote {
    /// True if it belongs to a row, not a column.
    pub(super) of_row: bool,
    /// Row or column of the lattice.
    pub(super) line: i32,
    pub(super) text: String,
    pub(super) confidence: f32,
    pub(super) runner_up: Option<String>,
}

/// Sides of a note on which its cells may be; the first among equals counts.
const SIDES: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

/// Position (column, row) next to another on this side.
fn neighbour(side: Side, (column, row): (i32, i32)) -> (i32, i32) {
    match side {
        Side::Left => (column - 1, row),
        Side::Right => (column + 1, row),
        Side::Top => (column, row - 1),
        Side::Bottom => (column, row + 1),
    }
}

/// All notes at positions adjacent to cells.
pub(super) fn notes(
    view: &SquareView<'_>,
    lattice: &SquareLattice,
    cells: &[(i32, i32)],
) -> Vec<EdgeNote> {
    let mut positions: Vec<(i32, i32)> = Vec::new();
    for cell in cells {
        for side in SIDES {
            let position = neighbour(side, *cell);
            if !cells.contains(&position) && !positions.contains(&position) {
                positions.push(position);
            }
        }
    }
    let mut notes = Vec::new();
    for position in positions {
        let has_cell = |side: &Side| cells.contains(&neighbour(*side, position));
        let sides = SIDES.into_iter().filter(has_cell);
        let sides: Vec<Side> = sides.collect();
        notes.extend(read_note(view, lattice, position, &sides));
    }
    notes
}

/// Note at a position without a cell, for one of the sides with a cell.
fn read_note(
    view: &SquareView<'_>,
    lattice: &SquareLattice,
    position: (i32, i32),
    sides: &[Side],
) -> Option<EdgeNote> {
    let (x, y) = lattice.centre(position.0, position.1);
    let half = READ_SHARE * (lattice.pitch - lattice.side / 2.0);
    let rect = ImageRect::centred((x, y), (2.0 * half, 2.0 * half));
    let (width, height, pixels) = view.pixels(rect);
    let (ink, _) = extract_ink(&pixels, width, height, view.background, MIN_CONTRAST);
    let ink = ink?;
    let blobs = ink.blobs();
    let middle = (x - rect.x.round(), y - rect.y.round());
    let zone = Zone {
        middle,
        scale: view.scale,
        pitch: lattice.pitch,
    };
    let best = sides
        .iter()
        .filter_map(|side| zone.read(*side, &ink, &blobs))
        .max_by(|a, b| a.confidence.total_cmp(&b.confidence));
    let (column, row) = position;
    let line = |side: Side| if side.is_for_rows() { row } else { column };
    let Some(best) = best else {
        // A triangle without a readable number is reported as doubtful.
        let has_triangle = |side: &&Side| zone.triangle(**side, &ink, &blobs).is_some();
        return sides.iter().find(has_triangle).map(|side| EdgeNote {
            of_row: side.is_for_rows(),
            line: line(*side),
            text: UNREAD.to_owned(),
            confidence: 0.0,
            runner_up: None,
        });
    };
    let (kind, certainty) = kind(view, &best.digits, &ink, &pixels)?;
    let text = |value: u32| format!("{kind} {value}");
    Some(EdgeNote {
        of_row: best.side.is_for_rows(),
        line: line(best.side),
        text: text(best.value),
        confidence: best.confidence.min(certainty),
        runner_up: best.runner_up.map(text),
    })
}

/// Geometry of a position, in pixels.
struct Zone {
    middle: (f32, f32),
    scale: f32,
    pitch: f32,
}

struct NoteReading {
    side: Side,
    value: u32,
    confidence: f32,
    runner_up: Option<u32>,
    digits: Vec<Blob>,
}

impl Zone {
    /// Bounding box of a blob relative to a side's cells: near and far distance outwards, and range across.
    fn extent_from(&self, side: Side, blob: &Blob) -> (f32, f32, f32, f32) {
        let (x, y) = self.middle;
        let (left, right) = (blob.left as f32 - x, blob.right as f32 - x);
        let (top, bottom) = (blob.top as f32 - y, blob.bottom as f32 - y);
        let edge = self.pitch / 2.0;
        match side {
            Side::Left => (edge + left, edge + right, top, bottom),
            Side::Right => (edge - right, edge - left, top, bottom),
            Side::Top => (edge + top, edge + bottom, left, right),
            Side::Bottom => (edge - bottom, edge - top, left, right),
        }
    }

    /// Triangle that points away from the cells on this side. Distances are pixels at scale 1, measured in the game.
    fn triangle<'b>(&self, side: Side, ink: &Ink, blobs: &'b [Blob]) -> Option<&'b Blob> {
        let s = self.scale;
        blobs.iter().find(|blob| {
            let (near, far, low, high) = self.extent_from(side, blob);
            let (deep, wide) = (far - near, high - low);
            near < 7.0 * s
                && far < 16.0 * s
                && (3.0 * s..=12.0 * s).contains(&deep)
                && (7.0 * s..=20.0 * s).contains(&wide)
                && wide > deep
                && (low + high).abs() < 6.0 * s
                && self.points_away(side, ink, blob)
        })
    }

    /// Number whose cells are on this side, with a triangle or at least at the right position.
    fn read(&self, side: Side, ink: &Ink, blobs: &[Blob]) -> Option<NoteReading> {
        let s = self.scale;
        let triangle = self.triangle(side, ink, blobs);
        let from = triangle.map_or(6.0 * s, |triangle| self.extent_from(side, triangle).1);
        let is_digit = |blob: &&Blob| {
            let (near, _, low, high) = self.extent_from(side, blob);
            let centred = match side {
                Side::Left | Side::Right => (low + high).abs() < 9.0 * s,
                Side::Top | Side::Bottom => low > -24.0 * s && high < 24.0 * s,
            };
            near >= from - 1.0
                && (7.0 * s..=26.0 * s).contains(&(blob.height() as f32))
                && centred
                && triangle != Some(*blob)
        };
        let digits: Vec<Blob> = blobs.iter().filter(is_digit).cloned().collect();
        if digits.len() > 3 {
            return None;
        }
        let number = number(ink, &digits)?;
        let confidence = match triangle {
            Some(_) => number.confidence,
            None if number.confidence < 0.5 || digits.len() < 2 => return None,
            None => number.confidence.min(GUESS_CONFIDENCE),
        };
        Some(NoteReading {
            side,
            value: number.value,
            confidence,
            runner_up: number.runner_up,
            digits,
        })
    }

    /// Returns whether a blob has more ink towards the cells.
    fn points_away(&self, side: Side, ink: &Ink, blob: &Blob) -> bool {
        let (x, y) = blob.centre();
        let (mut near, mut far) = (0.0, 0.0);
        for pixel in &blob.pixels {
            let px = (pixel % ink.width) as f32 + 0.5;
            let py = (pixel / ink.width) as f32 + 0.5;
            let outwards = match side {
                Side::Left => px - x,
                Side::Right => x - px,
                Side::Top => py - y,
                Side::Bottom => y - py,
            };
            if outwards > 0.0 {
                far += ink.cover[*pixel];
            } else if outwards < 0.0 {
                near += ink.cover[*pixel];
            }
        }
        near > 1.4 * far
    }
}

/// Kind of a number by its ink colour, with the confidence.
fn kind(
    view: &SquareView<'_>,
    digits: &[Blob],
    ink: &Ink,
    pixels: &[Rgb],
) -> Option<(String, f32)> {
    let inked = digits.iter().flat_map(|blob| &blob.pixels);
    let strong = inked.filter(|at| ink.cover[**at] > 0.8);
    let strong: Vec<Rgb> = strong.map(|at| pixels[*at]).collect();
    let count = strong.len().max(1) as f32;
    let mean: [f32; 3] = std::array::from_fn(|channel| {
        strong.iter().map(|c| f32::from(c.0[channel])).sum::<f32>() / count
    });
    let away = |colour: &Rgb| {
        let parts = colour.0.iter().zip(mean);
        let squares = parts.map(|(a, b)| (f32::from(*a) - b).powi(2));
        squares.sum::<f32>().sqrt()
    };
    let kinds = view.rule.notes.iter().filter_map(|class| {
        let least = class.colours.iter().map(away).min_by(f32::total_cmp)?;
        Some((least, class.value.as_str()))
    });
    let mut nearest: Vec<(f32, &str)> = kinds.collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (best, name) = nearest.first()?;
    let certainty = match nearest.get(1) {
        // Full confidence if the nearest is at most half as far as the next.
        Some((next, _)) => ((1.0 - best / next.max(1.0)) / 0.5).clamp(0.0, 1.0),
        None => 1.0,
    };
    Some(((*name).to_owned(), certainty))
}
