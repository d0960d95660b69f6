//! Reading of whole pictures: a finder proposes boards, a classifier recognizes their cells, the result is validated.

mod blanks;
mod cursor;
mod score;

use image::{DynamicImage, RgbaImage};

use super::classify::ReadCache;
use super::error::VisionError;
use super::find::{Candidate, FindError, PictureSearch, find};
use super::place::Placement;
use super::profile::Profile;
use super::reading::ScreenReading;

use score::score_candidate;

/// Reads an image of the game's window or of a screen that shows it.
///
/// `hint` is the placement from an earlier reading. If the picture is still there nothing is searched; otherwise the
/// whole image is. A picture of the game in a phase without boards is no error.
pub fn read(
    profile: &Profile,
    image: &RgbaImage,
    hint: Option<Placement>,
) -> Result<ScreenReading, VisionError> {
    read_cached(profile, image, hint, &ReadCache::new(profile))
}

/// Like [`read`], with what earlier readings by the same profile have left in `cache`.
pub fn read_cached(
    profile: &Profile,
    image: &RgbaImage,
    hint: Option<Placement>,
    cache: &ReadCache,
) -> Result<ScreenReading, VisionError> {
    let score = |candidate: Candidate<'_>| score_candidate(profile, image, cache, candidate);
    let found = find(&PictureSearch {
        profile,
        image,
        hint,
        cache,
        score: &score,
    });
    let id = profile.id.clone();
    match found {
        Ok(scored) => Ok(ScreenReading {
            why_no_boards: scored.mismatch.map(|mismatch| mismatch.to_string()),
            ..scored.screen
        }),
        Err(FindError::TooSmall { least }) => Err(VisionError::TooSmall {
            profile: id,
            size: image.dimensions(),
            least,
        }),
        Err(FindError::Nothing { looked_for, seen }) => Err(VisionError::NotThisGame {
            profile: id,
            looked_for,
            seen,
            remedy: format!(
                "Show the game's window in full, uncovered and with a level on it, or choose \
                 another profile than ‘{}’.",
                profile.title
            ),
        }),
    }
}

/// Reads an image to import a level from: like [`read`] without a hint, but a picture without boards is an error.
pub fn import_image(profile: &Profile, image: &DynamicImage) -> Result<ScreenReading, VisionError> {
    let screen = match image {
        DynamicImage::ImageRgba8(image) => read(profile, image, None)?,
        other => read(profile, &other.to_rgba8(), None)?,
    };
    if !screen.is_playing() {
        return Err(VisionError::NoBoards {
            profile: profile.id.clone(),
            phase: screen.phase,
            why: screen.why_no_boards,
        });
    }
    Ok(screen)
}
