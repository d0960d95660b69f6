//! Films recorded live: pictures of a window with text next to them.
//!
//! Pictures are stored on disk until the end, so memory use stays small. Periods without changes are shortened.

mod text;

pub use text::FilmText;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use image::RgbaImage;
use image::imageops::{self, FilterType};
use tempfile::TempDir;

use super::ExportError;
use super::animation::{self, TimedPicture};
use crate::drawing::{palette, raster};
use crate::game::words;
use text::{TEXT_WIDTH, draw};

/// Maximum width and height of the window's picture.
const PICTURE: (u32, u32) = (800, 640);
/// Maximum display time of a picture, which shortens periods without changes.
const MAX_TIME: Duration = Duration::from_millis(700);
/// Minimum display time of a picture; players slow down shorter ones.
const MIN_TIME: Duration = Duration::from_millis(40);
/// Display time of the last picture.
const LAST_TIME: Duration = Duration::from_secs(2);
/// Maximum number of pictures; after these, nothing more is recorded.
const MAX_PICTURES: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilmFormat {
    Gif,
    Apng,
    /// Any format that `ffmpeg` writes for the extension.
    Video,
}

impl FilmFormat {
    /// Format for a file's extension. Fails for unknown ones and, without ffmpeg, for those of videos.
    fn from_path(path: &Path) -> Result<Self, FilmError> {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or("");
        match extension.to_ascii_lowercase().as_str() {
            "gif" => Ok(Self::Gif),
            "png" | "apng" => Ok(Self::Apng),
            "webm" | "mp4" | "mkv" | "mov" => {
                let found = ffmpeg().arg("-version").stdout(Stdio::null()).status();
                match found {
                    Ok(status) if status.success() => Ok(Self::Video),
                    _ => Err(FilmError::NoFfmpeg),
                }
            }
            _ => Err(FilmError::Extension(path.to_owned())),
        }
    }
}

fn ffmpeg() -> Command {
    let mut command = Command::new("ffmpeg");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    #[error(
        "{}: a film's name ends in .gif, .png, .apng or, with ffmpeg, in .webm, .mp4, .mkv or .mov",
        .0.display()
    )]
    Extension(PathBuf),
    #[error("videos need the program ffmpeg, which is not installed; use .gif or .png")]
    NoFfmpeg,
    #[error("ffmpeg could not make the video ({0})")]
    Ffmpeg(String),
    #[error("nothing was recorded")]
    Nothing,
    #[error("{}: {}", path.display(), words::io_error(error))]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Target file in a format that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmFile {
    path: PathBuf,
    kind: FilmFormat,
}

impl FilmFile {
    /// Checks the extension, the presence of ffmpeg if it is needed, and that the folder exists.
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, FilmError> {
        let path = path.into();
        let kind = FilmFormat::from_path(&path)?;
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(file_error(folder)(io::ErrorKind::NotFound.into()));
        }
        Ok(Self { path, kind })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Picture on disk and the time at which it was taken.
struct Shot {
    path: PathBuf,
    at: Duration,
}

/// Film being recorded: pictures in a temporary folder until [`Film::finish`] writes the file.
pub struct Film {
    file: FilmFile,
    folder: TempDir,
    /// Size of every picture, fixed by the first one.
    size: Option<(u32, u32)>,
    shots: Vec<Shot>,
    /// Picture of the last shot, by which repetitions are recognized.
    last: Option<RgbaImage>,
    /// Text drawn last, with its picture.
    words: Option<(FilmText, RgbaImage)>,
}

impl Film {
    pub fn begin(file: FilmFile) -> Result<Self, FilmError> {
        let folder = TempDir::with_prefix("planwright-film");
        let folder = folder.map_err(file_error(&std::env::temp_dir()))?;
        Ok(Self {
            file,
            folder,
            size: None,
            shots: Vec::new(),
            last: None,
            words: None,
        })
    }

