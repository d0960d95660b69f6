//! Settings of one run of auto-play, from its start to its end.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{LevelRef, Move, Solver};
use crate::vision::{LevelLabels, Profile};

use super::desktop::WindowId;
use super::history::RunHistory;
use super::reader::{ProfileReader, ReaderFactory};
use crate::export::film::FilmFile;

#[derive(Clone)]
pub struct Config {
    /// Screen profile: appearance and controls of the game.
    pub profile: Arc<Profile>,
    /// The user's corrections of clue numbers.
    pub corrections: LevelLabels,
    /// Number of levels to play; `None` plays all.
    pub levels: Option<u32>,
    /// Solver for the plans. `None` takes an optimal solver of the game, by keys if the profile has a cursor, and stops
    /// it once more planning would cost more time than it saves; without such a solver, the game's first one.
    /// Where it finds no plan, that of the game's first solver is played, as the log says.
    pub solver: Option<&'static dyn Solver>,
    /// Time limit of each solver. `None` means two seconds, and up to a minute while there is no plan yet.
    pub solver_time: Option<Duration>,
    /// Do everything except sending input.
    pub dry_run: bool,
    /// Start paused, for single steps.
    pub paused: bool,
    /// Pause on the emergency hotkey and when the pointer is in a corner of the screen.
    pub fail_safe: bool,
    /// Longest wait after a loss of focus until the window is as simulated again. `None` pauses at once.
    pub wait_for_focus: Option<Duration>,
    /// Start the game from its title page with the profile's start steps.
    pub start_sequence: bool,
    /// Target window, if several match the profile.
    pub window: Option<WindowId>,
    /// Level required at the start; `None` plays the one on screen.
    pub start_level: Option<StartLevel>,
    /// History to record the run in, if it sends keys.
    pub history: Option<RunHistory>,
    /// File in which the window and the plan's steps are recorded.
    pub film: Option<FilmFile>,
}

/// A level to play, optionally with its plan.
#[derive(Clone, Debug)]
pub struct StartLevel {
    pub level: LevelRef,
    /// All moves from the level's start; `None` plans them.
    pub plan: Option<Arc<[Move]>>,
}

impl Config {
    /// Returns a factory of readers for the target window.
    pub fn readers(&self) -> ReaderFactory {
        ProfileReader::factory(self.profile.clone(), self.corrections.clone())
    }

    /// Returns the default settings: all levels, fail-safe on.
    pub fn new(profile: Arc<Profile>) -> Self {
        Self {
            profile,
            corrections: LevelLabels::default(),
            levels: None,
            solver: None,
            solver_time: None,
            dry_run: false,
            paused: false,
            fail_safe: true,
            wait_for_focus: None,
            start_sequence: true,
            window: None,
            start_level: None,
            history: None,
            film: None,
        }
    }
}
