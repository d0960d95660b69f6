//! Writes pictures as PNG, and sequences of pictures as GIF or APNG. Each frame stores only what
//! differs from the frame before.

use std::io::Write;
use std::time::Duration;

use image::RgbaImage;
use image::imageops::crop_imm;

use super::ExportError;

/// A picture of an animation.
pub struct Shown {
    /// Opaque; all pictures of an animation have the same size.
    pub picture: RgbaImage,
    pub time: Duration,
}

/// The part of a picture that differs from the one before, at least one pixel.
struct Part {
    left: u32,
    top: u32,
    picture: RgbaImage,
    time: Duration,
}

/// What to draw over the previous picture to get each picture; the first part is a whole picture.
fn parts(
    pictures: impl Iterator<Item = Result<Shown, ExportError>>,
) -> impl Iterator<Item = Result<Part, ExportError>> {
    let mut before: Option<RgbaImage> = None;
    pictures.map(move |shown| {
        let Shown { picture, time } = shown?;
        let (left, top, right, bottom) = match &before {
            Some(before) => difference(before, &picture).unwrap_or((0, 0, 1, 1)),
            None => (0, 0, picture.width(), picture.height()),
        };
        let part = crop_imm(&picture, left, top, right - left, bottom - top).to_image();
        before = Some(picture);
        Ok(Part {
            left,
            top,
            picture: part,
            time,
        })
    })
}

/// The bounding box of all pixels that differ (left, top, right, bottom; the latter two exclusive),
/// or the whole if the sizes differ; `None` if nothing differs.
pub(crate) fn difference(before: &RgbaImage, after: &RgbaImage) -> Option<(u32, u32, u32, u32)> {
    let (width, height) = after.dimensions();
    if before.dimensions() != (width, height) {
        return Some((0, 0, width, height));
    }
    let mut area: Option<(u32, u32, u32, u32)> = None;
    let row = width as usize * 4;
    if row == 0 {
        return None;
    }
    let rows = before.as_raw().chunks(row).zip(after.as_raw().chunks(row));
    for (y, (before, after)) in (0..).zip(rows) {
        if before == after {
            continue;
        }
        let differs = |(a, b): (&[u8], &[u8])| a != b;
        let mut pixels = before.chunks(4).zip(after.chunks(4));
        let first = pixels.position(differs).unwrap_or(0) as u32;
        let mut pixels = before.chunks(4).zip(after.chunks(4));
        let last = pixels.rposition(differs).unwrap_or(0) as u32;
        let (left, top, right, _) = area.unwrap_or((first, y, last + 1, y));
        area = Some((left.min(first), top, right.max(last + 1), y + 1));
    }
    area
}

/// Writes a looping GIF; fails with [`ExportError::Nothing`] without pictures.
pub fn gif(
    pictures: impl Iterator<Item = Result<Shown, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    let side = |length: u32| u16::try_from(length).map_err(|_| ExportError::TooWide(length));
    let mut parts = parts(pictures);
    let first = parts.next().ok_or(ExportError::Nothing)??;
    let (width, height) = (side(first.picture.width())?, side(first.picture.height())?);
    let mut encoder = gif::Encoder::new(out, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for part in std::iter::once(Ok(first)).chain(parts) {
        let mut part = part?;
        let (width, height) = (side(part.picture.width())?, side(part.picture.height())?);
        // Speed 10 of 1 (slow) to 30: flat colours are exact at any speed.
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut part.picture, 10);
        frame.left = side(part.left)?;
        frame.top = side(part.top)?;
        frame.dispose = gif::DisposalMethod::Keep;
        frame.delay = u16::try_from(part.time.as_millis() / 10).unwrap_or(u16::MAX);
        encoder.write_frame(&frame)?;
    }
    Ok(())
}

/// Writes a looping animated PNG; fails with [`ExportError::Nothing`] without pictures.
pub fn apng(
    count: usize,
    pictures: impl Iterator<Item = Result<Shown, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    let mut parts = parts(pictures);
    let first = parts.next().ok_or(ExportError::Nothing)??;
    let (width, height) = first.picture.dimensions();
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(u32::try_from(count).unwrap_or(u32::MAX), 0)?;
    let mut writer = encoder.write_header()?;
    for part in std::iter::once(Ok(first)).chain(parts) {
        let Part {
            left,
            top,
            picture,
            time,
        } = part?;
        let milliseconds = u16::try_from(time.as_millis()).unwrap_or(u16::MAX);
        // The encoder checks that the frame stays inside the picture after every call.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(picture.width(), picture.height())?;
        writer.set_frame_position(left, top)?;
        writer.set_frame_delay(milliseconds, 1000)?;
        writer.write_image_data(picture.as_raw())?;
    }
    writer.finish()?;
    Ok(())
}

pub fn png(picture: &RgbaImage, out: impl Write) -> Result<(), ExportError> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()?;
    Ok(())
}
