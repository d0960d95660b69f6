//! Icons that the fonts lack, drawn with lines, and icon buttons.

use std::f32::consts::{PI, TAU};

use egui::{
    Button, Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// Size of an icon button, in points.
pub const BUTTON_SIZE: Vec2 = vec2(30.0, 26.0);

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Mirror left to right.
    FlipHorizontal,
    /// Mirror top to bottom.
    FlipVertical,
    /// A quarter turn counter-clockwise.
    RotateLeft,
    /// A quarter turn clockwise.
    RotateRight,
    /// Resize.
    Resize,
    /// Play the plan.
    Play,
    /// Pause the plan.
    Pause,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// Step back.
    Back,
    /// Step forward.
    Forward,
    /// Repeat.
    Loop,
    /// Tiles in rows.
    Grid,
    /// Import a file.
    Open,
    /// A path over the board.
    Path,
    /// Keep the old board at the upper left of the new one.
    KeepFirst,
    /// Keep it in the middle.
    KeepMiddle,
    /// Keep it at the lower right.
    KeepLast,
    /// Warning.
    Warn,
    /// Correct.
    Check,
    /// Wrong.
    Cross,
}

impl Icon {
    /// Draws the icon into a square in the middle of `rect`.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let side = rect.width().min(rect.height());
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
        let stroke = Stroke::new((side / 9.0).clamp(1.0, 2.0), color);
        let line = |points: Vec<Pos2>| painter.add(Shape::line(points, stroke));
        let fill = |points: Vec<Pos2>| {
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        };
        match self {
            Self::FlipHorizontal => {
                line(vec![at(0.5, 0.05), at(0.5, 0.95)]);
                fill(vec![at(0.38, 0.2), at(0.38, 0.8), at(0.0, 0.8)]);
                line(vec![
                    at(0.62, 0.24),
                    at(0.62, 0.8),
                    at(0.96, 0.8),
                    at(0.62, 0.24),
                ]);
            }
            Self::FlipVertical => {
                line(vec![at(0.05, 0.5), at(0.95, 0.5)]);
                fill(vec![at(0.2, 0.38), at(0.8, 0.38), at(0.8, 0.0)]);
                line(vec![
                    at(0.24, 0.62),
                    at(0.8, 0.62),
                    at(0.8, 0.96),
                    at(0.24, 0.62),
                ]);
            }
            Self::RotateRight | Self::RotateLeft => {
                let mirror = self == Self::RotateLeft;
                let arc = |turn: f32| {
                    let offset = vec2(turn.cos(), turn.sin()) * 0.38;
                    let x = if mirror { -offset.x } else { offset.x };
                    at(0.5 + x, 0.52 + offset.y)
                };
                let steps = 20;
                let (from, to) = (-0.25 * PI, 1.2 * PI);
                // The arc is open at the upper left, with the arrow head at the upper right.
                let points =
                    (0..=steps).map(|step| arc(from + (to - from) * step as f32 / steps as f32));
                line(points.collect());
                let tip = |x: f32, y: f32| at(if mirror { 1.0 - x } else { x }, y);
                fill(vec![tip(0.98, 0.06), tip(0.98, 0.46), tip(0.58, 0.32)]);
            }
            Self::Resize => {
                line(vec![
                    at(0.1, 0.1),
                    at(0.62, 0.1),
                    at(0.62, 0.62),
                    at(0.1, 0.62),
                    at(0.1, 0.1),
                ]);
                line(vec![at(0.66, 0.66), at(0.95, 0.95)]);
                line(vec![at(0.95, 0.7), at(0.95, 0.95), at(0.7, 0.95)]);
            }
            Self::Grid => {
                for (x, y) in [(0.08, 0.08), (0.56, 0.08), (0.08, 0.56), (0.56, 0.56)] {
                    let tile = Rect::from_min_max(at(x, y), at(x + 0.36, y + 0.36));
                    painter.rect_filled(tile, 1.5, color);
                }
            }
            Self::Open => {
                line(vec![
                    at(0.08, 0.6),
                    at(0.08, 0.92),
                    at(0.92, 0.92),
                    at(0.92, 0.6),
                ]);
                line(vec![at(0.5, 0.7), at(0.5, 0.08)]);
                line(vec![at(0.26, 0.34), at(0.5, 0.08), at(0.74, 0.34)]);
            }
            Self::Play => fill(vec![at(0.18, 0.08), at(0.92, 0.5), at(0.18, 0.92)]),
            Self::Pause => {
                painter.rect_filled(Rect::from_min_max(at(0.18, 0.1), at(0.4, 0.9)), 1.0, color);
                painter.rect_filled(Rect::from_min_max(at(0.6, 0.1), at(0.82, 0.9)), 1.0, color);
            }
            Self::Start => {
                painter.rect_filled(
                    Rect::from_min_max(at(0.1, 0.15), at(0.24, 0.85)),
                    0.0,
                    color,
                );
                fill(vec![at(0.9, 0.15), at(0.9, 0.85), at(0.3, 0.5)]);
            }
            Self::End => {
                painter.rect_filled(
                    Rect::from_min_max(at(0.76, 0.15), at(0.9, 0.85)),
                    0.0,
                    color,
                );
                fill(vec![at(0.1, 0.15), at(0.7, 0.5), at(0.1, 0.85)]);
            }
            Self::Back => {
                line(vec![at(0.66, 0.16), at(0.32, 0.5), at(0.66, 0.84)]);
            }
            Self::Forward => {
                line(vec![at(0.34, 0.16), at(0.68, 0.5), at(0.34, 0.84)]);
            }
            Self::Loop => {
                let arc = |from: f32, to: f32| {
                    let steps = 14;
                    let point = |step: i32| {
                        let turn = (from + (to - from) * step as f32 / steps as f32) * TAU;
                        at(0.5 + 0.42 * turn.cos(), 0.5 + 0.32 * turn.sin())
                    };
                    line((0..=steps).map(point).collect());
                };
                arc(0.54, 0.92);
                arc(0.04, 0.42);
                fill(vec![at(1.02, 0.22), at(0.94, 0.54), at(0.68, 0.3)]);
                fill(vec![at(-0.02, 0.78), at(0.06, 0.46), at(0.32, 0.7)]);
            }
            Self::Path => {
                let stops = [at(0.12, 0.85), at(0.4, 0.35), at(0.65, 0.65), at(0.9, 0.12)];
                line(stops.to_vec());
                for stop in stops {
                    painter.circle_filled(stop, side * 0.11, color);
                }
            }
            Self::KeepFirst | Self::KeepMiddle | Self::KeepLast => {
                let from = match self {
                    Self::KeepFirst => 0.16,
                    Self::KeepMiddle => 0.3,
                    _ => 0.44,
                };
                let frame = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
                line(frame.map(|(x, y)| at(x, y)).to_vec());
                let part = Rect::from_min_max(at(from, from), at(from + 0.4, from + 0.4));
                painter.rect_filled(part, 0.0, color);
            }
            Self::Warn => {
                line(vec![at(0.5, 0.05), at(0.5, 0.62)]);
                painter.circle_filled(at(0.5, 0.88), side * 0.1, color);
            }
            Self::Check => {
                line(vec![at(0.1, 0.55), at(0.4, 0.85), at(0.92, 0.18)]);
            }
            Self::Cross => {
                line(vec![at(0.15, 0.15), at(0.85, 0.85)]);
                line(vec![at(0.85, 0.15), at(0.15, 0.85)]);
            }
        }
    }
}

/// Shows an icon next to text, with the height of a line.
pub fn icon_label(ui: &mut Ui, icon: Icon, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
    icon.paint(ui.painter(), rect, color);
}

/// Shows an icon button with an accessible name and a tooltip. `on` is the state of a toggle, `None` for other buttons.
pub fn button(ui: &mut Ui, icon: Icon, name: &str, tip: &str, on: Option<bool>) -> Response {
    let button = Button::new("")
        .min_size(BUTTON_SIZE)
        .selected(on.unwrap_or(false));
    let response = ui.add(button);
    response.widget_info(|| match on {
        None => WidgetInfo::labeled(Role::Button, ui.is_enabled(), name),
        Some(on) => WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, name),
    });
    let color = if on == Some(true) {
        ui.visuals().selection.stroke.color
    } else {
        ui.style().interact(&response).fg_stroke.color
    };
    let opacity = if ui.is_enabled() { 1.0 } else { 0.45 };
    let center = response.rect.center();
    let square = Rect::from_center_size(pos2(center.x.round(), center.y.round()), vec2(14.0, 14.0));
    icon.paint(ui.painter(), square, color.gamma_multiply(opacity));
    response.on_hover_text(tip)
}
