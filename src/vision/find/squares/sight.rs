//! Pixels of the image against the ground, and outlines.

use image::RgbaImage;

use crate::place::ImageRect;
use crate::profile::{Rgb, SquaresRule};
use crate::sampler::colour_at;

use super::lattice::{LINE, Lattice};

/// Points along each side of an outline.
const POINTS: usize = 24;
/// The points in the middle of a side, beyond the marks at the corners of a tray's places.
const MIDDLE: std::ops::Range<usize> = 8..16;
/// A pixel belongs to the outline if its colour lies this far on the way from the ground's colour to
/// the outline's; edges of pieces are darker.
const DARK: std::ops::RangeInclusive<f32> = 0.4..=1.4;
/// A pixel of the outline may be this far from that way.
const BESIDE: f32 = 45.0;

/// What ink differs by from what it is on: on dark grounds, otherwise, and as a share of what the
/// outlines differ by.
pub(super) const INK: (f32, f32, f32) = (28.0, 70.0, 0.5);

/// An image with the colours and the lattice found in it.
pub(super) struct Sight<'a> {
    pub(super) rule: &'a SquaresRule,
    pub(super) image: &'a RgbaImage,
    pub(super) scale: f32,
    pub(super) ground: Rgb,
    lattice: &'a Lattice,
    /// Direction from the ground to the outline's colour, and its length.
    towards: [f32; 3],
    length: f32,
}

impl<'a> Sight<'a> {
    pub(super) fn new(rule: &'a SquaresRule, image: &'a RgbaImage, lattice: &'a Lattice) -> Self {
        let ground = lattice.ground;
        let towards: [f32; 3] = std::array::from_fn(|channel| {
            f32::from(rule.outline.0[channel]) - f32::from(ground.0[channel])
        });
        let length = towards.iter().map(|part| part * part).sum::<f32>().sqrt();
        Self {
            rule,
            image,
            scale: lattice.scale,
            ground,
            lattice,
            towards,
            length: length.max(1.0),
        }
    }

    /// Ink on the ground differs from it at least this much.
    pub(super) fn least_ink(&self) -> f32 {
        let outline = f32::from(self.ground.distance(self.rule.outline));
        (INK.2 * outline).clamp(INK.0, INK.1)
    }

    /// Whether a pixel's colour is on the way from the ground's to the outline's, well away from
    /// the ground.
    fn is_line(&self, x: i64, y: i64) -> bool {
        let colour = colour_at(self.image, x, y).0;
        let away: [f32; 3] = std::array::from_fn(|channel| {
            f32::from(colour[channel]) - f32::from(self.ground.0[channel])
        });
        let dot: f32 = away.iter().zip(self.towards).map(|(a, b)| a * b).sum();
        let along = dot / (self.length * self.length);
        let beside = away
            .iter()
            .zip(self.towards)
            .map(|(a, b)| (a - along * b).powi(2));
        DARK.contains(&along) && beside.sum::<f32>().sqrt() <= BESIDE
    }

    /// Share of a place's outline that is seen, 0 to 1. It must be seen in the middle of the
    /// sides, too: marks at the corners are no outline.
    pub(super) fn outline(&self, column: i32, row: i32) -> f32 {
        let (x, y) = self.lattice.centre(column, row);
        let half = (self.lattice.side - LINE * self.scale) / 2.0;
        // Outwards only: inside, a piece has an edge of its own.
        let reach = 0.8 * self.scale;
        let (mut shares, mut middles) = ([0.0; 4], [0.0; 4]);
        for (side, (share, middle)) in shares.iter_mut().zip(&mut middles).enumerate() {
            let (mut seen, mut within) = (0, 0);
            for point in 0..POINTS {
                let along = ((point as f32 + 0.5) / POINTS as f32 - 0.5) * 1.7 * half;
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
                seen += usize::from(dark);
                within += usize::from(dark && MIDDLE.contains(&point));
            }
            *share = seen as f32 / POINTS as f32;
            *middle = within as f32 / MIDDLE.len() as f32;
        }
        // A side that something covers is forgiven in part.
        let most = |mut sides: [f32; 4]| {
            sides.sort_by(f32::total_cmp);
            (0.5 * sides[0] + sides[1] + sides[2] + sides[3]) / 3.5
        };
        most(shares).min(most(middles))
    }

    /// The pixels of a rectangle, row by row, with its width and height.
    pub(super) fn pixels(&self, rect: ImageRect) -> (usize, usize, Vec<Rgb>) {
        let (left, top) = (rect.x.round() as i64, rect.y.round() as i64);
        let (right, bottom) = (
            (rect.x + rect.width).round() as i64,
            (rect.y + rect.height).round() as i64,
        );
        let (width, height) = ((right - left).max(1), (bottom - top).max(1));
        let all = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        let pixels = all.map(|(x, y)| colour_at(self.image, x, y)).collect();
        (width as usize, height as usize, pixels)
    }
}
