//! The step in which the controls are given.

use egui::{ComboBox, Label, RichText, TextEdit, Ui};

use crate::kit::choice::Choices as _;
use crate::kit::fields::{named_field, problem};
use crate::kit::theme::space;
use crate::vision::{Controls, CursorKeys, CursorStart};

use super::Wizard;
use super::controls::{After, Cursor, How, Sent, Slot};

impl Wizard {
    /// The step in which the controls are given.
    pub(super) fn controls_fields(&mut self, ui: &mut Ui) {
        let mut changed = false;
        let mut pick = None;
        let controls = &mut self.controls;
        if !controls.plays() {
            let text = "It is unknown how moves of this game are made on a screen. The profile is \
                        for reading levels.";
            ui.add(Label::new(text).wrap());
        }
        if controls.drags {
            let text = "Things are dragged from cell to cell with the pointer.";
            ui.add(Label::new(text).wrap());
        }
        for (name, sent) in &mut controls.actions {
            sent_fields(ui, name, sent, true, &mut changed);
        }
        for (first, count) in controls.rows() {
            if row_fields(ui, &controls.controls[first..first + count]) {
                pick = Some(Slot::Row(first, count, None));
            }
        }
        for (index, (name, sent)) in controls.controls.iter_mut().enumerate() {
            if sent_fields(ui, name, sent, false, &mut changed) {
                pick = Some(Slot::Control(index));
            }
        }
        if controls.has_keys() {
            changed |= cursor_fields(ui, &mut controls.cursor);
        }
        if controls.plays() {
            ui.add_space(space::SMALL);
            ui.label("The next level starts");
            for (after, text) in [
                (After::Automatic, "automatically"),
                (After::Input, "after a key or click"),
                (After::End, "never: there is only one level"),
            ] {
                changed |= ui.radio_value(&mut controls.after, after, text).clicked();
            }
            if controls.after == After::Input {
                if controls.next.how == How::Click {
                    controls.next.how = How::Key;
                }
                if sent_fields(ui, "next level", &mut controls.next, false, &mut changed) {
                    pick = Some(Slot::After);
                }
            }
        }
        if controls.plays() {
            ui.horizontal_wrapped(|ui| {
                ui.label("A dialog of the game's own is closed by")
                    .on_hover_text(Controls::PART.help("dialog"));
                changed |= key_field(ui, "Key that closes dialogs", &mut controls.dialog);
            });
        }
        if let Some(text) = controls.problem() {
            let weak = RichText::new(text).weak();
            ui.add(Label::new(weak).wrap());
        } else if let Err(text) = self.profile("new") {
            problem(ui, &text);
        }
        if pick.is_some() {
            self.pointer.picking = pick;
        }
        match self.pointer.picking {
            Some(Slot::Row(first, count, from)) => {
                let index = if from.is_none() {
                    first
                } else {
                    first + count - 1
                };
                let name = self.controls.controls.get(index);
                let name = name.map_or("", |(name, _)| name.as_str());
                ui.strong(format!("Click the place of ‘{name}’ in the picture."));
            }
            Some(_) => {
                ui.strong("Click the place in the picture.");
            }
            None => {}
        }
        if changed {
            self.keeping.touched += 1;
        }
    }
}

/// A button that places several controls in a row; whether it was pressed.
fn row_fields(ui: &mut Ui, row: &[(String, Sent)]) -> bool {
    let (Some((first, _)), Some((last, _))) = (row.first(), row.last()) else {
        return false;
    };
    let mut pressed = false;
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("‘{first}’ to ‘{last}’ lie"));
        pressed = ui
            .button("in a row…")
            .on_hover_text("Click the place of the first one in the picture, then that of the last one; the others lie between")
            .clicked();
    });
    pressed
}

/// Fields for one input; returns whether its place is to be given now.
fn sent_fields(
    ui: &mut Ui,
    name: &str,
    sent: &mut Sent,
    on_cell: bool,
    changed: &mut bool,
) -> bool {
    let mut pick = false;
    let means: &[How] = if on_cell {
        &[
            How::Click,
            How::SecondaryClick,
            How::ClickUntil,
            How::ClickTwice,
            How::ClickThen,
            How::Key,
        ]
    } else {
        &[How::Key, How::ClickAt]
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("‘{name}’ is a"));
        let combo = ComboBox::from_id_salt(("sent", name))
            .selected_text(sent.how.text())
            .show_ui(ui, |ui| {
                for how in means {
                    *changed |= ui.choice_value(&mut sent.how, *how, how.text()).clicked();
                }
            });
        combo.response.widget_info(|| {
            let text = format!("How ‘{name}’ is done");
            egui::WidgetInfo::labeled(egui::Role::ComboBox, true, text)
        });
        match sent.how {
            How::Key | How::ClickThen => {
                *changed |= key_field(ui, &format!("Key for {name}"), &mut sent.key)
            }
            How::ClickAt => {
                if let Some((x, y)) = sent.at {
                    ui.label(format!("({x}, {y})"));
                }
                pick = ui
                    .button("Where?")
                    .on_hover_text("Click it in the picture")
                    .clicked();
            }
            How::Click | How::SecondaryClick | How::ClickUntil | How::ClickTwice => {}
        }
    });
    pick
}

fn key_field(ui: &mut Ui, name: &str, key: &mut String) -> bool {
    let field = TextEdit::singleline(key)
        .desired_width(54.0)
        .hint_text("key");
    let field = ui.add(field);
    field.widget_info(|| named_field(name, key));
    field
        .on_hover_text(
            "A character, or space, enter, tab, escape, up, down, left, right, f1 to f12, keypad 0 to keypad 9; ctrl+n holds another down",
        )
        .changed()
}

/// Fields for the game's own cursor; returns whether something was changed.
fn cursor_fields(ui: &mut Ui, cursor: &mut Cursor) -> bool {
    let mut changed = false;
    ui.add_space(space::SMALL);
    ui.label("Keys that move the game's own cursor");
    ui.horizontal_wrapped(|ui| {
        for (name, key) in ["Up", "Down", "Left", "Right"]
            .into_iter()
            .zip(&mut cursor.keys)
        {
            ui.label(name);
            changed |= key_field(ui, &format!("Cursor {name}"), key);
        }
    });
    changed |= ui
        .checkbox(&mut cursor.wraps, "It wraps around to the other side")
        .on_hover_text(CursorKeys::PART.help("wraps"))
        .changed();
    ui.horizontal_wrapped(|ui| {
        ui.label("A level starts with it")
            .on_hover_text(CursorKeys::PART.help("start"));
        for (start, text) in [
            (CursorStart::Unknown, "anywhere"),
            (CursorStart::At(1, 1), "in the first cell"),
            (CursorStart::Stays, "where it was"),
            (CursorStart::Hidden, "hidden"),
        ] {
            changed |= ui.radio_value(&mut cursor.start, start, text).clicked();
        }
    });
    let text = match cursor.seen {
        Some((_, cell)) => format!("In the picture it is at {cell}. Click another cell if not."),
        None => "Click the cell on which it is in the picture.".to_owned(),
    };
    ui.add(Label::new(text).wrap());
    changed
}
