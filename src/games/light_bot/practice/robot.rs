use planwright_stage::drawing::{Colour, Pen, ellipse};
use planwright_stage::program::RobotPose;

const BODY: Colour = [228, 87, 61];
const DARK: Colour = [122, 30, 22];
const ARROW: Colour = [60, 240, 170];

type Point = (f32, f32);

/// Round parts from the feet up: centre, half axes and colour.
const PARTS: [(Point, Point, Colour); 6] = [
    ((0.0, -3.0), (17.0, 9.5), DARK),
    ((0.0, -6.0), (14.5, 7.5), BODY),
    ((0.0, -16.0), (14.5, 13.0), DARK),
    ((0.0, -16.0), (12.5, 11.0), BODY),
    ((0.0, -35.0), (19.5, 17.0), DARK),
    ((0.0, -35.0), (17.5, 15.0), BODY),
];
/// Top of the head, which carries the arrow.
const HEAD: Point = (0.0, -38.0);
/// Height of the highest point.
pub(super) const HEIGHT: f32 = 52.0;
/// Along and across the facing direction, in tile steps.
const ARROW_POINTS: [Point; 4] = [(0.32, 0.0), (-0.16, 0.24), (-0.06, 0.0), (-0.16, -0.24)];

pub(super) fn draw(pen: &mut Pen<'_>, pose: &RobotPose) {
    for (middle, half, colour) in PARTS {
        let corners = ellipse(middle, half).map(|corner| pose.point(corner));
        pen.polygon(&corners, colour, 1.0);
    }
    let RobotPose { ahead, aside, .. } = pose;
    let arrow = ARROW_POINTS.map(|(along, across)| {
        pose.point((
            HEAD.0 + ahead.0 * along + aside.0 * across,
            HEAD.1 + ahead.1 * along + aside.1 * across,
        ))
    });
    pen.polygon(&arrow, ARROW, 1.0);
}
