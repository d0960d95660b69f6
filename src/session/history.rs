//! Undo and redo without limit: what changed, not copies of everything.

use std::borrow::Cow;

use crate::game::{Cell, CellValue, LevelRef, Move};

use super::document::held::{FileInfo, PlanRecord, Revisions, TextChange};

/// What a step is called in "Undo paint".
pub type StepName = Cow<'static, str>;

/// One undoable change, good for both directions.
#[derive(Clone, Debug)]
pub enum Change {
    /// Cells of a grid level: place, value before, value after.
    Cells(Vec<(Cell, CellValue, CellValue)>),
    /// The level as a whole: size, properties, title.
    Level {
        /// Before.
        before: LevelRef,
        /// After.
        after: LevelRef,
    },
    /// The text of a level that is written.
    Text(TextChange),
    /// A text that the level was not read from gives way to another level.
    Draft(std::sync::Arc<str>),
    /// Moves in play from index `at` on were replaced.
    Moves {
        /// First move concerned.
        at: usize,
        /// What was there.
        before: Vec<Move>,
        /// What is there now.
        after: Vec<Move>,
    },
    /// The plan.
    Plan {
        /// Before.
        before: Option<PlanRecord>,
        /// After.
        after: Option<PlanRecord>,
    },
    /// The file behind the level (New and Open change it together with the level).
    File {
        /// Before.
        before: FileInfo,
        /// After.
        after: FileInfo,
    },
}

/// One step of undo: its name and its changes in order.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub name: StepName,
    pub changes: Vec<Change>,
    /// Revisions of the level before and after the step.
    pub revisions: (Revisions, Revisions),
}

/// Steps done and undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl History {
    pub(super) fn push(&mut self, step: Step) {
        self.done.push(step);
        self.undone.clear();
    }

    /// The change of the last step, if that was to the text and left it as it is in revision `content`.
    pub(super) fn last_text(&self, content: u64) -> Option<&TextChange> {
        let last = self.done.last()?;
        match last.changes.as_slice() {
            [Change::Text(change)] if last.revisions.1.content == content => Some(change),
            _ => None,
        }
    }

    /// Makes the last step, which was to the text, lead to another text.
    pub(super) fn replace_text(&mut self, change: TextChange, content: u64) {
        if let Some(last) = self.done.last_mut() {
            last.changes = vec![Change::Text(change)];
            last.revisions.1.content = content;
            self.undone.clear();
        }
    }

    /// Hands the last step out for undoing and keeps it for redo.
    pub(super) fn step_back(&mut self) -> Option<&Step> {
        let step = self.done.pop()?;
        self.undone.push(step);
        self.undone.last()
    }

    /// Hands the last undone step out for redoing.
    pub(super) fn step_forward(&mut self) -> Option<&Step> {
        let step = self.undone.pop()?;
        self.done.push(step);
        self.done.last()
    }

    /// What Undo would undo.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_ref())
    }

    /// What Redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_ref())
    }

    /// Steps that can be undone.
    pub fn depth(&self) -> usize {
        self.done.len()
    }
}
