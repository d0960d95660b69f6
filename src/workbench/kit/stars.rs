//! One to three stars, drawn as shapes because fonts lack them.

use egui::epaint::Vertex;
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2};

const MAX_STARS: usize = 3;

pub fn alt_text(count: usize) -> String {
    format!("{count} of {MAX_STARS} stars")
}

/// Width of all stars with this side.
pub fn width(side: f32) -> f32 {
    side * (1.15 * MAX_STARS as f32 - 0.15)
}

/// Draws `count` filled stars and the outlines of the rest; `left` is the middle of their left edge.
pub fn paint(painter: &Painter, left: Pos2, side: f32, count: usize, ink: Color32) {
    for index in 0..MAX_STARS {
        let middle = left + vec2(side * (0.5 + 1.15 * index as f32), 0.0);
        let points = star(middle, 0.5 * side);
        if index < count {
            let vertex = |pos| Vertex {
                pos,
                uv: egui::epaint::WHITE_UV,
                color: ink,
            };
            let mut mesh = Mesh::default();
            mesh.vertices.push(vertex(middle));
            mesh.vertices.extend(points.iter().map(|pos| vertex(*pos)));
            let corners = points.len() as u32;
            for corner in 0..corners {
                mesh.add_triangle(0, 1 + corner, 1 + (corner + 1) % corners);
            }
            painter.add(Shape::mesh(mesh));
        }
        let edge = Stroke::new((0.07 * side).max(1.0), ink);
        painter.add(Shape::closed_line(points, edge));
    }
}

pub fn label(ui: &mut Ui, side: f32, count: usize, ink: Color32) -> egui::Response {
    let size = vec2(width(side), side);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, alt_text(count)));
    paint(ui.painter(), rect.left_center(), side, count, ink);
    response
}

fn star(middle: Pos2, radius: f32) -> Vec<Pos2> {
    let corner = |index: usize| {
        let angle = std::f32::consts::PI * (index as f32 / 5.0 - 0.5);
        let scale = if index.is_multiple_of(2) { 1.0 } else { 0.42 };
        middle + radius * scale * Vec2::angled(angle)
    };
    (0..10).map(corner).collect()
}
