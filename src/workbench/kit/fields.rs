//! Small widgets and texts for panels and dialogs: fields, choices, shortened texts, stars.

use std::fmt::Display;
use std::sync::Arc;

use egui::emath::Numeric;
use egui::text::{CCursor, CCursorRange, LayoutJob, TextWrapping};
use egui::{
    AsIdSalt, Button, Color32, ComboBox, Context, DragValue, FontId, Frame, Galley, Grid, Id,
    IntoAtoms, Margin, Painter, Pos2, Rect, Response, RichText, Role, ScrollArea, Stroke,
    StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, vec2,
};

use super::sprites::{self, pictogram};
use super::theme::{self, space};
use crate::game::Sprite;

/// Notes at the start of a frame whether a text field has the keyboard, for [`keyboard_is_free`].
pub fn note_typing(ctx: &Context) {
    let is_typing = ctx.text_edit_focused();
    ctx.data_mut(|data| data.insert_temp(typing_note(), is_typing));
}

fn typing_note() -> Id {
    Id::unique("a text field had the keyboard")
}

/// Returns whether no widget, list or dialog has the keyboard, so that a board may take it. A text field that lost the
/// keyboard in this frame still had its keys, such as Enter.
pub fn keyboard_is_free(ui: &Ui) -> bool {
    let layer = ui.layer_id();
    let free = ui.memory(|memory| memory.focused().is_none() && memory.is_above_modal_layer(layer));
    let was_typing = ui.data(|data| data.get_temp(typing_note()).unwrap_or(false));
    free && !was_typing && !egui::Popup::is_any_open(ui.ctx())
}

/// Accessibility information for a text field with this name.
pub fn named_field(name: &str, value: &str) -> WidgetInfo {
    let mut info = WidgetInfo::text_edit(true, value, value, "");
    info.label = Some(name.to_owned());
    info
}

/// Text field of one line, `width` points wide.
pub fn text_field(ui: &mut Ui, name: &str, text: &mut String, hint: &str, width: f32) -> Response {
    let field = TextEdit::singleline(text).hint_text(hint);
    let response = ui.add(field.desired_width(width));
    response.widget_info(|| named_field(name, text));
    response
}

/// Sets a widget's accessible name.
pub fn set_name(response: &Response, role: Role, name: impl Display) {
    response.widget_info(|| WidgetInfo::labeled(role, response.enabled(), &name));
}

/// Like [`set_name`], for a widget that can be chosen.
pub fn set_choice_name(response: &Response, role: Role, chosen: bool, name: impl Display) {
    response.widget_info(|| WidgetInfo::selected(role, response.enabled(), chosen, &name));
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

/// Returns whether a chosen level opens in a new tab (middle button or Ctrl); `None` if `response` chooses none.
pub fn opens_new_tab(ui: &Ui, response: &Response) -> Option<bool> {
    let middle = response.middle_clicked();
    let new_tab = middle || ui.input(|input| input.modifiers.command);
    (middle || response.clicked()).then_some(new_tab)
}

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

/// Like [`labelled`], at the end of a row of a grid.
pub fn labelled_row(ui: &mut Ui, label: &str, widget: impl egui::Widget) -> Response {
    let response = labelled(ui, label, widget);
    ui.end_row();
    response
}

/// Values to choose from, all visible, as a row of a two-column grid.
pub fn row_of_choices<T: PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    choices: impl IntoIterator<Item = (T, &'static str)>,
) {
    ui.label(name);
    ui.horizontal(|ui| {
        for (choice, name) in choices {
            ui.selectable_value(value, choice, name);
        }
    });
    ui.end_row();
}

/// Creates a number field in which 0 is shown as a word.
pub fn zero_as_word<'a, N: Numeric>(
    number: &'a mut N,
    max: u32,
    word: &'a str,
    unit: &'a str,
) -> DragValue<'a> {
    DragValue::new(number)
        .range(0..=max)
        .speed(0.1)
        .custom_formatter(move |number, _| number_text(number as u32, word, unit))
        .custom_parser(move |text| match text.trim() {
            text if text.is_empty() || text == word => Some(0.0),
            text => {
                let number = text.strip_suffix(unit.trim()).unwrap_or(text);
                number.trim_end().parse().ok()
            }
        })
}

