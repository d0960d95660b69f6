//! Drawings in the form that was asked for.

use std::time::Duration;

use super::animation::{self, Shown};
use super::{Drawing, ExportError, raster};

/// Width and height of a picture whose size was not asked for, at most.
const MOST_PIXELS: f32 = 1600.0;

/// The last picture of an animation is shown so many times as long.
const LAST: u32 = 3;

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    /// A drawing.
    Svg,
    /// A picture.
    Png,
    /// An animation that every browser shows.
    Gif,
    /// An animation with all colours.
    Apng,
}

impl PictureForm {
    /// Whether it shows one drawing after the other.
    pub const fn moves(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

/// How drawings become files.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// The form.
    pub form: PictureForm,
    /// Pixels for one of the drawing's; if `None`, so that large drawings keep a size that other
    /// programs can show.
    pub scale: Option<f32>,
    /// How long each picture of an animation is shown.
    pub time: Duration,
}

impl Encoding {
    fn scale_of(&self, drawing: &Drawing) -> f32 {
        let fits = MOST_PIXELS / drawing.width.max(drawing.height).max(1.0);
        self.scale.unwrap_or(fits.min(1.0))
    }

    /// Encodes `count` frames; `one` makes a single drawing of them for forms that do not move.
    ///
    /// # Errors
    /// What frames and encoders say.
    pub fn write<F: Iterator<Item = Result<Drawing, ExportError>>>(
        &self,
        count: usize,
        frames: F,
        one: impl FnOnce(F) -> Result<Drawing, ExportError>,
    ) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        match self.form {
            PictureForm::Svg => bytes = one(frames)?.to_svg().into_bytes(),
            PictureForm::Png => {
                let drawing = one(frames)?;
                let picture = raster::pixels(&drawing, self.scale_of(&drawing))?;
                animation::png(&picture, &mut bytes)?;
            }
            PictureForm::Gif | PictureForm::Apng => {
                let pictures = frames.enumerate().map(|(index, frame)| {
                    let frame = frame?;
                    let picture = raster::pixels(&frame, self.scale_of(&frame))?;
                    let times = if index + 1 == count { LAST } else { 1 };
                    let time = self.time * times;
                    Ok(Shown { picture, time })
                });
                if self.form == PictureForm::Gif {
                    animation::gif(pictures, &mut bytes)?;
                } else {
                    animation::apng(count, pictures, &mut bytes)?;
                }
            }
        }
        Ok(bytes)
    }
}
