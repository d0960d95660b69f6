//! Facts that pages share: each is written by one page and read by any.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::board::Mark;
use crate::game::{Cell, Size};
use crate::vision::Profile;

use super::command::CommandId;

/// Options of solvers that differ from the default, by solver and key.
pub type SolverOptions = BTreeMap<&'static str, BTreeMap<String, String>>;

#[derive(Default)]
pub struct PageFacts {
    /// Cell under the pointer. Written by the page that shows a board.
    pub hovered: Option<Cell>,
    /// Displayed step of the plan, counted from its start. Written by the plan page.
    pub step: Option<usize>,
    /// Cells of the level that a proof of unsolvability names. Written by the solver page.
    pub problems: Vec<Cell>,
    /// Pattern displayed on the level. Written by the level page.
    pub patterns: Vec<Mark>,
    /// Solver options set by the user. Written by the solver page.
    pub options: SolverOptions,
    /// Window in which the level could be played. Written by the live page.
    pub target: Option<LiveTarget>,
    /// Run of the displayed plan, if it is a program. Written by the plan page.
    pub run: Option<RunLength>,
    /// Folder of the last export. Written by the export page.
    pub export_folder: Option<PathBuf>,
    /// Tab in which a game is being played in its window. Written by the page that plays.
    pub playing: Option<CommandId>,
}

impl PageFacts {
    /// Swaps the facts about the open level with those of another.
    pub fn exchange_level(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.hovered, &mut other.hovered);
        std::mem::swap(&mut self.step, &mut other.step);
        std::mem::swap(&mut self.problems, &mut other.problems);
        std::mem::swap(&mut self.patterns, &mut other.patterns);
        std::mem::swap(&mut self.run, &mut other.run);
    }
}

/// Length of a program's run, and size of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength {
    pub steps: u64,
    pub size: Size,
}

/// Window in which the open level could be played.
#[derive(Clone, Debug)]
pub struct LiveTarget {
    pub profile: Arc<Profile>,
    pub id: String,
    pub game: String,
    /// Last detected cursor position.
    pub cursor: Option<Cell>,
}