    /// Adds the picture and text visible `at` a time since the start; skips them if nothing has changed.
    pub fn show(
        &mut self,
        at: Duration,
        picture: &RgbaImage,
        words: &FilmText,
    ) -> Result<(), FilmError> {
        if self.shots.len() >= MAX_PICTURES {
            return Ok(());
        }
        let (width, height) = *self.size.get_or_insert_with(|| {
            let (width, height) = fitted(picture.dimensions(), PICTURE);
            // Video codecs require even sizes.
            (even(width + TEXT_WIDTH), even(height))
        });
        let background = palette::scheme(true).panel.to_array();
        let mut shot = RgbaImage::from_pixel(width, height, image::Rgba(background));
        let size = fitted(picture.dimensions(), (width - TEXT_WIDTH, height));
        if size == picture.dimensions() {
            imageops::replace(&mut shot, picture, 0, 0);
        } else {
            let smaller = imageops::resize(picture, size.0, size.1, FilterType::Triangle);
            imageops::replace(&mut shot, &smaller, 0, 0);
        }
        if self.words.as_ref().is_none_or(|(drawn, _)| drawn != words) {
            let drawn =
                raster::pixels(&draw(words, height as f32), 1.0).map_err(ExportError::from)?;
            self.words = Some((words.clone(), drawn));
        }
        if let Some((_, drawn)) = &self.words {
            imageops::replace(&mut shot, drawn, i64::from(width - TEXT_WIDTH), 0);
        }
        // Windows can be transparent, films are opaque.
        shot.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
        if self.last.as_ref() == Some(&shot) {
            return Ok(());
        }
        let name = format!("{:06}.png", self.shots.len());
        let path = self.folder.path().join(name);
        let mut out = BufWriter::new(File::create(&path).map_err(file_error(&path))?);
        animation::png(&shot, None, &mut out)?;
        out.flush().map_err(file_error(&path))?;
        self.shots.push(Shot { path, at });
        self.last = Some(shot);
        Ok(())
    }

    pub fn finish(self) -> Result<(), FilmError> {
        if self.shots.is_empty() {
            return Err(FilmError::Nothing);
        }
        match self.file.kind {
            FilmFormat::Video => self.video(),
            kind => self.animation(kind),
        }
    }

    /// Display time of each picture.
    fn times(&self) -> impl Iterator<Item = Duration> {
        let next = self.shots.iter().skip(1).map(|shot| Some(shot.at));
        let next = next.chain(std::iter::once(None));
        self.shots.iter().zip(next).map(|(shot, next)| match next {
            Some(next) => next.saturating_sub(shot.at).clamp(MIN_TIME, MAX_TIME),
            None => LAST_TIME,
        })
    }

    fn animation(&self, kind: FilmFormat) -> Result<(), FilmError> {
        let path = &self.file.path;
        let pictures = self.shots.iter().zip(self.times()).map(|(shot, time)| {
            let picture = || Ok(image::open(&shot.path)?.into_rgba8());
            Ok(TimedPicture { picture, time })
        });
        let mut out = BufWriter::new(File::create(path).map_err(file_error(path))?);
        match kind {
            FilmFormat::Gif => animation::gif(pictures, &mut out)?,
            _ => animation::apng(self.shots.len(), pictures, &mut out)?,
        }
        out.flush().map_err(file_error(path))
    }

    /// Writes a video with ffmpeg, whose `concat` demuxer takes a list of files with durations.
    fn video(&self) -> Result<(), FilmError> {
        let mut list = String::from("ffconcat version 1.0\n");
        for (index, time) in self.times().enumerate() {
            list += &format!("file {index:06}.png\nduration {:.3}\n", time.as_secs_f64());
        }
        // The last duration only counts with a picture after it.
        list += &format!("file {:06}.png\n", self.shots.len() - 1);
        let path = self.folder.path().join("list.txt");
        fs::write(&path, list).map_err(file_error(&path))?;
        // At 25 pictures per second none is skipped, since each is displayed for [`MIN_TIME`] or longer.
        let status = ffmpeg()
            .args(["-y", "-f", "concat", "-i"])
            .arg(&path)
            .args(["-vf", "fps=25", "-pix_fmt", "yuv420p"])
            .arg(std::path::absolute(&self.file.path).unwrap_or_else(|_| self.file.path.clone()))
            .stdout(Stdio::null())
            .status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(FilmError::Ffmpeg(status.to_string())),
            Err(error) => Err(FilmError::Ffmpeg(error.to_string())),
        }
    }
}

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> FilmError {
    let path = path.to_owned();
    move |error| FilmError::File { path, error }
}

