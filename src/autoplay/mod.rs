//! Playing a plan in a real window: capture, input, the closed loop, fail-safe.
//!
//! [`AutoPlay::start`] plays on a thread of its own and tells what happens as [`Event`]s;
//! [`preview`] looks at the window and touches nothing. What auto-play needs of the world is in
//! [`world`]; `docs/autoplay.md` tells how the loop works and what to do when it stops.

use planwright_export as export;
use planwright_game as game;
use planwright_game::search;
use planwright_games as games;
use planwright_session as session;
use planwright_vision as vision;

mod config;
pub mod desktop;
mod effort;
mod event;
mod film;
pub mod history;
mod log;
mod pace;
mod player;
mod preflight;
mod reader;
mod run;

pub use config::Config;
pub use effort::{Effort, PlanEffort, effort};
pub use event::{
    BoardLook, Check, CheckState, Command, Divergence, Event, Frame, LevelStats, Pause,
    PlannedLevel, PlayError, Preview, Progress, State, Summary,
};
pub use log::{Kind, Line, RunLog, SaveError};
pub use pace::Pace;
pub use preflight::{STOP_CHECK, preview as preview_in};
pub use reader::{ProfileReader, Reader, alike, shows, value_look};
pub use run::{AutoPlay, Connect, MakeReader, end_all, patient_preview, preview};

#[cfg(test)]
mod tests;
