//! What the live panel needs of auto-play, behind traits so that tests can play the target.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, Rect, Vec2};
use image::RgbaImage;

use crate::autoplay::{BoardLook, Check, Command, LevelStats, Progress, RunLog, State, Summary};
use crate::game::{Cell, CellLook, Grid, LevelRef, Move};
use crate::vision::Profile;

use crate::pages::import::{PictureReading, ProfileName};

/// Live targets. All but [`Live::profiles`] is called on threads of their own or returns at once.
pub trait Live: Send + Sync {
    /// The screen profiles there are.
    fn profiles(&self) -> Vec<ProfileName>;

    /// The screen profile with this id, which tells what plans cost there.
    fn profile(&self, _id: &str) -> Option<Arc<Profile>> {
        None
    }

    /// Looks for the target's window and reads it once, touching nothing. Waits for the desktop.
    ///
    /// # Errors
    /// Why there is nothing to see, and what to do about it.
    fn look(&self, target: &Target) -> Result<Look, String>;

    /// All windows there are but this program's own, with their pictures. Waits for the desktop.
    ///
    /// # Errors
    /// Why they cannot be told, and what to do about it.
    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        Ok(Vec::new())
    }

    /// Starts to play; everything that happens is told to `tell`, on threads of its own.
    ///
    /// # Errors
    /// Why it cannot start, and what to do about it.
    fn start(&self, target: &Target, how: &How, tell: Tell) -> Result<Box<dyn Run>, String>;
}

/// Where a run tells what happens; wakes the screen by itself.
pub type Tell = Arc<dyn Fn(Event) + Send + Sync>;

/// What to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Id of the screen profile.
    pub profile: String,
    /// The window, where several would fit.
    pub window: Option<u64>,
    /// A profile that is not saved yet, to be taken instead of the one with that id.
    pub draft: Option<Arc<Profile>>,
}

/// A window with its picture.
#[derive(Clone, Debug)]
pub struct WindowShot {
    /// Which one.
    pub window: WindowName,
    /// Its program's name, as screen profiles know it.
    pub app: String,
    /// Its picture, or why there is none.
    pub picture: Result<Arc<RgbaImage>, String>,
}

/// How to play.
#[derive(Clone, Debug)]
pub struct How {
    /// Do everything but send keys.
    pub dry_run: bool,
    /// Stop after this many levels; 0 = go on to the last.
    pub levels: u32,
    /// Begin paused, to go on step by step.
    pub paused: bool,
    /// Film it into this file.
    pub film: Option<PathBuf>,
    /// Play this, and nothing if the window shows another level; `None` plays what is there.
    pub plan: Option<GivenPlan>,
}

/// A plan to be played as it is.
#[derive(Clone, Debug)]
pub struct GivenPlan {
    /// The level it is for.
    pub level: LevelRef,
    /// All moves from the level's start.
    pub moves: Vec<Move>,
}

/// A run in progress. Dropping it stops it, and comes back once no key is down any more.
pub trait Run: Send {
    /// Tells the run what to do next; it answers with events.
    fn order(&self, order: Command);

    /// The log, which goes on growing while the run lasts.
    fn log(&self) -> RunLog;
}

/// The target as it was looked at before a start.
#[derive(Clone, Debug)]
pub struct Look {
    /// The window's title; `None` if there is no such window, or if several would fit.
    pub window: Option<String>,
    /// All windows that would fit.
    pub windows: Vec<WindowName>,
    /// What it shows, if it has a picture.
    pub sight: Option<Sight>,
    /// The level it shows.
    pub level: Option<SeenLevel>,
    /// The boards as read, to make a level of.
    pub reading: Option<Arc<PictureReading>>,
    /// What was checked.
    pub checks: Vec<Check>,
    /// Ids of the screen profiles for which a window is open.
    pub open: Vec<String>,
}

/// A window to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowName {
    /// The desktop's number for it.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// Its process, if it tells.
    pub pid: Option<u32>,
}

/// A level in a window.
#[derive(Clone, Debug)]
pub struct SeenLevel {
    /// The level.
    pub level: LevelRef,
    /// Whether no move was made in it yet.
    pub at_start: bool,
}

/// What a picture of the target shows.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The picture, perhaps made smaller.
    pub picture: Arc<ColorImage>,
    /// Width and height in pixels of the window.
    pub size: Vec2,
    /// Phase of the game, or why the picture cannot be read.
    pub phase: Result<String, String>,
    /// Boards found in it.
    pub boards: Vec<SeenBoard>,
    /// The game's own cursor.
    pub cursor: Option<SeenCursor>,
}

/// The game's own cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenCursor {
    /// On which cell.
    pub cell: Cell,
    /// Where that is, in pixels of the window.
    pub area: Rect,
}

/// A board found in the picture.
#[derive(Clone, Debug)]
pub struct SeenBoard {
    /// Its id.
    pub id: String,
    /// Its name on screen.
    pub title: String,
    /// How its cells were read.
    pub cells: Grid<SeenCell>,
}

/// A cell as it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenCell {
    /// Its value.
    pub look: CellLook,
    /// Where it lies, in pixels of the window.
    pub area: Rect,
    /// Whether that is too little to be sure.
    pub doubtful: bool,
}

/// What a run tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// The checks before it began.
    Checks(Vec<Check>),
    /// What the window shows now.
    Seen(Sight),
    /// The boards as simulated.
    Expected(Vec<BoardLook>),
    /// What it is doing.
    State(State),
    /// How far it is.
    Progress(Progress),
    /// A line of the log.
    Log(String),
    /// The film is in this file, or why there is none.
    Filmed(Result<PathBuf, String>),
    /// A level was solved.
    LevelDone(LevelStats),
    /// The end; an error says what to do about it.
    Ended(Result<Summary, String>),
}
