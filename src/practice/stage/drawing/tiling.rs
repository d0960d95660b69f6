//! Positions of a board's cells in a picture.

use super::Area;
use crate::game::{Cell, Size};

/// Square for each cell, in rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Tiling {
    pub size: Size,
    /// Distance of cells in pixels.
    pub pitch: i32,
    corner: (i32, i32),
    gap: i32,
}

impl Tiling {
    /// Largest tiling centred in a `room`. `least` and `most` limit the pitch; the gap between squares is the pitch
    /// divided by `parts`, at least two pixels. Fails if the pitch would be too small.
    pub fn within(
        room: Area,
        size: Size,
        (least, most): (i32, i32),
        parts: i32,
    ) -> Result<Self, String> {
        let (rows, cols) = (size.rows.max(1) as i32, size.cols.max(1) as i32);
        let pitch = (room.width / cols).min(room.height / rows).min(most);
        if pitch < least {
            let (rows, cols) = (room.height / least, room.width / least);
            return Err(format!(
                "the board is {size}; the practice window has room for {rows}×{cols} cells"
            ));
        }
        let middle = |from: i32, length: i32, count: i32| from + (length - pitch * count) / 2;
        Ok(Self {
            size,
            pitch,
            corner: (
                middle(room.x, room.width, cols),
                middle(room.y, room.height, rows),
            ),
            gap: (pitch / parts).max(2),
        })
    }

    /// Square of a cell.
    pub fn area(&self, cell: Cell) -> Area {
        let at = |from: i32, index: usize| from + index as i32 * self.pitch + self.gap / 2;
        let (x, y) = (at(self.corner.0, cell.col), at(self.corner.1, cell.row));
        Area::square(x, y, self.pitch - self.gap)
    }

    /// Cell whose square contains a pixel.
    pub fn cell_at(&self, at: (i32, i32)) -> Option<Cell> {
        let mut cells = self.size.cells();
        cells.find(|cell| self.area(*cell).contains(at))
    }
}