/// Size of a picture that is reduced, but not enlarged, to fit into `most`.
fn fitted((width, height): (u32, u32), most: (u32, u32)) -> (u32, u32) {
    let (width, height) = (width.max(1), height.max(1));
    let scale = (f64::from(most.0) / f64::from(width)).min(f64::from(most.1) / f64::from(height));
    let scale = scale.min(1.0);
    let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    (side(width), side(height))
}

fn even(side: u32) -> u32 {
    side + side % 2
}

#[cfg(test)]
mod tests {
    use image::{AnimationDecoder as _, Rgba};

    use super::*;

    fn window(red: u8) -> RgbaImage {
        RgbaImage::from_pixel(1000, 500, Rgba([red, 0, 0, 255]))
    }

    fn film(file: &Path) -> Film {
        let mut film = Film::begin(FilmFile::new(file).expect("is a film")).expect("has room");
        let words = |step: usize| FilmText {
            title: format!("Step {step}"),
            lines: vec!["1. one".to_owned(), "2. <two>".to_owned()],
            highlighted: Some(step),
            note: "a note of many words that is longer than a line of them".to_owned(),
        };
        let small = RgbaImage::from_pixel(50, 20, Rgba([0, 200, 0, 0]));
        let first = [(0, window(0)), (1, window(0)), (60, window(200))];
        let first = first.map(|(second, picture)| (second, picture, words(0)));
        for (second, picture, words) in first.into_iter().chain([(60, small, words(1))]) {
            let shown = film.show(Duration::from_secs(second), &picture, &words);
            shown.expect("is kept");
        }
        film
    }

    fn delays(frames: &[image::Frame]) -> Vec<u32> {
        let delay = |frame: &image::Frame| frame.delay().numer_denom_ms().0;
        frames.iter().map(delay).collect()
    }

    #[test]
    fn a_film_shows_what_changes_and_hurries_on_where_nothing_does() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let expected = [700, 40, 2000];
        let file = home.path().join("film.gif");
        film(&file).finish().expect("is written");
        let read = std::io::BufReader::new(File::open(&file).expect("is there"));
        let gif = image::codecs::gif::GifDecoder::new(read).expect("is a GIF");
        let gif = gif.into_frames().collect_frames().expect("decodes");
        assert_eq!(delays(&gif), expected);
        let file = home.path().join("film.png");
        film(&file).finish().expect("is written");
        let read = std::io::BufReader::new(File::open(&file).expect("is there"));
        let png = image::codecs::png::PngDecoder::new(read).expect("is a PNG");
        let png = png.apng().expect("moves").into_frames().collect_frames();
        let png = png.expect("decodes");
        assert_eq!(delays(&png), expected);
        for frames in [&gif, &png] {
            for (frame, color) in frames.iter().zip([[0, 0, 0], [200, 0, 0]]) {
                let picture = frame.buffer();
                assert_eq!(picture.dimensions(), (800 + TEXT_WIDTH, 400));
                assert_eq!(picture.get_pixel(400, 200).0[..3], color);
            }
            // Nothing of the previous picture remains around the small window.
            let last = frames[2].buffer();
            assert_eq!(last.get_pixel(10, 10).0[..3], [0, 200, 0]);
            let background = palette::scheme(true).panel.to_array();
            assert_eq!(last.get_pixel(400, 200).0, background);
        }
    }

    #[test]
    fn unsupported_films_are_refused_at_the_start() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let error = FilmFile::new("film.avi").expect_err("is unknown");
        assert!(error.to_string().contains("ends in .gif"), "{error}");
        let error = FilmFile::new(home.path().join("no/film.gif")).expect_err("has no folder");
        assert!(error.to_string().contains("no"), "{error}");
        let nothing = FilmFile::new(home.path().join("film.gif")).expect("is possible");
        let film = Film::begin(nothing).expect("has room");
        assert!(matches!(film.finish(), Err(FilmError::Nothing)));
    }
}
