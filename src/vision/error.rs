//! Pictures that cannot be read.

use thiserror::Error;

/// A picture that cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VisionError {
    /// The image is smaller than the game's picture at its smallest scale.
    #[error(
        "the picture is too small for the profile ‘{profile}’: it has {}×{} pixels, the game's \
         picture has at least {}×{}. Take the screenshot without making it smaller.",
        size.0, size.1, least.0, least.1
    )]
    TooSmall {
        /// The profile's id.
        profile: String,
        /// Width and height of the image.
        size: (u32, u32),
        /// Least width and height.
        least: (u32, u32),
    },
    /// The game's picture is nowhere in the image.
    #[error(
        "this picture does not show what the profile ‘{profile}’ expects. Looked for: {looked_for}. \
         Seen: {seen}. {remedy}"
    )]
    NotThisGame {
        /// The profile's id.
        profile: String,
        /// What was looked for.
        looked_for: String,
        /// What the nearest thing to it was.
        seen: String,
        /// What to do about it.
        remedy: String,
    },
    /// The game's picture, but no board in it.
    #[error(
        "this picture shows no board that the profile ‘{profile}’ could read: the game is in its \
         phase ‘{phase}’{}. Take the picture while a level is being played.",
        why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default()
    )]
    NoBoards {
        /// The profile's id.
        profile: String,
        /// The phase seen.
        phase: String,
        /// Why boards could not be read, if that was tried.
        why: Option<String>,
    },
}
