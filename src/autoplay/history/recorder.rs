//! Recorder of a run. It writes on a separate thread, so that playing does not wait for the disk.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use image::RgbaImage;
use jiff::Timestamp;

use crate::event::{Event, PlannedLevel, PlayError, Progress, State, Summary};
use crate::log::{Kind, Line, line_object, picture_name};
use crate::session::disk::{Disk as _, RealDisk};
use crate::vision::Profile;

use super::record::{BoardRecord, LevelRecord, RunRecord, RunState, Trouble, VERSION, seconds};
use super::{History, LOCK, LOG, MOST_BYTES, MOST_RUNS, RECORD};

const MOST_LOG: u64 = 8 << 20;
/// Limits of a run's pictures, in bytes: for pictures of divergences and pauses, and for others.
const MOST_PICTURES: u64 = 24 << 20;
const MOST_PLAIN_PICTURES: u64 = 8 << 20;
const MOST_TROUBLES: usize = 200;
/// Longest time that changes of `run.json` wait to be written.
const FRESH: Duration = Duration::from_secs(1);

enum Note {
    Line(Line, Option<Arc<RgbaImage>>),
    Event(Box<Event>),
}

pub(crate) struct Recorder {
    notes: Sender<Note>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Recorder {
    /// Creates the folder of a new run, after removing the oldest runs.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub(crate) fn begin(history: &History, profile: &Profile) -> io::Result<Self> {
        if let Err(error) = history.make_room(MOST_RUNS, MOST_BYTES) {
            // Not fatal: the history is only larger than intended.
            log::warn!("old runs could not be dropped: {error}");
        }
        let mut writer = Writer::begin(&history.root, profile)?;
        let (sender, notes) = unbounded();
        let thread = std::thread::Builder::new()
            .name("history".to_owned())
            .spawn(move || writer.run(&notes))?;
        Ok(Self {
            notes: sender,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Returns a function that records the lines of a log.
    pub(crate) fn line_sink(
        &self,
    ) -> impl Fn(&Line, Option<&Arc<RgbaImage>>) + Send + Sync + 'static {
        let notes = self.notes.clone();
        move |line, picture| {
            // Fails only if the writer has logged an error and ended.
            let _ = notes.send(Note::Line(line.clone(), picture.cloned()));
        }
    }

    /// Records an event. [`Event::Ended`] waits until everything is written.
    pub(crate) fn event(&self, event: &Event) {
        if matches!(event, Event::Seen(_) | Event::Log(_)) {
            return;
        }
        let _ = self.notes.send(Note::Event(Box::new(event.clone())));
        if matches!(event, Event::Ended(_)) {
            let thread = self.thread.lock();
            let thread = thread.unwrap_or_else(PoisonError::into_inner).take();
            if thread.is_some_and(|thread| thread.join().is_err()) {
                log::error!("the thread that writes the history broke down");
            }
        }
    }
}

struct Writer {
    folder: PathBuf,
    run: RunRecord,
    log: File,
    written: u64,
    pictures: u64,
    /// File of the last line's picture, if saved.
    last_picture: Option<String>,
    /// True if `run.json` is outdated.
    stale: bool,
    progress: Progress,
    keys_before: u64,
    /// Locked during the run. The system releases the lock when the program dies.
    _lock: File,
}

impl Writer {
    fn begin(root: &Path, profile: &Profile) -> io::Result<Self> {
        fs::create_dir_all(root)?;
        let started = Timestamp::now();
        let name = format!("{}-{}", started.strftime("%Y%m%d-%H%M%S"), profile.id);
        let folder = new_folder(root, &name)?;
        let lock = File::create(folder.join(LOCK))?;
        lock.try_lock()?;
        let mut writer = Self {
            log: File::create(folder.join(LOG))?,
            folder,
            run: RunRecord {
                version: VERSION,
                profile: profile.id.clone(),
                title: profile.title.clone(),
                game: profile.game.clone(),
                started,
                state: RunState::Running,
                text: String::new(),
                elapsed_s: 0.0,
                keys: 0,
                levels: Vec::new(),
                troubles: Vec::new(),
            },
            written: 0,
            pictures: 0,
            last_picture: None,
            stale: false,
            progress: Progress::default(),
            keys_before: 0,
            _lock: lock,
        };
        writer.save()?;
        Ok(writer)
    }

    fn run(&mut self, notes: &Receiver<Note>) {
        if let Err(error) = self.write_all(notes) {
            log::warn!(
                "the run could not be written down in {}: {error}",
                self.folder.display()
            );
        }
    }

    fn write_all(&mut self, notes: &Receiver<Note>) -> io::Result<()> {
        loop {
            match notes.recv_timeout(FRESH) {
                Ok(Note::Line(line, picture)) => self.line(&line, picture.as_deref())?,
                Ok(Note::Event(event)) => {
                    let is_end = matches!(*event, Event::Ended(_));
                    if self.take(*event) || is_end {
                        self.save()?;
                    }
                    if is_end {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.stale {
                        self.save()?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return self.save(),
            }
        }
    }

    /// Applies an event to the record. Returns whether to save at once.
    fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Planned(level) => self.planned(&level),
            Event::Progress(progress) => {
                self.progress = progress;
                self.follow();
                return false;
            }
            Event::LevelDone(stats) => {
                if let Some(level) = self.level(stats.level) {
                    level.finish(&stats);
                }
                self.keys_before = self.progress.keys;
            }
            Event::State(state) => {
                let before = self.run.state;
                self.run.state = match state {
                    State::Paused(_) | State::Diverged(_) => RunState::Paused,
                    State::Preparing(_) | State::Playing => RunState::Running,
                };
                return self.trouble(&state) || self.run.state != before;
            }
            Event::Ended(end) => self.end(end),
            _ => return false,
        }
        true
    }

    fn level(&mut self, number: u32) -> Option<&mut LevelRecord> {
        self.run
            .levels
            .iter_mut()
            .find(|level| level.level == number)
    }

    fn planned(&mut self, planned: &PlannedLevel) {
        if self.level(planned.level).is_none() {
            self.run.levels.push(LevelRecord {
                level: planned.level,
                ..LevelRecord::default()
            });
        }
        if let Some(level) = self.level(planned.level) {
            level.text = planned.puzzle.to_text();
            level.plan = planned.moves.iter().map(ToString::to_string).collect();
            level.made = planned.made;
            level.planning_s = seconds(planned.planning);
            level.take_effort(planned.effort);
        }
    }

    /// Updates the current level, unless it is solved.
    fn follow(&mut self) {
        let Progress {
            level,
            step,
            keys,
            elapsed,
            ..
        } = self.progress;
        self.run.elapsed_s = seconds(elapsed);
        self.run.keys = keys;
        let before = self.keys_before;
        if let Some(level) = self.level(level).filter(|level| !level.solved) {
            level.made = step;
            level.keys = keys.saturating_sub(before);
        }
        self.stale = true;
    }

    fn line(&mut self, line: &Line, picture: Option<&RgbaImage>) -> io::Result<()> {
        self.run.elapsed_s = self.run.elapsed_s.max(seconds(line.at));
        let kind = line.kind;
        if let Some(level) = self.run.levels.last_mut().filter(|level| !level.solved) {
            match kind {
                Kind::Lost => level.lost += 1,
                Kind::Doubled => level.doubled += 1,
                _ => {}
            }
        }
        self.last_picture = match (picture, line.picture) {
            (Some(picture), Some(number)) => self.picture(kind, picture, number)?,
            _ => None,
        };
        let text = format!("{}\n", line_object(line, self.last_picture.as_deref()));
        self.written += text.len() as u64;
        if self.written > MOST_LOG {
            return Ok(());
        }
        self.log.write_all(text.as_bytes())
    }

    /// Saves a picture, within the limits.
    fn picture(
        &mut self,
        kind: Kind,
        picture: &RgbaImage,
        number: usize,
    ) -> io::Result<Option<String>> {
        let wrong = matches!(kind, Kind::Diverged | Kind::Paused);
        let most = if wrong {
            MOST_PICTURES
        } else {
            MOST_PLAIN_PICTURES
        };
        if self.pictures > most {
            return Ok(None);
        }
        let name = picture_name(number);
        let path = self.folder.join(&name);
        picture.save(&path).map_err(io::Error::other)?;
        self.pictures += fs::metadata(&path)?.len();
        Ok(Some(name))
    }

    /// Adds a trouble, if the state is one. Its picture is that of the line logged before.
    fn trouble(&mut self, state: &State) -> bool {
        if self.run.troubles.len() >= MOST_TROUBLES {
            return false;
        }
        let boards = |looks: &[_]| looks.iter().map(BoardRecord::of).collect();
        let trouble = Trouble {
            at_s: self.run.elapsed_s,
            level: self.progress.level.max(1),
            picture: self.last_picture.clone(),
            ..Trouble::default()
        };
        self.run.troubles.push(match state {
            State::Paused(why) => Trouble {
                text: why.to_string(),
                ..trouble
            },
            State::Diverged(what) => Trouble {
                text: what.what.clone(),
                expected: boards(&what.expected),
                seen: boards(&what.seen),
                ..trouble
            },
            State::Preparing(_) | State::Playing => return false,
        });
        true
    }

    fn end(&mut self, end: Result<Summary, PlayError>) {
        let run = &mut self.run;
        match end {
            Ok(summary) => {
                run.elapsed_s = seconds(summary.elapsed);
                run.state = if summary.stopped {
                    RunState::Stopped
                } else {
                    RunState::Done
                };
                run.text = summary.text;
            }
            Err(error) => (run.state, run.text) = (RunState::Failed, error.to_string()),
        }
    }

    /// Replaces `run.json` atomically.
    fn save(&mut self) -> io::Result<()> {
        self.stale = false;
        let text = serde_json::to_string_pretty(&self.run)?;
        RealDisk.write_atomic(&self.folder.join(RECORD), text.as_bytes())
    }
}

/// Creates a folder of this name, with a number appended if it exists.
fn new_folder(root: &Path, name: &str) -> io::Result<PathBuf> {
    for number in 1..1000 {
        let folder = match number {
            1 => root.join(name),
            n => root.join(format!("{name}-{n}")),
        };
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many runs of this second"))
}
