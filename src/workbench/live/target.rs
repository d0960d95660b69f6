//! What the live panel needs of auto-play, behind traits so that tests can play the target.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Rect};

use crate::game::{CellLook, Grid};

use super::super::import::ProfileName;

/// Live targets. Called on threads of their own.
pub trait Live: Send + Sync {
    /// The screen profiles there are.
    fn profiles(&self) -> Vec<ProfileName>;

    /// Looks for the target's window and reads it once, touching nothing.
    ///
    /// # Errors
    /// Why there is nothing to see, and what to do about it.
    fn look(&self, profile: &str) -> Result<Look, String>;

    /// Starts to play; everything that happens is told to `tell`, on threads of its own.
    ///
    /// # Errors
    /// Why it cannot start, and what to do about it.
    fn start(&self, profile: &str, how: &How, tell: Tell) -> Result<Box<dyn Run>, String>;
}

/// Where a run tells what happens; wakes the screen by itself.
pub type Tell = Arc<dyn Fn(Event) + Send + Sync>;

/// How to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// Do everything but send keys.
    pub dry_run: bool,
    /// Stop after this many levels; 0 = go on to the last.
    pub levels: u32,
    /// Begin paused, to go on step by step.
    pub paused: bool,
}

/// A run in progress. Dropping it stops it.
pub trait Run: Send {
    /// Tells the run what to do next; it answers with events.
    fn order(&self, order: Order);

    /// Writes the log with its pictures into a folder, which is made.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn save_log(&self, folder: &Path) -> Result<(), String>;
}

/// What a run can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Wait after the action at hand.
    Pause,
    /// Go on.
    Resume,
    /// Take one action and wait.
    Step,
    /// End.
    Stop,
    /// Plan again from what is on the screen, and go on.
    Replan,
}

/// The target's window as it was seen.
#[derive(Clone, Debug)]
pub struct Look {
    /// The window's title.
    pub window: String,
    /// Its picture.
    pub picture: Arc<ColorImage>,
    /// Boards found in it.
    pub boards: Vec<SeenBoard>,
    /// The game's own cursor, in pixels of the picture.
    pub cursor: Option<Rect>,
    /// What was checked before a start.
    pub checks: Vec<Check>,
}

/// A board found in the picture.
#[derive(Clone, Debug)]
pub struct SeenBoard {
    /// Its name on screen.
    pub title: String,
    /// Where it lies, in pixels of the picture.
    pub area: Rect,
    /// How its cells were read.
    pub cells: Grid<SeenCell>,
}

/// A cell as it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenCell {
    /// Its value.
    pub look: CellLook,
    /// How sure that is, 0 to 1.
    pub confidence: f32,
    /// Whether that is too little.
    pub doubtful: bool,
}

/// One point of the preflight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// How it came out.
    pub state: CheckState,
    /// What was found, and what to do about it.
    pub detail: String,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Fine.
    Fine,
    /// Not as it should be, but no reason not to start.
    Doubtful,
    /// A reason not to start.
    Failed,
}

/// What a run tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// What the window shows now.
    Seen(Look),
    /// What it is doing.
    State(RunState),
    /// How far it is.
    Progress(Progress),
    /// A line of the log.
    Log(String),
    /// A level was solved.
    LevelDone(LevelDone),
    /// The end, in a sentence; an error says what to do about it.
    Ended(Result<String, String>),
}

/// What a run is doing.
#[derive(Clone, Debug)]
pub enum RunState {
    /// Reading the screen, planning.
    Preparing(String),
    /// Playing.
    Playing,
    /// Waiting for the person; says why.
    Paused(String),
    /// The world is not as simulated.
    Diverged(Divergence),
}

/// Expected beside seen.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// What happened, in a sentence.
    pub what: String,
    /// The board as simulated.
    pub expected: Grid<CellLook>,
    /// The board as seen.
    pub seen: Grid<CellLook>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Which level, from 1.
    pub level: u32,
    /// Steps of the plan taken.
    pub step: usize,
    /// Steps of the plan.
    pub steps: usize,
    /// Keys sent so far.
    pub keys: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// A solved level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDone {
    /// Which level, as the target numbers it or from 1.
    pub level: String,
    /// Keys it took.
    pub keys: u64,
    /// Keys pressed again because they had no effect.
    pub retries: u64,
    /// Time it took.
    pub time: Duration,
}

/// No screen profiles, so nothing to play.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLive;

impl Live for NoLive {
    fn profiles(&self) -> Vec<ProfileName> {
        Vec::new()
    }

    fn look(&self, profile: &str) -> Result<Look, String> {
        Err(format!("There is no screen profile ‘{profile}’."))
    }

    fn start(&self, profile: &str, _how: &How, _tell: Tell) -> Result<Box<dyn Run>, String> {
        Err(format!("There is no screen profile ‘{profile}’."))
    }
}
