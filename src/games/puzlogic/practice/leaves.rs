//! Pale leaves that float over everything.

use std::f32::consts::{PI, TAU};

use fastrand::Rng;

use planwright_stage::StageScreen as _;
use planwright_stage::drawing::{Colour, Pen};

use super::PuzlogicShow;

const SIZE: (u32, u32) = PuzlogicShow::SIZE;

const LEAF_COUNT: usize = 10;
const OUTLINE_STEPS: u8 = 30;
/// Distance outside the screen at which they appear and vanish, in pixels.
const MARGIN: f32 = 40.0;
const COLOUR: Colour = [0xC4, 0xC0, 0xBA];
const OPACITY: f32 = 0.48;

pub(super) struct Leaves {
    leaves: Vec<Leaf>,
    outline: Vec<(f32, f32)>,
}

struct Leaf {
    /// Position at the start, in pixels from the point that is [`MARGIN`] left of the screen's corner and above it.
    start: (f32, f32),
    /// In pixels per second, to the right and down.
    speed: (f32, f32),
    length: f32,
    /// Angle at the start, in radians.
    turn: f32,
    /// In radians per second.
    spin: f32,
    /// Phase of the sideways motion and the slant, in radians.
    sway: f32,
}

impl Leaves {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut leaf = || Leaf {
            start: (rng.f32() * 880.0, rng.f32() * 680.0),
            speed: (-12.0 + 20.0 * rng.f32(), 5.0 + 12.0 * rng.f32()),
            length: 12.0 + 24.0 * rng.f32().powi(2),
            turn: rng.f32() * TAU,
            spin: -0.4 + 0.8 * rng.f32(),
            sway: rng.f32() * TAU,
        };
        Self {
            leaves: (0..LEAF_COUNT).map(|_| leaf()).collect(),
            outline: outline(),
        }
    }

    /// Draws the leaves after `time` seconds over a background of this colour.
    pub(super) fn draw(&self, pen: &mut Pen<'_>, time: f32, background: Colour) {
        for leaf in &self.leaves {
            let point = |at: &(f32, f32)| leaf.project(time, *at);
            let outline: Vec<_> = self.outline.iter().map(point).collect();
            pen.polygon(&outline, COLOUR, OPACITY);
            let (from, to) = (point(&(-0.2, 0.0)), point(&(0.5, 0.0)));
            pen.stroke(from, to, 1.0, background, 0.35);
        }
    }
}

impl Leaf {
    fn project(&self, time: f32, (along, across): (f32, f32)) -> (f32, f32) {
        let wrapped = |at: f32, extent: u32| at.rem_euclid(extent as f32 + 2.0 * MARGIN) - MARGIN;
        let drift = 12.0 * (time / 3.0 + self.sway).sin();
        let x = wrapped(self.start.0 + self.speed.0 * time + drift, SIZE.0);
        let y = wrapped(self.start.1 + self.speed.1 * time, SIZE.1);
        // Foreshortened by a changing slant.
        let slant = 0.5 + 0.5 * (time / 5.0 + self.sway).cos().abs();
        let (along, across) = (along * self.length, across * self.length * slant);
        let (sin, cos) = (self.turn + self.spin * time).sin_cos();
        let (dx, dy) = (along * cos - across * sin, along * sin + across * cos);
        (x + dx, y + dy)
    }
}

/// An outline of length 1 from the tip to the stem.
fn outline() -> Vec<(f32, f32)> {
    let point = |step: u8, sign: f32| {
        let share = f32::from(step) / f32::from(OUTLINE_STEPS);
        let half = 0.42 * (PI * share.powf(1.3)).sin().max(0.0).powf(0.8);
        (share - 0.5, sign * half)
    };
    let right = (0..=OUTLINE_STEPS).map(|step| point(step, 1.0));
    let left = (0..=OUTLINE_STEPS).rev().map(|step| point(step, -1.0));
    right.chain(left).collect()
}
