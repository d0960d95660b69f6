//! Numbers beside a board: where they stand, and the rules by which they are read.

use std::ops::Range;

use image::RgbaImage;

use crate::game::{Side, Size};
use crate::place::ImageRect;
use crate::profile::{BoardRule, CellRule, NumbersRule, Rgb};
use crate::sampler::{colour_at, median};

use super::shown::{CalibrateError, Shown};

/// Share of a cell's side beside the board that is not looked at: its outline may lie there.
const RIM: f32 = 0.12;
/// A gap of so many cells ends what belongs to the board.
const APART: f32 = 1.2;
/// What is on the ground differs from it by more than this.
const FAINT: u8 = 40;

/// Value of a line beside which no number stands.
const NO_NUMBER: &str = ".";

/// The lists of numbers beside a board, each as a board of its own; a unit is `scale` pixels long.
///
/// # Errors
/// [`CalibrateError::NoClues`].
pub(super) fn clue_lists(
    image: &RgbaImage,
    shown: &Shown,
    board: &BoardRule,
    scale: f32,
) -> Result<Vec<BoardRule>, CalibrateError> {
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let list = |side: &Side| {
        let strip = strip(image, shown.rect, shown.size, *side);
        let strip = strip.ok_or(CalibrateError::NoClues(side.id()))?;
        let (origin, cell, (rows, cols)) = if side.of_rows() {
            let wide = (units(strip.width).max(1), board.cell.1);
            ((units(strip.x), board.origin.1), wide, (board.rows, 1))
        } else {
            let high = (board.cell.0, units(strip.height).max(1));
            ((board.origin.0, units(strip.y)), high, (1, board.cols))
        };
        let values = CellRule::Numbers(NumbersRule {
            blank: NO_NUMBER.to_owned(),
        });
        Ok(BoardRule {
            rows,
            cols,
            origin,
            ..BoardRule::new(side.id(), cell, cell, values)
        })
    };
    shown.clues.iter().map(list).collect()
}

/// The strip beside a board in which its numbers stand: up to the edge of the picture, or to what else is there, as
/// other levels may have more of them. `None` if nothing is there.
fn strip(image: &RgbaImage, board: ImageRect, size: Size, side: Side) -> Option<ImageRect> {
    let pitch = match side.of_rows() {
        true => board.width / size.cols.max(1) as f32,
        false => board.height / size.rows.max(1) as f32,
    };
    let lines = lines(image, board, side, pitch);
    let span = match side.of_rows() {
        true => along(board.y, board.height, image.height()),
        false => along(board.x, board.width, image.width()),
    };
    let colours = |line: i64| {
        let pixel = move |at: i64| match side.of_rows() {
            true => colour_at(image, line, at),
            false => colour_at(image, at, line),
        };
        span.clone().map(pixel)
    };
    let nearest = lines.iter().take(pitch as usize);
    let nearest: Vec<Rgb> = nearest.flat_map(|line| colours(*line)).collect();
    let ground = median(nearest.iter().copied());
    let is_inked = |line: &i64| colours(*line).any(|colour| colour.distance(ground) > FAINT);
    let inked: Vec<bool> = lines.iter().map(is_inked).collect();
    let used = lines.get(..reach(&inked, APART * pitch)?)?;
    let (first, last) = (*used.first()? as f32, *used.last()? as f32);
    let (from, length) = (first.min(last), (first - last).abs() + 1.0);
    Some(match side.of_rows() {
        true => ImageRect {
            x: from,
            width: length,
            ..board
        },
        false => ImageRect {
            y: from,
            height: length,
            ..board
        },
    })
}

/// The pixels of a side that lie in the picture.
fn along(from: f32, length: f32, most: u32) -> Range<i64> {
    let edge = |at: f32| (at.round() as i64).clamp(0, i64::from(most));
    edge(from)..edge(from + length)
}

/// Lines of pixels along a side of the board, the nearest first.
fn lines(image: &RgbaImage, board: ImageRect, side: Side, pitch: f32) -> Vec<i64> {
    let before = |near: f32| (0..(near - RIM * pitch) as i64).rev().collect();
    let behind = |far: f32, most: u32| ((far + RIM * pitch).ceil() as i64..most.into()).collect();
    match side {
        Side::Left => before(board.x),
        Side::Top => before(board.y),
        Side::Right => behind(board.x + board.width, image.width()),
        Side::Bottom => behind(board.y + board.height, image.height()),
    }
}

/// How many lines belong to the board: up to the first with ink after a gap of more than `apart`. `None` if there is no
/// ink before.
fn reach(inked: &[bool], apart: f32) -> Option<usize> {
    let mut last = None;
    for (index, _) in inked.iter().enumerate().filter(|(_, inked)| **inked) {
        let gap = index - last.map_or(0, |last: usize| last + 1);
        if gap as f32 > apart {
            // Its smooth edge comes before it.
            return last.map(|_| index.saturating_sub(2));
        }
        last = Some(index);
    }
    last.map(|_| inked.len())
}
