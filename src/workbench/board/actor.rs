//! Drawing of the actor on a cell: a robot with a heading, from above or on its block.

use std::f32::consts::FRAC_PI_2;

use egui::{Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use crate::game::Heading;
use crate::kit::theme::{self, Colors};

/// Angle of an actor that turns between two headings, clockwise from up in radians. `progress` is
/// 0 to 1.
pub fn angle(from: Heading, to: Heading, progress: f32) -> f32 {
    let quarters = match (to.index() + 4 - from.index()) % 4 {
        3 => -1.0,
        turn => turn as f32,
    };
    (from.index() as f32 + quarters * progress) * FRAC_PI_2
}

/// Draws an actor from above, on a cell of this side length.
pub fn draw_flat(painter: &Painter, middle: Pos2, side: f32, angle: f32, colors: &Colors) {
    let ahead = Vec2::angled(angle - FRAC_PI_2);
    let across = ahead.rot90();
    let radius = 0.3 * side;
    let outline = Stroke::new((side / 22.0).clamp(1.0, 2.0), colors.raised);
    painter.circle(middle, radius, colors.accent, outline);
    // The pointer of the heading is as large as the body.
    let tip = middle + 0.42 * side * ahead;
    let foot = middle - 0.14 * side * ahead;
    let corner = 0.2 * side * across;
    for half in [[tip, foot + corner, middle], [tip, middle, foot - corner]] {
        let half = half.to_vec();
        painter.add(Shape::convex_polygon(half, colors.on_accent, Stroke::NONE));
    }
    painter.circle_stroke(middle, radius, Stroke::new(1.0, colors.text));
}

/// Draws an actor on a block. `foot` is the middle of the block's top, `ahead` the vector to that of the next.
pub fn draw_on_block(painter: &Painter, foot: Pos2, side: f32, ahead: Vec2, colors: &Colors) {
    let robot = theme::ROBOT;
    let across = vec2(-ahead.y, ahead.x).normalized() * 0.16 * side;
    let shadow = colors.text.gamma_multiply(0.35);
    painter.add(Shape::ellipse_filled(
        foot,
        vec2(0.25, 0.125) * side,
        shadow,
    ));
    // Arrow on the block's top, in the direction of the heading.
    let arrow = vec![
        foot + 0.62 * ahead,
        foot + 0.26 * ahead + across,
        foot + 0.26 * ahead - across,
    ];
    let edge = Stroke::new(1.5, colors.raised);
    painter.add(Shape::convex_polygon(arrow, colors.step, edge));
    let body = Rect::from_min_max(
        foot + vec2(-0.17, -0.46) * side,
        foot + vec2(0.17, 0.02) * side,
    );
    let line = Stroke::new((side / 30.0).clamp(1.0, 2.5), robot.ink);
    let radius = 0.1 * side;
    painter.rect(body, radius, robot.fill, line, StrokeKind::Middle);
    let head = Rect::from_center_size(foot + vec2(0.0, -0.58) * side, vec2(0.4, 0.28) * side);
    painter.rect(head, radius, robot.fill, line, StrokeKind::Middle);
    let antenna = head.center_top() - vec2(0.0, 0.12 * side);
    painter.line_segment([head.center_top(), antenna], line);
    painter.circle_filled(antenna, 0.05 * side, colors.step);
    // Eyes are on the visible side, or none from behind.
    let toward = ahead.x.signum();
    if ahead.y > 0.0 {
        for eye in [-0.07, 0.07] {
            let at = head.center() + vec2((0.07 * toward + eye) * side, 0.0);
            painter.circle_filled(at, 0.04 * side, robot.ink);
        }
    } else {
        let at = head.center() + vec2(0.06 * side * toward, 0.0);
        let plate = Rect::from_center_size(at, vec2(0.16, 0.1) * side);
        painter.rect_filled(plate, 1.0, robot.ink.gamma_multiply(0.6));
    }
}
