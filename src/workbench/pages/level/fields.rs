//! Fields for the level's title, author, notes and properties, and the appearance of values.

use egui::{
    Align, CollapsingHeader, Grid, Label, Layout, Popup, Rect, Response, RichText, Role, Sense,
    Stroke, StrokeKind, TextEdit, Ui, vec2,
};

use crate::art::{ALL, ValueStyle, read_styles, word_of, write_styles};
use crate::game::{Art, CellStyle, EditError, Meta, Property, Tone};
use crate::kit::fields::{named_field, set_name, text_field};
use crate::kit::option_field::{PropertyDraft, property_field};
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::session::Document;

/// Text input in progress. It is applied as one undo step when the field is left.
#[derive(Debug, Default)]
pub(super) struct LevelFields {
    meta: Option<Meta>,
    property: Option<PropertyDraft>,
}

impl LevelFields {
    /// Applies pending input of title, author or notes.
    pub(super) fn commit(&mut self, document: &mut Document) {
        if let Some(meta) = self.meta.take() {
            document.set_meta(meta);
        }
    }

    pub(super) fn meta_fields(&mut self, ui: &mut Ui, document: &mut Document) {
        let typed = self.meta.take();
        let mut meta = typed.unwrap_or_else(|| document.level().meta().clone());
        let (mut editing, mut done) = (false, false);
        // The title of a text with errors must be changed in that text.
        let enabled = document.draft().is_none();
        for (name, text, rows) in [
            ("Title", &mut meta.title, 1),
            ("Author", &mut meta.author, 1),
            ("Notes", &mut meta.notes, 2),
        ] {
            let edit = match rows {
                1 => TextEdit::singleline(text),
                _ => TextEdit::multiline(text).desired_rows(rows),
            };
            let edit = edit.hint_text(name).desired_width(f32::INFINITY);
            let field = ui.add_enabled(enabled, edit);
            field.widget_info(|| named_field(name, text));
            editing |= field.has_focus();
            done |= field.lost_focus();
        }
        if done {
            document.set_meta(meta);
        } else if editing {
            self.meta = Some(meta);
        }
    }

    /// Fields for the level's expert or other properties, if it has any.
    pub(super) fn property_fields(&mut self, ui: &mut Ui, document: &mut Document, expert: bool) {
        let mut properties = document.level().properties();
        properties.retain(|property| property.field.expert == expert);
        if properties.is_empty() {
            return;
        }
        ui.add_space(space::SMALL);
        if !expert {
            ui.label(RichText::new("Properties").strong());
        }
        for property in properties {
            let draft = &mut self.property;
            let changed = match property.styles.as_slice() {
                [] => property_field(ui, &property, draft),
                _ => appearance_fields(ui, &property),
            };
            if let Some(value) = changed {
                let key = property.field.key;
                match (document.set_property(key, &value), draft) {
                    (Ok(()), draft) => *draft = None,
                    (Err(EditError::Property { value, reason, .. }), Some(draft)) => {
                        draft.error = Some(format!("‘{value}’ is not possible: {reason}."));
                    }
                    (Err(error), Some(draft)) => draft.error = Some(error.to_string()),
                    (Err(_), None) => {}
                }
            }
        }
    }
}

/// Side of buttons, and width of the field for letters, in points.
const BUTTON_SIDE: f32 = 28.0;
const LETTERS_WIDTH: f32 = 44.0;
/// Width reserved for letters, colour and the reset button, in points.
const RESERVED_WIDTH: f32 = 150.0;
/// Symbols in one row of the choice.
const COLUMNS: usize = 6;
/// Number of colours offered; further palette colours repeat these.
const COLOUR_COUNT: u8 = 8;

/// Shows a row for each value. Returns the property's new value if something was changed.
fn appearance_fields(ui: &mut Ui, property: &Property) -> Option<String> {
    let mut rows = read_styles(&property.value).unwrap_or_default();
    let mut changed = false;
    let name = property.field.name;
    let header = CollapsingHeader::new(name).id_salt(property.field.key);
    let section = header.default_open(true).show(ui, |ui| {
        Grid::new("looks").num_columns(5).show(ui, |ui| {
            for style in &property.styles {
                // The text format cannot represent other values.
                if style.value.contains([',', '=', '\n']) {
                    continue;
                }
                changed |= value_row(ui, style, &mut rows);
                ui.end_row();
            }
        });
    });
    section.header_response.on_hover_text(property.field.help());
    changed.then(|| write_styles(&rows))
}

