//! Recognition of boards in pictures, driven by screen profiles.
//!
//! A [`Profile`] describes how a game looks on the screen and how it is played; profiles are files
//! (`assets/profiles/*.ron` and the user's own), loaded by [`ProfileStore`]. [`read`] reads a picture.
//! `docs/adding-a-profile.md` follows a picture through these files. No code in here depends on a particular game.

use planwright_game as game;

mod axis;
mod changes;
mod check;
mod classify;
mod digits;
mod error;
mod find;
mod learn;
mod list_part;
mod picture;
mod place;
mod profile;
mod read;
mod reading;
mod sampler;
mod store;

pub use check::{Finding, Severity};
pub use classify::{ReadCache, composed_of_sides};
pub use error::VisionError;
pub use learn::{
    BoardSpec, CalibrateError, CellLabels, LabelledPicture, Lesson, LevelLabels, Proposal,
    TeachError, calibrate, cell_templates, cursor_rule, groups, is_picture_based, is_teachable,
    later_screen, other_size, propose, propose_board, propose_cells, snap, teach, teach_ambiguous,
    with_samples_of,
};
pub use list_part::ListPart;
pub use picture::{MAX_PICTURE_BYTES, PictureError, decode, level_text};
pub use place::{ImageRect, Placement, Tiling};
pub use profile::*;
pub use read::{import_image, read, read_cached};
pub use reading::ScreenReading;
pub use store::{ProfileEntry, ProfileError, ProfileOrigin, ProfileStore};
