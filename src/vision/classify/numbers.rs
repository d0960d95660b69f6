//! Cells in which numbers stand, such as the clues beside a line.

use crate::digits::{Blob, Ink, lone_number, number};
use crate::game::{CellReading, Side};
use crate::place::ImageRect;
use crate::profile::{NumbersRule, Rgb};
use crate::sampler::{Sampler, median};

use super::strip::Strip;

/// Ink differs at least this much from the ground.
pub(super) const INK: f32 = 60.0;
/// Side by side, digits of one number are at most this share of their height apart.
const GAP: f32 = 0.5;
/// Blobs in one line share this much of the lower one's height.
const IN_LINE: f32 = 0.5;
/// What is lower than this share of the highest blob is a speck.
const SPECK: f32 = 0.4;

/// Reads the numbers in a strip, line by line and in each from left to right: `2 1`.
pub(super) fn read(rule: &NumbersRule, sampler: &Sampler<'_>, strip: Strip) -> CellReading<String> {
    let sure = |value: &str| CellReading {
        value: value.to_owned(),
        confidence: 1.0,
        runner_up: None,
    };
    let Some(ink) = strip.on_one_ground(sampler).ink(sampler) else {
        return sure(&rule.blank);
    };
    let groups = numbers(&ink);
    if groups.is_empty() {
        return sure(&rule.blank);
    }
    let reads: Vec<_> = groups.iter().map(|group| number(&ink, group)).collect();
    let text = |other: Option<usize>| {
        let words = reads.iter().enumerate().map(|(index, read)| match read {
            Some(read) if other == Some(index) => read.runner_up.unwrap_or(read.value).to_string(),
            Some(read) => read.value.to_string(),
            None => "?".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let sureness = |index: usize| reads[index].as_ref().map_or(0.0, |read| read.confidence);
    let weakest = (0..reads.len()).min_by(|a, b| sureness(*a).total_cmp(&sureness(*b)));
    let confidence = weakest.map_or(0.0, sureness);
    CellReading {
        value: text(None),
        confidence,
        runner_up: weakest
            .filter(|_| confidence < 1.0)
            .map(|index| text(Some(index)))
            .filter(|other| *other != text(None)),
    }
}

/// A number as it stands in a strip.
pub(crate) struct Standing {
    /// Pixels from the strip's end at the board to the number.
    pub(crate) near: f32,
    /// The same to its far side.
    pub(crate) far: f32,
    pub(crate) height: f32,
    /// How sure it is that this is a number.
    pub(crate) confidence: f32,
}

/// Whatever stands in a strip as numbers do.
pub(crate) fn standing(sampler: &Sampler<'_>, strip: Strip) -> Vec<Standing> {
    let Some(ink) = strip.ink(sampler) else {
        return Vec::new();
    };
    let stands = |blobs: &Vec<Blob>| {
        let left = blobs.iter().map(|blob| blob.left).min()?;
        let right = blobs.iter().map(|blob| blob.right).max()?;
        let top = blobs.iter().map(|blob| blob.top).min()?;
        let bottom = blobs.iter().map(|blob| blob.bottom).max()?;
        let (near, far) = match strip.side {
            Some(Side::Left) => (ink.width - right, ink.width - left),
            Some(Side::Right) => (left, right),
            Some(Side::Top) => (ink.height - bottom, ink.height - top),
            Some(Side::Bottom) | None => (top, bottom),
        };
        Some(Standing {
            near: near as f32,
            far: far as f32,
            height: (bottom - top) as f32,
            confidence: number(&ink, blobs).map_or(0.0, |read| read.confidence),
        })
    };
    numbers(&ink).iter().filter_map(stands).collect()
}

/// A number in a cell is at least this share of its side high, and its middle this near to the cell's.
const LEAST: f32 = 0.25;
const OFF_CENTRE: f32 = 0.2;

/// The number that stands alone in the middle of a cell, and how sure that is.
pub(super) fn alone(sampler: &Sampler<'_>, cell: ImageRect) -> Option<(u32, f32)> {
    let (width, height, pixels) = sampler.pixels(cell);
    let mut ink = ink(&pixels, width, height)?;
    // What touches the rim is the cell's outline, or a neighbour's.
    for blob in ink.blobs() {
        if blob.left == 0 || blob.top == 0 || blob.right >= width || blob.bottom >= height {
            ink.wipe(&blob);
        }
    }
    let groups = numbers(&ink);
    let [digits] = groups.as_slice() else {
        return None;
    };
    let edge = |of: fn(&Blob) -> usize| digits.iter().map(of);
    let (left, right) = (edge(|b| b.left).min()?, edge(|b| b.right).max()?);
    let (top, bottom) = (edge(|b| b.top).min()?, edge(|b| b.bottom).max()?);
    let off = |from: usize, to: usize, side: usize| {
        ((from + to) as f32 - side as f32).abs() / (2.0 * side as f32)
    };
    let is_central =
        off(left, right, width) <= OFF_CENTRE && off(top, bottom, height) <= OFF_CENTRE;
    let is_high = (bottom - top) as f32 >= LEAST * height as f32;
    let read = lone_number(&ink, digits).filter(|_| is_central && is_high)?;
    Some((read.value, read.confidence))
}

/// The ink in a rectangle, if there is any.
fn ink(pixels: &[Rgb], width: usize, height: usize) -> Option<Ink> {
    let (ink, strength) = Ink::of_contrast(&ink_away(pixels), width, height);
    (strength >= INK).then_some(ink)
}

/// How much pixels differ from the ground they are on.
pub(super) fn ink_away(pixels: &[Rgb]) -> Vec<f32> {
    let ground = median(pixels.iter().copied());
    let away = pixels.iter();
    away.map(|colour| f32::from(colour.distance(ground)))
        .collect()
}

/// The blobs of each number, in reading order.
fn numbers(ink: &Ink) -> Vec<Vec<Blob>> {
    let mut blobs = ink.blobs();
    // What goes through from side to side is a line of the board.
    blobs.retain(|blob| blob.height() < ink.height && blob.width() < ink.width);
    let highest = blobs.iter().map(Blob::height).max().unwrap_or(0) as f32;
    blobs.retain(|blob| blob.height() as f32 >= SPECK * highest);
    let mut lines: Vec<Vec<Blob>> = Vec::new();
    for blob in blobs {
        match lines
            .iter_mut()
            .find(|line| line.iter().any(|other| beside(other, &blob)))
        {
            Some(line) => line.push(blob),
            None => lines.push(vec![blob]),
        }
    }
    lines.sort_by_key(|line| line.iter().map(|blob| blob.top).min());
    lines.into_iter().flat_map(parted).collect()
}

/// Whether two blobs stand in one line.
fn beside(a: &Blob, b: &Blob) -> bool {
    let shared = a.bottom.min(b.bottom).saturating_sub(a.top.max(b.top));
    shared as f32 >= IN_LINE * a.height().min(b.height()) as f32
}

/// A line cut where there are gaps; its blobs come from left to right.
fn parted(line: Vec<Blob>) -> Vec<Vec<Blob>> {
    let highest = line.iter().map(Blob::height).max().unwrap_or(0) as f32;
    let mut numbers: Vec<Vec<Blob>> = Vec::new();
    let mut end = 0;
    for blob in line {
        let right = blob.right;
        match numbers.last_mut() {
            Some(number) if blob.left as f32 - end as f32 <= GAP * highest => number.push(blob),
            _ => numbers.push(vec![blob]),
        }
        end = right.max(end);
    }
    numbers
}
