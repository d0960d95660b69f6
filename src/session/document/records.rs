//! Data of a document and its history: file, plan, revisions, text changes.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::game::{Cell, CellValue, LevelRef, Move, Plan, Solution, SolveReport, VerifiedPlan};

/// Modification time of a file when it was last read or written here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp(pub(super) Option<SystemTime>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileKind {
    /// File of the user's, which can be saved to.
    #[default]
    Own,
    /// File of the program.
    Shipped,
    /// On the web; the path is its address.
    Web,
    /// One of several levels in a user's file; the path ends with its number.
    Part,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// `None` for a level that was never saved.
    pub path: Option<PathBuf>,
    /// Detects changes by other programs.
    pub stamp: Option<FileStamp>,
    /// Saving other kinds than [`FileKind::Own`] requires a new path.
    pub kind: FileKind,
    /// Content revision in the file.
    pub(super) saved: Option<u64>,
}

impl FileInfo {
    /// File that held the level at some time.
    pub fn new(path: PathBuf, kind: FileKind, stamp: Option<FileStamp>) -> Self {
        Self {
            path: Some(path),
            stamp,
            kind,
            saved: None,
        }
    }

    /// Path of a user's file, which can be saved to; `None` for other kinds.
    pub fn own_path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.kind == FileKind::Own)
    }
}

#[derive(Clone, Debug)]
pub enum PlanSource {
    /// Made by a solver, with its report.
    Solver(Arc<SolveReport>),
    /// The moves that came furthest when a solver ended without a plan.
    Attempt,
    /// Made by the user, move by move.
    User,
    /// Read from a text, with the name of its file or other origin.
    Text(String),
}

/// Plan that the rules accepted, for playback, export and auto-play.
#[derive(Clone, Debug)]
pub struct PlanRecord {
    /// Moves made before the plan.
    pub done: Arc<[Move]>,
    pub moves: Arc<[Move]>,
    /// True if the plan solves the puzzle; a user's attempt need not.
    pub solved: bool,
    pub source: PlanSource,
    /// Revision of the puzzle that it is for.
    pub revision: u64,
}

impl PlanRecord {
    /// The solver's report; `None` if no solver made the plan.
    pub fn report(&self) -> Option<&Arc<SolveReport>> {
        match &self.source {
            PlanSource::Solver(report) => Some(report),
            PlanSource::Attempt | PlanSource::User | PlanSource::Text(_) => None,
        }
    }

    pub fn text(&self) -> String {
        Plan(self.moves.to_vec()).to_string()
    }

    /// All plans in the solver's report.
    pub fn solutions(&self) -> impl Iterator<Item = &VerifiedPlan> {
        let solution = self.report().and_then(|report| report.outcome.solution());
        solution.into_iter().flat_map(Solution::plans)
    }
}

/// Numbers that grow with changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Revisions {
    /// Changes with the puzzle itself.
    pub puzzle: u64,
    /// Also changes with title and notes.
    pub content: u64,
}

/// Replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Position in bytes.
    at: usize,
    removed: Box<str>,
    inserted: Box<str>,
}

impl TextChange {
    /// Computes the smallest replacement that turns `before` into `after`.
    pub fn between(before: &str, after: &str) -> Self {
        let pairs = before.bytes().zip(after.bytes());
        let mut at = pairs.take_while(|(a, b)| a == b).count();
        while !before.is_char_boundary(at) || !after.is_char_boundary(at) {
            at -= 1;
        }
        let ends = before[at..].bytes().rev().zip(after[at..].bytes().rev());
        let mut end = ends.take_while(|(a, b)| a == b).count();
        while !before.is_char_boundary(before.len() - end)
            || !after.is_char_boundary(after.len() - end)
        {
            end -= 1;
        }
        Self {
            at,
            removed: before[at..before.len() - end].into(),
            inserted: after[at..after.len() - end].into(),
        }
    }

    /// Applies the change; `None` if it does not fit this text.
    pub fn apply(&self, before: &str) -> Option<String> {
        replace_at(before, self.at, &self.removed, &self.inserted)
    }

    /// Reverts the change; `None` if it does not fit this text.
    pub fn revert(&self, after: &str) -> Option<String> {
        replace_at(after, self.at, &self.inserted, &self.removed)
    }
}

/// Replaces `old` at a position by `new`; `None` if `old` is not there.
fn replace_at(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let (begin, rest) = (text.get(..at)?, text.get(at..)?);
    Some([begin, new, rest.strip_prefix(old)?].concat())
}

/// Name of a step, as in "Undo paint".
pub type StepName = Cow<'static, str>;

/// Value before and after a change.
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

/// Changes that are undone together.
#[derive(Clone, Debug)]
pub(super) struct UndoStep {
    pub name: StepName,
    pub changes: Vec<UndoChange>,
    pub revisions: Swap<Revisions>,
}

/// Steps that can be undone, and those that can be redone, the last one last.
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
            [UndoChange::Text(change)] if last.revisions.after.content == content => Some(change),
            _ => None,
        }
    }

    /// Replaces the change of the last step, which was a text change.
    pub(super) fn replace_text(&mut self, change: TextChange, content: u64) {
        if let Some(last) = self.done.last_mut() {
            last.changes = vec![UndoChange::Text(change)];
            last.revisions.after.content = content;
            self.undone.clear();
        }
    }

    /// Moves the last step to the redo stack and returns it.
    pub(super) fn step_back(&mut self) -> Option<&UndoStep> {
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// Moves the move with this index from the step that added it to the redo stack, as a step of its own; `false` if
    /// the last step that changed moves did not add it.
    pub(super) fn undo_move(&mut self, index: usize, now: Revisions) -> bool {
        let has_moves = |it: &UndoChange| matches!(it, UndoChange::Moves { .. });
        let mut steps = self.done.iter();
        let Some(place) = steps.rposition(|step| step.changes.iter().any(has_moves)) else {
            return false;
        };
        let step = &mut self.done[place];
        let [UndoChange::Moves { at, moves }] = step.changes.as_mut_slice() else {
            return false;
        };
        if *at + moves.after.len() != index + 1 {
            return false;
        }
        let Some(last) = moves.after.pop() else {
            return false;
        };
        let is_empty = moves.before.is_empty() && moves.after.is_empty();
        let moves = Swap {
            before: Vec::new(),
            after: vec![last],
        };
        self.undone.push(UndoStep {
            name: step.name.clone(),
            changes: vec![UndoChange::Moves { at: index, moves }],
            revisions: Swap {
                before: now,
                after: now,
            },
        });
        if is_empty {
            self.done.remove(place);
        }
        true
    }

    /// Moves the last undone step back and returns it.
    pub(super) fn step_forward(&mut self) -> Option<&UndoStep> {
        self.done.push(self.undone.pop()?);
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
