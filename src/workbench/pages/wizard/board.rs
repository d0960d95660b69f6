//! The picture with the board's rectangle, its grid and the recognized values. The rectangle can be drawn or entered as
//! numbers.

use std::sync::Arc;

use egui::emath::RectTransform;
use egui::{
    Align2, Context, CursorIcon, DragValue, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, pos2, vec2,
};

use super::draft::{BoardRules, UNCLEAR_BELOW};
use super::{Wizard, WizardStep};
use crate::game::{Cell, CellReading};
use crate::kit::answer;
use crate::kit::fields::{enabled_button, error_label, labelled, labelled_row, set_name};
use crate::kit::picture::{drawable, paint, rect};
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::vision::{CalibrateError, ImageRect, propose_cells, snap};

/// With more cells than this, single cells are not keyboard-accessible.
const MAX_NAMED_CELLS: usize = 1_000;
/// Smallest distance of cells, in points, at which their grid is drawn.
const MIN_GRID_PITCH: f32 = 3.0;
/// Confidence from which a reading is drawn as good.
const SURE_FROM: f32 = 0.75;
/// Letters of a value in its label.
const MAX_LABEL_LETTERS: usize = 4;

impl Wizard {
    pub(super) fn board_fields(&mut self, ui: &mut Ui) {
        let text = if self.draft.board.rect.width > 0.0 {
            "This looks like the board. If it is not, draw another box over it or change the numbers."
        } else {
            "Draw a box around all cells of the board with the pointer."
        };
        ui.label(text);
        let fixed = self.fixed_size();
        let seams = self.rules().seams;
        let size_before = self.draft.board.size;
        egui::Grid::new("box").num_columns(4).show(ui, |ui| {
            let rect = &mut self.draft.board.rect;
            for row in [
                [("Left", &mut rect.x), ("Top", &mut rect.y)],
                [("Width", &mut rect.width), ("Height", &mut rect.height)],
            ] {
                for (name, value) in row {
                    let field = DragValue::new(value).range(0.0..=16_384.0).max_decimals(1);
                    labelled(ui, name, field);
                }
                ui.end_row();
            }
            let size = &mut self.draft.board.size;
            for (name, value) in [("Rows", &mut size.rows), ("Columns", &mut size.cols)] {
                let label = ui.label(name);
                // Seams between cells are not counted.
                let mut cells = seams.map_or(*value, |seams| seams.cells(*value));
                let field = DragValue::new(&mut cells).range(1..=100).speed(0.1);
                let field = ui.add_enabled(fixed.is_none(), field);
                let field = field.on_disabled_hover_text("The rules set the size of the board");
                if field.labelled_by(label.id).changed() {
                    *value = seams.map_or(cells, |seams| seams.lines(cells));
                }
            }
            ui.end_row();
            if let Some(seams) = seams {
                self.draft.board.seams = seams;
                let field = DragValue::new(&mut self.draft.board.seam).range(1.0..=1000.0);
                let hint =
                    "Pixels between neighbouring cells, where walls, signs or lines are drawn";
                labelled_row(ui, "Gap", field.max_decimals(1)).on_hover_text(hint);
            }
        });
        if let Some(fixed) = fixed {
            ui.weak(format!("The rules require a board of {fixed} cells."));
        } else {
            let text = "Other levels have other sizes";
            ui.checkbox(&mut self.draft.board.varies, text)
                .on_hover_text("Only possible if cells are visibly separated in the picture");
        }
        let text = "Always at this position in the window";
        ui.checkbox(&mut self.draft.board.anchored, text)
            .on_hover_text(
                "Use the box's position in the window instead of searching for the cells",
            );
        let has_box = self.draft.board.rect.width > 0.0;
        let hint = "Find the grid inside the box";
        let can_propose = has_box && fixed.is_none();
        if enabled_button(ui, can_propose, "Propose rows and columns", hint) {
            self.propose();
        }
        if self.draft.board.size != size_before {
            self.draft.drop_outside();
            self.fit_rules();
        }
        if let Some(text) = self.source.problem.as_ref().filter(|_| !self.rules_fit()) {
            error_label(ui, text);
        }
        if has_box && !self.draft.has_board() {
            let error = CalibrateError::Box(self.draft.board.size).to_string();
            error_label(ui, &answer::sentence(&error));
        } else if has_box {
            let analysis = self.current_analysis();
            if let Some(groups) = analysis.and_then(|it| it.groups.get(self.draft.current)) {
                ui.label(match groups.len() {
                    1 => "All cells look the same.".to_owned(),
                    n => format!("Found {n} kinds of cells."),
                });
            }
        }
    }

