//! Rotation of blocks, and whether their heights are written on them.

use egui::{Context, Id};

use crate::game::{Heading, Size};

/// Clockwise rotation of a displayed board, in quarter turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    /// Adds a quarter turn.
    #[must_use]
    pub const fn on(self, clockwise: bool) -> Self {
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
    pub(super) fn seen(self, (row, col): (f32, f32), size: Size) -> (f32, f32) {
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        match self.0 {
            0 => (row, col),
            1 => (col, rows - row),
            2 => (rows - row, cols - col),
            _ => (cols - col, row),
        }
    }

    /// Point of a board of this size that is at this position once rotated.
    pub(super) fn unseen(self, seen: (f32, f32), size: Size) -> (f32, f32) {
        let back = Self((4 - self.0) % 4);
        back.seen(seen, self.size(size))
    }

    /// Heading on the board that is displayed as this one.
    pub(super) fn heading(self, seen: Heading) -> Heading {
        (0..self.0).fold(seen, |heading, _| heading.left())
    }
}

/// Display of blocks, common to all boards while the program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockSight {
    /// Rotation.
    pub turn: Turn,
    /// True if heights are written on the blocks.
    pub heights: bool,
}

impl BlockSight {
    /// Loads the display settings.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id()))
            .unwrap_or_default()
    }

    /// Saves the display settings.
    pub fn keep(self, ctx: &Context) {
        if self != Self::of(ctx) {
            ctx.data_mut(|data| data.insert_temp(Self::id(), self));
            ctx.request_repaint();
        }
    }

    fn id() -> Id {
        Id::unique("how blocks are seen")
    }
}
