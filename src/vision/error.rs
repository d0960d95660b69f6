//! Reasons why no reading is made of a picture.

use thiserror::Error;

use crate::profile::screen_text;

#[derive(Clone, Debug, PartialEq, Error)]
pub enum VisionError {
    /// The image is smaller than the game's picture at its smallest scale.
    #[error(
        "the picture is too small for the profile ‘{profile}’: it has {}×{} pixels, the game's \
         picture has at least {}×{}. Take the screenshot without making it smaller.",
        size.0, size.1, least.0, least.1
    )]
    TooSmall {
        profile: String,
        size: (u32, u32),
        least: (u32, u32),
    },
    /// The game's picture was not found in the image.
    #[error(
        "this picture does not show what the profile ‘{profile}’ expects. Looked for: {looked_for}. \
         Seen: {seen}. {remedy}"
    )]
    NotThisGame {
        profile: String,
        looked_for: String,
        seen: String,
        remedy: String,
    },
    /// The game's picture was found, but no board in it.
    #[error(
        "this picture shows no board that the profile ‘{profile}’ could read. It shows {}{}. \
         Take the picture while a level is being played.",
        screen_text(phase),
        why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default()
    )]
    NoBoards {
        profile: String,
        phase: String,
        /// Reason why boards could not be read, if that was tried.
        why: Option<String>,
    },
}
