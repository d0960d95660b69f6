//! Fields of the controls step.

use std::fmt::Display;
use std::str::FromStr;

use egui::{ComboBox, Role, Ui};

use super::Wizard;
use super::controls::{
    ControlsDraft, CursorDraft, InputDraft, InputRef, LevelAdvance, PickTarget, StepDraft,
    kind_text, position, rows, step_key, with_target,
};
use crate::game::Cell;
use crate::kit::fields::{error_label, named_list, set_name, text_field, tip_button};
use crate::kit::theme;
use crate::kit::theme::space;
use crate::vision::{Controls, CursorKeys, CursorStart, GameInput, KeyNameError};

/// Width of drop-down lists in this step, in points.
const COMBO_WIDTH: f32 = 60.0;

impl Wizard {
    pub(super) fn controls_fields(&mut self, ui: &mut Ui) {
        // Most entries here are short.
        ui.spacing_mut().combo_width = COMBO_WIDTH;
        let marked = self.draft.marked_cursors();
        let (controls, picking) = (&mut self.draft.controls, &mut self.pointer.picking);
        if !controls.is_playable() {
            let text = "Planwright does not know how moves of this game are made on a screen. The profile can only read levels.";
            ui.label(text);
        }
        if controls.drags {
            ui.label("Pieces are dragged from cell to cell.");
        }
        let action: fn(usize) -> InputRef = InputRef::Action;
        for (inputs, input_ref) in [
            (&mut controls.actions, action),
            (&mut controls.controls, InputRef::Control),
        ] {
            for row in rows(inputs).collect::<Vec<_>>() {
                row_fields(ui, &mut inputs[row.clone()], input_ref(row.start), picking);
            }
            for (index, input) in inputs.iter_mut().enumerate() {
                input_fields(ui, input, input_ref(index), picking);
            }
        }
        if controls.has_keys() {
            cursor_fields(ui, &mut controls.cursor, &marked);
        }
        if controls.is_playable() {
            ui.add_space(space::SMALL);
            ui.label("The next level starts");
            for (after, text) in [
                (LevelAdvance::Automatic, "automatically"),
                (LevelAdvance::Input, "after a key or click"),
                (LevelAdvance::End, "never: there is only one level"),
            ] {
                ui.radio_value(&mut controls.after, after, text);
            }
            if controls.after == LevelAdvance::Input {
                input_fields(ui, &mut controls.next, InputRef::NextLevel, picking);
            }
            ui.horizontal_wrapped(|ui| {
                ui.label("Key that closes the game's dialogs")
                    .on_hover_text(Controls::PART.help("dialog"));
                key_field(ui, "Key that closes dialogs", &mut controls.dialog);
            });
        }
        if let Some(text) = self.draft.problem() {
            ui.weak(text);
        } else if let Err(text) = self.profile("new") {
            error_label(ui, &text);
        }
        match self.pointer.picking {
            Some(PickTarget::Row(input, count, from)) => {
                let further = from.map_or(0, |_| count - 1);
                let target = self.draft.controls.inputs_from(input).get(further);
                let name = target.map_or("", |target| target.name.as_str());
                ui.strong(format!("Click the position of ‘{name}’ in the picture."));
            }
            Some(_) => {
                ui.strong("Click the position in the picture.");
            }
            None => {}
        }
    }
}

/// Buttons for several actions or controls whose names differ in a number.
fn row_fields(
    ui: &mut Ui,
    row: &mut [InputDraft],
    first: InputRef,
    picking: &mut Option<PickTarget>,
) {
    let (Some(from), Some(to)) = (row.first(), row.last()) else {
        return;
    };
    ui.label(format!("‘{}’ to ‘{}’:", from.name, to.name));
    ui.horizontal_wrapped(|ui| {
        let tip =
            "Click the first one in the picture, then the last one. The others lie between them";
        if tip_button(ui, "Place in a row…", tip) {
            *picking = Some(PickTarget::Row(first, row.len(), None));
        }
        let tip = "Use the same clicks and keys for all, each with its own key and position";
        if tip_button(ui, "Copy first to all", tip) {
            ControlsDraft::apply_first(row);
        }
    });
}

/// Fields for one input, with a line for each step.
fn input_fields(
    ui: &mut Ui,
    InputDraft { name, steps }: &mut InputDraft,
    input: InputRef,
    picking: &mut Option<PickTarget>,
) {
    let (mut removed, mut more) = (None, false);
    if steps.first() == Some(&StepDraft::ClickUntil) {
        steps.truncate(1);
    }
    let count = steps.len();
    for (index, step) in steps.iter_mut().enumerate() {
        ui.horizontal_wrapped(|ui| {
            if index == 0 {
                ui.label(format!("‘{name}’ is a"));
            } else {
                ui.add_space(space::LARGE);
                ui.label("then a");
            }
            let kinds = step_kinds(input, index == 0);
            if step_fields(ui, (name, index), step, kinds) {
                *picking = Some(PickTarget::Step(input, index));
            }
            if index > 0 {
                let remove = ui.button("×");
                let text = format!("Remove step {} of ‘{name}’", index + 1);
                set_name(&remove, Role::Button, text);
                if remove.on_hover_text("Remove this step").clicked() {
                    removed = Some(index);
                }
            }
            if index + 1 == count && *step != StepDraft::ClickUntil {
                let add = ui.button("Add step…");
                set_name(&add, Role::Button, format!("Add a step to ‘{name}’"));
                more = add.on_hover_text("Add another key or click").clicked();
            }
        });
    }
    if let Some(index) = removed {
        steps.remove(index);
    }
    if more {
        steps.push(StepDraft::Press(None));
    }
}

