//! Small widgets for panels and dialogs.

use egui::text::{CCursor, CCursorRange};
use egui::{
    Button, Frame, Grid, Id, Margin, Response, RichText, Role, ScrollArea, TextEdit, Ui,
    WidgetInfo, vec2,
};

use super::theme::{self, space};

/// Returns whether no widget, list or dialog has the keyboard, so that a board may take it.
pub fn keyboard_is_free(ui: &Ui) -> bool {
    let layer = ui.layer_id();
    let free = ui.memory(|memory| memory.focused().is_none() && memory.is_above_modal_layer(layer));
    free && !egui::Popup::is_any_open(ui.ctx())
}

/// Accessibility information for a text field with this name.
pub fn named_field(name: &str, value: &str) -> WidgetInfo {
    let mut info = WidgetInfo::text_edit(true, value, value, "");
    info.label = Some(name.to_owned());
    info
}

/// Sets a widget's accessible name.
pub fn set_name(response: &Response, role: Role, name: impl std::fmt::Display) {
    response.widget_info(|| WidgetInfo::labeled(role, response.enabled(), &name));
}

/// Sets a drop-down list's accessible name and value.
pub fn set_list_name(list: &Response, name: &str, value: &str) {
    list.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, name);
        info.current_text_value = Some(value.to_owned());
        info
    });
}

pub fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}

/// Names and values in two columns.
pub fn facts<N: AsRef<str>, V: AsRef<str>>(
    ui: &mut Ui,
    id: &str,
    rows: impl IntoIterator<Item = (N, V)>,
) {
    Grid::new(id)
        .num_columns(2)
        .min_row_height(0.0)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                ui.weak(name.as_ref());
                ui.add(egui::Label::new(value.as_ref()).wrap());
                ui.end_row();
            }
        });
}

/// Returns `None` if no level was chosen by `response`, otherwise whether it opens in a new tab (middle button or
/// Ctrl).
pub fn opens_new_tab(ui: &Ui, response: &Response) -> Option<bool> {
    let middle = response.middle_clicked();
    let new_tab = middle || ui.input(|input| input.modifiers.command);
    (middle || response.clicked()).then_some(new_tab)
}

/// Collapsed section for details.
pub fn details(ui: &mut Ui, id: &str, add: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new("Details")
        .id_salt(("details", id))
        .show(ui, add);
}

/// Button with a tooltip. Returns whether it was clicked.
pub fn tip_button(ui: &mut Ui, text: &str, tip: &str) -> bool {
    enabled_button(ui, true, text, tip)
}

/// Like [`tip_button`], for a button that cannot always be clicked.
pub fn enabled_button(ui: &mut Ui, enabled: bool, text: &str, tip: &str) -> bool {
    let button = ui.add_enabled(enabled, Button::new(text));
    button.on_hover_text(tip).clicked()
}

/// Adds a widget after its label.
pub fn labelled(ui: &mut Ui, label: &str, widget: impl egui::Widget) -> Response {
    let label = ui.label(label);
    ui.add(widget).labelled_by(label.id)
}

/// Toolbar of several rows above a graph, list or text.
pub fn toolbar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(theme::colors(ui).raised)
        .inner_margin(Margin::symmetric(space::PANEL, 5))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::SMALL;
                ui.set_min_width(ui.available_width());
                add(ui);
            });
        });
}

/// Frame of a panel's content.
pub fn panel_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(space::PANEL)
}

/// Shows what takes the place of a page's content while there is none.
pub fn empty_state(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let side = ((ui.available_width() - 520.0) / 2.0).max(space::LARGE);
    let frame = Frame::new().inner_margin(Margin::symmetric(side as i8, 40));
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::SMALL;
        add(ui);
    });
}

pub fn pane_title(ui: &mut Ui, title: &str) {
    let weak = theme::colors(ui).weak;
    let title = RichText::new(title).text_style(theme::section_style());
    ui.label(title.color(weak));
}

pub fn tool_strip(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let colors = theme::colors(ui);
    Frame::new()
        .fill(colors.panel)
        .inner_margin(Margin::symmetric(space::PANEL, space::TIGHT as i8))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = space::SMALL;
                ui.set_min_size(vec2(ui.available_width(), 26.0));
                add(ui);
            });
        });
}

/// Row of buttons, laid out from right to left.
pub fn buttons(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.add_space(space::MEDIUM);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), add);
}

/// Main button of a dialog, also pressed by Enter. Returns whether it was pressed.
pub fn primary(ui: &mut Ui, text: &str, enabled: bool) -> bool {
    let response = primary_button(ui, text, enabled);
    // With the focus on another button, Enter presses that one.
    let free = ui.memory(|memory| memory.focused().is_none()) || ui.text_edit_focused();
    let enter = enabled
        && free
        && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
    response.clicked() || enter
}

/// Button in the accent colour.
pub fn primary_button(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let colors = theme::colors(ui);
    let button = match enabled {
        true => Button::new(RichText::new(text).color(colors.on_accent)).fill(colors.accent),
        false => Button::new(text),
    };
    ui.add_enabled(enabled, button)
}

/// List that scrolls if higher than `height` points.
pub fn list(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui)) {
    let height = height.min(ui.ctx().content_rect().height() - 180.0);
    // A window remembers its last size, which must not limit the list.
    ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(ui, add);
}

pub fn error_label(ui: &mut Ui, text: &str) {
    let colors = theme::colors(ui);
    ui.add_space(space::TIGHT);
    ui.add(egui::Label::new(RichText::new(text).color(colors.bad)).wrap());
}
