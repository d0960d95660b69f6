//! Keyboard, caret and edits of the slots. Every change of a program goes to the document as moves.

use std::borrow::Cow;
use std::ops::Range;

use egui::{
    Context, Event, EventFilter, Id, Key, Modifiers, Popup, Rect, Role, Sense, Stroke, StrokeKind,
    Ui,
};

use super::ProgramEditor;
use crate::game::{CommandTile, Procedure, Slot, commands_of};
use crate::kit::fields::{keyboard_is_free, set_name};
use crate::kit::theme;
use crate::page::Cx;

/// Texts of the commands of each procedure.
type CommandLists = Vec<Vec<Cow<'static, str>>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DraggedCommand {
    pub(super) tile: CommandTile,
    /// Its slot; `None` from the palette.
    pub(super) from: Option<Slot>,
}

/// An action of the user, carried out after drawing.
pub(super) enum SlotAction {
    /// Inserts this command at the caret.
    Insert(Cow<'static, str>),
    /// Moves the caret; `true` extends the selection.
    Caret(Slot, bool),
    Breakpoint(Slot),
    Drop(DraggedCommand, Slot),
    /// Removes these commands of a procedure.
    Remove(usize, Range<usize>),
    Typed(char),
    /// A key that moves the caret or removes commands.
    Key(Key, Modifiers),
}

impl ProgramEditor {
    /// Carries out an action. Earlier actions of the same frame are already carried out.
    pub(super) fn apply(&mut self, ctx: &Context, cx: &mut Cx, action: SlotAction) {
        if !matches!(action, SlotAction::Breakpoint(_)) {
            // After a click or drop, typing continues there.
            self.caret.wants_focus = true;
        }
        match action {
            SlotAction::Typed(letter) => {
                let program = cx.document.position().as_program();
                let palette = program.map_or(Vec::new(), |program| program.palette());
                if let Some(text) = self.caret.type_char(letter, &palette) {
                    self.insert(cx, text);
                }
            }
            SlotAction::Key(key, modifiers) => {
                let program = cx.document.position().as_program();
                let procedures = program.map_or(Vec::new(), |program| program.procedures());
                if let Some(action) = key_action(key, modifiers, &self.caret, &procedures) {
                    self.apply(ctx, cx, action);
                }
            }
            SlotAction::Insert(text) => self.insert(cx, text),
            SlotAction::Caret(slot, extend) => self.caret.go_to(slot, extend),
            SlotAction::Breakpoint(slot) => self.toggle_breakpoint(slot),
            SlotAction::Drop(DraggedCommand { tile, from }, to) => match from {
                Some(from) => self.move_command(cx, from, to),
                None => {
                    self.caret.move_to(to);
                    self.insert(cx, tile.text);
                }
            },
            SlotAction::Remove(procedure, range) => self.remove(cx, procedure, range),
        }
        ctx.request_repaint();
    }

    /// Changes the commands; reports a change that the level does not allow. Returns whether it was made.
    fn change(
        &mut self,
        cx: &mut Cx,
        name: &'static str,
        change: impl FnOnce(&mut CommandLists),
    ) -> bool {
        let Some(program) = cx.document.position().as_program() else {
            return false;
        };
        let mut commands = commands_of(program);
        change(&mut commands);
        let source = program.text_of(&commands);
        match cx.write_program(name, &source) {
            Ok(()) => {
                self.refusal = None;
                true
            }
            Err(errors) => {
                let first = errors.into_iter().next();
                let reason = first.map(|error| format!("Not possible: {}.", error.message));
                if let Some(reason) = &reason {
                    cx.messages.status(reason.clone());
                }
                self.refusal = reason;
                false
            }
        }
    }

    fn insert(&mut self, cx: &mut Cx, text: Cow<'static, str>) {
        let procedure = self.caret.slot.procedure;
        let selected = self.caret.selected();
        let start = selected.start;
        let done = self.change(cx, "Add a command", |commands| {
            if let Some(body) = commands.get_mut(procedure) {
                body.splice(selected, [text]);
            }
        });
        if done {
            self.put_caret_after(Slot::new(procedure, start));
        }
    }

    pub(crate) fn put_caret_after(&mut self, slot: Slot) {
        let behind = Slot::new(slot.procedure, slot.index + 1);
        self.caret.move_to(behind);
    }

    fn remove(&mut self, cx: &mut Cx, procedure: usize, range: Range<usize>) {
        let start = range.start;
        let done = self.change(cx, "Remove a command", |commands| {
            if let Some(body) = commands.get_mut(procedure)
                && range.end <= body.len()
            {
                body.drain(range);
            }
        });
        if done {
            self.caret.move_to(Slot::new(procedure, start));
        }
    }

