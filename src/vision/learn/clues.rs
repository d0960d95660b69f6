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
pub(super) fn strip(
    image: &RgbaImage,
    board: ImageRect,
    size: Size,
    side: Side,
) -> Option<ImageRect> {
    let (across, down) = (
        board.width / size.cols.max(1) as f32,
        board.height / size.rows.max(1) as f32,
    );
    let along = |from: f32, length: f32, most: u32| -> Range<i64> {
        let edge = |at: f32| (at.round() as i64).clamp(0, i64::from(most));
        edge(from)..edge(from + length)
    };
    let (width, height) = image.dimensions();
    let (pitch, near, far, span) = match side {
        Side::Left | Side::Right => (
            across,
            board.x,
            board.x + board.width,
            along(board.y, board.height, height),
        ),
        Side::Top | Side::Bottom => (
            down,
            board.y,
            board.y + board.height,
            along(board.x, board.width, width),
        ),
    };
    // Lines of pixels along the board's side, the nearest first.
    let lines: Vec<i64> = match side {
        Side::Left | Side::Top => (0..(near - RIM * pitch) as i64).rev().collect(),
        Side::Right => ((far + RIM * pitch).ceil() as i64..i64::from(width)).collect(),
        Side::Bottom => ((far + RIM * pitch).ceil() as i64..i64::from(height)).collect(),
    };
    let colour = |line: i64, at: i64| match side {
        Side::Left | Side::Right => colour_at(image, line, at),
        Side::Top | Side::Bottom => colour_at(image, at, line),
    };
    let first = lines.iter().take(pitch as usize);
    let nearest: Vec<Rgb> = first
        .flat_map(|line| span.clone().map(move |at| colour(*line, at)))
        .collect();
    let ground = median(nearest.iter().copied());
    let is_inked = |line: &i64| {
        span.clone()
            .any(|at| colour(*line, at).distance(ground) > FAINT)
    };
    let (mut last_inked, mut end) = (None, lines.len());
    for (index, line) in lines.iter().enumerate() {
        let gap = index - last_inked.map_or(0, |last: usize| last + 1);
        if !is_inked(line) {
            continue;
        }
        if gap as f32 > APART * pitch {
            // Its smooth edge comes before it.
            end = index.saturating_sub(2);
            break;
        }
        last_inked = Some(index);
    }
    last_inked?;
    let (first, last) = (
        *lines.first()? as f32,
        *lines.get(end.checked_sub(1)?)? as f32,
    );
    let (from, to) = (first.min(last), first.max(last) + 1.0);
    Some(match side {
        Side::Left | Side::Right => ImageRect {
            x: from,
            width: to - from,
            ..board
        },
        Side::Top | Side::Bottom => ImageRect {
            y: from,
            height: to - from,
            ..board
        },
    })
}
