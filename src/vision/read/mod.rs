//! Reading of pictures: the profile's finder yields likely places and boards, each of which is scored by its colours and
//! cells ([`score`]) until one is good.

mod blanks;
mod cursor;
mod fixed;
mod grid;
mod score;

use std::fmt;

use image::{DynamicImage, RgbaImage};

use super::classify::ReadCache;
use super::error::VisionError;
use super::find::sprites::{self, SpritePicture};
use super::find::{isometric, squares};
use super::place::Placement;
use super::profile::{FinderRule, IsometricRule, PLAYING_PHASE, Profile, SpritesRule, SquaresRule};
use super::reading::ScreenReading;

use score::ScoredReading;

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
    let reader = PictureReader {
        profile,
        image,
        hint,
        cache,
    };
    let best = match &profile.finder {
        FinderRule::Fixed(rule) => reader.fixed(rule),
        FinderRule::Grid(rule) => reader.grid(rule),
        FinderRule::Squares(rule) => reader.squares(rule),
        FinderRule::Isometric(rule) => reader.isometric(rule),
        FinderRule::Sprites(rule) => reader.sprites(rule),
    }?;
    Ok(ScreenReading {
        why_no_boards: best.mismatch.map(|mismatch| mismatch.to_string()),
        ..best.screen
    })
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

/// A picture with the profile that reads it.
struct PictureReader<'a> {
    profile: &'a Profile,
    image: &'a RgbaImage,
    /// Placement of an earlier reading of the same window.
    hint: Option<Placement>,
    cache: &'a ReadCache,
}

impl PictureReader<'_> {
    /// Reads the boards at fixed places of the picture, and those of blocks.
    fn isometric(&self, rule: &IsometricRule) -> Result<ScoredReading, VisionError> {
        let mut scored = self.fixed(&rule.picture)?;
        let place = scored.screen.place;
        if scored.has_boards() {
            let boards = isometric::boards(rule, self.image, place).map(|mut boards| {
                if let Some(list) = &rule.list {
                    let (board, part) = isometric::read_list(list, self.image, place);
                    let part = part.map(|part| (list.board.clone(), part));
                    scored.screen.parts.extend(part);
                    boards.push(board);
                }
                boards
            });
            scored.insert(boards);
        }
        Ok(scored)
    }

    /// Reads the boards of squares on the game's background. On a background without a board, such as its menu, the
    /// reading has a phase without boards. Fails if no squares were found on any background.
    fn squares(&self, rule: &SquaresRule) -> Result<ScoredReading, VisionError> {
        let not_found = |mismatch| self.not_found(squares::looked_for(rule), mismatch);
        let Some(place) = squares::canvas(rule, self.image, self.hint) else {
            let (boards, scale) = squares::boards(rule, self.image, None).map_err(not_found)?;
            let place = Placement::new(0.0, 0.0, scale);
            // A level is assumed to be in play, and a part of the picture may be outside the image.
            let mut scored = self.in_phase(PLAYING_PHASE, place, false);
            scored.insert(Ok(boards));
            return Ok(scored);
        };
        let mut scored = self.at_place(place, rule.picture).map_err(not_found)?;
        if scored.has_boards() {
            let boards = squares::boards(rule, self.image, Some(place));
            scored.insert(boards.map(|(boards, _)| boards));
        }
        Ok(scored)
    }

    /// Reads the board of sprites, at the hint if it is still there. A picture of text without a board has the phase
    /// [`SpritesRule::page`].
    fn sprites(&self, rule: &SpritesRule) -> Result<ScoredReading, VisionError> {
        let looked_for = "a board drawn with the sprites of the game";
        let not_found = |seen: &dyn fmt::Display| self.not_found(looked_for.to_owned(), seen);
        let Some(sheet) = self.profile.unseen.sprites.as_deref() else {
            return Err(not_found(&"no game is known: open its file, or name it"));
        };
        match sprites::find(rule, sheet, self.image, self.hint) {
            SpritePicture::Board { place, size, board } => {
                let mut scored = self.at_place(place, size).map_err(|it| not_found(&it))?;
                if scored.has_boards() {
                    scored.insert(Ok(vec![board]));
                }
                Ok(scored)
            }
            // The hint is passed on, as the board may reappear at the same place.
            SpritePicture::Page => {
                Ok(self.in_phase(&rule.page, self.hint.unwrap_or_default(), false))
            }
            SpritePicture::Other => Err(not_found(
                &"nothing that these sprites make at a whole scale. In a browser, set the zoom to 100 %",
            )),
        }
    }

    /// Error that names what was searched for, and what was found (`seen`) instead.
    fn not_found(&self, looked_for: String, seen: impl fmt::Display) -> VisionError {
        VisionError::NotThisGame {
            profile: self.profile.id.clone(),
            looked_for,
            seen: seen.to_string(),
            remedy: format!(
                "Show the game's window in full, uncovered and with a level on it, or choose \
                 another profile than ‘{}’.",
                self.profile.title
            ),
        }
    }
}