/// The row of a value: picture, name, letters, colour, reset button. Returns whether the entries of values changed.
fn value_row(ui: &mut Ui, style: &CellStyle, rows: &mut Vec<ValueStyle>) -> bool {
    let index = rows.iter().position(|row| row.value == style.value);
    let mut now = index.map_or_else(|| default_entry(style), |index| rows[index].clone());
    let mut changed = false;
    let name: &str = match &*style.value {
        "." => "nothing",
        value => value,
    };
    let button = cell_button(ui, style, &format!("Picture of {name}"));
    Popup::menu(&button).show(|ui| changed |= picture_list(ui, style, &mut now.picture));
    let width = (ui.available_width() - RESERVED_WIDTH).max(40.0);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, BUTTON_SIDE), layout, |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(name).truncate());
    });
    changed |= letters_field(ui, name, &mut now.glyph);
    changed |= colour_list(ui, name, &mut now.colour);
    if index.is_some() {
        let reset = ui.button("Reset").on_hover_text("Use the default picture");
        set_name(&reset, Role::Button, format!("Reset {name}"));
        if reset.clicked() {
            rows.retain(|row| row.value != style.value);
            return true;
        }
    }
    match index {
        _ if !changed => {}
        Some(index) => rows[index] = now,
        None => rows.push(now),
    }
    changed
}

/// The row for the default appearance.
fn default_entry(style: &CellStyle) -> ValueStyle {
    let sprite = style.art.and_then(|art| art.piece.or(art.fixed));
    ValueStyle {
        value: style.value.to_string(),
        glyph: style.glyph.replace(',', ""),
        colour: match style.tone {
            Tone::Palette(colour) => Some(colour % COLOUR_COUNT),
            _ => None,
        },
        picture: sprite.and_then(word_of),
    }
}

/// The field for letters. Returns whether it was left with others.
fn letters_field(ui: &mut Ui, name: &str, letters: &mut String) -> bool {
    let label = format!("Letters for {name}");
    let id = ui.scope_id().with(&label);
    let typed = ui.data_mut(|data| data.remove_temp::<String>(id));
    let mut text = typed.unwrap_or_else(|| letters.clone());
    let field = text_field(ui, &label, &mut text, "", LETTERS_WIDTH);
    // Commas separate entries in the text format.
    let text = text.replace(',', "");
    let help = "Shown when cells are drawn as letters or have no picture";
    let field = field.on_hover_text(help);
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return false;
    }
    let changed = field.lost_focus() && text != *letters;
    if changed {
        *letters = text;
    }
    changed
}

/// List of pictures. Returns whether one was chosen.
fn picture_list(ui: &mut Ui, style: &CellStyle, chosen: &mut Option<&'static str>) -> bool {
    let before = *chosen;
    let none = ui.selectable_label(before.is_none(), "No picture");
    let mut clicked = none.clicked().then_some(None);
    Grid::new("pictures").spacing([2.0, 2.0]).show(ui, |ui| {
        for row in ALL.chunks(COLUMNS) {
            for (word, sprite) in row {
                let art = Art::background(Tone::Empty).piece(*sprite);
                let sample = CellStyle::new(*word, style.tone, *word).drawn(art);
                let response = cell_button(ui, &sample, word);
                if before == Some(*word) {
                    outline(ui, response.rect, theme::colors(ui).accent);
                }
                if response.clicked() {
                    clicked = Some(Some(*word));
                }
            }
            ui.end_row();
        }
    });
    choose(ui, clicked, chosen)
}

/// Takes over what was clicked in a list, which closes then. Returns whether anything was.
fn choose<T>(ui: &Ui, clicked: Option<T>, chosen: &mut T) -> bool {
    let Some(choice) = clicked else {
        return false;
    };
    *chosen = choice;
    ui.close();
    true
}

/// Colour button with its list. Returns whether a colour or none was chosen.
fn colour_list(ui: &mut Ui, name: &str, chosen: &mut Option<u8>) -> bool {
    let swatch = |colour: Option<u8>, label: &str| {
        let tone = colour.map_or(Tone::Empty, Tone::Palette);
        CellStyle::new(label.to_owned(), tone, label.to_owned()).glyph("")
    };
    let button = cell_button(ui, &swatch(*chosen, ""), &format!("Colour of {name}"));
    let list = Popup::menu(&button).show(|ui| {
        let none = ui.selectable_label(chosen.is_none(), "No colour");
        let mut clicked = none.clicked().then_some(None);
        ui.horizontal(|ui| {
            for colour in 0..COLOUR_COUNT {
                let label = format!("Colour {colour}");
                if cell_button(ui, &swatch(Some(colour), &label), &label).clicked() {
                    clicked = Some(Some(colour));
                }
            }
        });
        choose(ui, clicked, chosen)
    });
    list.is_some_and(|list| list.inner)
}

fn cell_button(ui: &mut Ui, style: &CellStyle, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(BUTTON_SIDE, BUTTON_SIDE), Sense::click());
    set_name(&response, Role::Button, name);
    let inner = rect.shrink(2.0);
    sprites::cell(ui.painter(), inner, style, ui.visuals().dark_mode);
    let line = Stroke::new(1.0, theme::colors(ui).line);
    ui.painter()
        .rect_stroke(inner, 2.0, line, StrokeKind::Outside);
    if response.hovered() || response.has_focus() {
        outline(ui, rect, theme::colors(ui).cursor);
    }
    response.on_hover_text(RichText::new(name))
}

fn outline(ui: &Ui, rect: Rect, color: egui::Color32) {
    let (corner, line) = (space::TIGHT / 2.0, Stroke::new(2.0, color));
    ui.painter()
        .rect_stroke(rect, corner, line, StrokeKind::Inside);
}
