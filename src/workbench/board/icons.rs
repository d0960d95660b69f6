//! Icons that the fonts lack, drawn with lines, and icon buttons.

use std::f32::consts::{PI, TAU};

use egui::{
    Button, Color32, Painter, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};

/// Size of a button with an icon, in points.
pub const BUTTON_SIZE: Vec2 = vec2(30.0, 26.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    FlipHorizontal,
    FlipVertical,
    RotateLeft,
    RotateRight,
    Resize,
    Play,
    Pause,
    Start,
    End,
    Back,
    Forward,
    Loop,
    Grid,
    Open,
    Path,
    /// Keep the old board at the upper left of the new one.
    KeepFirst,
    KeepMiddle,
    KeepLast,
    Warn,
    Check,
    Cross,
}

impl Icon {
    /// Draws the icon into a square in the middle of `rect`.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let side = rect.width().min(rect.height());
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        let at = |x: f32, y: f32| square.lerp_inside(vec2(x, y));
        let stroke = Stroke::new((side / 9.0).clamp(1.0, 2.0), color);
        let points = |points: &[(f32, f32)]| points.iter().map(|(x, y)| at(*x, *y)).collect();
        let line = |line: &[(f32, f32)]| {
            painter.add(Shape::line(points(line), stroke));
        };
        let fill = |corners: &[(f32, f32)]| {
            painter.add(Shape::convex_polygon(points(corners), color, Stroke::NONE));
        };
        match self {
            Self::FlipHorizontal => {
                line(&[(0.5, 0.05), (0.5, 0.95)]);
                fill(&[(0.38, 0.2), (0.38, 0.8), (0.0, 0.8)]);
                line(&[(0.62, 0.24), (0.62, 0.8), (0.96, 0.8), (0.62, 0.24)]);
            }
            Self::FlipVertical => {
                line(&[(0.05, 0.5), (0.95, 0.5)]);
                fill(&[(0.2, 0.38), (0.8, 0.38), (0.8, 0.0)]);
                line(&[(0.24, 0.62), (0.8, 0.62), (0.8, 0.96), (0.24, 0.62)]);
            }
            Self::RotateRight | Self::RotateLeft => {
                let mirror = self == Self::RotateLeft;
                let side = |x: f32| if mirror { 1.0 - x } else { x };
                let (from, to) = (-0.25 * PI, 1.2 * PI);
                let arc = |step: u8| {
                    let turn = from + (to - from) * f32::from(step) / 20.0;
                    (side(0.5 + 0.38 * turn.cos()), 0.52 + 0.38 * turn.sin())
                };
                // The arc is open at the upper left, with the arrow head at the upper right.
                line(&(0..=20).map(arc).collect::<Vec<_>>());
                fill(&[(side(0.98), 0.06), (side(0.98), 0.46), (side(0.58), 0.32)]);
            }
            Self::Resize => {
                line(&[
                    (0.1, 0.1),
                    (0.62, 0.1),
                    (0.62, 0.62),
                    (0.1, 0.62),
                    (0.1, 0.1),
                ]);
                line(&[(0.66, 0.66), (0.95, 0.95)]);
                line(&[(0.95, 0.7), (0.95, 0.95), (0.7, 0.95)]);
            }
            Self::Grid => {
                for (x, y) in [(0.08, 0.08), (0.56, 0.08), (0.08, 0.56), (0.56, 0.56)] {
                    let tile = Rect::from_min_max(at(x, y), at(x + 0.36, y + 0.36));
                    painter.rect_filled(tile, 1.5, color);
                }
            }
            Self::Open => {
                line(&[(0.08, 0.6), (0.08, 0.92), (0.92, 0.92), (0.92, 0.6)]);
                line(&[(0.5, 0.7), (0.5, 0.08)]);
                line(&[(0.26, 0.34), (0.5, 0.08), (0.74, 0.34)]);
            }
            Self::Play => fill(&[(0.18, 0.08), (0.92, 0.5), (0.18, 0.92)]),
            Self::Pause => {
                painter.rect_filled(Rect::from_min_max(at(0.18, 0.1), at(0.4, 0.9)), 1.0, color);
                painter.rect_filled(Rect::from_min_max(at(0.6, 0.1), at(0.82, 0.9)), 1.0, color);
            }
            Self::Start => {
                let bar = Rect::from_min_max(at(0.1, 0.15), at(0.24, 0.85));
                painter.rect_filled(bar, 0.0, color);
                fill(&[(0.9, 0.15), (0.9, 0.85), (0.3, 0.5)]);
            }
            Self::End => {
                let bar = Rect::from_min_max(at(0.76, 0.15), at(0.9, 0.85));
                painter.rect_filled(bar, 0.0, color);
                fill(&[(0.1, 0.15), (0.7, 0.5), (0.1, 0.85)]);
            }
            Self::Back => {
                line(&[(0.66, 0.16), (0.32, 0.5), (0.66, 0.84)]);
            }
            Self::Forward => {
                line(&[(0.34, 0.16), (0.68, 0.5), (0.34, 0.84)]);
            }
            Self::Loop => {
                let arc = |from: f32, to: f32| {
                    let point = |step: u8| {
                        let turn = (from + (to - from) * f32::from(step) / 14.0) * TAU;
                        (0.5 + 0.42 * turn.cos(), 0.5 + 0.32 * turn.sin())
                    };
                    line(&(0..=14).map(point).collect::<Vec<_>>());
                };
                arc(0.54, 0.92);
                arc(0.04, 0.42);
                fill(&[(1.02, 0.22), (0.94, 0.54), (0.68, 0.3)]);
                fill(&[(-0.02, 0.78), (0.06, 0.46), (0.32, 0.7)]);
            }
            Self::Path => {
                let stops = [(0.12, 0.85), (0.4, 0.35), (0.65, 0.65), (0.9, 0.12)];
                line(&stops);
                for (x, y) in stops {
                    painter.circle_filled(at(x, y), side * 0.11, color);
                }
            }
            Self::KeepFirst | Self::KeepMiddle | Self::KeepLast => {
                let from = match self {
                    Self::KeepFirst => 0.16,
                    Self::KeepMiddle => 0.3,
                    _ => 0.44,
                };
                line(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]);
                let part = Rect::from_min_max(at(from, from), at(from + 0.4, from + 0.4));
                painter.rect_filled(part, 0.0, color);
            }
            Self::Warn => {
                line(&[(0.5, 0.05), (0.5, 0.62)]);
                painter.circle_filled(at(0.5, 0.88), side * 0.1, color);
            }
            Self::Check => {
                line(&[(0.1, 0.55), (0.4, 0.85), (0.92, 0.18)]);
            }
            Self::Cross => {
                line(&[(0.15, 0.15), (0.85, 0.85)]);
                line(&[(0.85, 0.15), (0.15, 0.85)]);
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
    let color = match on {
        Some(true) => ui.visuals().selection.stroke.color,
        _ => ui.style().interact(&response).fg_stroke.color,
    };
    let opacity = if ui.is_enabled() { 1.0 } else { 0.45 };
    let center = response.rect.center();
    let square = Rect::from_center_size(pos2(center.x.round(), center.y.round()), vec2(14.0, 14.0));
    icon.paint(ui.painter(), square, color.gamma_multiply(opacity));
    response.on_hover_text(tip)
}
