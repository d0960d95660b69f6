//! Interruption of a step.

use crate::desktop::DesktopError;
use crate::event::{PauseReason, PlayError};
use crate::game::words;
use crate::vision::Profile;

/// Reason to leave a step.
#[derive(Debug)]
pub enum Break {
    /// The user stops the run.
    Stop,
    /// The run waits for the user.
    Pause(PauseReason),
    /// The screen differs from the simulation; with a sentence for the user.
    Diverged(String),
    /// The run fails.
    Fail(PlayError),
}

/// Result of a step.
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