    /// Adopts the grid found in the rectangle if its size is allowed; without one, snaps the rectangle to lines.
    fn propose(&mut self) {
        let Some(picture) = self.draft.picture() else {
            return;
        };
        let (image, rules) = (picture.image.clone(), self.rules());
        let drawn = self.draft.board.rect;
        let found = propose_cells(&image, drawn, |cells| self.allows_cells(cells));
        if !found.is_some_and(|(rect, size)| self.draft.adopt_board(rect, size, rules)) {
            self.draft.board.rect = snap(&image, drawn);
        }
    }

    pub(super) fn rules(&self) -> BoardRules {
        BoardRules {
            size: self.fixed_size(),
            seams: self.screen_board().and_then(|board| board.seams),
        }
    }

    /// Shows the current picture with the board, and takes clicks and drags in it as the current step requires.
    pub(super) fn picture_area(&mut self, ui: &mut Ui) {
        let available = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        let Some((texture, size)) = self.picture_texture(ui.ctx()) else {
            return;
        };
        let scale = (available.size() / size).min_elem().clamp(0.05, 4.0);
        let area = Rect::from_min_size(available.center() - size * scale / 2.0, size * scale);
        let area = area.translate(vec2(0.0, available.top() - area.top()));
        let sense = Sense::click_and_drag();
        let response = ui.interact(area, ui.scope_id().with("profile picture"), sense);
        let name = "The picture; draw a box around the board";
        set_name(&response, egui::Role::Image, name);
        paint(ui.painter(), &texture, area);
        let to_screen = RectTransform::from_to(Rect::from_min_size(Pos2::ZERO, size), area);
        if let Some(slot) = self.pointer.picking {
            if response.hovered() {
                ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            }
            if response.clicked()
                && let Some(at) = response.interact_pointer_pos()
            {
                let at = to_screen.inverse().transform_pos_clamped(at);
                self.pointer.picking = self.draft.set_position(slot, (at.x as u32, at.y as u32));
            }
        } else if self.step == WizardStep::Board {
            self.drag_box(ui, &response, to_screen);
        }
        self.draw_board(ui, to_screen);
        for (name, at) in self.draft.controls.positions() {
            let at = to_screen.transform_pos(pos2(at.0 as f32, at.1 as f32));
            let (colors, painter) = (theme::colors(ui), ui.painter());
            painter.circle(at, 6.0, colors.accent, Stroke::new(2.0, colors.panel));
            let font = egui::FontId::proportional(theme::text::SMALL);
            let text = at + vec2(9.0, 0.0);
            painter.text(text, Align2::LEFT_CENTER, name, font, colors.accent);
        }
        ui.advance_cursor_after_rect(available);
    }

    /// Texture of the displayed picture, which may be shrunk, and the picture's size in pixels.
    pub(super) fn picture_texture(&mut self, ctx: &Context) -> Option<(TextureHandle, Vec2)> {
        let image = &self.draft.picture()?.image;
        let last = self.texture.take().filter(|(of, _)| Arc::ptr_eq(of, image));
        let (_, texture) = self.texture.insert(last.unwrap_or_else(|| {
            let options = TextureOptions::NEAREST;
            let texture = ctx.load_texture("profile picture", drawable(image), options);
            (image.clone(), texture)
        }));
        let size = vec2(image.width().max(1) as f32, image.height().max(1) as f32);
        Some((texture.clone(), size))
    }

    /// Draws a new rectangle along with a drag. At its end, the values of cells that coincide with earlier ones are
    /// kept. `to_screen` converts pixels of the picture to points, as below.
    fn drag_box(&mut self, ui: &Ui, response: &egui::Response, to_screen: RectTransform) {
        let to_image = |at| to_screen.inverse().transform_pos_clamped(at);
        if response.drag_started()
            && let Some(at) = ui.input(|input| input.pointer.press_origin())
        {
            self.pointer.drawing = Some((to_image(at), self.draft.board.tiling()));
        }
        let Some((from, before)) = self.pointer.drawing else {
            return;
        };
        if let Some(at) = response.interact_pointer_pos() {
            let drawn = Rect::from_two_pos(from, to_image(at));
            let (corner, size) = (drawn.min, drawn.size());
            self.draft.board.rect = ImageRect::new(corner.x, corner.y, size.x, size.y);
        }
        if response.drag_stopped() {
            self.pointer.drawing = None;
            self.propose();
            self.draft.remap_samples(before);
            self.fit_rules();
        }
    }

    /// Draws rectangle and cells.
    fn draw_board(&mut self, ui: &mut Ui, to_screen: RectTransform) {
        let outer = to_screen.transform_rect(rect(self.draft.board.rect));
        if !outer.is_positive() {
            return;
        }
        let colors = theme::colors(ui);
        let painter = ui.painter().clone();
        let line = Stroke::new(2.0, colors.accent);
        painter.rect_stroke(outer, 0.0, line, StrokeKind::Outside);
        if self.pointer.drawing.is_some() {
            return;
        }
        let pitch = self.draft.board.tiling().pitch();
        if pitch.0.min(pitch.1) * to_screen.scale().x >= MIN_GRID_PITCH {
            match self.draw_cells(ui, to_screen) {
                Some(cell) if self.step == WizardStep::Values => self.assign_value(cell),
                Some(cell) => self.draft.toggle_cursor(cell),
                None => {}
            }
        }
    }

