//! Visibility of outlines and ink against the background of a board of squares.

use image::RgbaImage;

use crate::place::ImageRect;
use crate::profile::{Rgb, SquaresRule};
use crate::sampler::colour_at;

use super::lattice::{LINE_WIDTH, SquareLattice};

/// Sampled points per side of an outline.
const POINTS: usize = 24;
/// Share of a side along which the points lie, around its middle.
const SAMPLED_SHARE: f32 = 0.85;
/// Distance outwards at which a point is sampled, too, in pixels at scale 1. Inwards, pieces have an edge of their own.
const OUTER_REACH: f32 = 0.8;
/// Points in the middle of a side, beyond the corner marks of a tray's positions.
const MIDDLE_POINTS: std::ops::Range<usize> = 8..16;
/// Range of an outline pixel on the line from the background's colour (0) to the outline's (1).
const LINE_RANGE: std::ops::RangeInclusive<f32> = 0.4..=1.4;
/// Maximum distance of an outline pixel's colour from that line.
const MAX_OFF_LINE: f32 = 45.0;
/// Minimum contrast of ink on a cell's background, as a share of the outlines' contrast, within [`INK_LIMITS`].
const INK_SHARE: f32 = 0.5;
/// Lower and upper limit of the minimum contrast of ink.
pub(super) const INK_LIMITS: (f32, f32) = (28.0, 70.0);

/// A lattice of squares in its image.
pub(super) struct SquareView<'a> {
    pub(super) rule: &'a SquaresRule,
    pub(super) image: &'a RgbaImage,
    pub(super) lattice: &'a SquareLattice,
    /// Vector from the background's to the outline's colour.
    towards: [f32; 3],
    /// Length of that vector, at least 1.
    length: f32,
}

impl<'a> SquareView<'a> {
    pub(super) fn new(
        rule: &'a SquaresRule,
        image: &'a RgbaImage,
        lattice: &'a SquareLattice,
    ) -> Self {
        let background = lattice.background;
        let towards: [f32; 3] = std::array::from_fn(|channel| {
            f32::from(rule.outline.0[channel]) - f32::from(background.0[channel])
        });
        let length = towards.iter().map(|part| part * part).sum::<f32>().sqrt();
        Self {
            rule,
            image,
            lattice,
            towards,
            length: length.max(1.0),
        }
    }

    /// Minimum contrast of ink on the background.
    pub(super) fn min_ink(&self) -> f32 {
        let outline = f32::from(self.lattice.background.distance(self.rule.outline));
        (INK_SHARE * outline).clamp(INK_LIMITS.0, INK_LIMITS.1)
    }

    /// Returns whether a pixel has the outline's colour, possibly blended with the background.
    fn is_line(&self, x: i64, y: i64) -> bool {
        let colour = colour_at(self.image, x, y).0;
        let away: [f32; 3] = std::array::from_fn(|channel| {
            f32::from(colour[channel]) - f32::from(self.lattice.background.0[channel])
        });
        let dot: f32 = away.iter().zip(self.towards).map(|(a, b)| a * b).sum();
        let along = dot / (self.length * self.length);
        let pairs = away.iter().zip(self.towards);
        let squares = pairs.map(|(a, b)| (a - along * b).powi(2));
        LINE_RANGE.contains(&along) && squares.sum::<f32>().sqrt() <= MAX_OFF_LINE
    }

    /// Visible share of a position's outline, 0 to 1. The middles of the sides must be visible, too.
    pub(super) fn outline(&self, column: i32, row: i32) -> f32 {
        let (x, y) = self.lattice.centre(column, row);
        let half = (self.lattice.side - LINE_WIDTH * self.lattice.scale) / 2.0;
        let reach = OUTER_REACH * self.lattice.scale;
        let (mut shares, mut middles) = ([0.0; 4], [0.0; 4]);
        for (side, (share, middle)) in shares.iter_mut().zip(&mut middles).enumerate() {
            let (mut visible, mut within) = (0, 0);
            for point in 0..POINTS {
                let along =
                    ((point as f32 + 0.5) / POINTS as f32 - 0.5) * 2.0 * SAMPLED_SHARE * half;
                let dark = [0.0, reach].iter().any(|off| {
                    let (dx, dy) = match side {
                        0 => (along, -half - off),
                        1 => (along, half + off),
                        2 => (-half - off, along),
                        _ => (half + off, along),
                    };
                    let at = |centre: f32, d: f32| (centre + d).floor() as i64;
                    self.is_line(at(x, dx), at(y, dy))
                });
                visible += usize::from(dark);
                within += usize::from(dark && MIDDLE_POINTS.contains(&point));
            }
            *share = visible as f32 / POINTS as f32;
            *middle = within as f32 / MIDDLE_POINTS.len() as f32;
        }
        let mean = |sides: [f32; 4]| sides.iter().sum::<f32>() / sides.len() as f32;
        mean(shares).min(mean(middles))
    }

    /// Pixels of a rectangle as (width, height, colours row by row).
    pub(super) fn pixels(&self, rect: ImageRect) -> (usize, usize, Vec<Rgb>) {
        let (left, top) = (rect.x.round() as i64, rect.y.round() as i64);
        let right = (rect.x + rect.width).round() as i64;
        let bottom = (rect.y + rect.height).round() as i64;
        let (width, height) = ((right - left).max(1), (bottom - top).max(1));
        let all = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        let pixels = all.map(|(x, y)| colour_at(self.image, x, y)).collect();
        (width as usize, height as usize, pixels)
    }
}
