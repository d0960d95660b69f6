//! Windows that games are played in: how they are looked at, played in, and what a run tells.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Rect, Vec2};
use image::RgbaImage;

use crate::autoplay::{BoardLook, Check, Command, LevelStats, Progress, RunLog, State, Summary};
use crate::game::{Cell, CellLook, Grid, LevelRef, Move};
use crate::vision::{Profile, Said};

use super::pictures::{PictureReading, ProfileName};

/// Windows that games are played in. All methods but [`Live::profiles`] and [`Live::profile`] are called on
/// threads of their own or return at once.
pub trait Live: Send + Sync {
    /// The screen profiles there are.
    fn profiles(&self) -> Vec<ProfileName>;

    /// The screen profile with this id, which says what plans cost in its window.
    fn profile(&self, _id: &str) -> Option<Arc<Profile>> {
        None
    }

    /// Finds the target's window and reads it once, touching nothing. Waits for the desktop.
    ///
    /// # Errors
    /// Why there is nothing to see, and what to do about it.
    fn look(&self, target: &Target) -> Result<Look, String>;

    /// All windows but this program's own, with their pictures. Waits for the desktop.
    ///
    /// # Errors
    /// Why they cannot be listed, and what to do about it.
    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        Ok(Vec::new())
    }

    /// Whether there are windows that are not listed before the person has chosen them
    /// ([`Live::ask`]).
    fn asks(&self) -> bool {
        false
    }

    /// Has the person choose a window for a screen profile in a dialog of the desktop's own, and waits as
    /// long as they take. `anew` has them choose another one than before.
    ///
    /// # Errors
    /// Why none was chosen, and what to do about it.
    fn ask(&self, _profile: &str, _anew: bool) -> Result<(), String> {
        Err("This desktop lists its windows.".to_owned())
    }

    /// Learns whether a window of this program has the focus, which not all desktops tell.
    fn tell_own_focus(&self, _focused: bool) {}

    /// Starts to play. Reports all that happens to `tell`, from threads of its own.
    ///
    /// # Errors
    /// Why it cannot start, and what to do about it.
    fn start(&self, target: &Target, how: &How, tell: Tell) -> Result<Box<dyn Run>, String>;
}

/// Takes what a run reports, and has the screen drawn again.
pub type Tell = Arc<dyn Fn(Event) + Send + Sync>;

/// What to look at.
#[derive(Clone, Debug)]
pub struct Target {
    /// Id of the screen profile.
    pub profile: String,
    /// The window, where several would fit.
    pub window: Option<u64>,
    /// A profile that is not saved yet, to use instead of the one with that id.
    pub draft: Option<Arc<Profile>>,
    /// What was said of numbers beside the board.
    pub said: Said,
    /// The open level, for a profile that reads any game by its sprites.
    pub level: Option<LevelRef>,
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
    /// Do everything but send input.
    pub dry_run: bool,
    /// Stop after this many levels; 0 = go on to the last.
    pub levels: u32,
    /// Begin paused, to be played step by step.
    pub paused: bool,
    /// Longest wait for the window to be in front again each time that it loses the focus; `None` pauses at once.
    pub wait_for_focus: Option<Duration>,
    /// Film it into this file.
    pub film: Option<PathBuf>,
    /// Id of the solver that makes the plans; `None` takes the usual one.
    pub solver: Option<String>,
    /// Longest time for a plan; `None` takes the usual one.
    pub patience: Option<Duration>,
    /// Play this plan, and only if the window shows its level; `None` plays what the window shows.
    pub plan: Option<GivenPlan>,
}

/// A plan to play unchanged.
#[derive(Clone, Debug)]
pub struct GivenPlan {
    /// The level it is for.
    pub level: LevelRef,
    /// All moves from the level's start.
    pub moves: Vec<Move>,
}

/// A run in progress. Dropping it stops it, and returns once every key is up.
pub trait Run: Send {
    /// Gives the run an order; it answers with events.
    fn order(&self, order: Command);

    /// The log, which grows while the run lasts.
    fn log(&self) -> RunLog;
}

/// What was seen of the target before a start.
#[derive(Clone, Debug)]
pub struct Look {
    /// The window's title; `None` if there is no such window, or if several would fit.
    pub window: Option<String>,
    /// All windows that would fit.
    pub windows: Vec<WindowName>,
    /// What it shows, if it has a picture.
    pub sight: Option<Sight>,
    /// The level that it shows.
    pub level: Option<SeenLevel>,
    /// What was checked.
    pub checks: Vec<Check>,
    /// Ids of the screen profiles for which a window is open.
    pub open: Vec<String>,
}

impl Look {
    /// The boards as read.
    pub fn reading(&self) -> Option<&Arc<PictureReading>> {
        self.sight.as_ref()?.reading.as_ref()
    }

    /// The outcome of the check with this name.
    pub fn check(&self, name: &str) -> Option<&Check> {
        self.checks.iter().find(|check| check.name == name)
    }
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
    /// No move was made in it yet.
    pub at_start: bool,
}

/// A capture of the target with what was read in it.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The picture, perhaps shrunk.
    pub picture: Arc<ColorImage>,
    /// Width and height in pixels of the window.
    pub size: Vec2,
    /// Phase of the game, or why the picture cannot be read.
    pub phase: Result<String, String>,
    /// Boards found in it.
    pub boards: Vec<SeenBoard>,
    /// The game's own cursor.
    pub cursor: Option<SeenCursor>,
    /// The boards as read, to make a level of or to say what their cells show.
    pub reading: Option<Arc<PictureReading>>,
}

/// The game's own cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenCursor {
    /// The cell it is on.
    pub cell: Cell,
    /// Where that cell lies, in pixels of the window.
    pub area: Rect,
}

/// A board found in the picture.
#[derive(Clone, Debug)]
pub struct SeenBoard {
    /// Its id.
    pub id: String,
    /// Its name on screen.
    pub title: String,
    /// Its cells as they were read.
    pub cells: Grid<SeenCell>,
}

/// A cell as it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenCell {
    /// Its value.
    pub look: CellLook,
    /// Where it lies, in pixels of the window.
    pub area: Rect,
    /// It was read with too little confidence.
    pub doubtful: bool,
}

/// What a run reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// The checks before its start.
    Checks(Vec<Check>),
    /// What the window shows now.
    Seen(Sight),
    /// The boards as simulated.
    Expected(Vec<BoardLook>),
    /// What it does now.
    State(State),
    /// How far it is.
    Progress(Progress),
    /// A line of the log.
    Log(String),
    /// The film is in this file, or why there is none.
    Filmed(Result<PathBuf, String>),
    /// A level was read and planned.
    Planned(LevelRef),
    /// That level was solved.
    LevelDone(LevelStats),
    /// The end; an error says what to do about it.
    Ended(Result<Summary, String>),
}
