//! Pictures, their scales, and points and rectangles at scale 1.

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

described! {
    /// Boards at fixed places: the picture has one size and is shown at some scale. Points and
    /// lengths of the profile are pixels at scale 1, counted from the upper left corner.
    struct PictureRule("finder.Fixed|picture") derive(Default) {
        /// Width and height at scale 1.
        size: (u32, u32), integer(8, 16_384);
        /// The scales that occur.
        scale: ScaleRule = "(from: 0.75, to: 4.0)";
    }
}

described! {
    /// The scales that occur.
    struct ScaleRule("scale") defaults {
        /// Smallest scale.
        from: f32 = "0.75", above(0, 16);
        /// Largest scale.
        to: f32 = "4.0", above(0, 16);
        /// True if only whole numbers occur.
        whole: bool = "false";
    }
}

impl ScaleRule {
    pub fn allows(&self, scale: f32) -> bool {
        scale >= self.from - 1e-3
            && scale <= self.to + 1e-3
            && (!self.whole || (scale - scale.round()).abs() < 1e-3)
    }
}
