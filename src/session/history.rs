//! Unlimited undo and redo. Steps record changes, not whole levels.

use std::borrow::Cow;

use super::document::records::{PlanRecord, Revisions, TextChange};
use crate::game::{Cell, CellValue, LevelRef, Move};

/// Name of a step, as in "Undo paint".
pub type StepName = Cow<'static, str>;

#[derive(Clone, Debug)]
pub struct Swap<T> {
    pub before: T,
    pub after: T,
}

impl<T> Swap<T> {
    /// Value after applying the change; `forward` is false for undo.
    pub(super) fn target(&self, forward: bool) -> &T {
        if forward { &self.after } else { &self.before }
    }
}

#[derive(Clone, Debug)]
pub enum UndoChange {
    Cells(Vec<(Cell, Swap<CellValue>)>),
    /// The whole level: size, properties, title.
    Level(Swap<LevelRef>),
    Text(TextChange),
    /// Replacement of the moves from index `at` on.
    Moves {
        at: usize,
        moves: Swap<Vec<Move>>,
    },
    Plan(Swap<Option<PlanRecord>>),
}

#[derive(Clone, Debug)]
pub(super) struct UndoStep {
    pub name: StepName,
    pub changes: Vec<UndoChange>,
    pub revisions: (Revisions, Revisions),
}

#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    done: Vec<UndoStep>,
    undone: Vec<UndoStep>,
}

impl UndoHistory {
    pub(super) fn push(&mut self, step: UndoStep) {
        self.done.push(step);
        self.undone.clear();
    }

    /// Change of the last step, if it was a text change that led to revision `content`.
    pub(super) fn last_text(&self, content: u64) -> Option<&TextChange> {
        let last = self.done.last()?;
        match last.changes.as_slice() {
            [UndoChange::Text(change)] if last.revisions.1.content == content => Some(change),
            _ => None,
        }
    }

    /// Replaces the change of the last step, which was a text change.
    pub(super) fn replace_text(&mut self, change: TextChange, content: u64) {
        if let Some(last) = self.done.last_mut() {
            last.changes = vec![UndoChange::Text(change)];
            last.revisions.1.content = content;
            self.undone.clear();
        }
    }

    /// Moves the last step to the redo stack and returns it.
    pub(super) fn step_back(&mut self) -> Option<&UndoStep> {
        let step = self.done.pop()?;
        self.undone.push(step);
        self.undone.last()
    }

    /// Moves the last undone step back and returns it.
    pub(super) fn step_forward(&mut self) -> Option<&UndoStep> {
        let step = self.undone.pop()?;
        self.done.push(step);
        self.done.last()
    }

    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_ref())
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_ref())
    }

    pub fn depth(&self) -> usize {
        self.done.len()
    }
}
