//! The robot's look.

use planwright_stage::drawing::{Colour, Pen};

pub(super) const BODY: Colour = [228, 87, 61];
pub(super) const DARK: Colour = [122, 30, 22];
pub(super) const ARROW: Colour = [60, 240, 170];

/// A round part: its middle and its half sides, from the middle of the tile's top.
struct Round {
    at: (f32, f32),
    half: (f32, f32),
    colour: Colour,
}

const fn round(at: (f32, f32), half: (f32, f32), colour: Colour) -> Round {
    Round { at, half, colour }
}

/// From the feet up.
const PARTS: [Round; 6] = [
    round((0.0, -3.0), (17.0, 9.5), DARK),
    round((0.0, -6.0), (14.5, 7.5), BODY),
    round((0.0, -16.0), (14.5, 13.0), DARK),
    round((0.0, -16.0), (12.5, 11.0), BODY),
    round((0.0, -35.0), (19.5, 17.0), DARK),
    round((0.0, -35.0), (17.5, 15.0), BODY),
];
/// The top of the head, on which the arrow lies.
const HEAD: (f32, f32) = (0.0, -38.0);
/// Its highest point.
pub(super) const TALL: f32 = 52.0;

/// Draws it with its feet on a point, looking along a direction on the screen; `aside` is the
/// direction to its right.
pub(super) fn draw(
    pen: &mut Pen<'_>,
    feet: (f32, f32),
    scale: f32,
    ahead: (f32, f32),
    aside: (f32, f32),
) {
    let place = |(x, y): (f32, f32)| (feet.0 + x * scale, feet.1 + y * scale);
    for part in &PARTS {
        let points: Vec<(f32, f32)> = (0..32)
            .map(|step| {
                let angle = step as f32 * std::f32::consts::TAU / 32.0;
                place((
                    part.at.0 + part.half.0 * angle.cos(),
                    part.at.1 + part.half.1 * angle.sin(),
                ))
            })
            .collect();
        pen.polygon(&points, part.colour, 1.0);
    }
    let arrow = ARROW_POINTS.map(|(along, across)| {
        place((
            HEAD.0 + ahead.0 * along + aside.0 * across,
            HEAD.1 + ahead.1 * along + aside.1 * across,
        ))
    });
    pen.polygon(&arrow, ARROW, 1.0);
}

/// Along the direction it looks to and across it, in steps from tile to tile.
const ARROW_POINTS: [(f32, f32); 4] = [(0.32, 0.0), (-0.16, 0.24), (-0.06, 0.0), (-0.16, -0.24)];
