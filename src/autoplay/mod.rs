//! Auto-play: plays plans in a real window, and confirms each input by the picture.
//!
//! [`AutoPlay::start`] plays on a thread of its own and emits [`Event`]s; [`preview`] inspects the window without
//! sending input. `docs/autoplay.md` explains how it works and what to do when it stops.

#![deny(unsafe_code)]

use planwright_export as export;
use planwright_game as game;
use planwright_game::search;
use planwright_games as games;
use planwright_session as session;
use planwright_vision as vision;

mod board_look;
mod cause;
mod config;
pub mod desktop;
mod effort;
mod event;
mod film;
mod handle;
pub mod history;
mod log;
pub mod player;
pub mod profile_file;
mod reader;

pub use board_look::{BoardLook, board_text, simulated, value_look};
pub use config::{Config, Given};
pub use effort::{Effort, PlanEffort, effort};
pub use event::{
    Cause, Check, CheckState, Command, Divergence, Event, Frame, LevelStats, Pause, PlannedLevel,
    PlayError, Preview, Progress, Reason, State, Summary,
};
pub use handle::{AutoPlay, Connect, end_all, patient_preview, preview};
pub use log::{Kind, Line, RunLog, SaveError};
pub use player::eye::compare::{alike, shows};
pub use player::preflight::{BOARD_CHECK, START_CHECK, STOP_CHECK, preview as preview_in};
pub use reader::{MakeReader, ProfileReader, Reader};