    /// Moves a command to another slot, as one undo step.
    fn move_command(&mut self, cx: &mut Cx, from: Slot, to: Slot) {
        let mut target = to;
        let done = self.change(cx, "Move a command", |commands| {
            let body = commands.get_mut(from.procedure);
            let command =
                body.and_then(|it| (from.index < it.len()).then(|| it.remove(from.index)));
            // Within a procedure, the removal has shifted the later slots.
            let is_shifted = from.procedure == to.procedure && from.index < to.index;
            target.index = to.index - usize::from(is_shifted);
            if let (Some(text), Some(body)) = (command, commands.get_mut(to.procedure)) {
                target.index = target.index.min(body.len());
                body.insert(target.index, text);
            }
        });
        if done {
            self.put_caret_after(target);
        }
    }
}

/// Action of a key; with Shift, keys that move the caret extend the selection, within its procedure.
fn key_action(
    key: Key,
    modifiers: Modifiers,
    caret: &Caret,
    procedures: &[Procedure],
) -> Option<SlotAction> {
    let Slot { procedure, index } = caret.slot;
    let last = procedures.len().saturating_sub(1);
    let length = |procedure: usize| procedures.get(procedure).map_or(0, |it| it.commands.len());
    let to = |procedure: usize, index: usize| {
        let slot = Slot::new(procedure, index.min(length(procedure)));
        let extend = modifiers.shift && procedure == caret.slot.procedure;
        Some(SlotAction::Caret(slot, extend))
    };
    match key {
        Key::ArrowLeft => to(procedure, index.saturating_sub(1)),
        Key::ArrowRight => to(procedure, index + 1),
        Key::ArrowUp => to(procedure.saturating_sub(1), index),
        Key::ArrowDown => to((procedure + 1).min(last), index),
        Key::Home => to(procedure, 0),
        Key::End => to(procedure, usize::MAX),
        Key::Backspace | Key::Delete => {
            let range = match caret.selected() {
                selected if !selected.is_empty() => selected,
                _ if key == Key::Backspace => index.saturating_sub(1)..index,
                _ => index..index + 1,
            };
            (!range.is_empty()).then_some(SlotAction::Remove(procedure, range))
        }
        _ => None,
    }
}

#[derive(Default)]
pub(super) struct Caret {
    /// The slot before which the next command is inserted.
    pub(super) slot: Slot,
    /// Other end of the selection, in the same procedure.
    anchor: Option<usize>,
    /// Typed characters that are not a command yet.
    pending: String,
    /// The slots request the keyboard focus.
    wants_focus: bool,
}

impl Caret {
    /// Indices of the selected commands; an empty range at the caret without a selection.
    pub(super) fn selected(&self) -> Range<usize> {
        let at = self.slot.index;
        let anchor = self.anchor.unwrap_or(at);
        at.min(anchor)..at.max(anchor)
    }

    pub(super) fn selects(&self, slot: Slot) -> bool {
        self.slot.procedure == slot.procedure && self.selected().contains(&slot.index)
    }

    /// Moves the caret and clears the selection.
    pub(super) fn move_to(&mut self, slot: Slot) {
        self.slot = slot;
        self.anchor = None;
    }

    /// Moves the caret; `extend` keeps the other end of the selection.
    pub(super) fn go_to(&mut self, slot: Slot, extend: bool) {
        let anchor = self.anchor.unwrap_or(self.slot.index);
        let same = self.slot.procedure == slot.procedure;
        self.anchor = (extend && same).then_some(anchor);
        self.slot = slot;
    }

    /// Limits the caret to procedures of these lengths; for another level moves it to the end of the first procedure.
    pub(super) fn follow(&mut self, lengths: &[usize], is_new_level: bool) {
        if is_new_level {
            self.move_to(Slot::new(0, lengths.first().copied().unwrap_or(0)));
        }
        let procedure = self.slot.procedure.min(lengths.len().saturating_sub(1));
        let length = lengths.get(procedure).copied().unwrap_or(0);
        self.slot = Slot::new(procedure, self.slot.index.min(length));
        self.anchor = self.anchor.filter(|anchor| *anchor <= length);
    }

    /// Handles a typed character. Returns the command that it completes, if any.
    pub(super) fn type_char(
        &mut self,
        letter: char,
        palette: &[CommandTile],
    ) -> Option<Cow<'static, str>> {
        let mut text = std::mem::take(&mut self.pending);
        text.extend(letter.to_uppercase());
        if let Some(tile) = palette.iter().find(|tile| tile.text == text) {
            return Some(tile.text.clone());
        }
        if palette.iter().any(|tile| tile.text.starts_with(&text)) {
            self.pending = text;
        }
        None
    }
}

fn focus_id() -> Id {
    Id::unique("slots of the program")
}

pub(super) fn have_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.has_focus(focus_id()))
}

/// Handles keys while the slots, drawn in this area, have the focus.
pub(super) fn handle(ui: &mut Ui, area: Rect, caret: &mut Caret, actions: &mut Vec<SlotAction>) {
    let id = focus_id();
    let response = ui.interact(area, id, Sense::focusable_noninteractive());
    set_name(&response, Role::Group, "Slots of the program");
    // A click next to a slot also starts typing.
    let clicked = ui.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.primary_clicked() && at.is_some_and(|at| area.contains(at))
    });
    let layer = ui.layer_id();
    let unfocused = keyboard_is_free(ui);
    // Letters have no other meaning on this page, unless a text field has the focus.
    let typed = ui.input(|input| {
        let mut events = input.events.iter();
        events.any(
            |event| matches!(event, Event::Text(text) if text.chars().all(char::is_alphanumeric)),
        )
    });
    let typed = typed
        && !ui.text_edit_focused()
        && !Popup::is_any_open(ui.ctx())
        && ui.memory(|memory| memory.is_above_modal_layer(layer));
    if std::mem::take(&mut caret.wants_focus) || clicked || unfocused || typed {
        response.request_focus();
    }
    if !response.has_focus() {
        caret.pending.clear();
        return;
    }
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let outline = Stroke::new(1.0, theme::colors(ui).accent);
    // Whole also where the slots are scrolled.
    let visible = area.expand(4.0).intersect(ui.clip_rect());
    ui.painter()
        .rect_stroke(visible, 4.0, outline, StrokeKind::Inside);
    for event in ui.input(|input| input.events.clone()) {
        match event {
            Event::Text(text) => actions.extend(text.chars().map(SlotAction::Typed)),
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if !modifiers.command && !modifiers.alt => {
                actions.push(SlotAction::Key(key, modifiers));
            }
            _ => {}
        }
    }
}
