//! Numbers beside a board: where they stand, and the rules by which they are read.

use image::RgbaImage;

use crate::classify::{Standing, Strip, standing};
use crate::game::{Cell, Side, Size};
use crate::place::{ImageRect, Place, Tiling};
use crate::profile::{BoardRule, CellRule, NumbersRule};
use crate::sampler::Sampler;

use super::shown::{CalibrateError, Shown};

/// Share of a cell's side beside the board that is not looked at: its outline may lie there.
const RIM: f32 = 0.12;
/// A gap of so many cells ends what belongs to the board.
const APART: f32 = 1.2;
/// Beyond a gap of so many of their heights numbers are of about the same height, and clear.
const LEADING: f32 = 1.4;
/// Heights of numbers in one strip differ by at most this share.
const UNEQUAL: f32 = 0.2;
/// What is read with this confidence is clear.
const CLEAR: f32 = 0.5;

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
    let (count, pitch) = match side.of_rows() {
        true => (size.rows, board.height / size.rows.max(1) as f32),
        false => (size.cols, board.width / size.cols.max(1) as f32),
    };
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let whole = Strip {
        rect: beside(image, board, size, side)?,
        side: Some(side),
    };
    let line = |strip: Strip, index: usize| {
        let rect = match side.of_rows() {
            true => strip.rect.cell(Size::new(count, 1), Cell::new(index, 0)),
            false => strip.rect.cell(Size::new(1, count), Cell::new(0, index)),
        };
        Strip { rect, ..strip }
    };
    // The lists of some lines may stand on another ground than others, but they end at the same place.
    let depths = (0..count).map(|index| line(whole, index).on_one_ground(&sampler).depth());
    let ground = whole.up_to(median(depths)?);
    let standing = (0..count).flat_map(|index| standing(&sampler, line(ground, index)));
    let depth = reach(standing.collect(), pitch)?;
    Some(ground.up_to(depth.unwrap_or(ground.depth())).rect)
}

/// All that lies beside a board on this side, but for the rim of the board. `None` if that is nothing.
fn beside(image: &RgbaImage, board: ImageRect, size: Size, side: Side) -> Option<ImageRect> {
    let (across, down) = Tiling::even(board, size).pitch();
    let rim = RIM * if side.of_rows() { across } else { down };
    let (right, bottom) = (board.x + board.width + rim, board.y + board.height + rim);
    let rect = match side {
        Side::Left => ImageRect {
            x: 0.0,
            width: board.x - rim,
            ..board
        },
        Side::Top => ImageRect {
            y: 0.0,
            height: board.y - rim,
            ..board
        },
        Side::Right => ImageRect {
            x: right,
            width: image.width() as f32 - right,
            ..board
        },
        Side::Bottom => ImageRect {
            y: bottom,
            height: image.height() as f32 - bottom,
            ..board
        },
    };
    (rect.width >= 1.0 && rect.height >= 1.0).then_some(rect)
}

/// How deep the part of the strips is in which the numbers of the board stand, up to the first thing beyond that does not
/// belong to them: `None` in it if there is no such thing. `None` if there are no numbers.
fn reach(mut standing: Vec<Standing>, pitch: f32) -> Option<Option<f32>> {
    standing.sort_by(|a, b| a.near.total_cmp(&b.near));
    let mut end = 0.0_f32;
    for (index, next) in standing.iter().enumerate() {
        let (inner, outer) = standing.split_at(index);
        let gap = next.near - end;
        let is_other = || {
            let height = median(inner.iter().map(|other| other.height));
            height.is_some_and(|height| gap > LEADING * height && !are_like(outer, height))
        };
        if gap > APART * pitch || is_other() {
            // Its smooth edge comes before it.
            return (index > 0).then_some(Some(next.near - 2.0));
        }
        end = end.max(next.far);
    }
    (!standing.is_empty()).then_some(None)
}

/// The middle one of some numbers, none if there are none.
fn median(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Whether what stands nearest is numbers of about this height.
fn are_like(standing: &[Standing], height: f32) -> bool {
    let Some(first) = standing.first() else {
        return false;
    };
    let level = standing.iter().take_while(|other| other.near < first.far);
    let is_like = |other: &Standing| {
        (other.height - height).abs() <= UNEQUAL * height && other.confidence >= CLEAR
    };
    let (like, unlike): (Vec<_>, Vec<_>) = level.partition(|other| is_like(other));
    like.len() > unlike.len()
}
