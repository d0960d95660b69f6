//! Editor for the appearance of a level's values: picture, letters and colour.

use egui::{
    Align, CollapsingHeader, Grid, Label, Layout, Popup, Rect, Response, RichText, Role, Sense,
    Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};

use crate::art::{ALL, ValueLook, read_looks, word_of, write_looks};
use crate::game::{Art, CellLook, Property, Tone};
use crate::kit::fields::named_field;
use crate::kit::sprites;
use crate::kit::theme::{self, space};

const SIDE: f32 = 28.0;

const LETTERS: f32 = 44.0;

/// Width reserved for letters, colour and the reset button, in points.
const OTHERS: f32 = 150.0;

const COLUMNS: usize = 6;

/// Number of colours offered; further palette colours repeat these.
const COLOURS: u8 = 8;

/// Letters being typed: value and text.
pub(super) type Typed = Option<(String, String)>;

enum Change {
    Put(ValueLook),
    /// Return to the default.
    Remove,
}

/// Shows a row for each value. Returns the property's new value if something was changed.
pub(super) fn looks(ui: &mut Ui, property: &Property, typed: &mut Typed) -> Option<String> {
    let own = read_looks(&property.value).unwrap_or_default();
    let mut change = None;
    let name = property.field.name;
    let header = CollapsingHeader::new(name).id_salt(property.field.key);
    let shown = header.default_open(true).show(ui, |ui| {
        Grid::new("looks").num_columns(5).show(ui, |ui| {
            for look in property.looks.iter().filter(|look| can_be_written(look)) {
                let row = own.iter().find(|row| row.value == look.value);
                let changed = value(ui, look, row, typed);
                change = changed
                    .map(|it| (look.value.as_ref(), it))
                    .or(change.take());
                ui.end_row();
            }
        });
    });
    shown.header_response.on_hover_text(property.field.help());
    let (value, change) = change?;
    let mut rows = own;
    let at = rows.iter().position(|row| row.value == value);
    match (change, at) {
        (Change::Put(look), Some(at)) => rows[at] = look,
        (Change::Put(look), None) => rows.push(look),
        (Change::Remove, _) => rows.retain(|row| row.value != value),
    }
    Some(write_looks(&rows))
}

/// Returns whether the text format can represent the value.
fn can_be_written(look: &CellLook) -> bool {
    !look.value.contains([',', '=', '\n'])
}

/// The row of a value: picture, name, letters, colour, reset button.
fn value(
    ui: &mut Ui,
    look: &CellLook,
    row: Option<&ValueLook>,
    typed: &mut Typed,
) -> Option<Change> {
    let current = row.cloned().unwrap_or_else(|| guessed(look));
    let mut change = None;
    let name = if look.value == "." {
        "nothing"
    } else {
        &look.value
    };
    let button = square(ui, look, &format!("Picture of {name}"));
    Popup::menu(&button).show(|ui| {
        if let Some(picture) = pictures(ui, look, current.picture) {
            change = Some(Change::Put(ValueLook {
                picture,
                ..current.clone()
            }));
        }
    });
    let room = (ui.available_width() - OTHERS).max(40.0);
    let left = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(room, SIDE), left, |ui| {
        ui.set_min_width(room);
        ui.add(Label::new(name).truncate());
    });
    if let Some(glyph) = letters(ui, name, &current, typed) {
        change = Some(Change::Put(ValueLook {
            glyph,
            ..current.clone()
        }));
    }
    if let Some(colour) = colours(ui, name, current.colour) {
        change = Some(Change::Put(ValueLook { colour, ..current }));
    }
    if row.is_some() {
        let back = ui.button("Reset").on_hover_text("Use the default picture");
        back.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset {name}")));
        if back.clicked() {
            change = Some(Change::Remove);
        }
    }
    change
}

