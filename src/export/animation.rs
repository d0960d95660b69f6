//! Pictures one after the other as GIF or APNG.

use std::io::Write;
use std::time::Duration;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use super::ExportError;

/// One picture and how long it is shown.
pub struct Shown {
    /// The picture; all of an animation have one size.
    pub picture: RgbaImage,
    /// How long.
    pub time: Duration,
}

/// Writes an animation that begins again at its end, as GIF.
///
/// # Errors
/// What the encoder says, or [`ExportError::Nothing`] without pictures.
pub fn gif(
    pictures: impl Iterator<Item = Result<Shown, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    // Quality 10 of 1 (best) to 30: flat colours come out exact at any, speed differs.
    let mut encoder = GifEncoder::new_with_speed(out, 10);
    encoder.set_repeat(Repeat::Infinite)?;
    let mut any = false;
    for shown in pictures {
        let Shown { picture, time } = shown?;
        let delay = Delay::from_saturating_duration(time);
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay))?;
        any = true;
    }
    if any {
        Ok(())
    } else {
        Err(ExportError::Nothing)
    }
}

/// Writes an animation that begins again at its end, as animated PNG.
///
/// # Errors
/// What the encoder says, or [`ExportError::Nothing`] without pictures.
pub fn apng(
    count: usize,
    mut pictures: impl Iterator<Item = Result<Shown, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    let first = pictures.next().ok_or(ExportError::Nothing)??;
    let (width, height) = first.picture.dimensions();
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(u32::try_from(count).unwrap_or(u32::MAX), 0)?;
    let mut writer = encoder.write_header()?;
    for shown in std::iter::once(Ok(first)).chain(pictures) {
        let Shown { picture, time } = shown?;
        let milliseconds = u16::try_from(time.as_millis()).unwrap_or(u16::MAX);
        writer.set_frame_delay(milliseconds, 1000)?;
        writer.write_image_data(picture.as_raw())?;
    }
    writer.finish()?;
    Ok(())
}

/// Writes one picture as PNG.
///
/// # Errors
/// What the encoder says.
pub fn png(picture: &RgbaImage, out: impl Write) -> Result<(), ExportError> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()?;
    Ok(())
}
