//! The strip beside a board in which its numbers stand.

use image::RgbaImage;

use crate::game::{Cell, CellReading, Grid, Side, Size};
use crate::place::{ImageRect, Place, Tiling};
use crate::profile::NumbersRule;
use crate::sampler::Sampler;

use super::numbers::{self, Standing, standing};
use super::strip::Strip;

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

/// The lists of numbers beside a board wherever it is, read, with their places; `None` if nothing stands there.
pub(crate) fn read_beside(
    rule: &NumbersRule,
    image: &RgbaImage,
    board: ImageRect,
    (size, side): (Size, Side),
) -> Option<(Grid<CellReading<String>>, Vec<ImageRect>)> {
    let rect = strip(image, board, size, side)?;
    let lines = match side.of_rows() {
        true => Size::new(size.rows, 1),
        false => Size::new(1, size.cols),
    };
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let side = Some(side);
    let spots: Vec<ImageRect> = lines.cells().map(|cell| rect.cell(lines, cell)).collect();
    let read = |rect: &ImageRect| numbers::read(rule, &sampler, Strip { rect: *rect, side });
    let cells = Grid::from_cells(lines, spots.iter().map(read).collect())?;
    Some((cells, spots))
}

/// The strip beside a board in which its numbers stand: up to the edge of the picture, or to what else is there, as
/// other levels may have more of them. `None` if nothing is there.
pub(crate) fn strip(
    image: &RgbaImage,
    board: ImageRect,
    size: Size,
    side: Side,
) -> Option<ImageRect> {
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
