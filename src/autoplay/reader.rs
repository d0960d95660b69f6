//! Readers of pictures.

use std::sync::Arc;

use image::RgbaImage;

use crate::vision::{self, Place, Profile, Said, ScreenReading, VisionError};

/// Reader of one window's pictures.
pub trait Reader: Send {
    /// Recognizes a picture.
    ///
    /// # Errors
    /// Fails if the picture is not one of the game.
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError>;
}

/// Factory of readers; every window needs a new one.
pub type MakeReader = Box<dyn Fn() -> Box<dyn Reader> + Send>;

/// Reader for a screen profile. It remembers the position of the game's picture.
pub struct ProfileReader {
    profile: Arc<Profile>,
    said: Said,
    /// Position of the game's picture, and the size of the window's picture it was found in.
    hint: Option<(Place, (u32, u32))>,
    /// Last picture and its reading, as a waiting game shows the same picture repeatedly.
    last: Option<(RgbaImage, ScreenReading)>,
}

impl ProfileReader {
    /// Creates a reader for one window, from a profile and the user's corrections.
    pub fn new(profile: Arc<Profile>, said: Said) -> Self {
        Self {
            profile,
            said,
            hint: None,
            last: None,
        }
    }

    /// Returns a factory of such readers.
    pub fn by(profile: Arc<Profile>, said: Said) -> MakeReader {
        Box::new(move || Box::new(Self::new(profile.clone(), said.clone())))
    }
}

impl Reader for ProfileReader {
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError> {
        if let Some((same, seen)) = &self.last
            && same == picture
        {
            return Ok(seen.clone());
        }
        // In a resized window the game's picture may be elsewhere.
        let hint = self.hint.filter(|(_, size)| *size == picture.dimensions());
        let mut seen = vision::read(&self.profile, picture, hint.map(|(place, _)| place))?;
        self.said.correct(&mut seen);
        self.hint = Some((seen.place, picture.dimensions()));
        self.last = Some((picture.clone(), seen.clone()));
        Ok(seen)
    }
}