/// Formats a number as [`zero_as_word`] does.
pub fn number_text(number: u32, word: &str, unit: &str) -> String {
    match number {
        0 => word.to_owned(),
        n => format!("{n}{unit}"),
    }
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

/// Paints the background of a row or tile of a list. Returns the colours of strong and weak text on it.
pub fn row_background(
    ui: &Ui,
    rect: Rect,
    response: &Response,
    selected: bool,
) -> (Color32, Color32) {
    let colors = theme::colors(ui);
    let (painter, visuals) = (ui.painter(), ui.visuals());
    let fill = match () {
        () if selected => visuals.selection.bg_fill,
        () if response.hovered() || response.has_focus() => visuals.widgets.hovered.weak_bg_fill,
        () => Color32::TRANSPARENT,
    };
    painter.rect_filled(rect, theme::CORNER, fill);
    if response.has_focus() {
        let frame = Stroke::new(2.0, colors.accent);
        painter.rect_stroke(rect, theme::CORNER, frame, StrokeKind::Inside);
    }
    match visuals.selection.stroke.color {
        ink if selected => (ink, ink),
        _ => (colors.text, colors.weak),
    }
}

/// Draws a line of text from the top left of a rectangle, truncated at its right. Returns its width.
pub fn text_line(ui: &Ui, rect: Rect, text: &str, font: FontId, color: Color32) -> f32 {
    if rect.width() <= 0.0 {
        return 0.0;
    }
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(rect.width());
    let galley = ui.painter().layout_job(job);
    let width = galley.size().x;
    ui.painter().galley(rect.min, galley, color);
    width
}

pub fn pane_title(ui: &mut Ui, title: &str) {
    let weak = theme::colors(ui).weak;
    let title = RichText::new(title).text_style(theme::section_style());
    ui.label(title.color(weak));
}

/// Frame of a bar at the edge of the window or above a board.
pub fn bar_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::symmetric(space::PANEL, space::TIGHT as i8))
}

pub fn tool_strip(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    bar_frame(ui).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::SMALL;
            ui.set_min_size(vec2(ui.available_width(), 26.0));
            add(ui);
        });
    });
}

/// Row of buttons, laid out from right to left. Returns the result of `add`.
pub fn buttons<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.add_space(space::MEDIUM);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, add).inner
}

/// Main button of a dialog, also pressed by Enter. Returns whether it was pressed.
pub fn primary(ui: &mut Ui, text: &str, enabled: bool) -> bool {
    let response = primary_button(ui, text, enabled);
    // With the focus on another button, Enter presses that one.
    let free = ui.memory(|memory| memory.focused().is_none()) || ui.text_edit_focused();
    // A dialog above this one takes its own Enter.
    let is_top = ui.memory(|memory| {
        memory
            .top_modal_layer()
            .is_none_or(|top| top == ui.layer_id())
    });
    let enter = enabled
        && free
        && is_top
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

/// List that scrolls if higher than `height` points or the window, less 180 points for the rest of its dialog.
pub fn list(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui)) {
    let height = height.min(ui.ctx().content_rect().height() - 180.0);
    // A window remembers its last size, which must not limit the list.
    ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(ui, add);
}

/// Fills the remaining space, and scrolls if its content is higher.
pub fn scroll_area(ui: &mut Ui, id: impl AsIdSalt, add: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().id_salt(id);
    area.auto_shrink([false, false]).show(ui, add);
}

pub fn error_label(ui: &mut Ui, text: &str) {
    let colors = theme::colors(ui);
    ui.add_space(space::TIGHT);
    ui.add(egui::Label::new(RichText::new(text).color(colors.bad)).wrap());
}

/// Registers an entry of an open drop-down list that the caller drew: focuses the chosen one when the list opens.
pub fn register_choice(ui: &Ui, chosen: bool, entry: &Response) {
    if has_just_opened(ui) && chosen {
        entry.request_focus();
        entry.scroll_to_me(None);
    }
}

/// Adds an entry to an open drop-down list.
pub fn list_entry<'a>(ui: &mut Ui, chosen: bool, text: impl IntoAtoms<'a>) -> Response {
    let response = ui.selectable_label(chosen, text);
    register_choice(ui, chosen, &response);
    response
}

/// Adds an entry that sets `chosen` to `value` when clicked.
pub fn list_value<'a, T: PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    value: T,
    text: impl IntoAtoms<'a>,
) -> Response {
    let mut response = list_entry(ui, *chosen == value, text);
    if response.clicked() && *chosen != value {
        *chosen = value;
        response.mark_changed();
    }
    response
}

/// Adds a drop-down list of values, each with its text. Returns its button, which has changed if another value was
/// chosen.
fn drop_down<T: PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    list: ComboBox,
    value: &mut T,
    choices: impl IntoIterator<Item = (T, S)>,
) -> Response {
    let choices: Vec<(T, S)> = choices.into_iter().collect();
    let chosen = choices.iter().find(|(choice, _)| choice == value);
    let chosen = chosen.map_or("", |(_, text)| text.as_ref()).to_owned();
    let list = list.selected_text(chosen).show_ui(ui, |ui| {
        choices.into_iter().fold(false, |changed, (choice, text)| {
            changed | list_value(ui, value, choice, text.as_ref()).changed()
        })
    });
    let mut button = list.response;
    if list.inner == Some(true) {
        button.mark_changed();
    }
    button
}

