//! From which corner blocks are seen, and whether their heights are written on them.

use egui::{Context, Id};

use crate::game::{Heading, Size};

/// By how many quarters, clockwise, a board is turned before it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    /// One quarter more, clockwise or back.
    #[must_use]
    pub const fn on(self, clockwise: bool) -> Self {
        Self((self.0 + if clockwise { 1 } else { 3 }) % 4)
    }

    pub(super) const fn quarters(self) -> usize {
        self.0 as usize
    }

    /// A board's size as it is seen.
    pub(super) const fn size(self, size: Size) -> Size {
        match self.0 % 2 {
            0 => size,
            _ => Size::new(size.cols, size.rows),
        }
    }

    /// Row and column, as they are seen, of a point on a board of this size.
    pub(super) fn seen(self, (row, col): (f32, f32), size: Size) -> (f32, f32) {
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        match self.0 {
            0 => (row, col),
            1 => (col, rows - row),
            2 => (rows - row, cols - col),
            _ => (cols - col, row),
        }
    }

    /// The point on a board of this size that is seen at a row and a column.
    pub(super) fn unseen(self, seen: (f32, f32), size: Size) -> (f32, f32) {
        let back = Self((4 - self.0) % 4);
        back.seen(seen, self.size(size))
    }

    /// The heading on the board that is seen as this one.
    pub(super) fn heading(self, seen: Heading) -> Heading {
        (0..self.0).fold(seen, |heading, _| heading.left())
    }
}

/// How blocks are seen, on all boards alike as long as the program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockSight {
    /// The corner they are seen from.
    pub turn: Turn,
    /// Heights are written on them.
    pub heights: bool,
}

impl BlockSight {
    /// As it was kept.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id()))
            .unwrap_or_default()
    }

    /// Keeps it for all boards.
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
