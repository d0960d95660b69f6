//! Digit recognition in any plain type.
//!
//! Blobs of ink are classified by nearest neighbour over normalized shapes (Cover and Hart, "Nearest neighbor pattern
//! classification", 1967). The fonts in `assets/digits/` are drawn at several sizes on first use, so the references
//! lose the same details as small print.

mod fonts;
mod ink;
mod shape;

use crate::game::CellReading;
use crate::reading::cell_reading;

use self::fonts::references;
use self::shape::DigitShape;

pub(super) use self::ink::{Blob, Ink, MIN_CONTRAST, contrasts};

/// Minimum height of unread ink that makes a number a guess, as a share of the highest digit.
const MIN_UNREAD_HEIGHT: f32 = 0.3;
/// Maximum confidence of a guess.
const MAX_GUESS_CONFIDENCE: f32 = 0.3;
/// Minimum horizontal overlap of two blobs that are one digit, as a share of the narrower one.
const MIN_DIGIT_OVERLAP: f32 = 0.5;
/// Minimum height of a digit, as a share of the highest one.
const MIN_DIGIT_HEIGHT: f32 = 0.7;
/// Maximum width of a digit, as a share of its height; wider blobs are two touching digits.
const MAX_DIGIT_WIDTH: f32 = 0.95;
/// Maximum distance from the middle at which wide digits are split, as a share of their width.
const SPLIT_REACH: f32 = 0.2;
/// Maximum number of digits of a number.
const MAX_DIGITS: usize = 4;
/// Shape distances at which the confidence is 1 and 0.
const DISTANCE_RANGE: (f32, f32) = (0.15, 0.30);
/// Relative distance margin to the next digit for full confidence.
const FULL_MARGIN: f32 = 0.26;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberRead {
    pub(super) value: u32,
    /// That of the least certain digit, 0 to 1.
    pub(super) confidence: f32,
    /// The number with the second reading of that digit; `None` if it is certain.
    pub(super) runner_up: Option<u32>,
}

impl NumberRead {
    /// Reading of a cell that shows only this number.
    pub(super) fn reading(&self) -> CellReading<String> {
        CellReading {
            runner_up: self.runner_up.map(|other| other.to_string()),
            ..cell_reading(self.value.to_string(), self.confidence)
        }
    }
}

struct DigitRead {
    digit: u8,
    confidence: f32,
    runner_up: u8,
}

/// Most similar digit of a blob; `None` if it has hardly any ink.
fn digit(ink: &Ink, blob: &Blob) -> Option<DigitRead> {
    let shape = DigitShape::new(&ink.crop(blob))?;
    let mut nearest = [f32::MAX; 10];
    for (digit, other) in references() {
        let nearest = &mut nearest[usize::from(*digit)];
        *nearest = nearest.min(shape.distance(other, *nearest));
    }
    let mut order: Vec<u8> = (0..10).collect();
    order.sort_by(|a, b| nearest[usize::from(*a)].total_cmp(&nearest[usize::from(*b)]));
    let [best, next] = [order[0], order[1]].map(|digit| nearest[usize::from(digit)]);
    let near = ((DISTANCE_RANGE.1 - best) / (DISTANCE_RANGE.1 - DISTANCE_RANGE.0)).clamp(0.0, 1.0);
    let lead = ((1.0 - best / next) / FULL_MARGIN).clamp(0.0, 1.0);
    Some(DigitRead {
        digit: order[0],
        confidence: near.min(lead),
        runner_up: order[1],
    })
}

/// Joins blobs that overlap horizontally: digits whose thin strokes are lost.
fn join_blobs(ink: &Ink, blobs: &[Blob]) -> Vec<Blob> {
    let mut joined: Vec<Blob> = Vec::new();
    for blob in blobs {
        let shares_columns = |other: &&mut Blob| {
            let (left, right) = (other.left.max(blob.left), other.right.min(blob.right));
            let shared = right.saturating_sub(left);
            shared as f32 >= MIN_DIGIT_OVERLAP * other.width().min(blob.width()) as f32
        };
        match joined.iter_mut().find(shares_columns) {
            Some(other) => *other = other.merged(blob, ink),
            None => joined.push(blob.clone()),
        }
    }
    joined
}

/// Reads the number that these blobs form on an otherwise empty background; a guess if high faint ink is next to them.
pub(super) fn lone_number(ink: &Ink, blobs: &[Blob]) -> Option<NumberRead> {
    let mut read = number(ink, blobs)?;
    let highest = blobs.iter().map(Blob::height).max()?;
    let is_outside = |faint: &&Blob| {
        let is_apart = |blob: &Blob| faint.right <= blob.left || faint.left >= blob.right;
        blobs.iter().all(is_apart)
    };
    let faint = ink.faint_blobs();
    let faint = faint.iter().filter(is_outside).map(Blob::height).max();
    if faint.unwrap_or(0) as f32 >= MIN_UNREAD_HEIGHT * highest as f32 {
        read.confidence = read.confidence.min(MAX_GUESS_CONFIDENCE);
    }
    Some(read)
}

/// Reads the number that these blobs form, which are in order from left to right; `None` unless it has one to
/// [`MAX_DIGITS`] digits. Low blobs, such as specks, are ignored.
pub(super) fn number(ink: &Ink, blobs: &[Blob]) -> Option<NumberRead> {
    let blobs = join_blobs(ink, blobs);
    let highest = blobs.iter().map(Blob::height).max()?;
    let is_high = |blob: &&Blob| blob.height() as f32 >= MIN_DIGIT_HEIGHT * highest as f32;
    // An ignored blob of some height may be part of a digit.
    let rest = blobs.iter().filter(|blob| !is_high(blob));
    let rest = rest.map(Blob::height).max().unwrap_or(0);
    let all_read = (rest as f32) < MIN_UNREAD_HEIGHT * highest as f32;
    let mut parts: Vec<Blob> = Vec::new();
    for blob in blobs.iter().filter(is_high) {
        let (width, height) = (blob.width() as f32, blob.height() as f32);
        if width > MAX_DIGIT_WIDTH * height {
            let middle = blob.left as f32 + width / 2.0;
            let reach = SPLIT_REACH * width;
            let (from, to) = (middle - reach, middle + reach);
            if let Some((left, right)) = blob.split(ink, from as usize, to as usize + 1) {
                parts.extend([left, right]);
                continue;
            }
        }
        parts.push(blob.clone());
    }
    let digits: Vec<DigitRead> = parts.iter().filter_map(|part| digit(ink, part)).collect();
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return None;
    }
    let weakest = digits.iter().enumerate();
    let weakest = weakest.min_by(|(_, a), (_, b)| a.confidence.total_cmp(&b.confidence));
    let (weakest, confidence) = weakest.map(|(index, digit)| (index, digit.confidence))?;
    let confidence = confidence.min(if all_read { 1.0 } else { MAX_GUESS_CONFIDENCE });
    let value_with = |runner_up_of: Option<usize>| {
        digits.iter().enumerate().fold(0, |value, (index, read)| {
            let is_other = runner_up_of == Some(index);
            let digit = if is_other { read.runner_up } else { read.digit };
            10 * value + u32::from(digit)
        })
    };
    Some(NumberRead {
        value: value_with(None),
        confidence,
        runner_up: (confidence < 1.0).then(|| value_with(Some(weakest))),
    })
}

#[cfg(test)]
mod tests;
