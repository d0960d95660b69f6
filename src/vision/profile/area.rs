//! Points and rectangles of a picture at scale 1.

use super::form::described;

/// A pixel or an offset, x then y.
pub type Point = (u32, u32);

described! {
    /// A rectangle of the picture, or of a cell.
    struct Area("area|list.sign|scroll.bar") derive(Copy, Eq, Default) {
        /// Left edge.
        x: u32;
        /// Upper edge.
        y: u32;
        /// Width.
        width: u32, integer(1, 16_384);
        /// Height.
        height: u32, integer(1, 16_384);
    }
}

impl Area {
    pub(crate) fn of_size((width, height): Point) -> Self {
        Self {
            width,
            height,
            ..Self::default()
        }
    }

    /// Pixels of the area, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (right, bottom) = self.end();
        let columns = self.x..right;
        (self.y..bottom).flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// First point to the right of the area and below it.
    pub fn end(self) -> Point {
        let right = self.x.saturating_add(self.width);
        (right, self.y.saturating_add(self.height))
    }
}
