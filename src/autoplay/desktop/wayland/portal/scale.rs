//! Scale between pointer units and pixels of the stream, which is not 1 on scaled displays.
//!
//! Pictures of windows have the display's pixels. No message states how many of them make one unit of pointer motion,
//! nor which of the two units the reported pointer position has. So the scale is measured once per window: a position
//! near the far corner can be reached with the right scale or a larger one, a position beyond the edge only with a
//! larger one.

/// Scales that desktops offer, in the order in which they are tried.
const SCALES: [f64; 7] = [1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];
/// Position near the far corner, as a fraction of the picture's width and height.
const NEAR_CORNER: f64 = 0.95;
/// Position beyond the right edge, as a fraction of the picture's width.
const BEYOND_EDGE: f64 = 1.04;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DisplayScale {
    /// Stream pixels per unit of pointer motion.
    motion: f64,
    /// Stream pixels per unit of reported positions: 1, or the same as for motion.
    reported: f64,
}

impl Default for DisplayScale {
    fn default() -> Self {
        Self {
            motion: 1.0,
            reported: 1.0,
        }
    }
}

impl DisplayScale {
    /// Converts the middle of a stream pixel to units of pointer motion.
    pub(super) fn units(self, x: i32, y: i32) -> (f64, f64) {
        let unit = |at: i32| (f64::from(at) + 0.5) / self.motion;
        (unit(x), unit(y))
    }

    /// Converts a reported position to a pixel of the stream.
    pub(super) fn pixel(self, at: (i32, i32)) -> (i32, i32) {
        let pixel = |at: i32| ((f64::from(at) + 0.5) * self.reported).floor() as i32;
        (pixel(at.0), pixel(at.1))
    }

    /// Returns whether the reported position `at` is a pixel of the stream, with a tolerance for rounding.
    pub(super) fn is_at(self, at: (i32, i32), pixel: (i32, i32)) -> bool {
        let is_near = |at: i32, pixel: i32| {
            (f64::from(at) * self.reported - f64::from(pixel)).abs() <= self.motion.max(1.0)
        };
        is_near(at.0, pixel.0) && is_near(at.1, pixel.1)
    }

    /// Measures the scale of a window with a picture of `size`. `probe` moves the pointer to a pixel of the stream and
    /// returns the scale, of two with the same motion, with which it is reported there.
    ///
    /// Returns `None` if no scale is proved, for example because the corner is covered.
    pub(super) fn find(
        size: (u32, u32),
        probe: impl Fn([Self; 2], (i32, i32)) -> Option<Self>,
    ) -> Option<Self> {
        let try_scale = |motion: f64, x: f64, y: f64| {
            let pixel = |part: f64, size: u32| (part * f64::from(size)) as i32;
            let scales = [1.0, motion].map(|reported| Self { motion, reported });
            probe(scales, (pixel(x, size.0), pixel(y, size.1)))
        };
        SCALES.into_iter().find_map(|motion| {
            let scale = try_scale(motion, NEAR_CORNER, NEAR_CORNER)?;
            (motion <= 1.0 || try_scale(motion, BEYOND_EDGE, 0.5).is_none()).then_some(scale)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: DisplayScale = DisplayScale {
        motion: 2.0,
        reported: 2.0,
    };

    /// Measures a window of 400×200 pixels on a display of scale 2, whose lower right quarter may be covered.
    fn measured(reported: f64, is_covered: bool) -> Option<DisplayScale> {
        DisplayScale::find((400, 200), |scales, pixel| {
            let (x, y) = scales[0].units(pixel.0, pixel.1);
            let (x, y) = (2.0 * x, 2.0 * y);
            let has_pointer = x < 400.0 && y < 200.0 && !(is_covered && x > 200.0 && y > 100.0);
            let at = ((x / reported) as i32, (y / reported) as i32);
            let mut scales = scales.into_iter();
            scales.find(|scale| has_pointer && scale.is_at(at, pixel))
        })
    }

    #[test]
    fn measures_the_scale_of_motion_and_of_reported_positions() {
        for reported in [1.0, 2.0] {
            let scale = DisplayScale { reported, ..DOUBLE };
            assert_eq!(measured(reported, false), Some(scale));
        }
        assert_eq!(DOUBLE.units(99, 0), (49.75, 0.25));
        assert_eq!(DOUBLE.pixel((49, 0)), (99, 1));
    }

    #[test]
    fn a_covered_corner_proves_no_scale() {
        assert_eq!(measured(2.0, true), None);
    }
}