/// Like [`drop_down`], after a label. Returns whether another value was chosen.
pub fn labelled_list<T: PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    label: &str,
    list: ComboBox,
    value: &mut T,
    choices: impl IntoIterator<Item = (T, S)>,
) -> bool {
    let label = ui.label(label);
    let button = drop_down(ui, list, value, choices);
    button.labelled_by(label.id).changed()
}

/// Like [`drop_down`], with an accessible name instead of a label.
pub fn named_list<T: PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    name: impl Display,
    list: ComboBox,
    value: &mut T,
    choices: impl IntoIterator<Item = (T, S)>,
) -> Response {
    let button = drop_down(ui, list, value, choices);
    set_name(&button, Role::ComboBox, name);
    button
}

/// Returns whether the list or menu was not open in the previous frame.
pub fn has_just_opened(ui: &Ui) -> bool {
    let id = Id::unique(("drop-down", ui.layer_id().id));
    let now = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| {
        let (last_frame, opened): &mut (u64, u64) = data.get_temp_mut_or_default(id);
        if *last_frame + 1 < now {
            *opened = now;
        }
        *last_frame = now;
        *opened == now
    })
}

/// Lays out one line of at most `width` points, with an ellipsis in the middle if the text is too long.
pub fn elide_middle(
    painter: &Painter,
    text: &str,
    font: &FontId,
    width: f32,
    ink: Color32,
) -> Arc<Galley> {
    let lay_out = |text: String| painter.layout_no_wrap(text, font.clone(), ink);
    let full = lay_out(text.to_owned());
    if full.size().x <= width {
        return full;
    }
    let letters: Vec<char> = text.chars().collect();
    let elided = |count: usize| -> String {
        let (head, tail) = letters.split_at(count.div_ceil(2));
        let tail = &tail[tail.len() - count / 2..];
        head.iter().chain(['…'].iter()).chain(tail).collect()
    };
    let counts: Vec<usize> = (1..letters.len()).collect();
    let most = counts.partition_point(|count| lay_out(elided(*count)).size().x <= width);
    lay_out(elided(most))
}

const MAX_STARS: usize = 3;

pub fn stars_text(count: usize) -> String {
    format!("{count} of {MAX_STARS} stars")
}

/// Width of all stars with this side, which are 15 % of it apart.
pub fn stars_width(side: f32) -> f32 {
    side * (1.15 * MAX_STARS as f32 - 0.15)
}

const STAR: Sprite = pictogram!(
    7,
    "",
    "M50 4L61 34L94 36L68 56L77 87L50 69L23 87L32 56L6 36L39 34z"
);
const STAR_OUTLINE: Sprite = pictogram!(
    10,
    "M50 4L61 34L94 36L68 56L77 87L50 69L23 87L32 56L6 36L39 34z",
    ""
);

/// Draws `count` filled stars and the outlines of the rest; `left` is the middle of their left edge.
pub fn paint_stars(painter: &Painter, left: Pos2, side: f32, count: usize, ink: Color32) {
    for index in 0..MAX_STARS {
        let middle = left + vec2(side * (0.5 + 1.15 * index as f32), 0.0);
        let star = if index < count { STAR } else { STAR_OUTLINE };
        let square = Rect::from_center_size(middle, Vec2::splat(side));
        sprites::tinted(painter, square, star, ink);
    }
}

/// Shows up to three stars, drawn as pictures because fonts lack them, `side` points wide each.
pub fn stars_label(ui: &mut Ui, side: f32, count: usize, ink: Color32) -> egui::Response {
    let size = vec2(stars_width(side), side);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    set_name(&response, Role::Label, stars_text(count));
    paint_stars(ui.painter(), rect.left_center(), side, count, ink);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_kept_visible() {
        let mut output = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            let font = FontId::proportional(13.0);
            let text = "Do (push the large crate from 3 4 left)";
            let lay_out = |width| elide_middle(ui.painter(), text, &font, width, Color32::BLACK);
            assert_eq!(lay_out(1e4).text(), text);
            let elided = lay_out(120.0);
            assert!(elided.size().x <= 120.0, "{}", elided.text());
            assert!(elided.text().starts_with("Do (") && elided.text().ends_with("left)"));
        });
        output.textures_delta.clear();
    }
}
