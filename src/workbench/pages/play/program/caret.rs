//! Where the next command goes, and which ones are selected.

use std::borrow::Cow;
use std::ops::Range;

use crate::game::{CommandTile, Slot};

/// Where the next command goes, and which ones are selected.
#[derive(Default)]
pub(super) struct Caret {
    /// Before which command the next one is put.
    at: Slot,
    /// Where the selection began, in the same procedure.
    anchor: Option<usize>,
    /// Characters typed that are no command yet.
    pending: String,
    /// The slots are to have the keyboard.
    wants_focus: bool,
}

impl Caret {
    /// Before which command the next one is put.
    pub(super) fn at(&self) -> Slot {
        self.at
    }

    /// Indices of the selected commands; empty at the caret without a selection.
    pub(super) fn selected(&self) -> Range<usize> {
        let at = self.at.index;
        let anchor = self.anchor.unwrap_or(at);
        at.min(anchor)..at.max(anchor)
    }

    /// Whether a slot's command is selected.
    pub(super) fn selects(&self, slot: Slot) -> bool {
        self.at.procedure == slot.procedure && self.selected().contains(&slot.index)
    }

    /// Puts the caret there, with nothing selected.
    pub(super) fn put(&mut self, slot: Slot) {
        self.at = slot;
        self.anchor = None;
    }

    /// Moves the caret there; the selection may grow or shrink with it.
    pub(super) fn go_to(&mut self, slot: Slot, extend: bool) {
        let anchor = self.anchor.unwrap_or(self.at.index);
        let same = self.at.procedure == slot.procedure;
        self.anchor = (extend && same).then_some(anchor);
        self.at = slot;
    }

    /// Keeps the caret within procedures of these lengths; in another level it goes to the end of the
    /// first one.
    pub(super) fn follow(&mut self, lengths: &[usize], other_level: bool) {
        if other_level {
            self.put(Slot::new(0, lengths.first().copied().unwrap_or(0)));
        }
        let procedure = self.at.procedure.min(lengths.len().saturating_sub(1));
        let length = lengths.get(procedure).copied().unwrap_or(0);
        self.at = Slot::new(procedure, self.at.index.min(length));
        self.anchor = self.anchor.filter(|anchor| *anchor <= length);
    }

    /// Takes a typed character: it is a command, or a part of one that is written with several.
    pub(super) fn typed(
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

    /// Gives the slots the keyboard in the next frame.
    pub(super) fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Whether the slots are to have the keyboard now; asked once.
    pub(super) fn take_focus(&mut self) -> bool {
        std::mem::take(&mut self.wants_focus)
    }

    /// Forgets characters that are no command yet.
    pub(super) fn forget_typed(&mut self) {
        self.pending.clear();
    }
}
