//! From pixels to boards: locate, classify, confidence; screen profiles as data.
//!
//! A [`Profile`] says how a game looks on the screen and how it is played there; profiles are
//! files (`assets/profiles/*.ron` and the person's own), found through [`ProfileStore`]. Nothing
//! in here names a game.

use planwright_game as game;

mod calibrate;
mod check;
mod classify;
mod cursor;
mod digits;
mod grid;
mod isometric;
mod judge;
mod locate;
mod looks;
mod misfit;
mod picture;
mod place;
mod profile;
mod read;
mod search;
mod squares;
mod store;

pub use calibrate::{CalibrateError, Naming, Sampled, Shown, calibrate};
pub use check::{Finding, KnownGame, Severity};
pub use cursor::cursor_rule;
pub use grid::{Proposal, propose, propose_cells, snap};
pub use looks::{groups, looks};
pub use picture::{MAX_PICTURE_BYTES, decode};
pub use place::{ImageRect, Place};
pub use profile::*;
pub use read::{ScreenReading, VisionError, fingerprint, import_image, read};
pub use store::{Listed, Origin, ProfileError, ProfileStore};
