//! Tools and brushes above the board.

use egui::{Button, Response, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::game::{Brush, Transform};
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::session::Document;

use super::editor::{Editor, Tool};
use super::icons::{self, Icon};

const BAR_HEIGHT: f32 = 28.0;

/// Width of the buttons for the whole board, in points; with less space they are in a menu.
const BOARD_BUTTONS_WIDTH: f32 = 236.0;

impl Editor {
    pub(crate) fn toolbar(&mut self, ui: &mut Ui, document: &mut Document) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let chosen = self.brush_value(&level);
        for (tool, name, key, tip) in Tool::ALL {
            let button = ui.selectable_label(self.brush.tool == tool, name);
            let key = key.to_uppercase();
            if button.on_hover_text(format!("{tip} ({key})")).clicked() {
                self.brush.tool = tool;
            }
        }
        ui.separator();
        for brush in grid.brushes() {
            if swatch(ui, &brush, brush.value == chosen).clicked() {
                self.brush.value = Some(brush.value);
                if matches!(self.brush.tool, Tool::Select | Tool::Pick | Tool::Actor) {
                    self.brush.tool = Tool::Paint;
                }
            }
        }
        if let Some(actor) = grid.actor() {
            let button = ui.selectable_label(self.brush.tool == Tool::Actor, actor.name);
            let key = actor.key.to_uppercase();
            let tip = format!("Click a cell to place it there, or click it to turn it ({key})");
            if button.on_hover_text(tip).clicked() {
                self.brush.tool = Tool::Actor;
            }
        } else if self.brush.tool == Tool::Actor {
            self.brush.tool = Tool::Paint;
        }
        ui.separator();
        if ui.available_size_before_wrap().x >= BOARD_BUTTONS_WIDTH {
            self.board_buttons(ui, document, icons::button);
        } else {
            ui.menu_button("Board", |ui| self.board_buttons(ui, document, text_button));
        }
    }

    /// Shows the actions on the selection or the whole board, with buttons of a kind.
    fn board_buttons(&mut self, ui: &mut Ui, document: &mut Document, button: ButtonFn) {
        for (icon, name, tip, transform) in [
            (
                Icon::FlipHorizontal,
                "Flip left to right",
                "Mirror the selection or the board left to right",
                Transform::FlipHorizontal,
            ),
            (
                Icon::FlipVertical,
                "Flip top to bottom",
                "Mirror the selection or the board top to bottom",
                Transform::FlipVertical,
            ),
            (
                Icon::RotateLeft,
                "Rotate left",
                "Rotate the selection or the board counter-clockwise",
                Transform::RotateLeft,
            ),
            (
                Icon::RotateRight,
                "Rotate right",
                "Rotate the selection or the board clockwise",
                Transform::RotateRight,
            ),
        ] {
            if button(ui, icon, name, tip, None).clicked() {
                self.transform(document, transform);
            }
        }
        let resizing = self.is_resizing();
        let tip = "Change the size by dragging the edges or entering numbers";
        if button(ui, Icon::Resize, "Change size", tip, Some(resizing)).clicked() {
            self.toggle_resize(document);
        }
        let tip = "Empty the selection or the board";
        if ui.button("Clear").on_hover_text(tip).clicked() {
            self.clear(document);
        }
    }
}

/// Function that shows a button, from icon, accessible name, tooltip and toggle state.
type ButtonFn = fn(&mut Ui, Icon, &str, &str, Option<bool>) -> Response;

fn text_button(ui: &mut Ui, _icon: Icon, name: &str, tip: &str, on: Option<bool>) -> Response {
    let button = Button::new(name).selected(on == Some(true));
    ui.add(button).on_hover_text(tip)
}

pub(crate) fn bar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(egui::Margin::symmetric(theme::space::PANEL, 4));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::TIGHT, space::TIGHT);
            ui.set_min_height(BAR_HEIGHT);
            add(ui);
        });
    });
}

/// Shows a button for a brush, in its own colours.
fn swatch(ui: &mut Ui, brush: &Brush, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(BAR_HEIGHT, BAR_HEIGHT), Sense::click());
    response.widget_info(|| {
        let name = format!("Brush {}", brush.name());
        egui::WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), chosen, name)
    });
    let colors = theme::colors(ui);
    let painter = ui.painter();
    let square = rect.shrink(4.0);
    sprites::cell(painter, square, &brush.style, ui.visuals().dark_mode);
    let line = Stroke::new(1.0, colors.weak);
    painter.rect_stroke(square, 3.0, line, StrokeKind::Outside);
    if chosen || response.hovered() || response.has_focus() {
        let color = if chosen { colors.accent } else { colors.weak };
        let ring = Stroke::new(2.0, color);
        painter.rect_stroke(rect.shrink(1.0), 5.0, ring, StrokeKind::Inside);
    }
    if response.has_focus() {
        let ring = Stroke::new(1.0, colors.cursor);
        painter.rect_stroke(rect.expand(1.0), 6.0, ring, StrokeKind::Outside);
    }
    let key = brush.key.map(|key| format!(" (key {key})"));
    let tip = format!("Brush “{}”{}", brush.name(), key.unwrap_or_default());
    response
        .on_hover_text(tip)
        .on_hover_cursor(egui::CursorIcon::PointingHand)
}
