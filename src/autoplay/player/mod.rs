//! Player: plays levels in the target.
//!
//! | module | task |
//! |---|---|
//! | [`run`] | state machine over the current level; owns all others |
//! | [`actuator`] | turns intents into keys and clicks; owns pace, pressed keys and counts |
//! | [`observer`] | captures, reads, waits for a stable picture; remembers what it observed |
//! | [`context`] | run context: desktop, target, user, reports, guard of each input |
//! | [`preflight`] | checks before a start, without a run |
//!
//! Every interruption – by the user, the focus, a closed window, a divergence – ends a step with a
//! [`Break`]. The run then waits for the user and continues from what the screen shows, with the same
//! capture and comparison as at the start.

pub mod actuator;
pub mod context;
pub mod observer;
pub mod preflight;
pub mod run;

use crate::desktop::DesktopError;
use crate::event::{PauseReason, PlayError};
use crate::game::words;
use crate::vision::Profile;
use std::time::Duration;

pub use self::context::RunContext;
pub use self::observer::Observer;
pub use self::run::play;

/// Converts a duration of a profile.
fn ms(milliseconds: u32) -> Duration {
    Duration::from_millis(milliseconds.into())
}

/// Reason to leave a step.
#[derive(Debug)]
pub enum Break {
    Stop,
    Pause(PauseReason),
    /// The screen differs from the simulation; with a sentence for the user.
    Diverged(String),
    Fail(PlayError),
}

pub type Flow<T> = Result<T, Break>;

impl Break {
    /// The profile lacks something the game needs.
    pub fn unplayable(profile: &Profile, reason: impl Into<String>) -> Self {
        Self::Fail(PlayError::Profile {
            profile: profile.id.clone(),
            reason: reason.into(),
        })
    }

    /// The picture cannot be read; with the reason.
    pub fn unreadable(why: impl AsRef<str>) -> Self {
        Self::Pause(PauseReason::Unreadable(words::sentence(why.as_ref())))
    }
}

impl From<DesktopError> for Break {
    fn from(error: DesktopError) -> Self {
        match error {
            DesktopError::WindowGone => Self::Pause(PauseReason::WindowGone),
            // Rare, as the title of the other window is reported by the check before every input.
            DesktopError::NotActive => Self::Pause(PauseReason::FocusLost { to: None }),
            error @ (DesktopError::NoPicture(_)
            | DesktopError::Covered
            | DesktopError::OffScreen
            | DesktopError::NoSuchKey(_)) => Self::Pause(PauseReason::Desktop(error)),
            error => Self::Fail(PlayError::Desktop(error)),
        }
    }
}
