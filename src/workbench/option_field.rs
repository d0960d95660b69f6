//! The field of one option of a solver or a generator: a list where there are few values, text else.

use std::collections::BTreeMap;

use egui::{ComboBox, Role, TextEdit, Ui, WidgetInfo};

use crate::game::{Choices, OptionInfo};

use super::library_panel::named_field;

/// Width of the button with the usual values beside a field, in points.
const LIST: f32 = 36.0;

/// Shows the name and the field, two cells of a grid; whether the value was changed. An empty value
/// stands for `usual`, which is shown in its place.
pub fn option_field(
    ui: &mut Ui,
    option: &OptionInfo,
    value: &mut String,
    usual: &str,
    width: f32,
) -> bool {
    let label = ui.label(option.name).on_hover_text(option.help);
    let width = width.min(ui.available_width());
    match option.choices {
        Choices::Free | Choices::Whole(..) => text(ui, option, value, usual, width),
        Choices::OneOf(values) => {
            let shown = match value.is_empty() {
                true => usual.to_owned(),
                false => value.clone(),
            };
            let list = ComboBox::from_id_salt(("option", option.key))
                .selected_text(&shown)
                .width(width)
                .show_ui(ui, |ui| choice(ui, values, value, &shown));
            let response = list.response.on_hover_text(option.help);
            response.labelled_by(label.id);
            list.inner == Some(true)
        }
        Choices::SuchAs(values) => {
            let both = ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let typed = text(ui, option, value, usual, width - LIST);
                let list = ui.menu_button("…", |ui| {
                    let shown = value.clone();
                    choice(ui, values, value, &shown)
                });
                let name = format!("Usual values of {}", option.name);
                let response = list.response.on_hover_text(&name);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                typed | (list.inner == Some(true))
            });
            both.inner
        }
    }
}

/// The fields of all options, rows of a grid of two columns; above them a button that takes over `like`,
/// the options that make levels like the open one, if there are any.
pub fn option_fields(
    ui: &mut Ui,
    known: &[OptionInfo],
    chosen: &mut BTreeMap<String, String>,
    like: &[(&'static str, String)],
) {
    if !like.is_empty() {
        ui.label("");
        let button = ui.button("Like the open level");
        if button
            .on_hover_text("Take over its size and shape")
            .clicked()
        {
            let like = like.iter();
            chosen.extend(like.map(|(key, value)| ((*key).to_owned(), value.clone())));
        }
        ui.end_row();
    }
    for option in known {
        let given = chosen.get(option.key);
        let mut value = given.map_or(option.default, String::as_str).to_owned();
        if option_field(ui, option, &mut value, "", 130.0) {
            chosen.insert(option.key.to_owned(), value);
        }
        ui.end_row();
    }
}

fn choice(ui: &mut Ui, values: &[&str], value: &mut String, shown: &str) -> bool {
    let mut changed = false;
    for choice in values {
        if ui.selectable_label(*choice == shown, *choice).clicked() {
            *value = (*choice).to_owned();
            changed = true;
        }
    }
    changed
}

fn text(ui: &mut Ui, option: &OptionInfo, value: &mut String, usual: &str, width: f32) -> bool {
    let field = TextEdit::singleline(value)
        .hint_text(usual)
        .desired_width(width);
    let field = ui.add(field).on_hover_text(option.help);
    field.widget_info(|| named_field(option.name, value));
    field.changed()
}
