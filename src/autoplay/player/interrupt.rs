//! Why the run is left in the middle of a step.

use crate::desktop::WorldError;
use crate::event::{Pause, PlayError};
use crate::game::words;
use crate::vision::Profile;

/// Why the run is left.
#[derive(Debug)]
pub enum Break {
    /// The person wants it to end.
    Stop,
    /// It waits for the person.
    Pause(Pause),
    /// The screen is not as simulated; what happened, in a sentence.
    Diverged(String),
    /// It cannot go on.
    Fail(PlayError),
}

/// The result of a step, unless the run is left.
pub type Step<T> = Result<T, Break>;

impl Break {
    /// The profile lacks something that the game needs.
    pub fn unplayable(profile: &Profile, reason: impl Into<String>) -> Self {
        Self::Fail(PlayError::Profile {
            profile: profile.id.clone(),
            reason: reason.into(),
        })
    }

    /// The picture cannot be read.
    pub fn unreadable(why: impl AsRef<str>) -> Self {
        Self::Pause(Pause::Unreadable(words::sentence(why.as_ref())))
    }
}

impl From<WorldError> for Break {
    fn from(error: WorldError) -> Self {
        match error {
            WorldError::WindowGone => Self::Pause(Pause::WindowGone),
            // The check before every input names the other window; this error is for the rare
            // moment between that check and the input.
            WorldError::NotActive => Self::Pause(Pause::FocusLost { to: None }),
            error @ (WorldError::NoPicture(_)
            | WorldError::Covered
            | WorldError::Outside
            | WorldError::NoSuchKey(_)) => Self::Pause(Pause::World(error)),
            error => Self::Fail(PlayError::World(error)),
        }
    }
}
