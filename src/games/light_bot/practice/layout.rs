//! Where everything lies on the screen.

use planwright_drawing::Area;

use crate::puzzle::Slots;

/// Width and height of the picture.
pub(super) const SIZE: (u32, u32) = (960, 720);

/// What tells how things stand, in words; its left end is of one colour.
pub(super) const BANNER: Area = Area::new(16, 12, 624, 34);
/// The tiles are in here.
pub(super) const BOARD: Area = Area::new(16, 56, 624, 552);
/// The program is in here.
pub(super) const PANEL: Area = Area::new(652, 12, 296, 696);
pub(super) const RUN: Area = Area::new(496, 636, 68, 48);
pub(super) const RESET: Area = Area::new(572, 636, 68, 48);

/// Side of a slot, and from one to the next.
pub(super) const SLOT: i32 = 36;
const PITCH: i32 = 42;
/// Slots side by side.
const COLUMNS: usize = 6;
/// Left edge of the slots, and upper edge of those of main.
const LEFT: i32 = 674;
const TOP: i32 = 40;
/// Room for main and for each procedure.
const ROOM: [usize; 2] = [18, 12];
/// Upper edge of the first procedure, and from one to the next.
const PROCEDURES: i32 = 190;
const PROCEDURE: i32 = 104;

/// Whether the slots of a level have room here.
///
/// # Errors
/// Why not.
pub(super) fn fits(slots: &Slots) -> Result<(), String> {
    let room = |procedure: usize| ROOM[usize::from(procedure > 0)];
    let mut slots = slots.as_slice().iter().enumerate();
    match slots.find(|(procedure, slots)| **slots > room(*procedure)) {
        Some((procedure, count)) => Err(format!(
            "{} has {count} slots; the screen has room for {}",
            crate::program::name(procedure),
            room(procedure)
        )),
        None => Ok(()),
    }
}

/// Upper edge of a procedure's slots.
fn top(procedure: usize) -> i32 {
    match procedure {
        0 => TOP,
        index => PROCEDURES + PROCEDURE * (index as i32 - 1),
    }
}

/// A slot, which there may be.
pub(super) fn slot(procedure: usize, index: usize) -> Area {
    let (row, column) = ((index / COLUMNS) as i32, (index % COLUMNS) as i32);
    let (x, y) = (LEFT + PITCH * column, top(procedure) + PITCH * row);
    Area::square(x, y, SLOT)
}

/// A procedure's name and all its slots.
pub(super) fn procedure(procedure: usize, slots: usize) -> Area {
    let rows = slots.div_ceil(COLUMNS).max(1) as i32;
    let top = top(procedure);
    let (x, width) = (LEFT - 10, PITCH * COLUMNS as i32 + 14);
    Area::new(x, top - 23, width, 25 + PITCH * rows)
}

/// The place of a command among those that can be taken.
pub(super) fn palette(index: usize) -> Area {
    Area::square(18 + 47 * index as i32, 640, 41)
}
