//! Writes PNG, GIF and APNG. Each frame stores only the area that differs from the previous one.

use std::io::Write;
use std::iter;
use std::time::Duration;

use image::RgbaImage;
use image::imageops::crop_imm;

use super::ExportError;
use super::colors::{IndexedPicture, quantize};
use crate::game::PNG_LEVEL_KEYWORD;

/// Minimum time of a GIF frame, in hundredths of a second: browsers show shorter ones for a tenth of a second.
const MIN_FRAME_TIME: u64 = 2;

/// Picture of an animation and its display time.
pub struct TimedPicture<P> {
    /// Draws the picture: opaque, and of the same size as all others.
    pub picture: P,
    pub time: Duration,
}

/// Drops pictures so that each of the others is shown for at least [`MIN_FRAME_TIME`]. Keeps the last picture, and the
/// total time, in hundredths of a second.
fn drop_short<P>(
    pictures: impl Iterator<Item = Result<TimedPicture<P>, ExportError>>,
) -> impl Iterator<Item = Result<(P, u64), ExportError>> {
    let mut pictures = pictures.fuse();
    // `start` is when the pending picture appeared, in hundredths of a second. It waits until its time is known; the
    // last one after it that was left out replaces it at the end.
    let (mut elapsed, mut start) = (Duration::ZERO, 0);
    let (mut pending, mut left_out) = (None, None);
    iter::from_fn(move || {
        loop {
            // Time since the pending picture appeared, rounded to hundredths of a second.
            let time = (elapsed.as_millis() as u64 + 5) / 10 - start;
            let next = match pictures.next() {
                Some(Ok(next)) => next,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    let last = left_out.take().or(pending.take());
                    pending = None;
                    return last.map(|last| Ok((last, time.max(MIN_FRAME_TIME))));
                }
            };
            elapsed += next.time;
            if pending.is_some() && time < MIN_FRAME_TIME {
                left_out = Some(next.picture);
            } else if let Some(picture) = pending.replace(next.picture) {
                left_out = None;
                start += time;
                return Some(Ok((picture, time)));
            }
        }
    })
}

/// Part of a picture that differs from the previous one, at least one pixel.
struct FramePatch<T> {
    /// Left edge in the previous picture, in pixels, as is `top`.
    left: u32,
    top: u32,
    picture: RgbaImage,
    time: T,
}

/// Parts to draw over the previous picture; the first one is a whole picture.
fn patches<T>(
    pictures: impl Iterator<Item = Result<(RgbaImage, T), ExportError>>,
) -> impl Iterator<Item = Result<FramePatch<T>, ExportError>> {
    let mut previous: Option<RgbaImage> = None;
    pictures.map(move |shown| {
        let (picture, time) = shown?;
        let (left, top, right, bottom) = match &previous {
            Some(previous) => difference(previous, &picture).unwrap_or((0, 0, 1, 1)),
            None => (0, 0, picture.width(), picture.height()),
        };
        let patch = crop_imm(&picture, left, top, right - left, bottom - top).to_image();
        previous = Some(picture);
        Ok(FramePatch {
            left,
            top,
            picture: patch,
            time,
        })
    })
}

/// Bounding box of all differing pixels (right and bottom exclusive), or the whole if the sizes differ.
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

