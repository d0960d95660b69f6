//! Finder for boards of outlined squares on a plain background, pieces as filled squares, and numbers in both. Numbers
//! at the ends of lines are notes.
//!
//! The plain background is the game's picture ([`canvas`]). Its squares determine a [`lattice`]; every position is
//! then tested for an outline, which particles (small drawings that drift over the board) may partly cover. Numbers are
//! read by [`crate::digits`].

mod boards;
mod canvas;
mod contents;
mod lattice;
mod notes;
mod view;

use image::RgbaImage;

use crate::place::Placement;
use crate::profile::SquaresRule;
use crate::reading::ReadBoard;
use crate::sampler::crop;

use super::Mismatch;

pub(crate) use self::canvas::canvas;

use self::boards::{OutlinedSquare, assemble};
use self::contents::{content, tray};
use self::lattice::lattice;
use self::notes::notes;
use self::view::SquareView;

/// Minimum visible share of the outline of a square that may be a cell.
const MIN_POSSIBLE_OUTLINE: f32 = 0.45;
/// Visible share of the outline from which on a square is a cell for certain.
const MIN_CERTAIN_OUTLINE: f32 = 0.75;

/// Description of what the finder looks for, for errors.
pub(crate) fn looked_for(rule: &SquaresRule) -> String {
    let (width, height) = rule.picture;
    let (least, most) = rule.scale;
    let side = |scale: f32| (rule.cell as f32 * scale).round();
    format!(
        "a plain background of {width}×{height} pixels, or {least} to {most} times that, with a grid of \
         outlined squares {} to {} pixels wide, and filled squares with numbers",
        side(least),
        side(most)
    )
}

/// Finds the boards in a picture at `place`, or anywhere if that is unknown, and the scale. Squares elsewhere in the
/// image are none of the game's.
pub(crate) fn boards<'a>(
    rule: &'a SquaresRule,
    image: &RgbaImage,
    place: Option<Placement>,
) -> Result<(Vec<ReadBoard<'a>>, f32), Mismatch> {
    let Some(place) = place else {
        return boards_in(rule, image, None);
    };
    let (part, (right, down)) = crop(image, place.bounds(rule.picture));
    let (mut boards, scale) = boards_in(rule, &part, Some(place.moved(-right, -down)))?;
    for rect in boards.iter_mut().flat_map(|board| &mut board.rects) {
        *rect = rect.moved(right, down);
    }
    Ok((boards, scale))
}

/// As [`boards`], in an image that is cropped to the picture if `place` is known.
fn boards_in<'a>(
    rule: &'a SquaresRule,
    image: &RgbaImage,
    place: Option<Placement>,
) -> Result<(Vec<ReadBoard<'a>>, f32), Mismatch> {
    let lattice =
        lattice(rule, image, place).ok_or(Mismatch::Nothing("no grid of outlined squares"))?;
    let view = SquareView::new(rule, image, &lattice);
    let mut squares = Vec::new();
    for (column, row) in lattice.places() {
        let outline = view.outline(column, row);
        if outline >= MIN_POSSIBLE_OUTLINE {
            let range = MIN_CERTAIN_OUTLINE - MIN_POSSIBLE_OUTLINE;
            squares.push(OutlinedSquare {
                column,
                row,
                certainty: ((outline - MIN_POSSIBLE_OUTLINE) / range).min(1.0),
                content: content(&view, lattice.rect(column, row)),
            });
        }
    }
    // A partly visible outline counts next to a certain cell.
    let sure = squares.iter().filter(|square| square.is_sure());
    let sure: Vec<(i32, i32)> = sure.map(|square| (square.column, square.row)).collect();
    squares.retain(|square| {
        let reach = |(column, row): &(i32, i32)| {
            column.abs_diff(square.column) + row.abs_diff(square.row) <= 1
        };
        square.is_sure() || sure.iter().any(reach)
    });
    if sure.is_empty() {
        let message = "squares at even distances, but no outlined ones";
        return Err(Mismatch::Nothing(message));
    }
    let cells: Vec<(i32, i32)> = squares.iter().map(|s| (s.column, s.row)).collect();
    let pieces = tray(&view, &cells);
    if pieces.is_empty() && !squares.iter().any(|square| square.content.filled) {
        return Err(Mismatch::Nothing("outlined squares, but no pieces"));
    }
    let boards = assemble(rule, &lattice, &squares, &pieces, &notes(&view, &cells));
    Ok((boards, lattice.scale))
}
