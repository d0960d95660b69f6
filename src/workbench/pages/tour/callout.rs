//! A few words beside a control, with an arrow that points at it.

use egui::{
    Align2, Area, Color32, Context, Frame, Id, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Ui,
    Vec2, pos2, vec2,
};

use crate::kit::theme::{self, space};

/// Width of the words, in points.
const WIDTH: f32 = 280.0;

/// Length of the arrow, in points, and of its point.
const ARROW: f32 = 44.0;
const POINT: f32 = 11.0;

/// Shows `words` beside `target`, or in the middle of the window if there is none. `size` is that of the
/// frame before.
pub(super) fn show(
    ctx: &Context,
    target: Option<Rect>,
    size: &mut Vec2,
    words: impl FnOnce(&mut Ui),
) {
    let room = ctx.content_rect().shrink(space::SMALL);
    let target = target.map(|target| target.expand(3.0).intersect(room));
    let corner = match target {
        Some(target) => beside(room, target, *size),
        None => room.center() - *size / 2.0,
    };
    let area = Area::new(Id::unique("tour"))
        .order(Order::Foreground)
        .pivot(Align2::LEFT_TOP)
        .fixed_pos(corner)
        .constrain_to(room)
        .show(ctx, |ui| {
            let colors = theme::colors(ui);
            Frame::popup(ui.style())
                .stroke(Stroke::new(1.5, colors.accent))
                .inner_margin(space::MEDIUM as i8)
                .show(ui, |ui| {
                    ui.set_width(WIDTH.min(room.width() - 2.0 * space::LARGE));
                    words(ui);
                });
        });
    *size = area.response.rect.size();
    if let Some(target) = target {
        let colors = theme::of(ctx.theme() == egui::Theme::Dark);
        point_at(ctx, area.response.rect, target, colors.accent);
    }
}

/// The corner of a box of this size beside the target: on the side that has most room.
fn beside(room: Rect, target: Rect, size: Vec2) -> Pos2 {
    let along_x = (target.center().x - size.x / 2.0)
        .clamp(room.left(), (room.right() - size.x).max(room.left()));
    let along_y = (target.center().y - size.y / 2.0)
        .clamp(room.top(), (room.bottom() - size.y).max(room.top()));
    let places = [
        (
            room.bottom() - target.bottom() - size.y,
            pos2(along_x, target.bottom() + ARROW),
        ),
        (
            target.top() - room.top() - size.y,
            pos2(along_x, target.top() - ARROW - size.y),
        ),
        (
            room.right() - target.right() - size.x,
            pos2(target.right() + ARROW, along_y),
        ),
        (
            target.left() - room.left() - size.x,
            pos2(target.left() - ARROW - size.x, along_y),
        ),
    ];
    let fits = |(left_over, _): &&(f32, Pos2)| *left_over >= ARROW;
    // The board's side of a panel at the right, whose contents it would cover.
    let is_in_panel = target.left() > room.center().x + room.width() / 6.0;
    let left = places.last().filter(|_| is_in_panel).filter(fits);
    let first = left.or_else(|| places.iter().find(fits));
    // Something as large as a board is pointed at from inside.
    first.map_or(
        target.left_bottom() + vec2(space::MEDIUM, -space::MEDIUM - size.y),
        |(_, at)| *at,
    )
}

/// A frame around the target and an arrow to it.
fn point_at(ctx: &Context, from: Rect, target: Rect, color: Color32) {
    let layer = LayerId::new(Order::Foreground, Id::unique("tour arrow"));
    let painter = ctx.layer_painter(layer);
    painter.rect_stroke(
        target,
        theme::CORNER,
        Stroke::new(2.0, color),
        StrokeKind::Outside,
    );
    if from.intersects(target) {
        return;
    }
    let tip = target.clamp(from.center());
    let tail = from.clamp(tip);
    let along = (tip - tail).normalized();
    let across = along.rot90() * POINT / 2.0;
    let base = tip - along * POINT;
    painter.line_segment([tail, base], Stroke::new(3.0, color));
    let head = vec![tip, base + across, base - across];
    painter.add(egui::Shape::convex_polygon(head, color, Stroke::NONE));
}
