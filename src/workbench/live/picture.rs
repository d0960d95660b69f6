//! The target's picture with grid, cells and cursor drawn over it; expected beside seen.

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, pos2, vec2,
};

use crate::game::{CellLook, Grid};

use super::super::dialogs::primary_button;
use super::super::theme::{self, space};
use super::{Divergence, Look, Order, SeenBoard};

/// The picture as a texture, made again when there is another one.
#[derive(Default)]
pub struct Picture {
    texture: Option<(Arc<ColorImage>, TextureHandle)>,
}

impl Picture {
    /// Shows what was seen.
    pub fn show(&mut self, ui: &mut Ui, look: &Look) {
        let texture = match &mut self.texture {
            Some((picture, texture)) if Arc::ptr_eq(picture, &look.picture) => texture,
            Some((picture, texture)) => {
                *picture = look.picture.clone();
                texture.set(look.picture.clone(), TextureOptions::NEAREST);
                texture
            }
            None => {
                let options = TextureOptions::NEAREST;
                let texture = ui.ctx().load_texture("live", look.picture.clone(), options);
                &mut self.texture.insert((look.picture.clone(), texture)).1
            }
        };
        let room = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        let size = vec2(look.picture.width() as f32, look.picture.height() as f32);
        let scale = (room.width() / size.x).min((room.height() - 24.0) / size.y);
        let rect = Rect::from_center_size(room.center() + vec2(0.0, 10.0), size * scale.max(0.05));
        let response = ui.allocate_rect(room, Sense::hover());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, description(look)));
        let painter = ui.painter();
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
        let colors = theme::colors(ui);
        painter.text(
            rect.center_top() - vec2(0.0, 6.0),
            Align2::CENTER_BOTTOM,
            &look.window,
            FontId::proportional(theme::text::BODY),
            colors.weak,
        );
        let to_screen = |at: Pos2| rect.min + at.to_vec2() * scale;
        for board in &look.boards {
            overlay(painter, board, &to_screen, colors);
        }
        if let Some(cursor) = look.cursor {
            let frame = Rect::from_min_max(to_screen(cursor.min), to_screen(cursor.max));
            let stroke = Stroke::new(3.0, colors.step);
            painter.rect_stroke(frame, 2.0, stroke, StrokeKind::Outside);
        }
    }
}

fn overlay(
    painter: &Painter,
    board: &SeenBoard,
    to_screen: &impl Fn(Pos2) -> Pos2,
    colors: &theme::Colors,
) {
    let area = Rect::from_min_max(to_screen(board.area.min), to_screen(board.area.max));
    let size = board.cells.size();
    let cell = vec2(
        area.width() / size.cols.max(1) as f32,
        area.height() / size.rows.max(1) as f32,
    );
    for (at, seen) in board.cells.iter() {
        let corner = area.min + vec2(at.col as f32, at.row as f32) * cell;
        let square = Rect::from_min_size(corner, cell);
        let line = Stroke::new(1.0, colors.accent.gamma_multiply(0.6));
        painter.rect_stroke(square, 0.0, line, StrokeKind::Middle);
        if !seen.look.glyph.is_empty() {
            // A plate under the sign, whatever the picture shows there.
            let side = (cell.min_elem() * 0.5).clamp(8.0, 18.0);
            let plate = Rect::from_min_size(square.min, vec2(side, side));
            painter.rect_filled(plate, 2.0, colors.panel);
            let font = FontId::proportional(side * 0.85);
            painter.text(
                plate.center(),
                Align2::CENTER_CENTER,
                &seen.look.glyph,
                font,
                colors.text,
            );
        }
        if seen.doubtful {
            let frame = Stroke::new(2.5, colors.doubt);
            painter.rect_stroke(square.shrink(1.5), 0.0, frame, StrokeKind::Inside);
        }
    }
    painter.rect_stroke(
        area,
        0.0,
        Stroke::new(2.0, colors.accent),
        StrokeKind::Outside,
    );
}