/// Writes a looping GIF, without pictures shown too briefly. Fails with [`ExportError::Nothing`] without any.
pub fn gif<P: FnOnce() -> Result<RgbaImage, ExportError>>(
    pictures: impl Iterator<Item = Result<TimedPicture<P>, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    let side = |length: u32| u16::try_from(length).map_err(|_| ExportError::TooWide(length));
    let drawn = drop_short(pictures).map(|shown| {
        let (picture, time) = shown?;
        Ok((picture()?, time))
    });
    let mut patches = patches(drawn);
    let first = patches.next().ok_or(ExportError::Nothing)??;
    let (width, height) = (side(first.picture.width())?, side(first.picture.height())?);
    let mut encoder = gif::Encoder::new(out, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for patch in iter::once(Ok(first)).chain(patches) {
        let patch = patch?;
        let IndexedPicture { indices, palette } = quantize(&patch.picture);
        encoder.write_frame(&gif::Frame {
            left: side(patch.left)?,
            top: side(patch.top)?,
            width: side(patch.picture.width())?,
            height: side(patch.picture.height())?,
            delay: u16::try_from(patch.time).unwrap_or(u16::MAX),
            dispose: gif::DisposalMethod::Keep,
            palette: Some(palette),
            buffer: indices.into(),
            ..gif::Frame::default()
        })?;
    }
    Ok(())
}

/// Writes a looping animated PNG of `count` pictures, a number that precedes them in the file. Fails with
/// [`ExportError::Nothing`] without pictures.
pub fn apng<P: FnOnce() -> Result<RgbaImage, ExportError>>(
    count: usize,
    pictures: impl Iterator<Item = Result<TimedPicture<P>, ExportError>>,
    out: impl Write,
) -> Result<(), ExportError> {
    let drawn = pictures.map(|shown| {
        let TimedPicture { picture, time } = shown?;
        Ok((picture()?, time))
    });
    let mut patches = patches(drawn);
    let first = patches.next().ok_or(ExportError::Nothing)??;
    let (width, height) = first.picture.dimensions();
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    const ENDLESS: u32 = 0;
    encoder.set_animated(u32::try_from(count).unwrap_or(u32::MAX), ENDLESS)?;
    let mut writer = encoder.write_header()?;
    for patch in iter::once(Ok(first)).chain(patches) {
        let patch = patch?;
        let milliseconds = u16::try_from(patch.time.as_millis()).unwrap_or(u16::MAX);
        // The encoder checks after every call that the frame stays inside the picture.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(patch.picture.width(), patch.picture.height())?;
        writer.set_frame_position(patch.left, patch.top)?;
        writer.set_frame_delay(milliseconds, 1000)?;
        writer.write_image_data(patch.picture.as_raw())?;
    }
    writer.finish()?;
    Ok(())
}

/// Writes a PNG, with the text of the level that it shows, if there is one.
pub fn png(picture: &RgbaImage, level: Option<&str>, out: impl Write) -> Result<(), ExportError> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    if let Some(level) = level {
        encoder.add_itxt_chunk(PNG_LEVEL_KEYWORD.to_owned(), level.to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Cursor;

    use image::{AnimationDecoder as _, Rgba};

    use super::*;

    /// Red value and milliseconds of each frame of a GIF of numbered pictures, and the number of pictures drawn.
    fn written_frames(times: &[u64]) -> (Vec<(u8, u32)>, usize) {
        let drawn = Cell::new(0);
        let count = &drawn;
        let pictures = (0..).zip(times).map(|(number, time)| {
            let draw = move || {
                count.set(count.get() + 1);
                Ok(RgbaImage::from_pixel(2, 2, Rgba([number, 0, 0, 255])))
            };
            Ok(TimedPicture {
                picture: draw,
                time: Duration::from_millis(*time),
            })
        });
        let mut bytes = Vec::new();
        gif(pictures, &mut bytes).expect("is written");
        let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).expect("is a GIF");
        let frames = decoder.into_frames().collect_frames().expect("decodes");
        let shown = frames.iter().map(|frame| {
            let red = frame.buffer().get_pixel(0, 0).0[0];
            (red, frame.delay().numer_denom_ms().0)
        });
        (shown.collect(), drawn.get())
    }

    #[test]
    fn a_gif_shows_fewer_pictures_rather_than_short_ones() {
        let (frames, drawn) = written_frames(&[20, 30, 700]);
        assert_eq!(frames, [(0, 20), (1, 30), (2, 700)]);
        assert_eq!(drawn, 3);
        // Fractions of hundredths of a second are not lost.
        let times = written_frames(&[25; 4]).0;
        assert_eq!(times.iter().map(|it| it.1).sum::<u32>(), 100);
        for time in [1, 4, 10, 11, 15, 19] {
            let times = [vec![time; 99], vec![3 * time]].concat();
            let all: u64 = times.iter().sum();
            let (frames, drawn) = written_frames(&times);
            let is_long = |frame: &(u8, u32)| frame.1 >= 20;
            assert!(frames.iter().all(is_long), "{time}: {frames:?}");
            let sum: u32 = frames.iter().map(|(_, time)| time).sum();
            assert!(all.abs_diff(u64::from(sum)) <= 20, "{time}: {sum} of {all}");
            let reds = frames.windows(2);
            assert!(reds.into_iter().all(|pair| pair[0].0 < pair[1].0));
            assert_eq!(frames.last().map(|(red, _)| *red), Some(99), "{time}");
            assert_eq!(drawn, frames.len(), "{time}: draws only what is shown");
        }
        assert_eq!(written_frames(&[0]).0, [(0, 20)]);
    }
}
