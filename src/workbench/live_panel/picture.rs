//! The picture of the window, with grid, cells and cursor drawn over it, and the expected boards next to it; how to
//! continue without a picture.

use std::sync::Arc;

use egui::{
    Align2, ColorImage, FontId, Label, Painter, Rect, RichText, Sense, Shape, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use super::bar::window_name;
use super::{LivePanel, boards};
use crate::autoplay::{PlayProgress, PlayState};
use crate::kit::answer;
use crate::kit::fields::{empty_state, set_name};
use crate::kit::picture::{mark_cell, paint};
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::page::{Cx, known};
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
const FRAME_HEIGHT: f32 = TITLE_HEIGHT + CAPTION_HEIGHT;
/// Smallest cells on screen in which recognized values are written, in points. Cells with small maps are often smaller.
const MIN_TEXT_CELL: f32 = 12.0;

/// Share of the picture if boards are shown next to or below it.
const PICTURE_SHARE: f32 = 0.66;

impl CaptureView {
    /// Shows an observation with a title above and a description below. For a picture that cannot be read, the
    /// description is `status`, or the error if that is `None`.
    fn show(
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
            let glyph = &cell.style.glyph;
            sprites::text(&painter, plate.center(), side * 0.9, glyph, colors.text);
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

impl LivePanel {
    /// Shows the picture with its reading, and the expected boards.
    pub(super) fn main_area(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.window_was_closed() {
            return self.closed_notice(ui, cx);
        }
        let preview = self.previewer.preview();
        // Without this choice, no other run can be started.
        let must_choose = !self.is_running()
            && preview.is_some_and(|p| p.windows.len() > 1 && p.capture.is_none());
        let run = self.current_run().filter(|_| !must_choose);
        if run.is_some_and(|run| !run.has_lost_window()) {
            return self.run_picture(ui);
        }
        let Some(capture) = preview.and_then(|preview| preview.capture.clone()) else {
            return self.no_picture(ui, cx);
        };
        let area = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        let windows = preview.map_or(&[][..], |preview| &preview.windows);
        let mut numbered = windows.iter().enumerate().filter(|_| windows.len() > 1);
        let chosen = numbered.find(|(_, window)| Some(window.id) == self.choice.window);
        let title = match chosen {
            Some((index, window)) => window_name(index, window),
            None => self.window_title().unwrap_or_default(),
        };
        // The line above contains the reason.
        let status = self.previewer.obstacle().map(|_| "No level recognized");
        self.capture_view.show(ui, area, &capture, &title, status);
        ui.advance_cursor_after_rect(area);
    }

    fn run_picture(&mut self, ui: &mut Ui) {
        let Some(run) = &self.run else {
            return;
        };
        if let PlayState::Diverged(divergence) = &run.state
            && run.is_active()
        {
            if let Some(command) = boards::show_divergence(ui, divergence) {
                self.send(command);
            }
            return;
        }
        let Some(capture) = &run.capture else {
            return;
        };
        let expected = &run.expected;
        let playing = run.is_active() && matches!(run.state, PlayState::Playing);
        let won = matches!(&run.end, Some(Ok(end)) if !end.stopped);
        let status = match (playing, won) {
            (true, _) => Some("Waiting for a readable picture"),
            (_, true) => Some("The window after the run"),
            _ => None,
        };
        let area = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        if expected.is_empty() {
            self.capture_view.show(ui, area, capture, "Seen", status);
        } else {
            let (left, right) = split(area, capture.size);
            self.capture_view.show(ui, left, capture, "Seen", status);
            let PlayProgress { step, steps, .. } = run.progress;
            let title = format!("Expected, {}", answer::progress(step, steps));
            boards::show_expected(ui, right, &title, expected, &run.read_ids);
        }
        ui.advance_cursor_after_rect(area);
    }

    /// Explains a missing picture, and how to continue.
    fn no_picture(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let preview = self.previewer.preview();
        let windows = preview.map(|preview| preview.windows.clone());
        // Without a preview, the status line says why.
        let Some((windows, obstacle)) = windows.zip(self.previewer.obstacle()) else {
            return;
        };
        empty_state(ui, |ui| {
            if windows.len() > 1 {
                ui.label(RichText::new("Which window is it?").heading());
                for (index, window) in windows.iter().enumerate() {
                    if ui.button(window_name(index, window)).clicked() {
                        self.choose_window(window.id);
                    }
                }
                return;
            }
            ui.label(RichText::new("No game window yet").heading());
            let obstacle = match self.choice.is_guess() && windows.is_empty() {
                true => "No window of a screen profile for this game is open.".to_owned(),
                false => self.sharing.error().cloned().unwrap_or(obstacle),
            };
            ui.add(Label::new(obstacle).wrap());
            self.sharing_button(ui, cx);
            let text = "Once the game's window is open, its recognized board appears here. No input is sent until you press Start.";
            ui.add(Label::new(text).wrap());
            window_buttons(ui, cx);
        });
    }

    /// Explains that the run's window was closed, and how to continue.
    fn closed_notice(&self, ui: &mut Ui, cx: &mut Cx) {
        empty_state(ui, |ui| {
            ui.label(RichText::new("The window was closed").heading());
            let text = match self.is_running() {
                true => "Start the game again and bring it to the level. Then press Resume.",
                false => "Start the game again to play it.",
            };
            ui.add(Label::new(text).wrap());
            window_buttons(ui, cx);
        });
    }
}

/// Shows the ways to a window: practice, if the game has one, and a profile for another game.
fn window_buttons(ui: &mut Ui, cx: &mut Cx) {
    ui.horizontal_wrapped(|ui| {
        let mut commands = vec![known::PRACTICE, known::PRACTICE_LEVEL, known::NEW_PROFILE];
        commands.retain(|command| cx.commands.enabled(*command).is_ok());
        let mut commands = commands.into_iter();
        if let Some(first) = commands.next() {
            cx.primary_button(ui, first);
        }
        for command in commands {
            cx.button(ui, command);
        }
    });
}

/// Splits an area for a picture of this size and the boards next to or below it, whichever allows a larger picture.
fn split(area: Rect, size: Vec2) -> (Rect, Rect) {
    let scale = |width: f32, height: f32| (width / size.x).min((height - FRAME_HEIGHT) / size.y);
    let side = scale(PICTURE_SHARE * area.width(), area.height());
    let below = scale(area.width(), PICTURE_SHARE * area.height());
    if below > side {
        let (picture, boards) = area.split_top_bottom_at_fraction(PICTURE_SHARE);
        (picture, boards.with_min_y(boards.top() + space::SMALL))
    } else {
        let (picture, boards) = area.split_left_right_at_fraction(PICTURE_SHARE);
        (picture, boards.with_min_x(boards.left() + space::MEDIUM))
    }
}
