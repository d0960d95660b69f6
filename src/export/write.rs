//! Writes drawings in a picture format.

use std::time::Duration;

use super::animation::{self, Shown};
use super::{ExportError, Ticket};
use crate::drawing::{Drawing, raster};

/// Maximum side in pixels of a picture without given scale.
const MOST_PIXELS: f32 = 1600.0;

/// Default time per picture of an animation.
pub const DELAY: Duration = Duration::from_millis(700);

/// Default time per picture of a run, which has many small steps.
pub const RUN_DELAY: Duration = Duration::from_millis(250);

const LAST: u32 = 3;

/// Format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Animation with 256 colours.
    Gif,
    /// Animation with all colours.
    Apng,
    /// One picture.
    Png,
    /// One drawing, for browsers and printing.
    Svg,
}

impl Form {
    pub fn is_animation(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng | Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}

/// Scale and speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Pixels per pixel of the drawing; `None` for 1, or less for large drawings.
    pub scale: Option<f32>,
    /// Time per picture of an animation.
    pub delay: Duration,
}

/// Drawing of an animation.
pub struct Picture {
    pub drawing: Drawing,
    /// Maximum display time; `None` for the usual time.
    pub most: Option<Duration>,
}

impl From<Drawing> for Picture {
    fn from(drawing: Drawing) -> Self {
        Self {
            drawing,
            most: None,
        }
    }
}

/// Writes `count` drawings. Formats without animation write the one that `one` combines them into. Reports progress to
/// `ticket`.
pub fn write<P: Into<Picture>, F: Iterator<Item = Result<P, ExportError>>>(
    form: Form,
    measures: Measures,
    (count, drawings): (usize, F),
    one: impl FnOnce(
        &mut dyn Iterator<Item = Result<Drawing, ExportError>>,
    ) -> Result<Drawing, ExportError>,
    ticket: &Ticket,
) -> Result<Vec<u8>, ExportError> {
    ticket.begin(count);
    let mut pictures = ticket.watch(drawings).map(|one| one.map(P::into));
    let mut drawings = pictures.by_ref().map(|one| one.map(|one| one.drawing));
    let mut bytes = Vec::new();
    match form {
        Form::Svg => bytes = one(&mut drawings)?.to_svg().into_bytes(),
        Form::Png => {
            let drawing = one(&mut drawings)?;
            ticket.go_on()?;
            let picture = raster::pixels(&drawing, scale_of(measures, &drawing))?;
            animation::png(&picture, &mut bytes)?;
        }
        Form::Gif | Form::Apng => {
            let pictures = pictures.enumerate().map(|(index, picture)| {
                let Picture { drawing, most } = picture?;
                let last = index + 1 == count;
                let time = measures.delay * if last { LAST } else { 1 };
                let time = most.map_or(time, |most| time.min(most));
                let picture = move || {
                    let scale = scale_of(measures, &drawing);
                    Ok(raster::pixels(&drawing, scale)?)
                };
                Ok(Shown { picture, time })
            });
            match form {
                Form::Gif => animation::gif(pictures, &mut bytes)?,
                _ => animation::apng(count, pictures, &mut bytes)?,
            }
        }
    }
    Ok(bytes)
}

fn scale_of(measures: Measures, drawing: &Drawing) -> f32 {
    let fits = MOST_PIXELS / drawing.width.max(drawing.height).max(1.0);
    measures.scale.unwrap_or(fits.min(1.0))
}