/// What a screen reader says of the picture.
fn description(look: &Look) -> String {
    let boards: Vec<String> = look
        .boards
        .iter()
        .map(|board| {
            let doubtful = board.cells.iter().filter(|(_, cell)| cell.doubtful).count();
            format!(
                "{} {}, {doubtful} doubtful",
                board.title,
                board.cells.size()
            )
        })
        .collect();
    format!("Seen in {}: {}", look.window, boards.join("; "))
}

/// Expected beside seen, with the cells that differ framed; what the person wants done.
pub fn divergence(ui: &mut Ui, divergence: &Divergence) -> Option<Order> {
    let mut order = None;
    let colors = theme::colors(ui);
    ui.add_space(space::MEDIUM);
    ui.vertical_centered(|ui| {
        let text = RichText::new(&divergence.what).color(colors.bad).strong();
        ui.add(egui::Label::new(text).wrap());
    });
    ui.add_space(space::SMALL);
    let width = ui.available_width();
    let height = (ui.available_height() - 60.0).max(80.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (title, grid, other) in [
            ("Expected", &divergence.expected, &divergence.seen),
            ("Seen", &divergence.seen, &divergence.expected),
        ] {
            let (rect, response) =
                ui.allocate_exact_size(vec2(width / 2.0, height), Sense::hover());
            let differing = grid
                .iter()
                .filter(|(cell, look)| other.get(*cell).is_some_and(|o| o.value != look.value))
                .count();
            response.widget_info(|| {
                let text = match differing {
                    1 => format!("{title}, 1 cell differs"),
                    n => format!("{title}, {n} cells differ"),
                };
                egui::WidgetInfo::labeled(egui::Role::Image, true, text)
            });
            board(ui, rect, title, grid, other);
        }
    });
    ui.add_space(space::SMALL);
    ui.vertical_centered(|ui| {
        ui.horizontal(|ui| {
            ui.add_space((ui.available_width() - 240.0).max(0.0) / 2.0);
            if primary_button(ui, "Plan again from here", true).clicked() {
                order = Some(Order::Replan);
            }
            if ui.button("Stop").clicked() {
                order = Some(Order::Stop);
            }
        });
    });
    order
}

fn board(ui: &Ui, rect: Rect, title: &str, grid: &Grid<CellLook>, other: &Grid<CellLook>) {
    let colors = theme::colors(ui);
    let painter = ui.painter();
    let size = grid.size();
    let scale = ((rect.width() - 30.0) / size.cols.max(1) as f32)
        .min((rect.height() - 40.0) / size.rows.max(1) as f32)
        .clamp(2.0, 48.0);
    let room = vec2(size.cols as f32, size.rows as f32) * scale;
    let frame = Rect::from_center_size(rect.center() + vec2(0.0, 8.0), room);
    painter.text(
        frame.center_top() - vec2(0.0, 6.0),
        Align2::CENTER_BOTTOM,
        title,
        FontId::proportional(theme::text::BODY),
        colors.text,
    );
    for (cell, look) in grid.iter() {
        let corner = frame.min + vec2(cell.col as f32, cell.row as f32) * scale;
        let square = Rect::from_min_size(corner, vec2(scale, scale));
        let tone = theme::tone(look.tone, ui.visuals().dark_mode);
        painter.rect_filled(square, 0.0, tone.fill);
        painter.rect_stroke(
            square,
            0.0,
            Stroke::new(0.5, colors.line),
            StrokeKind::Middle,
        );
        if scale >= 12.0 {
            let font = FontId::proportional(scale * 0.5);
            painter.text(
                square.center(),
                Align2::CENTER_CENTER,
                &look.glyph,
                font,
                tone.ink,
            );
        }
        if other
            .get(cell)
            .is_some_and(|other| other.value != look.value)
        {
            let line = Stroke::new(3.0, colors.bad);
            painter.rect_stroke(square.shrink(1.5), 0.0, line, StrokeKind::Inside);
        }
    }
}
