//! The picture of the window, with grid, cells and cursor drawn over it.

use std::sync::Arc;

use egui::{
    Align2, ColorImage, FontId, Label, Painter, Rect, RichText, Sense, Shape, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use crate::kit::answer;
use crate::kit::fields::set_name;
use crate::kit::picture::{mark_cell, paint};
use crate::kit::theme::{self, space};
use crate::vision::screen_text;
use crate::world::{Capture, DetectedBoard};

#[derive(Default)]
pub(super) struct CaptureView {
    texture: Option<(Arc<ColorImage>, TextureHandle)>,
}

/// Height of the title above the picture, in points.
const TITLE_HEIGHT: f32 = 22.0;
/// Height of the description below the picture, in points.
const CAPTION_HEIGHT: f32 = 44.0;
pub(super) const FRAME_HEIGHT: f32 = TITLE_HEIGHT + CAPTION_HEIGHT;
/// Smallest cells on screen in which recognized values are written, in points. Cells with small maps are often smaller.
const MIN_TEXT_CELL: f32 = 12.0;

impl CaptureView {
    /// Shows an observation with a title above and a description below. For a picture that cannot be read, the
    /// description is `status`, or the error if that is `None`.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        bounds: Rect,
        capture: &Capture,
        title: &str,
        status: Option<&str>,
    ) {
        let (new, options) = (&capture.picture, TextureOptions::NEAREST);
        let (picture, texture) = self.texture.get_or_insert_with(|| {
            let texture = ui.ctx().load_texture("live", new.clone(), options);
            (new.clone(), texture)
        });
        if !Arc::ptr_eq(picture, new) {
            *picture = new.clone();
            texture.set(new.clone(), options);
        }
        let colors = theme::colors(ui);
        let space = bounds.with_min_y(bounds.top() + TITLE_HEIGHT);
        let space = space.with_max_y(bounds.bottom() - CAPTION_HEIGHT);
        let size = capture.size.max(Vec2::splat(1.0));
        let scale = (space.width() / size.x).min(space.height() / size.y);
        // Positive, even if the area is lower than title and description.
        let scale = scale.max(0.05);
        let corner = pos2(space.center().x - size.x * scale / 2.0, space.top());
        let rect = Rect::from_min_size(corner, size * scale);
        let (text, is_wrong) = match &capture.phase {
            Ok(phase) => (description(capture, phase), false),
            Err(error) => (status.unwrap_or(error).to_owned(), status.is_none()),
        };
        let response = ui.interact(rect, ui.scope_id().with("live picture"), Sense::hover());
        set_name(&response, egui::Role::Image, format!("{title}: {text}"));
        let painter = ui.painter();
        paint(painter, texture, rect);
        let line = Stroke::new(1.0, colors.line);
        painter.rect_stroke(rect, 0.0, line, StrokeKind::Outside);
        let at = rect.center_top() - vec2(0.0, 6.0);
        let font = FontId::proportional(theme::text::BODY);
        painter.text(at, Align2::CENTER_BOTTOM, title, font, colors.text);
        let to_screen = |area: Rect| (area * scale).translate(rect.min.to_vec2());
        for board in &capture.boards {
            overlay(painter, board, &to_screen, colors);
        }
        if let Some(cursor) = &capture.cursor {
            mark_cursor(painter, to_screen(cursor.area), colors);
        }
        let caption = bounds.with_min_y(rect.bottom() + space::TIGHT);
        let mut below = ui.new_child(egui::UiBuilder::new().max_rect(caption));
        below.vertical_centered(|ui| {
            let color = if is_wrong { colors.bad } else { colors.weak };
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        });
    }
}

fn overlay(
    painter: &Painter,
    board: &DetectedBoard,
    to_screen: &impl Fn(Rect) -> Rect,
    colors: &theme::Colors,
) {
    for (_, cell) in board.cells.iter() {
        let square = to_screen(cell.area);
        // Visible on dark and on light pictures.
        let line = Stroke::new(1.0, colors.accent.gamma_multiply(0.55));
        painter.rect_stroke(square, 0.0, line, StrokeKind::Middle);
        let side = (square.size().min_elem() * 0.5).clamp(9.0, 20.0);
        let letters = cell.style.glyph.chars().count().max(1) as f32;
        let width = side * (0.5 + 0.5 * letters);
        // Longer texts, such as the lights a light switches, would hide the picture.
        let fits = square.size().min_elem() >= MIN_TEXT_CELL && width <= square.width();
        if !cell.style.glyph.is_empty() && fits {
            // With a background, to be readable on any picture.
            let plate = Rect::from_min_size(square.min, vec2(width, side));
            let painter = painter.with_clip_rect(painter.clip_rect().intersect(square));
            painter.rect_filled(plate, 2.0, colors.panel);
            let (anchor, font) = (Align2::CENTER_CENTER, FontId::proportional(side * 0.9));
            painter.text(plate.center(), anchor, &cell.style.glyph, font, colors.text);
        }
        if cell.uncertain {
            mark_cell(painter, square, 2.5, colors.doubt);
        }
    }
}

/// Marks the cursor by four corners, because a frame could be the game's own.
fn mark_cursor(painter: &Painter, cell: Rect, colors: &theme::Colors) {
    let cell = cell.expand(2.0);
    let arm = cell.size().min_elem() * 0.35;
    for (corner, right, down) in [
        (cell.left_top(), 1.0, 1.0),
        (cell.right_top(), -1.0, 1.0),
        (cell.left_bottom(), 1.0, -1.0),
        (cell.right_bottom(), -1.0, -1.0),
    ] {
        let (side, end) = (vec2(arm * right, 0.0), vec2(0.0, arm * down));
        for (width, color) in [(5.0, colors.panel), (3.0, colors.step)] {
            let points = vec![corner + side, corner, corner + end];
            painter.add(Shape::line(points, Stroke::new(width, color)));
        }
    }
}

fn description(capture: &Capture, phase: &str) -> String {
    let mut parts = vec![answer::capitalized(&screen_text(phase))];
    let mut uncertain = 0;
    for board in &capture.boards {
        let cells = board.cells.iter();
        uncertain += cells.filter(|(_, cell)| cell.uncertain).count();
        parts.push(format!("{} {}", board.title, board.cells.size()));
    }
    match (capture.boards.is_empty(), uncertain) {
        (true, _) => parts.push("no board visible".to_owned()),
        (false, 0) => parts.push("all cells clear".to_owned()),
        (false, n) => {
            let unclear = answer::count(n, "unclear cells");
            parts.push(format!("{unclear}, marked by a corner"));
        }
    }
    if let Some(cursor) = &capture.cursor {
        parts.push(format!("cursor at {}", cursor.cell));
    }
    parts.join(" · ")
}
