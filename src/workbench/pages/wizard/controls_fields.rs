//! Fields of the controls step.

use egui::{ComboBox, Label, RichText, Role, TextEdit, Ui};

use crate::kit::fields::{ChoiceList as _, error_label, named_field, set_name, tip_button};
use crate::kit::theme::space;
use crate::vision::{Controls, CursorKeys, CursorStart};

use super::Wizard;
use super::controls::{ControlsDraft, CursorDraft, InputRef, LevelAdvance, PickTarget};
use super::input_draft::{InputDraft, InputKind};

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
        let action: fn(usize) -> InputRef = InputRef::Action;
        for (named, input_ref) in [
            (&mut controls.actions, action),
            (&mut controls.controls, InputRef::Control),
        ] {
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
                let input = input_ref(index);
                pick = sent_fields(ui, name, sent, input, &mut changed).or(pick);
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
                let (next, input) = (&mut controls.next, InputRef::NextLevel);
                pick = sent_fields(ui, "next level", next, input, &mut changed).or(pick);
            }
            ui.horizontal_wrapped(|ui| {
                ui.label("Key that closes the game's dialogs")
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

fn row_fields(ui: &mut Ui, row: &[(String, InputDraft)]) -> Option<RowAction> {
    let ((first, _), (last, _)) = (row.first()?, row.last()?);
    let mut action = None;
    ui.add(Label::new(format!("‘{first}’ to ‘{last}’:")).wrap());
    ui.horizontal_wrapped(|ui| {
        let tip =
            "Click the first one in the picture, then the last one. The others lie between them";
        if tip_button(ui, "Place in a row…", tip) {
            action = Some(RowAction::Place);
        }
        let tip = "Use the same clicks and keys for all, each with its own key and position";
        if tip_button(ui, "Copy first to all", tip) {
            action = Some(RowAction::CopyFirst);
        }
    });
    action
}

/// Fields for one input. Returns the step whose position is to be picked.
fn sent_fields(
    ui: &mut Ui,
    name: &str,
    sent: &mut InputDraft,
    input: InputRef,
    changed: &mut bool,
) -> Option<PickTarget> {
    let (mut pick, mut removed, mut more) = (None, None, false);
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("‘{name}’ is a"));
        if step_fields(ui, (name, 0), sent, input_kinds(input, true), changed) {
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
            if step_fields(
                ui,
                (name, index + 1),
                step,
                input_kinds(input, false),
                changed,
            ) {
                pick = Some(index + 1);
            }
            let remove = ui.button("×");
            let text = format!("Remove step {} of ‘{name}’", index + 2);
            set_name(&remove, Role::Button, text);
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
    pick.map(|step| PickTarget::Step(input, step))
}

/// Button that adds a step. Returns whether it was clicked.
fn more_button(ui: &mut Ui, name: &str) -> bool {
    let more = ui.button("Add step…");
    set_name(&more, Role::Button, format!("Add a step to ‘{name}’"));
    more.on_hover_text("Add another key or click").clicked()
}

/// Kinds of input for the first or a later step.
fn input_kinds(input: InputRef, is_first: bool) -> &'static [InputKind] {
    use InputKind::{Click, ClickAt, ClickUntil, DragFrom, Key, Point, SecondaryClick};
    match (input, is_first) {
        (InputRef::Action(_), true) => &[
            Click,
            SecondaryClick,
            ClickUntil,
            Key,
            ClickAt,
            DragFrom,
            Point,
        ],
        (InputRef::Action(_), false) => &[Key, Click, SecondaryClick, ClickAt],
        _ => &[Key, ClickAt],
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
    let of_step = if step == 0 {
        String::new()
    } else {
        format!(", step {}", step + 1)
    };
    let combo = ComboBox::from_id_salt(("sent", name, step))
        .selected_text(sent.how.text())
        .show_ui(ui, |ui| {
            for how in kinds {
                *changed |= ui.choice_value(&mut sent.how, *how, how.text()).clicked();
            }
        });
    let text = format!("How ‘{name}’ is done{of_step}");
    set_name(&combo.response, Role::ComboBox, text);
    if sent.how == InputKind::ClickUntil {
        sent.then.clear();
    }
    match sent.how {
        InputKind::Key => {
            *changed |= key_field(ui, &format!("Key for {name}{of_step}"), &mut sent.key);
            false
        }
        InputKind::ClickAt | InputKind::DragFrom => {
            if let Some((x, y)) = sent.at {
                ui.label(format!("({x}, {y})"));
            }
            tip_button(ui, "Pick position", "Then click it in the picture")
        }
        _ => false,
    }
}

fn key_field(ui: &mut Ui, name: &str, key: &mut String) -> bool {
    let field = TextEdit::singleline(key)
        .desired_width(70.0)
        .hint_text("key");
    let field = ui.add(field);
    field.widget_info(|| named_field(name, key));
    let tip = "A character, or space, enter, tab, escape, up, down, left, right, f1 to f12, keypad 0 to keypad 9; ctrl+n holds another down";
    field.on_hover_text(tip).changed()
}

fn cursor_fields(ui: &mut Ui, cursor: &mut CursorDraft) -> bool {
    let mut changed = false;
    ui.add_space(space::SMALL);
    ui.label("Keys that move the game's own cursor");
    ui.horizontal_wrapped(|ui| {
        let names = ["Up", "Down", "Left", "Right"].into_iter();
        for (name, key) in names.zip(&mut cursor.keys) {
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
    let text = match cursor.marked.as_slice() {
        [] => "Click its cell in the picture.".to_owned(),
        [(_, cell)] => format!(
            "In the picture it is at {cell}. If that is wrong, click the right cell. If it sometimes marked different, click it in another picture as well."
        ),
        several => {
            let cells = several
                .iter()
                .map(|(picture, cell)| format!("at {cell} in picture {}", picture + 1));
            format!("It is {}.", cells.collect::<Vec<_>>().join(", "))
        }
    };
    ui.add(Label::new(text).wrap());
    changed
}
