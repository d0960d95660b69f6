//! Rotation of blocks, and whether their heights are written on them.

use egui::{Context, Id};

use crate::game::{Heading, Size};

/// Clockwise rotation of a displayed board, in quarter turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    #[must_use]
    pub const fn rotated(self, clockwise: bool) -> Self {
        Self((self.0 + if clockwise { 1 } else { 3 }) % 4)
    }

    pub(super) const fn quarters(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn size(self, size: Size) -> Size {
        match self.0 % 2 {
            0 => size,
            _ => Size::new(size.cols, size.rows),
        }
    }

    /// Rotates a point of a board of this size.
    pub(super) fn rotate(self, (row, col): (f32, f32), size: Size) -> (f32, f32) {
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        match self.0 {
            0 => (row, col),
            1 => (col, rows - row),
            2 => (rows - row, cols - col),
            _ => (cols - col, row),
        }
    }

    /// Point of a board of this size that is at this position once rotated.
    pub(super) fn unrotate(self, point: (f32, f32), size: Size) -> (f32, f32) {
        let inverse = Self((4 - self.0) % 4);
        inverse.rotate(point, self.size(size))
    }

    /// Heading on the board that is displayed as this one.
    pub(super) fn heading(self, displayed: Heading) -> Heading {
        (0..self.0).fold(displayed, |heading, _| heading.left())
    }
}

/// Display of blocks, common to all boards while the program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockDisplay {
    pub turn: Turn,
    /// True if heights are written on the blocks.
    pub heights: bool,
}

impl BlockDisplay {
    pub fn load(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id()))
            .unwrap_or_default()
    }

    pub fn save(self, ctx: &Context) {
        if self != Self::load(ctx) {
            ctx.data_mut(|data| data.insert_temp(Self::id(), self));
            ctx.request_repaint();
        }
    }

    fn id() -> Id {
        Id::unique("how blocks are seen")
    }
}
