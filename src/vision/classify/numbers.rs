//! Recognition of numbers in cells and clue margins.

use crate::digits::{Blob, Ink, MIN_CONTRAST, contrasts, lone_number, number};
use crate::game::{CellReading, Grid, Side, Size};
use crate::place::ImageRect;
use crate::profile::{BoardRule, NumbersRule};
use crate::reading::{CellGrid, cell_reading};
use crate::sampler::Sampler;

use super::strip::Strip;

/// Maximum gap between digits of one number, in digit heights.
const MAX_DIGIT_GAP: f32 = 0.5;
/// Minimum vertical overlap of blobs on one line, as a share of the lower one's height.
const MIN_LINE_OVERLAP: f32 = 0.5;
/// Minimum height of a digit, as a share of the highest blob's; lower blobs are ignored.
const MIN_DIGIT_HEIGHT: f32 = 0.4;

/// Reads the numbers in the cells of a board.
pub(crate) fn read_numbers(
    rule: &NumbersRule,
    board: &BoardRule,
    size: Size,
    sampler: &Sampler<'_>,
) -> CellGrid {
    let side = Side::from_id(&board.id);
    Grid::from_fn(size, |cell| {
        let rect = sampler.place().cell(board, cell);
        read(rule, sampler, Strip { rect, side })
    })
}

