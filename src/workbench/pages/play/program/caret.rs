//! Caret and selection in the slots.

use std::borrow::Cow;
use std::ops::Range;

use crate::game::{CommandTile, Slot};

#[derive(Default)]
pub(super) struct Caret {
    slot: Slot,
    /// Other end of the selection, in the same procedure.
    anchor: Option<usize>,
    /// Typed characters that are not a command yet.
    pending: String,
    /// The slots request the keyboard focus.
    wants_focus: bool,
}

impl Caret {
    /// The slot before which the next command is inserted.
    pub(super) fn slot(&self) -> Slot {
        self.slot
    }

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

    /// Gives the slots the focus in the next frame.
    pub(super) fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Returns whether the slots request the focus, and clears the request.
    pub(super) fn take_focus(&mut self) -> bool {
        std::mem::take(&mut self.wants_focus)
    }

    /// Drops typed characters that are not a command yet.
    pub(super) fn clear_pending(&mut self) {
        self.pending.clear();
    }
}