/// The row for the default appearance.
fn guessed(look: &CellLook) -> ValueLook {
    let sprite = look.art.and_then(|art| art.piece.or(art.fixed));
    ValueLook {
        value: look.value.to_string(),
        glyph: look.glyph.replace(',', ""),
        colour: match look.tone {
            Tone::Palette(colour) => Some(colour % COLOURS),
            _ => None,
        },
        picture: sprite.and_then(word_of),
    }
}

/// The field for letters. Returns them when it is left.
fn letters(ui: &mut Ui, name: &str, current: &ValueLook, typed: &mut Typed) -> Option<String> {
    let own = typed.as_ref().filter(|(value, _)| *value == current.value);
    let mut text = own.map_or(&current.glyph, |(_, text)| text).clone();
    let field = ui.add(TextEdit::singleline(&mut text).desired_width(LETTERS));
    let label = format!("Letters for {name}");
    field.widget_info(|| named_field(&label, &text));
    if field.changed() {
        // Commas separate entries in the text format.
        *typed = Some((current.value.clone(), text.replace(',', "")));
    }
    let help = "Shown when cells are drawn as letters or have no picture";
    if !field.on_hover_text(help).lost_focus() {
        return None;
    }
    let (_, text) = typed.take_if(|(value, _)| *value == current.value)?;
    (text != current.glyph).then_some(text)
}

/// List of pictures. Returns the chosen one.
fn pictures(
    ui: &mut Ui,
    look: &CellLook,
    chosen: Option<&'static str>,
) -> Option<Option<&'static str>> {
    let mut choice = None;
    if ui
        .selectable_label(chosen.is_none(), "No picture")
        .clicked()
    {
        choice = Some(None);
    }
    Grid::new("pictures").spacing([2.0, 2.0]).show(ui, |ui| {
        for row in ALL.chunks(COLUMNS) {
            for (word, sprite) in row {
                let drawn = Art::ground(Tone::Empty).piece(*sprite);
                let sample = CellLook::new(*word, look.tone, *word).drawn(drawn);
                let response = square(ui, &sample, word);
                if chosen == Some(*word) {
                    ring(ui, response.rect, theme::colors(ui).accent);
                }
                if response.clicked() {
                    choice = Some(Some(*word));
                }
            }
            ui.end_row();
        }
    });
    if choice.is_some() {
        ui.close();
    }
    choice
}

/// Colour button with its list. Returns the chosen colour.
fn colours(ui: &mut Ui, name: &str, chosen: Option<u8>) -> Option<Option<u8>> {
    let mut choice = None;
    let plain = |colour: Option<u8>, said: &str| {
        let tone = colour.map_or(Tone::Empty, Tone::Palette);
        CellLook::new(said.to_owned(), tone, said.to_owned()).glyph("")
    };
    let button = square(ui, &plain(chosen, ""), &format!("Colour of {name}"));
    Popup::menu(&button).show(|ui| {
        if ui.selectable_label(chosen.is_none(), "No colour").clicked() {
            choice = Some(None);
        }
        ui.horizontal(|ui| {
            for colour in 0..COLOURS {
                let said = format!("Colour {colour}");
                if square(ui, &plain(Some(colour), &said), &said).clicked() {
                    choice = Some(Some(colour));
                }
            }
        });
        if choice.is_some() {
            ui.close();
        }
    });
    choice
}

/// A small button that displays a cell.
fn square(ui: &mut Ui, look: &CellLook, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let inner = rect.shrink(2.0);
    sprites::cell(ui.painter(), inner, look, ui.visuals().dark_mode);
    let line = Stroke::new(1.0, theme::colors(ui).line);
    ui.painter()
        .rect_stroke(inner, 2.0, line, StrokeKind::Outside);
    if response.hovered() || response.has_focus() {
        ring(ui, rect, theme::colors(ui).cursor);
    }
    response.on_hover_text(RichText::new(name))
}

fn ring(ui: &Ui, rect: Rect, color: egui::Color32) {
    let line = Stroke::new(2.0, color);
    ui.painter()
        .rect_stroke(rect, space::TIGHT / 2.0, line, StrokeKind::Inside);
}
