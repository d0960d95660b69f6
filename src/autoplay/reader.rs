//! Readers of pictures.

use std::sync::Arc;

use image::RgbaImage;

use crate::vision::{
    LevelLabels, Placement, Profile, ReadCache, ScreenReading, VisionError, read_cached,
};

/// Reader of one window's pictures.
pub trait Reader: Send {
    /// Recognizes a picture. Fails if the picture is not one of the game.
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError>;
}

/// Factory of readers; every window needs a new one.
pub type ReaderFactory = Box<dyn Fn() -> Box<dyn Reader> + Send>;

/// Reader for a screen profile. It remembers the position of the game's picture.
pub struct ProfileReader {
    cache: ReadCache,
    profile: Arc<Profile>,
    corrections: LevelLabels,
    /// Position of the game's picture, and the size of the window's picture it was found in.
    hint: Option<(Placement, (u32, u32))>,
    /// Last picture and its reading, as a waiting game shows the same picture repeatedly.
    last: Option<(RgbaImage, Result<ScreenReading, VisionError>)>,
}

impl ProfileReader {
    /// Creates a reader for one window, from a profile and the user's corrections.
    pub fn new(profile: Arc<Profile>, corrections: LevelLabels) -> Self {
        Self {
            cache: ReadCache::new(&profile),
            profile,
            corrections,
            hint: None,
            last: None,
        }
    }

    pub fn factory(profile: Arc<Profile>, corrections: LevelLabels) -> ReaderFactory {
        Box::new(move || Box::new(Self::new(profile.clone(), corrections.clone())))
    }
}

impl Reader for ProfileReader {
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError> {
        if let Some((previous, screen)) = &self.last
            && previous == picture
        {
            return screen.clone();
        }
        // In a resized window the game's picture may be elsewhere.
        let hint = self.hint.filter(|(_, size)| *size == picture.dimensions());
        let place = hint.map(|(place, _)| place);
        let mut screen = read_cached(&self.profile, picture, place, &self.cache);
        if let Ok(screen) = &mut screen {
            self.corrections.correct(screen);
            self.hint = Some((screen.place, picture.dimensions()));
        }
        self.last = Some((picture.clone(), screen.clone()));
        screen
    }
}
