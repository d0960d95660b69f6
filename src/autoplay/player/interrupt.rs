//! Interruption of a step.

use crate::desktop::WorldError;
use crate::event::{Pause, PlayError};
use crate::game::words;
use crate::vision::Profile;

/// Reason to leave a step.
#[derive(Debug)]
pub enum Break {
    /// The user stops the run.
    Stop,
    /// The run waits for the user.
    Pause(Pause),
    /// The screen differs from the simulation; with a sentence for the user.
    Diverged(String),
    /// The run fails.
    Fail(PlayError),
}

/// Result of a step.
pub type Step<T> = Result<T, Break>;

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
        Self::Pause(Pause::Unreadable(words::sentence(why.as_ref())))
    }
}

impl From<WorldError> for Break {
    fn from(error: WorldError) -> Self {
        match error {
            WorldError::WindowGone => Self::Pause(Pause::WindowGone),
            // Rare, as the title of the other window is reported by the check before every input.
            WorldError::NotActive => Self::Pause(Pause::FocusLost { to: None }),
            error @ (WorldError::NoPicture(_)
            | WorldError::Covered
            | WorldError::Outside
            | WorldError::NoSuchKey(_)) => Self::Pause(Pause::World(error)),
            error => Self::Fail(PlayError::World(error)),
        }
    }
}
