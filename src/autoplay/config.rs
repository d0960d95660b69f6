//! What to play, and how.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{LevelRef, Move, Solver};
use crate::vision::{Profile, Said};

use super::desktop::WindowId;
use super::history::History;
use super::reader::{MakeReader, ProfileReader};
use crate::export::film::FilmFile;

/// What to play, and how.
#[derive(Clone)]
pub struct Config {
    /// How the game looks and is played.
    pub profile: Arc<Profile>,
    /// What was said of numbers beside the board.
    pub said: Said,
    /// Stop after so many levels; `None` goes on to the last.
    pub levels: Option<u32>,
    /// Makes the plans. `None` takes the game's solver that counts keys where the profile has a
    /// cursor, else the game's default, and ends it when more planning would cost more time than it
    /// saves.
    pub solver: Option<&'static dyn Solver>,
    /// Longest time for a plan; the best one found by then is taken. `None` takes the usual time: two seconds, and up to
    /// a minute where there is no plan yet.
    pub solver_time: Option<Duration>,
    /// Do everything but send input.
    pub dry_run: bool,
    /// Begin paused, to go on step by step.
    pub paused: bool,
    /// Stop at the hotkey and at the pointer in a corner of the screen.
    pub fail_safe: bool,
    /// Longest wait, each time that the window loses the focus, for it to be in front and as simulated again. Without one the
    /// run pauses at once.
    pub wait_for_focus: Option<Duration>,
    /// Bring the game from its title page to the first level, by the profile's steps.
    pub start_sequence: bool,
    /// The window, where several fit.
    pub window: Option<WindowId>,
    /// The level that must be shown at the start; `None` plays what is shown.
    pub given: Option<Given>,
    /// Where the run is written down as it goes, if it sends keys.
    pub history: Option<History>,
    /// Where the film of the run goes, if one is wanted.
    pub film: Option<FilmFile>,
}

/// A level that is to be played, and perhaps its plan.
#[derive(Clone)]
pub struct Given {
    /// The level.
    pub level: LevelRef,
    /// All moves from its start; `None` has them planned.
    pub plan: Option<Arc<[Move]>>,
}

impl Config {
    /// Makes readers of the window.
    pub fn readers(&self) -> MakeReader {
        ProfileReader::by(self.profile.clone(), self.said.clone())
    }

    /// The usual settings: all levels, fail-safe on.
    pub fn new(profile: Arc<Profile>) -> Self {
        Self {
            profile,
            said: Said::default(),
            levels: None,
            solver: None,
            solver_time: None,
            dry_run: false,
            paused: false,
            fail_safe: true,
            wait_for_focus: None,
            start_sequence: true,
            window: None,
            given: None,
            history: None,
            film: None,
        }
    }
}
