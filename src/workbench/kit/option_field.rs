//! Fields for options of solvers and generators and properties of levels: lists if values are few, else text fields.

use std::collections::BTreeMap;

use egui::{ComboBox, Role, Ui};

use crate::game::{Field, FieldChoices, Property};
use crate::kit::fields::{self, list_entry, set_name};
use crate::kit::theme;

/// Width of the button with suggested values next to a field, in points.
const LIST_WIDTH: f32 = 36.0;

/// Effect of the user's input on a field in this frame.
#[derive(Clone, Copy)]
struct FieldEdit {
    changed: bool,
    /// The value is complete: chosen from a list, or its field left.
    done: bool,
}

/// Shows an option's name and field as two cells of a grid. Returns whether the value changed; empty is `default`.
pub fn option_field(
    ui: &mut Ui,
    option: &Field,
    value: &mut String,
    default: &str,
    width: f32,
) -> bool {
    edit_field(ui, option, &[], value, default, width).changed
}

/// Value of a property that the level has not accepted yet.
#[derive(Debug)]
pub struct PropertyDraft {
    key: &'static str,
    value: String,
    /// Why the level rejects the value.
    pub error: Option<String>,
}

/// Shows a property's name and field in a row. Returns the new value once it is chosen from a list or the field is
/// left; the caller then clears the draft or sets its error.
pub fn property_field(
    ui: &mut Ui,
    property: &Property,
    draft: &mut Option<PropertyDraft>,
) -> Option<String> {
    let field = property.field;
    let own = draft.as_ref().filter(|draft| draft.key == field.key);
    let mut value = own.map_or(&property.value, |draft| &draft.value).clone();
    let suggestions: Vec<&str> = property.offers.iter().map(String::as_str).collect();
    let edit =
        ui.horizontal(|ui| edit_field(ui, field, &suggestions, &mut value, "", f32::INFINITY));
    let FieldEdit { changed, done } = edit.inner;
    if changed {
        *draft = Some(PropertyDraft {
            key: field.key,
            value: value.clone(),
            error: None,
        });
    }
    let own = draft.as_ref().filter(|draft| draft.key == field.key);
    if let Some(error) = own.and_then(|draft| draft.error.as_ref()) {
        ui.colored_label(theme::colors(ui).bad, error);
    }
    (done && value != property.value).then_some(value)
}

/// Shows a name, and a field at most `width` points wide. `suggestions` add to those of the field; empty is `default`.
fn edit_field(
    ui: &mut Ui,
    field: &Field,
    suggestions: &[&str],
    value: &mut String,
    default: &str,
    width: f32,
) -> FieldEdit {
    let label = ui.label(field.name).on_hover_text(field.help());
    let width = width.min(ui.available_width());
    match field.choices {
        FieldChoices::Free
        | FieldChoices::Integer(..)
        | FieldChoices::Between(..)
        | FieldChoices::Above(..) => text_field(ui, field, value, default, width),
        FieldChoices::OneOf(values) => {
            let is_default = value.is_empty();
            let displayed = if is_default { default } else { value.as_str() };
            let displayed = displayed.to_owned();
            let entries = |ui: &mut Ui| choice_entries(ui, field, values, value, &displayed);
            let list = ComboBox::from_id_salt(("option", field.key))
                .selected_text(field.label(&displayed))
                .width(width)
                .show_ui(ui, entries);
            let response = list.response.on_hover_text(field.help());
            response.labelled_by(label.id);
            let chosen = list.inner == Some(true);
            FieldEdit {
                changed: chosen,
                done: chosen,
            }
        }
        FieldChoices::SuchAs(values) => {
            let both = ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let typed = text_field(ui, field, value, default, width - LIST_WIDTH);
                let list = ui.menu_button("…", |ui| {
                    let (values, displayed) = ([values, suggestions].concat(), value.clone());
                    choice_entries(ui, field, &values, value, &displayed)
                });
                let name = format!("Suggested values of {}", field.name);
                let response = list.response.on_hover_text(&name);
                set_name(&response, Role::Button, name);
                let chosen = list.inner == Some(true);
                FieldEdit {
                    changed: typed.changed || chosen,
                    done: typed.done || chosen,
                }
            });
            both.inner
        }
    }
}

/// Shows all options as rows of a two-column grid.
pub fn option_fields(ui: &mut Ui, fields: &[Field], values: &mut BTreeMap<String, String>) {
    for option in fields {
        if !option.has_effect(fields, values) {
            continue;
        }
        let value_set = values.get(option.key);
        let mut value = value_set.map_or(option.default, String::as_str).to_owned();
        if option_field(ui, option, &mut value, "", 130.0) {
            values.insert(option.key.to_owned(), value);
        }
        ui.end_row();
    }
}

/// Entries of a drop-down list. Returns whether one was chosen.
fn choice_entries(
    ui: &mut Ui,
    field: &Field,
    values: &[&str],
    value: &mut String,
    displayed: &str,
) -> bool {
    let mut changed = false;
    for choice in values {
        let name = field.label(choice);
        if list_entry(ui, *choice == displayed, name).clicked() {
            *value = (*choice).to_owned();
            changed = true;
        }
    }
    changed
}

fn text_field(
    ui: &mut Ui,
    field: &Field,
    value: &mut String,
    default: &str,
    width: f32,
) -> FieldEdit {
    let hint = field.label(default);
    let response = fields::text_field(ui, field.name, value, hint, width);
    let response = response.on_hover_text(field.help());
    FieldEdit {
        changed: response.changed(),
        done: response.lost_focus(),
    }
}
