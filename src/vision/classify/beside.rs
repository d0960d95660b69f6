//! Number clues in the margins of a board at an arbitrary position.

use image::RgbaImage;

use crate::game::{Cell, CellReading, Grid, Side, Size};
use crate::place::{ImageRect, Place, Tiling};
use crate::profile::NumbersRule;
use crate::sampler::Sampler;

use super::numbers::{self, Standing, standing};
use super::strip::Strip;

/// Ignored share of a cell's side next to the board, where its outline may lie.
const RIM: f32 = 0.12;
/// A gap of more cell sides ends the clues.
const APART: f32 = 1.2;
/// Beyond a gap of more digit heights, only confidently read numbers of similar height still belong to the clues.
const LEADING: f32 = 1.4;
/// Maximum height difference of numbers in one margin, as a share.
const UNEQUAL: f32 = 0.2;
/// Minimum confidence of a clear number.
const CLEAR: f32 = 0.5;

/// Reads the number lists of one side, with their rectangles; `None` if the margin is empty.
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

/// Margin of a board that contains its numbers, up to unrelated content or the image's edge; `None` if it is empty.
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
    // Backgrounds may differ from line to line, but the lists end at the same depth.
    let depths = (0..count).map(|index| line(whole, index).on_one_ground(&sampler).depth());
    let ground = whole.up_to(median(depths)?);
    let standing = (0..count).flat_map(|index| standing(&sampler, line(ground, index)));
    let depth = reach(standing.collect(), pitch)?;
    Some(ground.up_to(depth.unwrap_or(ground.depth())).rect)
}

/// Everything on this side of a board beyond its rim; `None` if that is nothing.
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

/// Depth of the board's numbers up to the first unrelated content; `Some(None)` if there is no such content, `None`
/// if there are no numbers.
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
            // Leaves out its antialiased edge.
            return (index > 0).then_some(Some(next.near - 2.0));
        }
        end = end.max(next.far);
    }
    (!standing.is_empty()).then_some(None)
}

fn median(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Returns whether the nearest numbers mostly have about this height.
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
