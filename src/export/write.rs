//! Writes drawings in a picture format.

use std::time::Duration;

use super::animation::{self, TimedPicture};
use super::{ExportError, Ticket};
use crate::drawing::{Drawing, raster};

/// Maximum side in pixels of a picture without given scale.
const MAX_SIDE: f32 = 1600.0;
/// Default time per picture of an animation.
pub const DELAY: Duration = Duration::from_millis(700);
/// Default time per picture of a run, which has many small steps.
pub const RUN_DELAY: Duration = Duration::from_millis(250);
/// Factor of the time per picture for the last one.
const LAST_FACTOR: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    Gif,
    Apng,
    Png,
    Svg,
}

impl ExportFormat {
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

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderOptions {
    /// Pixels per pixel of the drawing; `None` for 1, or less for large drawings.
    pub scale: Option<f32>,
    /// Time per picture of an animation.
    pub delay: Duration,
}

pub struct TimedDrawing {
    pub drawing: Drawing,
    /// Maximum display time; `None` for the usual time.
    pub max_time: Option<Duration>,
}

impl From<Drawing> for TimedDrawing {
    fn from(drawing: Drawing) -> Self {
        Self {
            drawing,
            max_time: None,
        }
    }
}

/// Writes `drawings`, whose number is `count`, or for formats without animation the one that `combine` makes of them.
pub fn write<P: Into<TimedDrawing>, F: Iterator<Item = Result<P, ExportError>>>(
    form: ExportFormat,
    options: RenderOptions,
    (count, drawings): (usize, F),
    combine: impl FnOnce(
        &mut dyn Iterator<Item = Result<Drawing, ExportError>>,
    ) -> Result<Drawing, ExportError>,
    ticket: &Ticket,
) -> Result<Vec<u8>, ExportError> {
    ticket.start(count);
    let mut pictures = ticket.count_steps(drawings).map(|one| one.map(P::into));
    let mut drawings = pictures.by_ref().map(|one| one.map(|one| one.drawing));
    let mut bytes = Vec::new();
    match form {
        ExportFormat::Svg => bytes = combine(&mut drawings)?.to_svg().into_bytes(),
        ExportFormat::Png => {
            let drawing = combine(&mut drawings)?;
            ticket.check()?;
            let picture = raster::pixels(&drawing, scale_of(options, &drawing))?;
            animation::png(&picture, drawing.level.as_deref(), &mut bytes)?;
        }
        ExportFormat::Gif | ExportFormat::Apng => {
            let pictures = pictures.enumerate().map(|(index, picture)| {
                let TimedDrawing { drawing, max_time } = picture?;
                let last = index + 1 == count;
                let time = options.delay * if last { LAST_FACTOR } else { 1 };
                let time = max_time.map_or(time, |most| time.min(most));
                let picture = move || {
                    let scale = scale_of(options, &drawing);
                    Ok(raster::pixels(&drawing, scale)?)
                };
                Ok(TimedPicture { picture, time })
            });
            match form {
                ExportFormat::Gif => animation::gif(pictures, &mut bytes)?,
                _ => animation::apng(count, pictures, &mut bytes)?,
            }
        }
    }
    Ok(bytes)
}

fn scale_of(options: RenderOptions, drawing: &Drawing) -> f32 {
    let fits = MAX_SIDE / drawing.width.max(drawing.height).max(1.0);
    options.scale.unwrap_or(fits.min(1.0))
}
