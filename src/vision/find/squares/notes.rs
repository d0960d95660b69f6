//! Notes: numbers at the ends of lines, each with a triangle that points away from the cells. A note is at a
//! position of the lattice without a cell, next to one with a cell; its kind is given by its colour.

use crate::digits::{Blob, Ink, NumberRead, number};
use crate::game::{CellReading, Side};
use crate::place::ImageRect;
use crate::profile::Rgb;
use crate::reading::cell_reading;

use super::contents::extract_ink;
use super::lattice::SquareLattice;
use super::view::SquareView;

/// Minimum channel difference of a note's ink from the background: less than a cell's number needs, as some are pale.
const MIN_CONTRAST: f32 = 22.0;
/// Share of the distance from a position's centre to its neighbours' outlines that is read; the rest is blurred.
const READ_SHARE: f32 = 0.95;
/// Maximum confidence of a number without a triangle.
const MAX_GUESS_CONFIDENCE: f32 = 0.3;
/// Minimum confidence that a number without a triangle must have by itself.
const MIN_NUMBER_CONFIDENCE: f32 = 0.5;
/// Maximum number of digits of a note.
const MAX_DIGITS: usize = 3;
/// Minimum cover of a pixel whose colour counts as the ink's.
const MIN_FULL_COVER: f32 = 0.8;
/// Ratio of the distances to the nearest and to the next colour, up to which the nearest is certain.
const CERTAIN_RATIO: f32 = 0.5;

/// Shape of a note, in pixels at scale 1, measured in the game. *Deep* is outwards from the cells, *wide* across.
mod shape {
    /// Maximum distance of a triangle's near side from the cells.
    pub const MAX_TRIANGLE_NEAR: f32 = 7.0;
    /// Maximum distance of a triangle's far side from the cells.
    pub const MAX_TRIANGLE_FAR: f32 = 16.0;
    pub const TRIANGLE_DEPTH: (f32, f32) = (3.0, 12.0);
    pub const TRIANGLE_WIDTH: (f32, f32) = (7.0, 20.0);
    /// Twice the maximum distance of a triangle's middle from that of the line.
    pub const MAX_TRIANGLE_OFFSET: f32 = 6.0;
    /// Distance of the digits from the cells, if there is no triangle before them.
    pub const MIN_DIGIT_DISTANCE: f32 = 6.0;
    pub const DIGIT_HEIGHT: (f32, f32) = (7.0, 26.0);
    /// Twice the maximum distance of a digit's middle from that of its row.
    pub const MAX_ROW_OFFSET: f32 = 9.0;
    /// Maximum distance of a digit from the middle of its column.
    pub const MAX_COLUMN_REACH: f32 = 24.0;
}

/// Text of a note without a readable number.
const UNREAD: &str = "?";

pub(super) struct EdgeNote {
    /// True if it belongs to a row, not a column.
    pub(super) of_row: bool,
    /// Row or column of the lattice.
    pub(super) line: i32,
    /// Kind and number, such as `sum 12`, or [`UNREAD`].
    pub(super) read: CellReading<String>,
}

/// Sides of a note on which its cells may be. Of equally certain readings, that of the last side counts.
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
pub(super) fn notes(view: &SquareView<'_>, cells: &[(i32, i32)]) -> Vec<EdgeNote> {
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
        let sides: Vec<Side> = SIDES.into_iter().filter(has_cell).collect();
        notes.extend(read_note(view, position, &sides));
    }
    notes
}

/// Note at a position without a cell, for one of the sides with a cell; `None` without a number or a triangle.
fn read_note(view: &SquareView<'_>, position: (i32, i32), sides: &[Side]) -> Option<EdgeNote> {
    let lattice = view.lattice;
    let (x, y) = lattice.centre(position.0, position.1);
    let half = READ_SHARE * (lattice.columns.pitch - lattice.side / 2.0);
    let rect = ImageRect::centred((x, y), (2.0 * half, 2.0 * half));
    let (width, height, pixels) = view.pixels(rect);
    let (ink, _) = extract_ink(&pixels, width, height, lattice.background, MIN_CONTRAST);
    let ink = ink?;
    let blobs = ink.blobs();
    let middle = (x - rect.x.round(), y - rect.y.round());
    let zone = Zone { middle, lattice };
    let best = sides
        .iter()
        .filter_map(|side| zone.read(*side, &ink, &blobs))
        .max_by(|a, b| a.number.confidence.total_cmp(&b.number.confidence));
    let (column, row) = position;
    let line = |side: Side| if side.is_for_rows() { row } else { column };
    let Some(best) = best else {
        // A triangle without a readable number is reported as doubtful.
        let has_triangle = |side: &&Side| zone.triangle(**side, &blobs).is_some();
        return sides.iter().find(has_triangle).map(|side| EdgeNote {
            of_row: side.is_for_rows(),
            line: line(*side),
            read: cell_reading(UNREAD, 0.0),
        });
    };
    let (kind, certainty) = kind(view, &best.digits, &ink, &pixels)?;
    let text = |value: u32| format!("{kind} {value}");
    Some(EdgeNote {
        of_row: best.side.is_for_rows(),
        line: line(best.side),
        read: CellReading {
            runner_up: best.number.runner_up.map(text),
            ..cell_reading(
                text(best.number.value),
                best.number.confidence.min(certainty),
            )
        },
    })
}

