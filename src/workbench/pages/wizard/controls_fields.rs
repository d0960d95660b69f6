//! Fields of the controls step.

use egui::{ComboBox, Label, RichText, TextEdit, Ui};

use crate::kit::choice::ChoiceList as _;
use crate::kit::fields::{error_label, named_field};
use crate::kit::theme::space;
use crate::vision::{Controls, CursorKeys, CursorStart};

use super::Wizard;
use super::controls::{
    ControlsDraft, CursorDraft, InputDraft, InputKind, InputRef, LevelAdvance, PickTarget,
};

const COMBO_WIDTH: f32 = 60.0;

impl Wizard {
    pub(super) fn controls_fields(&mut self, ui: &mut Ui) {
        let mut changed = false;
        let mut pick = None;
        // Most entries here are short.
        ui.spacing_mut().combo_width = COMBO_WIDTH;
        let further = self.further();
        let controls = &mut self.controls;
        if !controls.is_playable() {
            let text = "Planwright does not know how moves of this game are made on a screen. The profile can only read levels.";
            ui.add(Label::new(text).wrap());
        }
        if controls.drags {
            let text = "Pieces are dragged from cell to cell.";
            ui.add(Label::new(text).wrap());
        }
        let named = [
            (
                &mut controls.actions,
                InputRef::Action as fn(usize) -> InputRef,
            ),
            (&mut controls.controls, InputRef::Control),
        ];
        for (named, input_ref) in named {
            for (first, count) in ControlsDraft::rows(named) {
                match row_fields(ui, &named[first..first + count]) {
                    Some(RowAction::Place) => {
                        pick = Some(PickTarget::Row(input_ref(first), count, None))
                    }
                    Some(RowAction::CopyFirst) => {
                        ControlsDraft::apply_first(&mut named[first..first + count]);
                        changed = true;
                    }
                    None => {}
                }
            }
            for (index, (name, sent)) in named.iter_mut().enumerate() {
                let step = sent_fields(ui, name, sent, input_ref(index), &mut changed);
                pick = step
                    .map(|step| PickTarget::Step(input_ref(index), step))
                    .or(pick);
            }
        }
        if let Some((name, _)) = controls.with_further(&further).get(controls.actions.len()) {
            let text = format!("On larger boards, ‘{name}’ and the others work the same way.");
            ui.add(Label::new(RichText::new(text).weak()).wrap());
        }
        if controls.has_keys() {
            changed |= cursor_fields(ui, &mut controls.cursor);
        }
        if controls.is_playable() {
            ui.add_space(space::SMALL);
            ui.label("The next level starts");
            for (after, text) in [
                (LevelAdvance::Automatic, "automatically"),
                (LevelAdvance::Input, "after a key or click"),
                (LevelAdvance::End, "never: there is only one level"),
            ] {
                changed |= ui.radio_value(&mut controls.after, after, text).clicked();
            }
            if controls.after == LevelAdvance::Input {
                if controls.next.how == InputKind::Click {
                    controls.next.how = InputKind::Key;
                }
                let next = &mut controls.next;
                let step = sent_fields(ui, "next level", next, InputRef::NextLevel, &mut changed);
                pick = step
                    .map(|step| PickTarget::Step(InputRef::NextLevel, step))
                    .or(pick);
            }
        }
        if controls.is_playable() {
            ui.horizontal_wrapped(|ui| {
                ui.label("The game's dialogs are closed by")
                    .on_hover_text(Controls::PART.help("dialog"));
                changed |= key_field(ui, "Key that closes dialogs", &mut controls.dialog);
            });
        }
        if let Some(text) = controls.problem() {
            let weak = RichText::new(text).weak();
            ui.add(Label::new(weak).wrap());
        } else if let Err(text) = self.profile("new") {
            error_label(ui, &text);
        }
        if pick.is_some() {
            self.pointer.picking = pick;
        }
        match self.pointer.picking {
            Some(PickTarget::Row(input, count, from)) => {
                let further = from.map_or(0, |_| count - 1);
                let list = self.controls.list(input);
                let target = list.and_then(|(named, first)| named.get(first + further));
                let name = target.map_or("", |(name, _)| name.as_str());
                ui.strong(format!("Click the position of ‘{name}’ in the picture."));
            }
            Some(_) => {
                ui.strong("Click the position in the picture.");
            }
            None => {}
        }
        if changed {
            self.saving.changes += 1;
        }
    }
}

/// Operation on several actions or controls whose names differ in a number.
enum RowAction {
    /// Positions in a row.
    Place,
    /// All like the first one.
    CopyFirst,
}

/// Buttons for several actions or controls at once.
fn row_fields(ui: &mut Ui, row: &[(String, InputDraft)]) -> Option<RowAction> {
    let ((first, _), (last, _)) = (row.first()?, row.last()?);
    let mut action = None;
    ui.add(Label::new(format!("‘{first}’ to ‘{last}’:")).wrap());
    ui.horizontal_wrapped(|ui| {
        let place = ui.button("in a row…").on_hover_text(
            "Click the first one in the picture, then the last one. The others lie between them",
        );
        let copy = ui.button("all like the first").on_hover_text(
            "The same clicks and keys in the same order, each with its own key and place",
        );
        action = match () {
            () if place.clicked() => Some(RowAction::Place),
            () if copy.clicked() => Some(RowAction::CopyFirst),
            () => None,
        };
    });
    action
}

