//! Fields for options of solvers, settings of generators and properties of levels: a list if there are few values,
//! otherwise a text field.

use std::collections::BTreeMap;

use egui::{ComboBox, RichText, Role, TextEdit, Ui, WidgetInfo};

use crate::game::{Choices, Field, Property};

use super::choice::Choices as _;
use crate::kit::fields::named_field;
use crate::kit::theme;

/// Width of the button with suggested values next to a field, in points.
const LIST: f32 = 36.0;

#[derive(Clone, Copy, Default)]
struct Edit {
    typed: bool,
    chosen: bool,
    left: bool,
}

/// Shows an option's name and field as two cells of a grid. Returns whether the value changed. An empty value means
/// `usual`, which is then displayed.
pub fn option_field(
    ui: &mut Ui,
    option: &Field,
    value: &mut String,
    usual: &str,
    width: f32,
) -> bool {
    let Edit { typed, chosen, .. } = edit(ui, option, &[], value, usual, width);
    typed | chosen
}

/// A property being edited.
#[derive(Debug)]
pub struct Draft {
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
    draft: &mut Option<Draft>,
) -> Option<String> {
    let field = property.field;
    let own = draft.as_ref().filter(|draft| draft.key == field.key);
    let mut value = own.map_or(&property.value, |draft| &draft.value).clone();
    let offers: Vec<&str> = property.offers.iter().map(String::as_str).collect();
    let done = ui.horizontal(|ui| edit(ui, field, &offers, &mut value, "", f32::INFINITY));
    let Edit {
        typed,
        chosen,
        left,
    } = done.inner;
    if typed || chosen {
        *draft = Some(Draft {
            key: field.key,
            value: value.clone(),
            error: None,
        });
    }
    if let Some(error) = draft
        .as_ref()
        .filter(|draft| draft.key == field.key)
        .and_then(|draft| draft.error.as_ref())
    {
        ui.label(RichText::new(error).color(theme::colors(ui).bad));
    }
    ((left || chosen) && value != property.value).then_some(value)
}

fn edit(
    ui: &mut Ui,
    field: &Field,
    offers: &[&str],
    value: &mut String,
    usual: &str,
    width: f32,
) -> Edit {
    let label = ui.label(field.name).on_hover_text(field.help());
    let width = width.min(ui.available_width());
    match field.choices {
        Choices::Free | Choices::Whole(..) | Choices::Between(..) | Choices::Above(..) => {
            text(ui, field, value, usual, width)
        }
        Choices::OneOf(values) => {
            let shown = match value.is_empty() {
                true => usual.to_owned(),
                false => value.clone(),
            };
            let list = ComboBox::from_id_salt(("option", field.key))
                .selected_text(field.shown(&shown))
                .width(width)
                .show_ui(ui, |ui| choice(ui, field, values, value, &shown));
            let response = list.response.on_hover_text(field.help());
            response.labelled_by(label.id);
            Edit {
                chosen: list.inner == Some(true),
                ..Edit::default()
            }
        }
        Choices::SuchAs(values) => {
            let both = ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let typed = text(ui, field, value, usual, width - LIST);
                let list = ui.menu_button("…", |ui| {
                    let shown = value.clone();
                    choice(ui, field, &[values, offers].concat(), value, &shown)
                });
                let name = format!("Default values of {}", field.name);
                let response = list.response.on_hover_text(&name);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                Edit {
                    chosen: list.inner == Some(true),
                    ..typed
                }
            });
            both.inner
        }
    }
}

/// Shows all options as rows of a two-column grid. If there are options that match the open level, a button applies
/// them.
pub fn option_fields(
    ui: &mut Ui,
    known: &[Field],
    chosen: &mut BTreeMap<String, String>,
    like: &[(&'static str, String)],
) {
    if !like.is_empty() {
        ui.label("");
        let button = ui.button("Like the open level");
        if button.on_hover_text("Use its size and shape").clicked() {
            let like = like.iter();
            chosen.extend(like.map(|(key, value)| ((*key).to_owned(), value.clone())));
        }
        ui.end_row();
    }
    for option in known {
        if !option.matters(known, chosen) {
            continue;
        }
        let given = chosen.get(option.key);
        let mut value = given.map_or(option.default, String::as_str).to_owned();
        if option_field(ui, option, &mut value, "", 130.0) {
            chosen.insert(option.key.to_owned(), value);
        }
        ui.end_row();
    }
}

/// Entries of a drop-down list. Returns whether one was chosen.
pub fn choice(
    ui: &mut Ui,
    field: &Field,
    values: &[&str],
    value: &mut String,
    shown: &str,
) -> bool {
    let mut changed = false;
    for choice in values {
        let name = field.shown(choice);
        if ui.choice(*choice == shown, name).clicked() {
            *value = (*choice).to_owned();
            changed = true;
        }
    }
    changed
}

fn text(ui: &mut Ui, field: &Field, value: &mut String, usual: &str, width: f32) -> Edit {
    let edit = TextEdit::singleline(value)
        .hint_text(usual)
        .desired_width(width);
    let response = ui.add(edit).on_hover_text(field.help());
    response.widget_info(|| named_field(field.name, value));
    Edit {
        typed: response.changed(),
        left: response.lost_focus(),
        chosen: false,
    }
}