/// Reads the numbers in a margin, line by line from left to right, as `2 1`, with `?` for an unreadable one. The
/// confidence is that of the least certain number; the runner-up is the same text with its second reading.
pub(super) fn read(rule: &NumbersRule, sampler: &Sampler<'_>, strip: Strip) -> CellReading<String> {
    let blank = cell_reading(rule.blank.as_str(), 1.0);
    let Some(ink) = strip.on_one_background(sampler).ink(sampler) else {
        return blank;
    };
    let groups = numbers(&ink);
    if groups.is_empty() {
        return blank;
    }
    let reads: Vec<_> = groups.iter().map(|group| number(&ink, group)).collect();
    let text = |second_reading_of: Option<usize>| {
        let words = reads.iter().enumerate().map(|(index, read)| match read {
            Some(read) if second_reading_of == Some(index) => {
                read.runner_up.unwrap_or(read.value).to_string()
            }
            Some(read) => read.value.to_string(),
            None => "?".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let confidence_of = |index: usize| reads[index].as_ref().map_or(0.0, |read| read.confidence);
    let weakest = (0..reads.len()).min_by(|a, b| confidence_of(*a).total_cmp(&confidence_of(*b)));
    let confidence = weakest.map_or(0.0, confidence_of);
    let unsure = weakest.filter(|_| confidence < 1.0);
    let runner_up = unsure.map(|index| text(Some(index)));
    CellReading {
        runner_up: runner_up.filter(|runner_up| *runner_up != text(None)),
        ..cell_reading(text(None), confidence)
    }
}

/// Extent, in pixels, of what is arranged like a number in a margin; it need not be one.
pub(crate) struct NumberGroup {
    /// Distance from the board to the near side.
    pub(crate) inner: f32,
    /// Distance from the board to the far side.
    pub(crate) outer: f32,
    pub(crate) height: f32,
    /// Confidence that it is a number.
    pub(crate) confidence: f32,
}

/// Finds everything arranged like numbers in a margin, in reading order. It may include unrelated content beyond them.
pub(crate) fn number_groups(sampler: &Sampler<'_>, strip: Strip) -> Vec<NumberGroup> {
    let Some(ink) = strip.ink(sampler) else {
        return Vec::new();
    };
    let group = |blobs: &Vec<Blob>| {
        let [left, top, right, bottom] = bounds(blobs)?;
        let (inner, outer) = match strip.side {
            Some(Side::Left) => (ink.width - right, ink.width - left),
            Some(Side::Right) => (left, right),
            Some(Side::Top) => (ink.height - bottom, ink.height - top),
            Some(Side::Bottom) | None => (top, bottom),
        };
        Some(NumberGroup {
            inner: inner as f32,
            outer: outer as f32,
            height: (bottom - top) as f32,
            confidence: number(&ink, blobs).map_or(0.0, |read| read.confidence),
        })
    };
    numbers(&ink).iter().filter_map(group).collect()
}

/// Minimum height of a number in a cell, as a share of the cell's height.
const MIN_HEIGHT_IN_CELL: f32 = 0.25;
/// Maximum distance of a number's middle from that of its cell, as a share of the cell's side.
const MAX_OFF_CENTRE: f32 = 0.2;

/// Number in the middle of a cell, with its confidence; `None` if anything else of its size is in the cell.
pub(super) fn single_number(sampler: &Sampler<'_>, cell: ImageRect) -> Option<(u32, f32)> {
    let (width, height, pixels) = sampler.pixels(cell);
    let (mut ink, strength) = Ink::from_contrasts(&contrasts(&pixels), width, height);
    if strength < MIN_CONTRAST {
        return None;
    }
    // Ink at the rim belongs to an outline or a neighbour.
    for blob in ink.blobs() {
        if blob.left == 0 || blob.top == 0 || blob.right >= width || blob.bottom >= height {
            ink.wipe(&blob);
        }
    }
    let groups = numbers(&ink);
    let [digits] = groups.as_slice() else {
        return None;
    };
    let [left, top, right, bottom] = bounds(digits)?;
    let off_centre = |from: usize, to: usize, side: usize| {
        ((from + to) as f32 - side as f32).abs() / (2.0 * side as f32)
    };
    let is_central = off_centre(left, right, width) <= MAX_OFF_CENTRE
        && off_centre(top, bottom, height) <= MAX_OFF_CENTRE;
    let is_high = (bottom - top) as f32 >= MIN_HEIGHT_IN_CELL * height as f32;
    let read = lone_number(&ink, digits).filter(|_| is_central && is_high)?;
    Some((read.value, read.confidence))
}

/// Minimum height of a sign, in pixels; lower ink is a speck.
const MIN_SIGN_HEIGHT: usize = 5;

/// Returns whether something is drawn in a cell, apart from its rim, however small it is compared with the cell.
pub(super) fn has_sign(sampler: &Sampler<'_>, cell: ImageRect) -> bool {
    let (width, height, pixels) = sampler.pixels(cell);
    let ink = Ink::with_strength(&contrasts(&pixels), width, height, MIN_CONTRAST);
    let is_inside =
        |blob: &Blob| blob.left > 0 && blob.top > 0 && blob.right < width && blob.bottom < height;
    let mut signs = ink.blobs().into_iter();
    signs.any(|blob| blob.height() >= MIN_SIGN_HEIGHT && is_inside(&blob))
}

/// Left, top, right and bottom of all blobs together; `None` without blobs.
fn bounds(blobs: &[Blob]) -> Option<[usize; 4]> {
    let edge = |of: fn(&Blob) -> usize| blobs.iter().map(of);
    let (left, right) = (edge(|b| b.left).min()?, edge(|b| b.right).max()?);
    let (top, bottom) = (edge(|b| b.top).min()?, edge(|b| b.bottom).max()?);
    Some([left, top, right, bottom])
}

/// Blobs of each number, in reading order.
fn numbers(ink: &Ink) -> Vec<Vec<Blob>> {
    let mut blobs = ink.blobs();
    // Blobs across the whole rectangle are board lines.
    blobs.retain(|blob| blob.height() < ink.height && blob.width() < ink.width);
    let highest = blobs.iter().map(Blob::height).max().unwrap_or(0) as f32;
    blobs.retain(|blob| blob.height() as f32 >= MIN_DIGIT_HEIGHT * highest);
    let mut lines: Vec<Vec<Blob>> = Vec::new();
    for blob in blobs {
        let continues = |line: &&mut Vec<Blob>| line.iter().any(|it| on_one_line(it, &blob));
        match lines.iter_mut().find(continues) {
            Some(line) => line.push(blob),
            None => lines.push(vec![blob]),
        }
    }
    lines.sort_by_key(|line| line.iter().map(|blob| blob.top).min());
    lines.into_iter().flat_map(split_numbers).collect()
}

fn on_one_line(a: &Blob, b: &Blob) -> bool {
    let shared = a.bottom.min(b.bottom).saturating_sub(a.top.max(b.top));
    shared as f32 >= MIN_LINE_OVERLAP * a.height().min(b.height()) as f32
}

/// Splits a line of blobs, sorted by their left sides, at gaps wider than between digits.
fn split_numbers(line: Vec<Blob>) -> Vec<Vec<Blob>> {
    let highest = line.iter().map(Blob::height).max().unwrap_or(0) as f32;
    let mut numbers: Vec<Vec<Blob>> = Vec::new();
    let mut end = 0;
    for blob in line {
        let right = blob.right;
        match numbers.last_mut() {
            Some(number) if blob.left as f32 - end as f32 <= MAX_DIGIT_GAP * highest => {
                number.push(blob)
            }
            _ => numbers.push(vec![blob]),
        }
        end = right.max(end);
    }
    numbers
}
