//! From pictures to readings.

use std::sync::Arc;

use image::RgbaImage;

use crate::vision::{self, Place, Profile, Said, ScreenReading, VisionError};

/// Reads pictures of one window.
pub trait Reader: Send {
    /// Reads a picture.
    ///
    /// # Errors
    /// When the picture is not one of the game.
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError>;
}

/// Makes a reader; every window gets a new one.
pub type MakeReader = Box<dyn Fn() -> Box<dyn Reader> + Send>;

/// Reads by a screen profile, and remembers where the game's picture was.
pub struct ProfileReader {
    profile: Arc<Profile>,
    said: Said,
    /// Where the game's picture was, and the size of the window's picture then.
    hint: Option<(Place, (u32, u32))>,
    /// The last picture and its reading: a waiting game shows the same picture again and again.
    last: Option<(RgbaImage, ScreenReading)>,
}

impl ProfileReader {
    /// A reader for one window, by a profile and what a person has said of the level.
    pub fn new(profile: Arc<Profile>, said: Said) -> Self {
        Self {
            profile,
            said,
            hint: None,
            last: None,
        }
    }

    /// Makes such readers.
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
        // A resized window shows the game's picture elsewhere.
        let hint = self.hint.filter(|(_, size)| *size == picture.dimensions());
        let mut seen = vision::read(&self.profile, picture, hint.map(|(place, _)| place))?;
        self.said.correct(&mut seen);
        self.hint = Some((seen.place, picture.dimensions()));
        self.last = Some((picture.clone(), seen.clone()));
        Ok(seen)
    }
}
