//! Auto-play: plays plans in a real window, and confirms each input by the picture.
//!
//! [`AutoPlay::start`] plays on a thread of its own and emits [`PlayEvent`]s; [`preview`] inspects
//! the window without sending input. `docs/autoplay.md` explains how it works and what to do when it stops.

#![deny(unsafe_code)]

use planwright_export as export;
use planwright_game as game;
use planwright_game::search;
use planwright_games as games;
use planwright_session as session;
use planwright_vision as vision;

mod board_view;
mod config;
mod cost;
pub mod desktop;
mod event;
mod film;
mod handle;
pub mod history;
mod log;
pub mod player;
pub mod profile_file;
mod reader;
mod second_size;

pub use board_view::{BoardView, simulated, value_style};
pub use config::{Config, StartLevel};
pub use cost::{PlanCosts, PlayCost, play_cost};
pub use event::{
    Cause, CheckState, Divergence, EndReason, LevelStats, Observation, PauseReason, PlannedLevel,
    PlayCommand, PlayError, PlayEvent, PlayProgress, PlayState, PreflightCheck, Preview,
    RunSummary, UnfinishedLevel,
};
pub use handle::{AutoPlay, Connect, end_all, preview, preview_with_retry};
pub use log::{LogKind, LogLine, LogSaveError, RunLog};
pub use player::observer::compare::{have_same_boards, shows};
pub use player::preflight::{
    BOARD_CHECK, START_CHECK, STOP_CHECK, preview as preview_in, start_hint,
};
pub use reader::{ProfileReader, Reader, ReaderFactory};
pub use second_size::capture_at_two_sizes;
