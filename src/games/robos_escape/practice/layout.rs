//! Where everything lies on the screen.

use planwright_drawing::Area;

use crate::game::{Cell, Size};

/// Width and height of the picture.
pub(super) const SIZE: (u32, u32) = (960, 720);

/// What tells how things stand, in words; its left end is of one colour.
pub(super) const BANNER: Area = Area::new(16, 12, 624, 34);
/// The board is in here, from the upper left corner on.
pub(super) const BOARD: Area = Area::new(16, 54, 624, 536);
/// The program is in here.
pub(super) const PANEL: Area = Area::new(652, 12, 296, 696);
pub(super) const RUN: Area = Area::new(496, 634, 68, 48);
pub(super) const RESET: Area = Area::new(572, 634, 68, 48);

/// Largest board.
pub(super) const MOST: Size = Size::new(12, 14);
/// Side of a cell of the board.
pub(super) const CELL: i32 = 44;
/// Side of a slot, and from one to the next.
pub(super) const SLOT: i32 = 36;
const PITCH: i32 = 42;
/// Slots side by side, and all of them.
const COLUMNS: usize = 6;
pub(super) const SLOTS: usize = 90;
/// Side of a command that can be taken, and from one to the next.
const TILE: i32 = 40;
const TILES: i32 = 46;

/// A cell of the board.
pub(super) fn cell(cell: Cell) -> Area {
    let (row, col) = (cell.row as i32, cell.col as i32);
    Area::new(
        BOARD.x + 4 + CELL * col,
        BOARD.y + 4 + CELL * row,
        CELL,
        CELL,
    )
}

/// A slot.
pub(super) fn slot(index: usize) -> Area {
    let (row, column) = ((index / COLUMNS) as i32, (index % COLUMNS) as i32);
    Area::new(674 + PITCH * column, 62 + PITCH * row, SLOT, SLOT)
}

/// The place of a command among those that can be taken.
pub(super) fn palette(index: usize) -> Area {
    let (row, column) = ((index / 8) as i32, (index % 8) as i32);
    Area::new(18 + TILES * column, 614 + TILES * row, TILE, TILE)
}