/// Kinds of the first or a later step.
fn step_kinds(input: InputRef, is_first: bool) -> &'static [StepDraft] {
    use GameInput::{Click, ClickAt, ClickUntil, DragFrom, Point, Press, SecondaryClick};
    const ON_CELLS: &[StepDraft] = &[
        Click,
        SecondaryClick,
        ClickUntil,
        Press(None),
        ClickAt(None),
        DragFrom(None),
        Point,
    ];
    const THEN: &[StepDraft] = &[Press(None), Click, SecondaryClick, ClickAt(None)];
    const ANYWHERE: &[StepDraft] = &[Press(None), ClickAt(None)];
    match (input, is_first) {
        (InputRef::Action(_), true) => ON_CELLS,
        (InputRef::Action(_), false) => THEN,
        _ => ANYWHERE,
    }
}

/// Fields for one step of an input. Returns whether its position is to be picked.
fn step_fields(
    ui: &mut Ui,
    (name, index): (&str, usize),
    step: &mut StepDraft,
    kinds: &[StepDraft],
) -> bool {
    let of_step = match index {
        0 => String::new(),
        _ => format!(", step {}", index + 1),
    };
    let (key, at) = (step_key(step), position(step));
    let kinds = kinds.iter().map(|kind| with_target(kind, key, at));
    let kinds = kinds.map(|kind| (kind.clone(), kind_text(&kind)));
    let list = ComboBox::from_id_salt(("sent", name, index));
    let title = format!("How ‘{name}’ is done{of_step}");
    named_list(ui, title, list, step, kinds);
    match step {
        StepDraft::Press(key) => {
            key_field(ui, &format!("Key for {name}{of_step}"), key);
            false
        }
        StepDraft::ClickAt(at) | StepDraft::DragFrom(at) => {
            if let Some((x, y)) = at {
                ui.label(format!("({x}, {y})"));
            }
            tip_button(ui, "Pick position", "Then click it in the picture")
        }
        _ => false,
    }
}

/// Field for a key. A text that is none removes the key, and the reason is displayed.
fn key_field<K>(ui: &mut Ui, name: &str, key: &mut Option<K>)
where
    K: Copy + Display + FromStr<Err = KeyNameError> + PartialEq,
{
    let id = ui.scope_id().with(("key field", name));
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let typed = typed.filter(|text| text.trim().parse().ok() == *key);
    let written = || key.map(|key| key.to_string()).unwrap_or_default();
    let mut text = typed.unwrap_or_else(written);
    let field = text_field(ui, name, &mut text, "key", 70.0);
    let read: Result<K, KeyNameError> = text.trim().parse();
    if field.changed() {
        *key = read.as_ref().ok().copied();
    }
    if let Err(error) = read.map(drop)
        && !text.trim().is_empty()
    {
        ui.colored_label(theme::colors(ui).bad, format!("{error}."));
    }
    ui.data_mut(|data| data.insert_temp(id, text));
    let tip = "A character, or space, enter, tab, escape, up, down, left, right, f1 to f12, keypad 0 to keypad 9; ctrl+n holds another down";
    field.on_hover_text(tip);
}

/// Fields for the game's own cursor, with its `marked` cells in pictures.
fn cursor_fields(ui: &mut Ui, cursor: &mut CursorDraft, marked: &[(usize, Cell)]) {
    ui.add_space(space::SMALL);
    ui.label("Keys that move the game's own cursor");
    ui.horizontal_wrapped(|ui| {
        let names = ["Up", "Down", "Left", "Right"].into_iter();
        for (name, key) in names.zip(&mut cursor.keys) {
            ui.label(name);
            key_field(ui, &format!("Cursor {name}"), key);
        }
    });
    ui.checkbox(&mut cursor.wraps, "It wraps around to the other side")
        .on_hover_text(CursorKeys::PART.help("wraps"));
    ui.horizontal_wrapped(|ui| {
        ui.label("At the start of a level it is")
            .on_hover_text(CursorKeys::PART.help("start"));
        for (start, text) in [
            (CursorStart::Unknown, "anywhere"),
            (CursorStart::At(1, 1), "in the first cell"),
            (CursorStart::Stays, "where it was before"),
            (CursorStart::Hidden, "hidden"),
        ] {
            ui.radio_value(&mut cursor.start, start, text);
        }
    });
    let text = match marked {
        [] => "Click its cell in the picture.".to_owned(),
        [(_, cell)] => format!(
            "In the picture it is at {cell}. If that is wrong, click the right cell. If it is sometimes marked differently, click it in another picture as well."
        ),
        several => {
            let cells = several
                .iter()
                .map(|(picture, cell)| format!("at {cell} in picture {}", picture + 1));
            format!("It is {}.", cells.collect::<Vec<_>>().join(", "))
        }
    };
    ui.label(text);
}
