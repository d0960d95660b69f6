//! The field of one option of a solver or a generator: a list where there are few values, text else.

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
        Choices::Free => text(ui, option, value, usual, width),
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
