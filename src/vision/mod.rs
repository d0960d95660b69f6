//! From pixels to boards: locate, classify, confidence; screen profiles as data.
//!
//! A [`Profile`] says how a game looks on the screen and how it is played there; profiles are
//! files (`assets/profiles/*.ron` and the person's own), found through [`ProfileStore`]. Nothing
//! in here names a game.

mod profile;
mod store;

pub use profile::*;
pub use store::{Listed, Origin, ProfileError, ProfileStore};
