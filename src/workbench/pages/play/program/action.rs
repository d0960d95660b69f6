//! Edits of the slots. Every change of a program goes to the document as moves.

use std::borrow::Cow;
use std::ops::Range;

use egui::{Context, Key, Modifiers};

use super::ProgramEditor;
use crate::game::{CommandTile, Procedure, Slot, commands_of};
use crate::page::Cx;

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
    /// Drop the dragged command into this slot.
    Drop(DraggedCommand, Slot),
    Remove(Slot),
    /// Removes the selection, or the command before or behind the caret.
    Delete {
        back: bool,
    },
    Typed(char),
    /// A key that moves the caret or removes commands.
    Key(Key, Modifiers),
}

impl ProgramEditor {
    /// Carries out an action. Earlier actions of the same frame are already carried out.
    pub(super) fn apply(&mut self, ctx: &Context, cx: &mut Cx, action: SlotAction) {
        if !matches!(action, SlotAction::Breakpoint(_)) {
            // After a click or drop, typing continues there.
            self.caret.focus();
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
                if let Some(action) = key_action(key, modifiers, self.caret.slot(), &procedures) {
                    self.apply(ctx, cx, action);
                }
            }
            SlotAction::Insert(text) => self.insert(cx, text),
            SlotAction::Caret(slot, extend) => self.caret.go_to(slot, extend),
            SlotAction::Breakpoint(slot) => self.debugging.toggle_breakpoint(slot),
            SlotAction::Drop(DraggedCommand { tile, from }, to) => match from {
                Some(from) => self.move_command(cx, from, to),
                None => {
                    self.caret.move_to(to);
                    self.insert(cx, tile.text);
                }
            },
            SlotAction::Remove(slot) => self.remove(cx, slot.procedure, slot.index..slot.index + 1),
            SlotAction::Delete { back } => {
                let Slot { procedure, index } = self.caret.slot();
                let selected = self.caret.selected();
                let range = match (selected.is_empty(), back) {
                    (false, _) => selected,
                    (true, true) => index.saturating_sub(1)..index,
                    (true, false) => index..index + 1,
                };
                if !range.is_empty() {
                    self.remove(cx, procedure, range);
                }
            }
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
        let procedure = self.caret.slot().procedure;
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
            let same = from.procedure == to.procedure && from.index < to.index;
            target.index = to.index - usize::from(same);
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

/// The action of a key at the caret.
fn key_action(
    key: Key,
    modifiers: Modifiers,
    caret: Slot,
    procedures: &[Procedure],
) -> Option<SlotAction> {
    let last = procedures.len().saturating_sub(1);
    let length = |procedure: usize| procedures.get(procedure).map_or(0, |it| it.commands.len());
    let to = |procedure: usize, index: usize| {
        let slot = Slot::new(procedure, index.min(length(procedure)));
        let extend = modifiers.shift && procedure == caret.procedure;
        Some(SlotAction::Caret(slot, extend))
    };
    match key {
        Key::ArrowLeft => to(caret.procedure, caret.index.saturating_sub(1)),
        Key::ArrowRight => to(caret.procedure, caret.index + 1),
        Key::ArrowUp => to(caret.procedure.saturating_sub(1), caret.index),
        Key::ArrowDown => to((caret.procedure + 1).min(last), caret.index),
        Key::Home => to(caret.procedure, 0),
        Key::End => to(caret.procedure, usize::MAX),
        Key::Backspace => Some(SlotAction::Delete { back: true }),
        Key::Delete => Some(SlotAction::Delete { back: false }),
        _ => None,
    }
}
