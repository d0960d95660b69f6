//! Number clues in the margins of a board at an arbitrary position.

use image::RgbaImage;

use crate::find::grid::GridView;
use crate::game::{Cell, Grid, Side, Size};
use crate::place::{ImageRect, Tiling};
use crate::profile::NumbersRule;
use crate::reading::CellGrid;
use crate::sampler::{Sampler, median_number};

use super::numbers::{self, NumberGroup, number_groups};
use super::strip::Strip;

/// Ignored share of a cell's side next to the board, where its outline may lie.
const OUTLINE_RIM: f32 = 0.12;
/// A gap of more cell sides ends the clues.
const MAX_GAP: f32 = 1.2;
/// Beyond a gap of more digit heights, only confidently read numbers of similar height still belong to the clues.
const MAX_LEADING: f32 = 1.4;
/// Width of the antialiased edge of unrelated content, in pixels.
const BLURRED_EDGE: f32 = 2.0;
/// Maximum height difference of numbers in one margin, as a share of the larger height.
const MAX_HEIGHT_DIFF: f32 = 0.2;
/// Minimum confidence of a number beyond a gap.
const MIN_CONFIDENCE: f32 = 0.5;

/// Reads the number lists on one side of a grid, with their rectangles; `None` if the margin is empty.
pub(crate) fn read_clues(
    rule: &NumbersRule,
    grid: GridView<'_>,
    side: Side,
) -> Option<(CellGrid, Vec<ImageRect>)> {
    let size = grid.lattice.size;
    let rect = clue_rect(grid.image, grid.lattice.rect(), size, side)?;
    let lines = lines(size, side);
    let sampler = Sampler::of_image(grid.image);
    let side = Some(side);
    let rects = Grid::from_fn(lines, |cell| rect.cell(lines, cell));
    let cells = rects.map(|rect| numbers::read(rule, &sampler, Strip { rect: *rect, side }));
    Some((cells, rects.as_slice().to_vec()))
}

/// Margin of a board that contains its numbers, up to unrelated content or the image's edge; `None` if it is empty.
pub(crate) fn clue_rect(
    image: &RgbaImage,
    board: ImageRect,
    size: Size,
    side: Side,
) -> Option<ImageRect> {
    let lines = lines(size, side);
    let pitch = match side.is_for_rows() {
        true => board.height / lines.rows.max(1) as f32,
        false => board.width / lines.cols.max(1) as f32,
    };
    let sampler = Sampler::of_image(image);
    let margin = Strip {
        rect: outer_rect(image, board, size, side)?,
        side: Some(side),
    };
    let line = |strip: Strip, cell: Cell| Strip {
        rect: strip.rect.cell(lines, cell),
        ..strip
    };
    // Backgrounds may differ from line to line, but the lists end at the same depth.
    let all = || lines.cells();
    let depths = all().map(|it| line(margin, it).on_one_background(&sampler).depth());
    let uniform = margin.up_to(median_number(depths)?);
    let groups = all().flat_map(|it| number_groups(&sampler, line(uniform, it)));
    let depth = clue_depth(groups.collect(), pitch)?;
    Some(match depth {
        ClueDepth::Whole => uniform.rect,
        ClueDepth::UpTo(depth) => uniform.up_to(depth).rect,
    })
}

/// Size of the grid of the clue lists on this side: one column of them for rows, one row for columns.
fn lines(size: Size, side: Side) -> Size {
    match side.is_for_rows() {
        true => Size::new(size.rows, 1),
        false => Size::new(1, size.cols),
    }
}

/// Everything on this side of a board beyond its rim; `None` if that is nothing.
fn outer_rect(image: &RgbaImage, board: ImageRect, size: Size, side: Side) -> Option<ImageRect> {
    let (across, down) = Tiling::even(board, size).pitch();
    let rim = OUTLINE_RIM * if side.is_for_rows() { across } else { down };
    let (right, bottom) = (board.x + board.width + rim, board.y + board.height + rim);
    let spare = |side: u32, end: f32| side as f32 - end;
    let rect = match side {
        Side::Left => ImageRect::new(0.0, board.y, board.x - rim, board.height),
        Side::Top => ImageRect::new(board.x, 0.0, board.width, board.y - rim),
        Side::Right => ImageRect::new(right, board.y, spare(image.width(), right), board.height),
        Side::Bottom => ImageRect::new(board.x, bottom, board.width, spare(image.height(), bottom)),
    };
    (rect.width >= 1.0 && rect.height >= 1.0).then_some(rect)
}

/// Part of a margin that the board's numbers can be in.
enum ClueDepth {
    Whole,
    /// Up to unrelated content at this distance from the board, in pixels.
    UpTo(f32),
}

/// Part of a margin up to the first content unrelated to the board's numbers; `None` if no number comes before it.
fn clue_depth(mut groups: Vec<NumberGroup>, pitch: f32) -> Option<ClueDepth> {
    groups.sort_by(|a, b| a.inner.total_cmp(&b.inner));
    let mut end = 0.0_f32;
    for (index, next) in groups.iter().enumerate() {
        let (inner, outer) = groups.split_at(index);
        let gap = next.inner - end;
        let is_other = || {
            let height = median_number(inner.iter().map(|other| other.height));
            height.is_some_and(|height| gap > MAX_LEADING * height && !are_similar(outer, height))
        };
        if gap > MAX_GAP * pitch || is_other() {
            return (index > 0).then_some(ClueDepth::UpTo(next.inner - BLURRED_EDGE));
        }
        end = end.max(next.outer);
    }
    (!groups.is_empty()).then_some(ClueDepth::Whole)
}

/// Returns whether those of the numbers that are nearest to the board mostly have about this height.
fn are_similar(groups: &[NumberGroup], height: f32) -> bool {
    let Some(first) = groups.first() else {
        return false;
    };
    let level = groups.iter().take_while(|other| other.inner < first.outer);
    let (similar, others): (Vec<_>, Vec<_>) = level.partition(|other| {
        (other.height - height).abs() <= MAX_HEIGHT_DIFF * height
            && other.confidence >= MIN_CONFIDENCE
    });
    similar.len() > others.len()
}
