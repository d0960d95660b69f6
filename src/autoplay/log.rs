//! Log of a run, with pictures of important moments.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::RgbaImage;
use serde::Serialize;
use thiserror::Error;

use crate::game::words;

/// Limit of lines; the oldest are dropped first.
const MAX_LINES: usize = 100_000;
/// Limit of pictures, in bytes. The oldest are dropped first; their lines stay.
const MAX_PICTURE_BYTES: usize = 96 << 20;

/// Kind of a line, for programs that read the saved log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogKind {
    Check,
    Level,
    Plan,
    Sent,
    /// In a dry run: would have been sent.
    WouldSend,
    /// The effect of a key or click was confirmed.
    Confirmed,
    /// A key or click had no effect.
    Lost,
    /// A key or click had more effect than intended.
    Doubled,
    Solved,
    Paused,
    Diverged,
    Command,
    Ended,
}

#[derive(Clone, Debug)]
pub struct LogLine {
    /// Time since the start of the run.
    pub at: Duration,
    pub kind: LogKind,
    pub text: String,
    /// Number of its picture, from 1.
    pub picture: Option<usize>,
}

/// Bounded log of one run, shared between threads.
#[derive(Clone, Default)]
pub struct RunLog(Arc<Mutex<LogState>>);

/// Receiver of every new line and its picture.
pub(crate) type LineSink = Box<dyn Fn(&LogLine, Option<&Arc<RgbaImage>>) + Send + Sync>;

#[derive(Default)]
struct LogState {
    sink: Option<LineSink>,
    lines: VecDeque<LogLine>,
    dropped_lines: usize,
    /// The pictures still in memory, each with its number, and their total size.
    pictures: VecDeque<(usize, Arc<RgbaImage>)>,
    picture_bytes: usize,
    /// Number of all pictures, dropped ones included.
    picture_count: usize,
}

#[derive(Debug, Error)]
#[error("the log could not be written to {}: {}", path.display(), words::io_error(error))]
pub struct LogSaveError {
    pub path: PathBuf,
    pub error: io::Error,
}

impl RunLog {
    fn inner(&self) -> MutexGuard<'_, LogState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn pass_lines_to(&self, sink: LineSink) {
        self.inner().sink = Some(sink);
    }

    pub fn add(
        &self,
        at: Duration,
        kind: LogKind,
        text: impl Into<String>,
        picture: Option<&Arc<RgbaImage>>,
    ) {
        let mut inner = self.inner();
        let number = picture.map(|picture| {
            inner.picture_count += 1;
            let number = inner.picture_count;
            inner.picture_bytes += picture.as_raw().len();
            inner.pictures.push_back((number, picture.clone()));
            while inner.picture_bytes > MAX_PICTURE_BYTES && inner.pictures.len() > 1 {
                if let Some((_, old)) = inner.pictures.pop_front() {
                    inner.picture_bytes -= old.as_raw().len();
                }
            }
            number
        });
        let line = LogLine {
            at,
            kind,
            text: text.into(),
            picture: number,
        };
        if let Some(sink) = &inner.sink {
            sink(&line, picture);
        }
        inner.lines.push_back(line);
        if inner.lines.len() > MAX_LINES {
            inner.lines.pop_front();
            inner.dropped_lines += 1;
        }
    }

    pub fn lines(&self) -> Vec<LogLine> {
        self.inner().lines.iter().cloned().collect()
    }

    /// Writes `log.jsonl`, one object a line, and its pictures `0001.png`… into a new folder. `picture` is missing from
    /// lines whose picture was dropped to save memory.
    pub fn save(&self, folder: &Path) -> Result<(), LogSaveError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error: io::Error| LogSaveError { path, error }
        };
        // Works on a copy, so that the playing thread is not blocked.
        let inner = self.inner();
        let (lines, pictures) = (inner.lines.clone(), inner.pictures.clone());
        let dropped = inner.dropped_lines;
        drop(inner);
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let path = folder.join("log.jsonl");
        let mut file = BufWriter::new(fs::File::create(&path).map_err(failed(&path))?);
        if dropped > 0 {
            let note = serde_json::json!({ "dropped_lines": dropped });
            writeln!(file, "{note}").map_err(failed(&path))?;
        }
        for line in &lines {
            let is_retained = |number: &usize| pictures.iter().any(|(kept, _)| kept == number);
            let picture = line.picture.filter(is_retained).map(picture_name);
            let object = line_object(line, picture.as_deref());
            writeln!(file, "{object}").map_err(failed(&path))?;
        }
        file.flush().map_err(failed(&path))?;
        for (number, picture) in &pictures {
            let path = folder.join(picture_name(*number));
            let saved = picture.save(&path).map_err(io::Error::other);
            saved.map_err(failed(&path))?;
        }
        Ok(())
    }
}

pub(crate) fn picture_name(number: usize) -> String {
    format!("{number:04}.png")
}

/// Converts a line to its object in `log.jsonl`; `picture` is the file name of its picture.
pub(crate) fn line_object(line: &LogLine, picture: Option<&str>) -> serde_json::Value {
    let mut object = serde_json::json!({
        "at_s": (line.at.as_secs_f64() * 1000.0).round() / 1000.0,
        "kind": line.kind,
        "text": line.text,
    });
    if let Some(picture) = picture {
        object["picture"] = picture.into();
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_log_names_its_pictures_and_memory_is_bounded() {
        let log = RunLog::default();
        let picture = Arc::new(RgbaImage::new(1024, 1024));
        for second in 0..40 {
            let at = Duration::from_secs(second);
            log.add(at, LogKind::Lost, "no effect", Some(&picture));
        }
        log.add(Duration::from_secs(41), LogKind::Ended, "all done", None);
        let folder = tempfile::tempdir().expect("has a temporary folder");
        log.save(folder.path()).expect("can be saved");
        let text = fs::read_to_string(folder.path().join("log.jsonl")).expect("is there");
        let objects = text.lines().map(serde_json::from_str);
        let objects: Vec<serde_json::Value> = objects.collect::<Result<_, _>>().expect("is JSON");
        assert_eq!(objects.len(), 41);
        assert_eq!(objects[40]["kind"], "ended");
        let named = objects.iter().filter_map(|it| it["picture"].as_str());
        let named: Vec<_> = named.collect();
        assert_eq!(named.len(), 24, "96 MiB of pictures of 4 MiB");
        for name in named {
            assert!(folder.path().join(name).exists());
        }
    }
}
