//! Where the cells are, and what is drawn in each of what it switches.

use planwright_stage::drawing::Area;

use super::SIZE;
use crate::game::{Cell, Size};
use crate::puzzle::Puzzle;

/// Height of the line of text above the board.
const HEAD: i32 = 40;
/// Around the board.
pub(super) const MARGIN: i32 = 12;
/// From cell to cell, at most and at least.
const PITCH: (i32, i32) = (76, 14);

/// The places of a level.
pub(super) struct Layout {
    pub(super) size: Size,
    corner: (i32, i32),
    pitch: i32,
    /// From square to square of the maps.
    pub(super) step: i32,
    /// What each cell switches, as offsets down and right.
    maps: Vec<Vec<(i32, i32)>>,
}

impl Layout {
    /// The layout of a board.
    ///
    /// # Errors
    /// Why it does not fit on the screen.
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, String> {
        let size = puzzle.size();
        let (rows, cols) = (size.rows.max(1) as i32, size.cols.max(1) as i32);
        let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
        let room = (width - 2 * MARGIN, height - HEAD - MARGIN);
        let pitch = (room.0 / cols).min(room.1 / rows).min(PITCH.0);
        if pitch < PITCH.1 {
            let (most_rows, most_cols) = (room.1 / PITCH.1, room.0 / PITCH.1);
            return Err(format!(
                "the board is {size}; the practice window has room for {most_rows}×{most_cols} cells"
            ));
        }
        let maps: Vec<_> = (0..size.area()).map(|cell| map(puzzle, cell)).collect();
        let mut unmarked = (0..).zip(&maps);
        if let Some((cell, _)) =
            unmarked.find(|(cell, map)| puzzle.is_cell(*cell) && !map.contains(&(0, 0)))
        {
            return Err(format!(
                "the cell at {} does not switch itself; the practice screen cannot show that",
                size.cell(cell)
            ));
        }
        let offsets = maps.iter().flatten();
        let reach = offsets.map(|(down, right)| down.abs().max(right.abs()));
        // A map stays inside its cell: half a square more than its reach each way.
        let inside = (pitch / 2 - 5).max(0);
        let step = (2 * inside / (2 * reach.max().unwrap_or(0) + 1)).min(pitch / 8);
        if step < 2 {
            return Err(
                "a cell switches lights too far away to be drawn in it; take a smaller board"
                    .to_owned(),
            );
        }
        let corner = (
            (width - pitch * cols) / 2,
            HEAD + (room.1 - pitch * rows) / 2,
        );
        Ok(Self {
            size,
            corner,
            pitch,
            step,
            maps,
        })
    }

    /// The lit or dark part of a cell.
    pub(super) fn patch(&self, cell: Cell) -> Area {
        let gap = (self.pitch / 9).max(2);
        let at = |from: i32, index: usize| from + index as i32 * self.pitch + gap / 2;
        let (x, y) = (at(self.corner.0, cell.col), at(self.corner.1, cell.row));
        Area::square(x, y, self.pitch - gap)
    }

    /// The cell whose patch has a pixel.
    pub(super) fn cell_at(&self, at: (i32, i32)) -> Option<Cell> {
        let mut cells = self.size.cells();
        cells.find(|cell| self.patch(*cell).contains(at))
    }

    /// What a cell switches, as offsets down and right.
    pub(super) fn map(&self, cell: Cell) -> &[(i32, i32)] {
        let map = self.maps.get(self.size.index(cell));
        map.map_or(&[], Vec::as_slice)
    }
}

/// What a press of a cell switches, as offsets; lights that it switches twice stay as they are.
fn map(puzzle: &Puzzle, cell: usize) -> Vec<(i32, i32)> {
    let size = puzzle.size();
    let mut switched: Vec<usize> = Vec::new();
    if puzzle.is_cell(cell) {
        puzzle.wiring.switched(size, cell, |light| {
            if puzzle.is_cell(light) {
                match switched.iter().position(|known| *known == light) {
                    Some(known) => drop(switched.swap_remove(known)),
                    None => switched.push(light),
                }
            }
        });
    }
    let from = size.cell(cell);
    let offset = |at: usize, from: usize| at as i32 - from as i32;
    let cells = switched.into_iter().map(|light| size.cell(light));
    let offsets = cells.map(|to| (offset(to.row, from.row), offset(to.col, from.col)));
    offsets.collect()
}
