//! Data that a document and its history hold: file, plan, revisions, text changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::game::{Move, Plan, Report, Solution, VerifiedPlan};

/// Modification time of a file when it was last read or written here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp(pub(super) Option<SystemTime>);

/// Where a level's file is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// A file of the user's, which can be saved to.
    #[default]
    Own,
    /// Shipped with the program.
    Shipped,
    /// On the web; the path is its address.
    Web,
    /// One of several levels in a file of the user's; the path ends with its number.
    Part,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// `None` for a level that was never saved.
    pub path: Option<PathBuf>,
    /// Used to notice changes by other programs.
    pub stamp: Option<FileStamp>,
    /// Saving anything but [`Kept::Own`] asks for a new path.
    pub kept: Kept,
    /// The content revision that the file holds.
    pub(super) saved: Option<u64>,
}

impl FileInfo {
    /// A file that held the level at one time.
    pub fn of(path: PathBuf, kept: Kept, stamp: Option<FileStamp>) -> Self {
        Self {
            path: Some(path),
            stamp,
            kept,
            saved: None,
        }
    }

    /// The path, if it is a file of the user's that can be saved to.
    pub fn own_path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.kept == Kept::Own)
    }
}

/// Who made a plan.
#[derive(Clone, Debug)]
pub enum PlanSource {
    /// A solver, with its report.
    Solver(Arc<Report>),
    /// The user, move by move.
    Hand,
    /// A text, with the name of its file or other origin.
    Text(String),
}

/// A plan that the rules accepted, for watching, export and auto-play.
#[derive(Clone, Debug)]
pub struct PlanRecord {
    /// Moves made before the plan begins.
    pub done: Arc<[Move]>,
    pub moves: Arc<[Move]>,
    /// Whether the plan solves the puzzle; an attempt of the user's need not.
    pub solved: bool,
    pub source: PlanSource,
    /// Puzzle revision that the plan was made for.
    pub revision: u64,
}

impl PlanRecord {
    /// The solver's report, if a solver made the plan.
    pub fn report(&self) -> Option<&Arc<Report>> {
        match &self.source {
            PlanSource::Solver(report) => Some(report),
            PlanSource::Hand | PlanSource::Text(_) => None,
        }
    }

    /// The moves as text, one per line.
    pub fn text(&self) -> String {
        Plan(self.moves.to_vec()).to_string()
    }

    /// All plans that the solver found.
    pub fn solutions(&self) -> impl Iterator<Item = &VerifiedPlan> {
        let solution = self.report().and_then(|report| report.outcome.solution());
        solution.into_iter().flat_map(Solution::plans)
    }
}

/// Revision numbers of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Revisions {
    /// Changes with the puzzle itself.
    pub puzzle: u64,
    /// Changes with title and notes as well.
    pub content: u64,
}

/// One replacement in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Byte offset.
    at: usize,
    removed: Box<str>,
    inserted: Box<str>,
}

impl TextChange {
    /// The smallest replacement that turns `before` into `after`.
    pub fn between(before: &str, after: &str) -> Self {
        let same = before.bytes().zip(after.bytes());
        let mut at = same.take_while(|(a, b)| a == b).count();
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
    pub fn done(&self, before: &str) -> Option<String> {
        exchanged(before, self.at, &self.removed, &self.inserted)
    }

    /// Reverts the change; `None` if it does not fit this text.
    pub fn undone(&self, after: &str) -> Option<String> {
        exchanged(after, self.at, &self.inserted, &self.removed)
    }
}

fn exchanged(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let (begin, rest) = (text.get(..at)?, text.get(at..)?);
    let end = rest.strip_prefix(old)?;
    Some([begin, new, end].concat())
}