    /// Draws grid, given values and reading. Returns a clicked cell where the step has a use for it.
    fn draw_cells(&self, ui: &Ui, to_screen: RectTransform) -> Option<Cell> {
        let tiling = self.draft.board.tiling();
        let (colors, painter) = (theme::colors(ui), ui.painter());
        let current = self.draft.current;
        // During a new analysis, the previous reading stays visible.
        let analysis = self.analysis.last().and_then(|last| last.as_ref().ok());
        let screen = analysis.and_then(|analysis| analysis.readings.get(current)?.as_ref());
        let read = screen.and_then(|it| it.reading.boards.first());
        let samples = &self.draft.picture()?.samples;
        let clickable = matches!(self.step, WizardStep::Values | WizardStep::Controls)
            && self.pointer.picking.is_none();
        let is_named = tiling.size.area() <= MAX_NAMED_CELLS;
        // Where a click is that no widget of a cell takes.
        let click = ui.input(|input| {
            let at = input.pointer.interact_pos();
            at.filter(|_| !is_named && input.pointer.primary_clicked())
        });
        let mut clicked = None;
        for cell in tiling.size.cells().filter(|cell| tiling.has(*cell)) {
            let square = to_screen.transform_rect(rect(tiling.cell(cell)));
            let stroke = Stroke::new(1.0, colors.accent.gamma_multiply(0.6));
            painter.rect_stroke(square, 0.0, stroke, StrokeKind::Middle);
            let value = samples.get(&cell);
            if value.is_some() {
                // Visible on light and dark pictures.
                for (width, color) in [(5.0, colors.panel), (2.0, colors.accent)] {
                    let inner = square.shrink(4.0 - width / 2.0);
                    painter.rect_stroke(inner, 0.0, (width, color), StrokeKind::Inside);
                }
            }
            if self.step >= WizardStep::Values {
                let read = read.and_then(|board| board.cells.get(cell));
                match (read, value) {
                    (Some(read), _) => draw_reading(ui, square, read),
                    (None, Some(value)) => draw_label(ui, square, value, false, colors.accent),
                    (None, None) => {}
                }
            }
            if self.pointer.highlighted.contains(&cell) {
                let frame = Stroke::new(4.0, colors.step);
                painter.rect_stroke(square.expand(2.0), 0.0, frame, StrokeKind::Outside);
            }
            if clickable && is_named {
                let id = ui.scope_id().with(("profile cell", cell));
                let response = ui.interact(square, id, Sense::click());
                set_name(&response, egui::Role::Button, cell_name(cell, value));
                if response.clicked() {
                    clicked = Some(cell);
                }
            } else if clickable && click.is_some_and(|at| square.contains(at)) {
                clicked = Some(cell);
            }
        }
        clicked
    }
}

fn cell_name(cell: Cell, value: Option<&String>) -> String {
    let labelled = value.map_or(String::new(), |value| format!(", labelled {value}"));
    let (row, col) = (cell.row + 1, cell.col + 1);
    format!("Picture row {row} column {col}{labelled}")
}

/// Shows the value read in a cell on a label. Its colour and a question mark indicate confidence.
fn draw_reading(ui: &Ui, square: Rect, read: &CellReading<String>) {
    let colors = theme::colors(ui);
    let is_unclear = read.confidence < UNCLEAR_BELOW;
    let color = match read.confidence {
        _ if is_unclear => colors.bad,
        likely if likely < SURE_FROM => colors.warn,
        _ => colors.good,
    };
    draw_label(ui, square, &read.value, is_unclear, color);
}

/// Draws a value on a label in the upper left corner of its cell, with a question mark if it is unclear.
fn draw_label(ui: &Ui, square: Rect, value: &str, is_unclear: bool, color: egui::Color32) {
    let colors = theme::colors(ui);
    let height = (square.size().min_elem() * 0.34).clamp(6.0, 17.0);
    let mut text: String = value.chars().take(MAX_LABEL_LETTERS).collect();
    if is_unclear {
        text.push('?');
    }
    let letters = text.chars().count().max(1) as f32;
    let width = (height * (0.5 + 0.5 * letters)).min(square.width() - 2.0);
    let label = Rect::from_min_size(square.min + vec2(1.0, 1.0), vec2(width, height));
    let clip = ui.clip_rect().intersect(square);
    let painter = ui.painter().with_clip_rect(clip);
    painter.rect_filled(label, 3.0, colors.panel);
    painter.rect_stroke(label, 3.0, Stroke::new(1.5, color), StrokeKind::Inside);
    sprites::text(&painter, label.center(), height * 0.8, text, color);
}
