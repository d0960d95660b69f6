//! Number boards in the margins of a board.

use image::RgbaImage;

use crate::classify::clue_rect;
use crate::game::Side;
use crate::profile::{BoardRule, CellRule, NumbersRule, Point};

use super::spec::{BoardSpec, CalibrateError};

/// Value of a line without numbers.
const NO_NUMBER: &str = ".";

/// Boards for the numbers in the margins; a unit is `scale` pixels long.
pub(super) fn clue_lists(
    image: &RgbaImage,
    spec: &BoardSpec,
    board: &BoardRule,
    scale: f32,
) -> Result<Vec<BoardRule>, CalibrateError> {
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let list = |side: &Side| {
        let margin = clue_rect(image, spec.rect, spec.size, *side);
        let margin = margin.ok_or(CalibrateError::NoClues(side.id()))?;
        let (origin, cell, (rows, cols)) = if side.is_for_rows() {
            let wide = (units(margin.width).max(1), board.cell.1);
            ((units(margin.x), board.origin.1), wide, (board.rows, 1))
        } else {
            let high = (board.cell.0, units(margin.height).max(1));
            ((board.origin.0, units(margin.y)), high, (1, board.cols))
        };
        Ok(BoardRule {
            rows,
            cols,
            origin,
            ..list_of(*side, cell)
        })
    };
    spec.clues.iter().map(list).collect()
}

/// Boards for the margins of a board of variable position and size.
pub(super) fn free_lists(sides: &[Side]) -> impl Iterator<Item = BoardRule> + '_ {
    // Their cells' sides follow from the board that is found.
    sides.iter().map(|side| list_of(*side, (1, 1)))
}

fn list_of(side: Side, cell: Point) -> BoardRule {
    let values = CellRule::Numbers(NumbersRule {
        blank: NO_NUMBER.to_owned(),
    });
    BoardRule::new(side.id(), cell, cell, values)
}
