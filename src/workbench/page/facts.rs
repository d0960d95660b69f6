//! What pages tell each other: small facts, each written by one page and read by any.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::board::Mark;
use crate::game::{Cell, Size};
use crate::vision::Profile;

use super::command::Command;

/// Options of solvers that differ from the default, by solver and key.
pub type SolverOptions = BTreeMap<&'static str, BTreeMap<String, String>>;

/// What pages tell each other.
#[derive(Default)]
pub struct Facts {
    /// The cell under the pointer. Written by whoever shows a board.
    pub hovered: Option<Cell>,
    /// The step of the plan on screen, counted from its start. Written by the plan's page.
    pub step: Option<usize>,
    /// Cells of the level that a proof of unsolvability names. Written by the solver's page.
    pub problems: Vec<Cell>,
    /// The pattern shown on the level. Written by the level's page.
    pub patterns: Vec<Mark>,
    /// What solvers are told beside their defaults. Written by the solver's page.
    pub options: SolverOptions,
    /// The window that the level could be played in. Written by the live page.
    pub target: Option<LiveTarget>,
    /// The run of the plan on screen, if that plan is a program. Written by the plan's page.
    pub run: Option<RunLength>,
    /// The folder that the last export was written to. Written by the export page.
    pub export_folder: Option<PathBuf>,
    /// The tab in which a game is being played in its window. Written by the page that plays.
    pub playing: Option<Command>,
}

impl Facts {
    /// Exchanges what is about the open level with that of another one.
    pub fn exchange_level(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.hovered, &mut other.hovered);
        std::mem::swap(&mut self.step, &mut other.step);
        std::mem::swap(&mut self.problems, &mut other.problems);
        std::mem::swap(&mut self.patterns, &mut other.patterns);
        std::mem::swap(&mut self.run, &mut other.run);
    }
}

/// How long the run of a program is, and how large its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength {
    /// Commands that were carried out.
    pub steps: u64,
    /// Size of the board.
    pub size: Size,
}

/// A window that the open level could be played in.
#[derive(Clone, Debug)]
pub struct LiveTarget {
    /// Its screen profile.
    pub profile: Arc<Profile>,
    /// Id of that profile.
    pub id: String,
    /// The game played there.
    pub game: String,
    /// Where the cursor was seen last.
    pub cursor: Option<Cell>,
}