/// A position without a cell.
struct Zone<'a> {
    /// Its middle, in pixels of the read rectangle.
    middle: (f32, f32),
    lattice: &'a SquareLattice,
}

struct NoteReading {
    side: Side,
    number: NumberRead,
    digits: Vec<Blob>,
}

/// Bounding box of a blob as seen from cells, in image pixels.
struct BlobExtent {
    /// Distance of the near side from the cells.
    near: f32,
    /// Distance of the far side from the cells.
    far: f32,
    /// Start of the range across, from the middle of the line.
    low: f32,
    /// End of that range.
    high: f32,
}

impl Zone<'_> {
    /// Bounding box of a blob relative to the cells on a side.
    fn extent_from(&self, side: Side, blob: &Blob) -> BlobExtent {
        let (x, y) = self.middle;
        let (left, right) = (blob.left as f32 - x, blob.right as f32 - x);
        let (top, bottom) = (blob.top as f32 - y, blob.bottom as f32 - y);
        let edge = self.lattice.columns.pitch / 2.0;
        let (near, far, low, high) = match side {
            Side::Left => (edge + left, edge + right, top, bottom),
            Side::Right => (edge - right, edge - left, top, bottom),
            Side::Top => (edge + top, edge + bottom, left, right),
            Side::Bottom => (edge - bottom, edge - top, left, right),
        };
        BlobExtent {
            near,
            far,
            low,
            high,
        }
    }

    /// Returns whether a length in image pixels is within a range of pixels at scale 1.
    fn is_within(&self, (least, most): (f32, f32), length: f32) -> bool {
        (least * self.lattice.scale..=most * self.lattice.scale).contains(&length)
    }

    /// Triangle before the cells on this side; `None` if there is none.
    fn triangle<'b>(&self, side: Side, blobs: &'b [Blob]) -> Option<&'b Blob> {
        let s = self.lattice.scale;
        blobs.iter().find(|blob| {
            let at = self.extent_from(side, blob);
            let (deep, wide) = (at.far - at.near, at.high - at.low);
            at.near < shape::MAX_TRIANGLE_NEAR * s
                && at.far < shape::MAX_TRIANGLE_FAR * s
                && self.is_within(shape::TRIANGLE_DEPTH, deep)
                && self.is_within(shape::TRIANGLE_WIDTH, wide)
                && wide > deep
                && (at.low + at.high).abs() < shape::MAX_TRIANGLE_OFFSET * s
        })
    }

    /// Number whose cells are on this side, with a triangle or at least at the right position; `None` if there is none.
    fn read(&self, side: Side, ink: &Ink, blobs: &[Blob]) -> Option<NoteReading> {
        let s = self.lattice.scale;
        let triangle = self.triangle(side, blobs);
        let from = match triangle {
            Some(triangle) => self.extent_from(side, triangle).far,
            None => shape::MIN_DIGIT_DISTANCE * s,
        };
        let is_digit = |blob: &&Blob| {
            let at = self.extent_from(side, blob);
            let reach = shape::MAX_COLUMN_REACH * s;
            let is_on_line = match side {
                Side::Left | Side::Right => (at.low + at.high).abs() < shape::MAX_ROW_OFFSET * s,
                Side::Top | Side::Bottom => at.low > -reach && at.high < reach,
            };
            // A pixel of the triangle's blurred edge may be the digit's.
            at.near >= from - 1.0
                && self.is_within(shape::DIGIT_HEIGHT, blob.height() as f32)
                && is_on_line
                && triangle != Some(*blob)
        };
        let digits: Vec<Blob> = blobs.iter().filter(is_digit).cloned().collect();
        if digits.len() > MAX_DIGITS {
            return None;
        }
        let mut number = number(ink, &digits)?;
        if triangle.is_none() {
            // A single digit may be anything.
            if number.confidence < MIN_NUMBER_CONFIDENCE || digits.len() < 2 {
                return None;
            }
            number.confidence = number.confidence.min(MAX_GUESS_CONFIDENCE);
        }
        Some(NoteReading {
            side,
            number,
            digits,
        })
    }
}

/// Kind of a number by its ink colour, with the confidence; `None` if the rule has no kinds.
fn kind(
    view: &SquareView<'_>,
    digits: &[Blob],
    ink: &Ink,
    pixels: &[Rgb],
) -> Option<(String, f32)> {
    let inked = digits.iter().flat_map(|blob| &blob.pixels);
    let strong = inked.filter(|at| ink.cover[**at] > MIN_FULL_COVER);
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
        let distance = class.colours.iter().map(away).min_by(f32::total_cmp)?;
        Some((distance, class.value.as_str()))
    });
    let mut nearest: Vec<(f32, &str)> = kinds.collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (best, name) = nearest.first()?;
    let certainty = match nearest.get(1) {
        Some((next, _)) => {
            let ratio = best / next.max(1.0);
            ((1.0 - ratio) / (1.0 - CERTAIN_RATIO)).clamp(0.0, 1.0)
        }
        None => 1.0,
    };
    Some(((*name).to_owned(), certainty))
}
