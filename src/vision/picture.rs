//! Picture files.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits, RgbImage,
};
use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::game::PNG_LEVEL_KEYWORD;

/// Largest picture file that is read, in bytes (128 MiB).
pub const MAX_PICTURE_BYTES: usize = 128 << 20;
/// Maximum width and height, in pixels.
const MAX_SIDE: u32 = 16_384;

#[derive(Debug, Error)]
pub enum PictureError {
    #[error("it is in no known picture format (PNG, JPEG, GIF, BMP, WebP or PNM)")]
    Format,
    #[error("{0}. Save it as PNG")]
    Unsupported(String),
    #[error("it is too large: at most {MAX_SIDE} pixels a side and 512 MiB of pixels are read")]
    TooLarge,
    #[error("the file is cut off or damaged ({0}). Copy or save the picture again")]
    Damaged(String),
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            ImageError::Unsupported(error) => Self::Unsupported(error.to_string()),
            error => Self::Damaged(error.to_string()),
        }
    }
}

impl From<DecodeErrors> for PictureError {
    fn from(error: DecodeErrors) -> Self {
        match error {
            DecodeErrors::LargeDimensions(_) => Self::TooLarge,
            DecodeErrors::Unsupported(_) => Self::Unsupported(error.to_string()),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// Decodes a picture file of any supported format and applies its EXIF orientation. Fails also for truncated files:
/// decoders that would fill in missing parts run in strict mode, or the end of the file is checked.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(ImageError::IoError)?;
    let format = reader.format().ok_or(PictureError::Format)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    let is_complete = match format {
        ImageFormat::Jpeg => has_jpeg_end(bytes),
        ImageFormat::Png => png_chunks(bytes).any(|(kind, _)| kind == b"IEND"),
        ImageFormat::WebP => has_riff_length(bytes),
        _ => true,
    };
    if !is_complete {
        return Err(PictureError::Damaged("its end is missing".to_owned()));
    }
    let (mut picture, orientation) = match format {
        ImageFormat::Jpeg => decode_jpeg(bytes, limits)?,
        _ => {
            reader.limits(limits.clone());
            let mut decoder = reader.into_decoder()?;
            limits.reserve(decoder.total_bytes())?;
            let orientation = match format {
                // The chunk may follow the pixels.
                ImageFormat::Png => png_chunks(bytes)
                    .find(|(kind, _)| kind == b"eXIf")
                    .and_then(|(_, exif)| Orientation::from_exif_chunk(exif)),
                _ => decoder.orientation().ok(),
            };
            (DynamicImage::from_decoder(decoder)?, orientation)
        }
    };
    picture.apply_orientation(orientation.unwrap_or(Orientation::NoTransforms));
    Ok(picture)
}

/// Text of the level that a PNG file written by Planwright shows; `None` for other files.
pub fn level_text(bytes: &[u8]) -> Option<&str> {
    let texts = png_chunks(bytes).filter(|(kind, _)| kind == b"iTXt");
    let mut texts = texts.filter_map(|(_, content)| {
        let rest = content.strip_prefix(PNG_LEVEL_KEYWORD.as_bytes())?;
        // Uncompressed, without language and translated keyword.
        std::str::from_utf8(rest.strip_prefix(&[0; 5])?).ok()
    });
    texts.next()
}

/// Decodes a JPEG file in strict mode, which `image` does not offer.
fn decode_jpeg(
    bytes: &[u8],
    mut limits: Limits,
) -> Result<(DynamicImage, Option<Orientation>), PictureError> {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(MAX_SIDE as usize)
        .set_max_height(MAX_SIDE as usize)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers()?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    limits.reserve_usize(decoder.output_buffer_size().unwrap_or(0))?;
    let pixels = decoder.decode()?;
    let exif = decoder.exif();
    let orientation = exif.and_then(|exif| Orientation::from_exif_chunk(exif));
    let picture = RgbImage::from_raw(width as u32, height as u32, pixels);
    let short = || PictureError::Damaged("it has too few pixels".to_owned());
    Ok((picture.ok_or_else(short)?.into(), orientation))
}

/// Returns whether the end marker exists outside segments (a thumbnail's does not count).
fn has_jpeg_end(bytes: &[u8]) -> bool {
    const END: u8 = 0xD9;
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == 0xFF) {
        rest = &rest[at + 1..];
        match rest {
            [END, ..] => return true,
            // Escaped, filling, or markers without a segment.
            [] | [0 | 1 | 0xD0..=0xD8 | 0xFF, ..] => {}
            [_, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(1 + length..).unwrap_or_default();
            }
            [_, ..] => return false,
        }
    }
    false
}

/// Kinds and contents of a PNG file's chunks, up to the first truncated one.
fn png_chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    const SIGNATURE: usize = 8;
    let mut rest = bytes.get(SIGNATURE..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, after) = after.split_at_checked(4)?;
        let (content, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        let (_checksum, after) = after.split_at_checked(4)?;
        rest = after;
        Some((kind, content))
    })
}

/// Returns whether a RIFF file is as long as it claims.
fn has_riff_length(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok());
    let length = length.map(u32::from_le_bytes);
    length.is_some_and(|length| bytes.len() as u64 >= 8 + u64::from(length))
}

#[cfg(test)]
mod tests {
    use image::codecs::jpeg::JpegEncoder;
    use image::codecs::png::PngEncoder;
    use image::codecs::webp::WebPEncoder;
    use image::{ImageEncoder, Rgb};

