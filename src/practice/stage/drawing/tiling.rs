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
    /// Largest tiling centred in `bounds`. `min_pitch` and `max_pitch` limit the pitch; the gap between squares is the pitch
    /// divided by `gap_divisor`, at least two pixels. Fails if the pitch would be too small.
    pub fn within(
        bounds: Area,
        size: Size,
        (min_pitch, max_pitch): (i32, i32),
        gap_divisor: i32,
    ) -> Result<Self, String> {
        let (rows, cols) = (size.rows.max(1) as i32, size.cols.max(1) as i32);
        let pitch = (bounds.width / cols)
            .min(bounds.height / rows)
            .min(max_pitch);
        if pitch < min_pitch {
            let (rows, cols) = (bounds.height / min_pitch, bounds.width / min_pitch);
            return Err(format!(
                "the board is {size}; the practice window has room for {rows}×{cols} cells"
            ));
        }
        let centred = |from: i32, length: i32, count: i32| from + (length - pitch * count) / 2;
        Ok(Self {
            size,
            pitch,
            corner: (
                centred(bounds.x, bounds.width, cols),
                centred(bounds.y, bounds.height, rows),
            ),
            gap: (pitch / gap_divisor).max(2),
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