/// Fields for one input. Returns the index of the step whose position is to be picked.
fn sent_fields(
    ui: &mut Ui,
    name: &str,
    sent: &mut InputDraft,
    input: InputRef,
    changed: &mut bool,
) -> Option<usize> {
    let mut pick = None;
    let mut removed = None;
    let mut more = false;
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("‘{name}’ is a"));
        if step_fields(ui, (name, 0), sent, input_kinds(input), changed) {
            pick = Some(0);
        }
        if sent.then.is_empty() && sent.how != InputKind::ClickUntil {
            more = more_button(ui, name);
        }
    });
    // Each step has its own line.
    let steps = sent.then.len();
    for (index, step) in sent.then.iter_mut().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(space::LARGE);
            ui.label("then a");
            if step_fields(ui, (name, index + 1), step, later_kinds(input), changed) {
                pick = Some(index + 1);
            }
            let remove = ui.button("×");
            remove.widget_info(|| {
                let text = format!("Remove step {} of ‘{name}’", index + 2);
                egui::WidgetInfo::labeled(egui::Role::Button, true, text)
            });
            if remove.on_hover_text("Remove this step").clicked() {
                removed = Some(index);
            }
            more |= index + 1 == steps && more_button(ui, name);
        });
    }
    if let Some(index) = removed {
        sent.then.remove(index);
    }
    if more {
        sent.then.push(InputDraft::key(String::new()));
    }
    *changed |= more || removed.is_some();
    pick
}

/// Button that adds a step. Returns whether it was clicked.
fn more_button(ui: &mut Ui, name: &str) -> bool {
    let more = ui.button("then…");
    more.widget_info(|| {
        let text = format!("Add a step to ‘{name}’");
        egui::WidgetInfo::labeled(egui::Role::Button, true, text)
    });
    more.on_hover_text("Add what follows: a key or another click")
        .clicked()
}

/// Kinds of input for the first step.
fn input_kinds(input: InputRef) -> &'static [InputKind] {
    match input {
        InputRef::Action(_) => &[
            InputKind::Click,
            InputKind::SecondaryClick,
            InputKind::ClickUntil,
            InputKind::Key,
            InputKind::ClickAt,
            InputKind::Point,
        ],
        InputRef::Control(_) | InputRef::NextLevel => &[InputKind::Key, InputKind::ClickAt],
    }
}

/// Kinds of input for later steps.
fn later_kinds(input: InputRef) -> &'static [InputKind] {
    match input {
        InputRef::Action(_) => &[
            InputKind::Key,
            InputKind::Click,
            InputKind::SecondaryClick,
            InputKind::ClickAt,
        ],
        InputRef::Control(_) | InputRef::NextLevel => &[InputKind::Key, InputKind::ClickAt],
    }
}

/// Fields for one step of an input. Returns whether its position is to be picked.
fn step_fields(
    ui: &mut Ui,
    (name, step): (&str, usize),
    sent: &mut InputDraft,
    kinds: &[InputKind],
    changed: &mut bool,
) -> bool {
    let of_step = match step {
        0 => String::new(),
        later => format!(", step {}", later + 1),
    };
    let combo = ComboBox::from_id_salt(("sent", name, step))
        .selected_text(sent.how.text())
        .show_ui(ui, |ui| {
            for how in kinds {
                *changed |= ui.choice_value(&mut sent.how, *how, how.text()).clicked();
            }
        });
    combo.response.widget_info(|| {
        let text = format!("How ‘{name}’ is done{of_step}");
        egui::WidgetInfo::labeled(egui::Role::ComboBox, true, text)
    });
    if sent.how == InputKind::ClickUntil {
        sent.then.clear();
    }
    match sent.how {
        InputKind::Key => {
            *changed |= key_field(ui, &format!("Key for {name}{of_step}"), &mut sent.key);
            false
        }
        InputKind::ClickAt => {
            if let Some((x, y)) = sent.at {
                ui.label(format!("({x}, {y})"));
            }
            ui.button("Where?")
                .on_hover_text("Click it in the picture")
                .clicked()
        }
        InputKind::Click | InputKind::SecondaryClick | InputKind::ClickUntil | InputKind::Point => {
            false
        }
    }
}

fn key_field(ui: &mut Ui, name: &str, key: &mut String) -> bool {
    let field = TextEdit::singleline(key)
        .desired_width(70.0)
        .hint_text("key");
    let field = ui.add(field);
    field.widget_info(|| named_field(name, key));
    field
        .on_hover_text(
            "A character, or space, enter, tab, escape, up, down, left, right, f1 to f12, keypad 0 to keypad 9; ctrl+n holds another down",
        )
        .changed()
}

/// Fields for the game's own cursor. Returns whether something changed.
fn cursor_fields(ui: &mut Ui, cursor: &mut CursorDraft) -> bool {
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
        ui.label("At the start of a level it is")
            .on_hover_text(CursorKeys::PART.help("start"));
        for (start, text) in [
            (CursorStart::Unknown, "anywhere"),
            (CursorStart::At(1, 1), "in the first cell"),
            (CursorStart::Stays, "where it was before"),
            (CursorStart::Hidden, "hidden"),
        ] {
            changed |= ui.radio_value(&mut cursor.start, start, text).clicked();
        }
    });
    let text = match cursor.seen {
        Some((_, cell)) => {
            format!("In the picture it is at {cell}. If that is wrong, click the right cell.")
        }
        None => "Click its cell in the picture.".to_owned(),
    };
    ui.add(Label::new(text).wrap());
    changed
}