    use super::*;

    /// EXIF data with nothing but an orientation.
    fn exif(orientation: u8) -> Vec<u8> {
        let mut tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0".to_vec();
        tiff[19] = orientation;
        tiff
    }

    /// Random blocks of 8 by 8 pixels; only the first is white.
    fn blocks() -> RgbImage {
        let mut random = fastrand::Rng::with_seed(7);
        let mut colour = |_| std::array::from_fn(|_| random.u8(..160));
        let colours: Vec<[u8; 3]> = (0..48).map(&mut colour).collect();
        RgbImage::from_fn(64, 48, |x, y| match (y / 8 * 8 + x / 8) as usize {
            0 => Rgb([255; 3]),
            block => Rgb(colours[block]),
        })
    }

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let picture = DynamicImage::from(blocks());
        picture.write_to(&mut file, format).expect("is encoded");
        file.into_inner()
    }

    fn with_exif(mut encoder: impl ImageEncoder, orientation: u8) {
        let metadata = encoder.set_exif_metadata(exif(orientation));
        metadata.expect("is supported");
        let picture = blocks();
        let colour = image::ExtendedColorType::Rgb8;
        let written = encoder.write_image(picture.as_raw(), 64, 48, colour);
        written.expect("is encoded");
    }

    /// Corner with the white block, as (is right, is bottom).
    fn white_corner(file: &[u8]) -> (bool, bool) {
        let picture = decode(file).expect("is a picture").to_rgb8();
        let (right, bottom) = (picture.width() - 4, picture.height() - 4);
        let corners = [(4, 4), (right, 4), (4, bottom), (right, bottom)];
        let is_white = |(x, y): &(u32, u32)| picture.get_pixel(*x, *y).0.iter().all(|c| *c > 230);
        let white = corners.into_iter().find(is_white);
        let (x, y) = white.expect("a corner is white");
        (x == right, y == bottom)
    }

    #[test]
    fn truncated_pictures_are_refused() {
        for format in [
            ImageFormat::Png,
            ImageFormat::Jpeg,
            ImageFormat::Gif,
            ImageFormat::Bmp,
            ImageFormat::WebP,
            ImageFormat::Pnm,
        ] {
            let file = encoded(format);
            let complete = decode(&file).expect("is a picture");
            for length in 16..file.len() {
                match decode(&file[..length]) {
                    Err(PictureError::Damaged(_)) => {}
                    Err(error) => panic!("{format:?}, {length} bytes: {error}"),
                    // The last bytes of a GIF file contain no pixels.
                    Ok(read) => {
                        let missing = file.len() - length;
                        let is_end = format == ImageFormat::Gif && missing <= 4;
                        assert!(is_end, "{format:?}, {missing} missing");
                        assert_eq!(read, complete, "{missing} bytes are missing");
                    }
                }
            }
        }
    }

    #[test]
    fn the_end_of_a_thumbnail_is_not_that_of_a_jpeg_picture() {
        let mut file = encoded(ImageFormat::Jpeg);
        file.splice(2..2, *b"\xFF\xE5\0\x06ab\xFF\xD9");
        assert!(decode(&file).is_ok());
        let end = file.len() - 2;
        let cut = decode(&file[..end]);
        assert!(matches!(cut, Err(PictureError::Damaged(_))));
        // Data after the end is ignored.
        file.extend(b"\xFF\xDA");
        assert!(decode(&file).is_ok());
    }

    #[test]
    fn damaged_pictures_are_refused() {
        let mut png = encoded(ImageFormat::Png);
        let middle = png.len() / 2;
        png[middle] ^= 1;
        assert!(matches!(decode(&png), Err(PictureError::Damaged(_))));
        let mut jpeg = encoded(ImageFormat::Jpeg);
        let middle = jpeg.len() * 3 / 4;
        // No Huffman code consists of ones only.
        jpeg.splice(middle..middle + 64, [0xFF, 0].repeat(32));
        assert!(matches!(decode(&jpeg), Err(PictureError::Damaged(_))));
        let other = decode(b"no picture at all");
        assert!(matches!(other, Err(PictureError::Format)));
    }

    #[test]
    fn pictures_are_oriented_by_their_exif_data() {
        let corners = [(false, false), (true, false), (true, true), (false, true)];
        for (orientation, corner) in (1..=8).zip(corners.into_iter().cycle()) {
            let mut files = vec![Vec::new(); 3];
            with_exif(JpegEncoder::new(&mut files[0]), orientation);
            with_exif(PngEncoder::new(&mut files[1]), orientation);
            with_exif(WebPEncoder::new_lossless(&mut files[2]), orientation);
            // The chunk may follow the pixels.
            let mut late = encoded(ImageFormat::Png);
            let png = &files[1];
            let at = png.windows(4).position(|kind| kind == b"eXIf");
            let at = at.expect("is there");
            let chunk = png[at - 4..at + 8 + exif(1).len()].to_vec();
            let end = late.len() - 12;
            late.splice(end..end, chunk);
            files.push(late);
            for (kind, file) in files.iter().enumerate() {
                assert_eq!(white_corner(file), corner, "file {kind}, {orientation}");
                let turned = decode(file).expect("is a picture");
                assert_eq!(turned.width() < turned.height(), orientation > 4);
            }
        }
    }
}
