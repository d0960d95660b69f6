//! Zoom controls in the corner of a canvas.

use egui::{Align, Button, Layout, Rect, RichText, Ui, UiBuilder, pos2, vec2};

use crate::kit::theme;

use super::state::{CanvasState, ZOOM_STEP};

const SIZE: egui::Vec2 = vec2(164.0, 26.0);

pub fn show(ui: &mut Ui, canvas: Rect, state: &mut CanvasState) {
    if canvas.width() < 2.0 * SIZE.x || canvas.height() < 4.0 * SIZE.y {
        return;
    }
    let corner = pos2(canvas.right() - 10.0, canvas.bottom() - 8.0);
    let rect = Rect::from_min_max(corner - SIZE, corner);
    let builder = UiBuilder::new()
        .id_salt("zoom")
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    let ui = &mut ui.new_child(builder);
    let fill = theme::colors(ui).panel.gamma_multiply(0.9);
    ui.painter()
        .rect_filled(rect, f32::from(theme::CORNER), fill);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding.x = 6.0;
    let button = |ui: &mut Ui, text: &str, width: f32, name: &str, tip: &str| {
        let text = RichText::new(text).size(theme::text::SMALL);
        let button = Button::new(text).frame_when_inactive(false);
        let button = ui.add_sized([width, SIZE.y - 2.0], button);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        button.on_hover_text(tip).clicked()
    };
    if button(ui, "Fit", 34.0, "Fit board", "Show the whole board") {
        state.zoom(None);
    }
    if button(ui, "+", 28.0, "Zoom in", "Zoom in (+, Ctrl+wheel)") {
        state.zoom(Some(ZOOM_STEP));
    }
    let percent = format!("{:.0} %", 100.0 * state.view.zoom());
    if button(ui, &percent, 58.0, "Zoom to 100 %", "Zoom to 100 %") {
        state.zoom_full();
    }
    if button(ui, "−", 28.0, "Zoom out", "Zoom out (−, Ctrl+wheel)") {
        state.zoom(Some(1.0 / ZOOM_STEP));
    }
}
