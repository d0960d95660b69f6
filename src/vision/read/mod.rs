//! Reading of whole pictures: a finder proposes boards cut into cells, a classifier recognizes their values, and the
//! result is validated.

mod blanks;
mod cursor;
mod judge;
mod phase;

use image::{DynamicImage, RgbaImage};

use super::error::VisionError;
use super::find::{Miss, Search, Sighting, find};
use super::place::Place;
use super::profile::Profile;
use super::reading::ScreenReading;

use judge::judge;

/// Reads an image of the game's window or of a screen that shows it.
///
/// `hint` is the placement from an earlier reading. If the picture is still there nothing is searched; otherwise the
/// whole image is.
///
/// # Errors [`VisionError::TooSmall`] and [`VisionError::NotThisGame`]. A picture of the game in a phase without
/// boards is no error.
pub fn read(
    profile: &Profile,
    image: &RgbaImage,
    hint: Option<Place>,
) -> Result<ScreenReading, VisionError> {
    let judge = |sighting: Sighting<'_>| judge(profile, image, sighting);
    let found = find(&Search {
        profile,
        image,
        hint,
        judge: &judge,
    });
    let id = profile.id.clone();
    match found {
        Ok(judged) => Ok(ScreenReading {
            why_no_boards: judged.misfit.map(|misfit| misfit.to_string()),
            ..judged.seen
        }),
        Err(Miss::TooSmall { least }) => Err(VisionError::TooSmall {
            profile: id,
            size: image.dimensions(),
            least,
        }),
        Err(Miss::Nothing { looked_for, seen }) => Err(VisionError::NotThisGame {
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

/// Reads an image to import a level from: like [`read`] without a hint.
///
/// # Errors [`VisionError`], also for a picture without boards.
pub fn import_image(profile: &Profile, image: &DynamicImage) -> Result<ScreenReading, VisionError> {
    let seen = match image {
        DynamicImage::ImageRgba8(image) => read(profile, image, None)?,
        other => read(profile, &other.to_rgba8(), None)?,
    };
    if !seen.is_playing() {
        return Err(VisionError::NoBoards {
            profile: profile.id.clone(),
            phase: seen.phase,
            why: seen.why_no_boards,
        });
    }
    Ok(seen)
}
