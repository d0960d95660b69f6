//! Access to game windows: previews, runs and their events.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, Rect, Vec2};
use image::RgbaImage;

use super::pictures::PictureReading;
use crate::autoplay::desktop::{WindowId, WindowInfo};
use crate::autoplay::{PlayCommand, PlayEvent, PreflightCheck, StartLevel};
use crate::game::{Cell, CellStyle, Grid, LevelRef};
use crate::vision::{LevelLabels, Profile};

/// Access to game windows. All methods except those for profiles are called on background threads or return at once.
/// Errors are for the user: what failed, and what to do about it.
pub trait Live: Send + Sync {
    fn profile(&self, _id: &str) -> Option<Arc<Profile>> {
        None
    }

    /// Finds the target's window and reads it once, without sending input. Blocks on the desktop.
    fn preview(&self, target: &WindowTarget) -> Result<WindowPreview, String>;

    /// All windows of other programs, with pictures. Blocks on the desktop.
    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        Ok(Vec::new())
    }

    /// Captures a window as it is and somewhat larger, and restores its size. `None` if it has no picture or cannot be
    /// resized. Blocks on the desktop.
    fn pictures_at_two_sizes(&self, _window: WindowId) -> Option<[RgbaImage; 2]> {
        None
    }

    /// Returns whether the desktop lists some windows only after the user has chosen them in a dialog of its own.
    fn can_choose_window(&self) -> bool {
        false
    }

    /// Lets the user choose a window for a screen profile in the desktop's own dialog, and blocks until then.
    /// `ask_again` discards an earlier choice.
    fn choose_window(&self, _profile: &str, _ask_again: bool) -> Result<(), String> {
        Err("This desktop lists its windows.".to_owned())
    }

    /// Sets whether a window of this program has the focus, which not all desktops report.
    fn set_own_focus(&self, _focused: bool) {}

    /// Starts a run. Events go to `sink`, from background threads.
    fn start(
        &self,
        target: &WindowTarget,
        options: &RunOptions,
        sink: EventSink,
    ) -> Result<Box<dyn RunHandle>, String>;
}

/// Receives a run's events, and requests a repaint.
pub type EventSink = Arc<dyn Fn(RunEvent) + Send + Sync>;

#[derive(Clone, Debug)]
pub struct WindowTarget {
    /// Id of the screen profile.
    pub profile: String,
    /// Id of the window that the user has chosen; `None` takes the only one that matches the profile.
    pub window: Option<WindowId>,
    /// An unsaved profile to use instead of the one with that id.
    pub draft: Option<Arc<Profile>>,
    /// Corrections of clue numbers next to the board.
    pub corrections: LevelLabels,
    /// The open level, for a profile that reads any game by its sprites.
    pub level: Option<LevelRef>,
}

#[derive(Clone, Debug)]
pub struct WindowShot {
    pub window: WindowInfo,
    pub picture: Result<Arc<RgbaImage>, String>,
}

#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Simulates the run without sending input.
    pub dry_run: bool,
    /// Number of levels after which the run stops; 0 for no limit.
    pub levels: u32,
    /// Starts paused.
    pub paused: bool,
    /// Waits up to 10 minutes each time the window loses the focus, instead of pausing at once.
    pub wait_for_focus: bool,
    /// File to record the run in.
    pub film: Option<PathBuf>,
    /// Id of the solver; `None` for the default.
    pub solver: Option<String>,
    /// Time limit for a plan, in seconds; 0 for the default.
    pub time_limit: u32,
    /// Plays this plan, and only if the window shows its level; `None` plans whatever level the window shows.
    pub plan: Option<StartLevel>,
}

/// A run in progress. Dropping it stops it and waits, for a limited time, until all keys are released.
pub trait RunHandle: Send {
    /// Sends a command, answered by events.
    fn send(&self, command: PlayCommand);
}

#[derive(Clone, Debug)]
pub struct WindowPreview {
    /// Title of the window; `None` if no window or several match.
    pub window: Option<String>,
    /// All windows that match the profile.
    pub windows: Vec<WindowInfo>,
    /// Its picture and reading, if it could be captured.
    pub capture: Option<Capture>,
    /// Level on screen, if it was recognized.
    pub level: Option<DetectedLevel>,
    pub checks: Vec<PreflightCheck>,
    /// Ids of the screen profiles for which a window is open.
    pub open_profiles: Vec<String>,
}

impl WindowPreview {
    pub fn reading(&self) -> Option<&Arc<PictureReading>> {
        self.capture.as_ref()?.reading.as_ref()
    }

    pub fn check(&self, name: &str) -> Option<&PreflightCheck> {
        self.checks.iter().find(|check| check.name == name)
    }
}

#[derive(Clone, Debug)]
pub struct DetectedLevel {
    pub level: LevelRef,
    /// No move has been made yet.
    pub at_start: bool,
}

#[derive(Clone, Debug)]
pub struct Capture {
    /// The picture, possibly shrunk.
    pub picture: Arc<ColorImage>,
    /// Width and height of the window in pixels.
    pub size: Vec2,
    /// Phase of the game, or why the picture cannot be read.
    pub phase: Result<String, String>,
    pub boards: Vec<DetectedBoard>,
    pub cursor: Option<DetectedCursor>,
    /// The boards as read, for import or teaching.
    pub reading: Option<Arc<PictureReading>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectedCursor {
    pub cell: Cell,
    /// Rectangle of that cell, in pixels of the window.
    pub area: Rect,
}

#[derive(Clone, Debug)]
pub struct DetectedBoard {
    pub id: String,
    pub title: String,
    pub cells: Grid<DetectedCell>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DetectedCell {
    pub style: CellStyle,
    /// Its rectangle, in pixels of the window.
    pub area: Rect,
    /// Its confidence is below the profile's threshold.
    pub uncertain: bool,
}

/// Report of a run.
#[derive(Clone, Debug)]
pub enum RunEvent {
    /// A capture of the window, prepared for display.
    Captured(Capture),
    /// Any other event.
    Play(PlayEvent),
}
