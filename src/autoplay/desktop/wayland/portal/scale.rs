//! How long a pixel of the pointer's is in pixels of the stream: not 1 on scaled displays.
//!
//! Pictures of windows come in the display's pixels, and no message tells how many of them make one by
//! which the pointer is moved. So it is tried out, once for each window: a place near the far corner can
//! be reached with the right scale or a larger one, a place beyond the edge only with a larger one.

/// The scales that desktops offer.
const SCALES: [f64; 7] = [1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];
/// Place near the far corner, and beyond the right edge, in parts of the picture.
const NEAR_CORNER: f64 = 0.95;
const BEYOND: f64 = 1.04;

/// The scale of a window's display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale(f64);

impl Default for Scale {
    fn default() -> Self {
        Self(1.0)
    }
}

impl Scale {
    /// What the pointer has to be moved to for the middle of a pixel of the stream.
    pub(super) fn units(self, x: i32, y: i32) -> (f64, f64) {
        let unit = |at: i32| (f64::from(at) + 0.5) / self.0;
        (unit(x), unit(y))
    }

    /// Whether a pointer that is told to be at `at` is at a pixel of the stream. Desktops tell it in
    /// pixels of the stream or in the pointer's own, and round.
    pub(super) fn is_at(self, at: (i32, i32), pixel: (i32, i32)) -> bool {
        let near = |at: (i32, i32), (x, y): (f64, f64), far: f64| {
            (f64::from(at.0) - x).abs() <= far && (f64::from(at.1) - y).abs() <= far
        };
        let (x, y) = (f64::from(pixel.0), f64::from(pixel.1));
        near(at, (x, y), self.0.max(1.0)) || near(at, (x / self.0, y / self.0), 1.0)
    }

    /// Tries out the scale of a window with a picture of this size. `reaches` tells whether the pointer
    /// is seen at a pixel of the stream when it is moved there with a scale.
    pub(super) fn find(size: (u32, u32), reaches: impl Fn(Self, (i32, i32)) -> bool) -> Self {
        let reaches = |scale: Self, x: f64, y: f64| {
            let pixel = |part: f64, size: u32| (part * f64::from(size)) as i32;
            reaches(scale, (pixel(x, size.0), pixel(y, size.1)))
        };
        let is_right = |scale: &Self| {
            reaches(*scale, NEAR_CORNER, NEAR_CORNER)
                && (scale.0 <= 1.0 || !reaches(*scale, BEYOND, 0.5))
        };
        // Where the corner is covered or shadow, no scale is right, and most displays have none.
        SCALES
            .map(Self)
            .into_iter()
            .find(is_right)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_known_in_both_units_and_not_beside() {
        let scale = Scale(2.0);
        assert_eq!(scale.units(99, 0), (49.75, 0.25));
        assert!(scale.is_at((200, 100), (200, 100)));
        assert!(scale.is_at((100, 50), (200, 100)));
        assert!(!scale.is_at((150, 80), (200, 100)));
    }
}
