//! What a document holds beside level and moves, and what its history remembers: data without behaviour.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::game::{Move, Plan, Report, Solution, VerifiedPlan};

/// A file as it was when it was last read or written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp(pub(super) Option<SystemTime>);

/// Where a level's file is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// With the person, who can save to it.
    #[default]
    Own,
    /// In the program.
    Shipped,
    /// On the web; the path is its address.
    Web,
    /// One of several levels in a file of the person's; the path tells its number ([`numbered`]).
    Part,
}

/// The file behind the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// Where it is; `None` for a level that was never saved.
    pub path: Option<PathBuf>,
    /// The file's state when last read or written, to notice others' changes.
    pub stamp: Option<FileStamp>,
    /// Whose it is: saving what is not the person's own asks for a place.
    pub kept: Kept,
    /// Revision of the level that the file holds.
    pub(super) saved: Option<u64>,
}

impl FileInfo {
    /// The path of the person's own file, if there is one.
    pub fn own_path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.kept == Kept::Own)
    }
}

/// Who made a plan.
#[derive(Clone, Debug)]
pub enum PlanSource {
    /// A solver, and what it said.
    Solver(Arc<Report>),
    /// The person, move by move.
    Hand,
    /// A text: the name of its file, or where else it came from.
    Text(String),
}

/// Moves to watch, to export and to play in a window, all of them taken by the rules, and what is
/// known about them.
#[derive(Clone, Debug)]
pub struct PlanRecord {
    /// Moves made before the plan begins.
    pub done: Arc<[Move]>,
    /// The plan.
    pub moves: Arc<[Move]>,
    /// Whether the puzzle is solved after them. A person's attempt need not get so far.
    pub solved: bool,
    /// Who made it.
    pub source: PlanSource,
    /// Revision of the level the plan is for.
    pub revision: u64,
}

impl PlanRecord {
    /// What the solver said, if a solver made it.
    pub fn report(&self) -> Option<&Arc<Report>> {
        match &self.source {
            PlanSource::Solver(report) => Some(report),
            PlanSource::Hand | PlanSource::Text(_) => None,
        }
    }

    /// The moves as text, one a line.
    pub fn text(&self) -> String {
        Plan(self.moves.to_vec()).to_string()
    }

    /// All plans that the solver found.
    pub fn solutions(&self) -> impl Iterator<Item = &VerifiedPlan> {
        let solution = self.report().and_then(|report| report.outcome.solution());
        solution.into_iter().flat_map(Solution::plans)
    }
}

/// Numbers that tell states of a level apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Revisions {
    /// The puzzle itself.
    pub puzzle: u64,
    /// Title and notes as well.
    pub content: u64,
}

/// What changed about a text: at one place something was put in the place of something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Where, in bytes.
    at: usize,
    removed: Box<str>,
    inserted: Box<str>,
}

impl TextChange {
    /// The smallest change that leads from one text to another.
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

    /// The text after the change; `None` if it is about another text.
    pub fn done(&self, before: &str) -> Option<String> {
        exchanged(before, self.at, &self.removed, &self.inserted)
    }

    /// The text before the change; `None` if it is about another text.
    pub fn undone(&self, after: &str) -> Option<String> {
        exchanged(after, self.at, &self.inserted, &self.removed)
    }
}

fn exchanged(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let (begin, rest) = (text.get(..at)?, text.get(at..)?);
    let end = rest.strip_prefix(old)?;
    Some([begin, new, end].concat())
}
