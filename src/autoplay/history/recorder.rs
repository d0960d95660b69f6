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

use crate::event::{
    PauseReason, PlannedLevel, PlayError, PlayEvent, PlayProgress, PlayState, RunSummary,
};
use crate::log::{LogKind, LogLine, line_object, picture_name};
use crate::session::disk::{Disk as _, RealDisk};
use crate::vision::Profile;

use super::record::{BoardRecord, Incident, LevelRecord, RunRecord, RunState, VERSION, seconds};
use super::{LOCK, LOG, MAX_BYTES, MAX_RUNS, RECORD, RunHistory};

/// Size of a run's log from which no line is saved any more.
const MAX_LOG_BYTES: u64 = 8 << 20;
/// Size of a run's pictures from which none is saved any more.
const MAX_PICTURE_BYTES: u64 = 24 << 20;
/// Size of a run's pictures, of any kind, from which only those of divergences and pauses are saved.
const MAX_PLAIN_PICTURE_BYTES: u64 = 8 << 20;
/// Maximum number of recorded divergences and pauses of a run.
const MAX_INCIDENTS: usize = 200;
/// Longest time that changes of `run.json` wait to be written.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

enum RecorderMessage {
    Line(LogLine, Option<Arc<RgbaImage>>),
    Event(Box<PlayEvent>),
}

pub(crate) struct Recorder {
    messages: Sender<RecorderMessage>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Recorder {
    /// Creates the folder of a new run, after removing the oldest runs.
    pub(crate) fn begin(history: &RunHistory, profile: &Profile) -> io::Result<Self> {
        if let Err(error) = history.prune(MAX_RUNS, MAX_BYTES) {
            // Not fatal: the history is only larger than intended.
            log::warn!("old runs could not be dropped: {error}");
        }
        let mut writer = Writer::begin(&history.root, profile)?;
        let (sender, messages) = unbounded();
        let thread = std::thread::Builder::new()
            .name("history".to_owned())
            .spawn(move || {
                if let Err(error) = writer.write_all(&messages) {
                    let folder = writer.folder.display();
                    log::warn!("the run could not be written down in {folder}: {error}");
                }
            })?;
        Ok(Self {
            messages: sender,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Returns a function that records the lines of a log.
    pub(crate) fn line_sink(
        &self,
    ) -> impl Fn(&LogLine, Option<&Arc<RgbaImage>>) + Send + Sync + 'static {
        let messages = self.messages.clone();
        move |line, picture| {
            // Fails only if the writer has logged an error and ended.
            let _ = messages.send(RecorderMessage::Line(line.clone(), picture.cloned()));
        }
    }

    /// Records an event. [`PlayEvent::Ended`] waits until everything is written.
    pub(crate) fn record(&self, event: &PlayEvent) {
        if matches!(event, PlayEvent::Observed(_) | PlayEvent::Log(_)) {
            return;
        }
        let message = RecorderMessage::Event(Box::new(event.clone()));
        let _ = self.messages.send(message);
        if matches!(event, PlayEvent::Ended(_)) {
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
    /// Bytes of all log lines, unsaved ones included.
    log_bytes: u64,
    /// Bytes of the saved pictures.
    picture_bytes: u64,
    /// File of the last line's picture, if saved.
    last_picture: Option<String>,
    /// True if the last state was a pause because the window lost the focus, which is the last incident then.
    has_lost_focus: bool,
    /// True if `run` has changed since it was saved.
    is_outdated: bool,
    progress: PlayProgress,
    /// Inputs sent before the current level.
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
                ..RunRecord::default()
            },
            log_bytes: 0,
            picture_bytes: 0,
            last_picture: None,
            has_lost_focus: false,
            is_outdated: false,
            progress: PlayProgress::default(),
            keys_before: 0,
            _lock: lock,
        };
        writer.save()?;
        Ok(writer)
    }

    fn write_all(&mut self, messages: &Receiver<RecorderMessage>) -> io::Result<()> {
        loop {
            match messages.recv_timeout(SAVE_INTERVAL) {
                Ok(RecorderMessage::Line(line, picture)) => {
                    self.write_line(&line, picture.as_deref())?
                }
                Ok(RecorderMessage::Event(event)) => {
                    let is_end = matches!(*event, PlayEvent::Ended(_));
                    if self.apply(*event) || is_end {
                        self.save()?;
                    }
                    if is_end {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.is_outdated {
                        self.save()?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return self.save(),
            }
        }
    }

    /// Applies an event to the record. Returns whether to save at once.
    fn apply(&mut self, event: PlayEvent) -> bool {
        match event {
            PlayEvent::Planned(level) => self.set_plan(&level),
            PlayEvent::Progress(progress) => {
                self.progress = progress;
                self.update_level();
                return false;
            }
            PlayEvent::LevelDone(stats) => {
                if let Some(level) = self.level(stats.level) {
                    level.finish(&stats);
                }
                self.keys_before = self.progress.keys;
            }
            PlayEvent::State(state) => {
                let before = self.run.state;
                self.run.state = match state {
                    PlayState::Paused(_) | PlayState::Diverged(_) => RunState::Paused,
                    PlayState::Preparing(_) | PlayState::Playing => RunState::Running,
                };
                return self.add_incident(&state) || self.run.state != before;
            }
            PlayEvent::Ended(end) => self.end(end),
            _ => return false,
        }
        true
    }

    fn level(&mut self, number: u32) -> Option<&mut LevelRecord> {
        let mut levels = self.run.levels.iter_mut();
        levels.find(|level| level.level == number)
    }

    fn set_plan(&mut self, plan: &PlannedLevel) {
        if self.level(plan.level).is_none() {
            self.run.levels.push(LevelRecord {
                level: plan.level,
                ..LevelRecord::default()
            });
        }
        if let Some(level) = self.level(plan.level) {
            level.text = plan.puzzle.to_text();
            level.number = plan.puzzle.number_in_text();
            level.plan = plan.moves.iter().map(ToString::to_string).collect();
            level.made = plan.done;
            level.planning_s = seconds(plan.planning);
            level.set_cost(plan.cost);
        }
    }

    /// Updates the current level, unless it is solved.
    fn update_level(&mut self) {
        let (progress, before) = (self.progress, self.keys_before);
        self.run.elapsed_s = seconds(progress.elapsed);
        self.run.keys = progress.keys;
        let level = self.level(progress.level);
        if let Some(level) = level.filter(|level| !level.solved) {
            level.made = progress.step;
            level.keys = progress.keys.saturating_sub(before);
        }
        self.is_outdated = true;
    }

    fn write_line(&mut self, line: &LogLine, picture: Option<&RgbaImage>) -> io::Result<()> {
        self.run.elapsed_s = self.run.elapsed_s.max(seconds(line.at));
        let kind = line.kind;
        if let Some(level) = self.run.levels.last_mut().filter(|level| !level.solved) {
            match kind {
                LogKind::Lost => level.lost += 1,
                LogKind::Doubled => level.doubled += 1,
                _ => {}
            }
        }
        self.last_picture = match (picture, line.picture) {
            (Some(picture), Some(number)) => self.save_picture(kind, picture, number)?,
            _ => None,
        };
        let text = format!("{}\n", line_object(line, self.last_picture.as_deref()));
        self.log_bytes += text.len() as u64;
        if self.log_bytes > MAX_LOG_BYTES {
            return Ok(());
        }
        self.log.write_all(text.as_bytes())
    }

    /// Saves a picture, within the limits. Returns its file name.
    fn save_picture(
        &mut self,
        kind: LogKind,
        picture: &RgbaImage,
        number: usize,
    ) -> io::Result<Option<String>> {
        let is_incident = matches!(kind, LogKind::Diverged | LogKind::Paused);
        let limit = match is_incident {
            true => MAX_PICTURE_BYTES,
            false => MAX_PLAIN_PICTURE_BYTES,
        };
        if self.picture_bytes > limit {
            return Ok(None);
        }
        let name = picture_name(number);
        let path = self.folder.join(&name);
        picture.save(&path).map_err(io::Error::other)?;
        self.picture_bytes += fs::metadata(&path)?.len();
        Ok(Some(name))
    }

    /// Adds an incident, if the state is one. Its picture is that of the line logged before. A requested pause is none,
    /// nor is the loss of the focus by the click that requests it, which is removed. Returns whether the list changed.
    fn add_incident(&mut self, state: &PlayState) -> bool {
        let had_lost_focus = std::mem::take(&mut self.has_lost_focus);
        if let PlayState::Paused(PauseReason::Requested | PauseReason::Stepped) = state {
            return had_lost_focus && self.run.troubles.pop().is_some();
        }
        if self.run.troubles.len() >= MAX_INCIDENTS {
            return false;
        }
        let boards = |views: &[_]| views.iter().map(BoardRecord::new).collect();
        let (text, expected, seen) = match state {
            PlayState::Paused(reason) => (reason.to_string(), Vec::new(), Vec::new()),
            PlayState::Diverged(divergence) => (
                divergence.text.clone(),
                boards(&divergence.expected),
                boards(&divergence.recognized),
            ),
            PlayState::Preparing(_) | PlayState::Playing => return false,
        };
        self.has_lost_focus = matches!(state, PlayState::Paused(PauseReason::FocusLost { .. }));
        self.run.troubles.push(Incident {
            at_s: self.run.elapsed_s,
            level: self.progress.level.max(1),
            text,
            picture: self.last_picture.clone(),
            expected,
            seen,
        });
        true
    }

    fn end(&mut self, end: Result<RunSummary, PlayError>) {
        let run = &mut self.run;
        match end {
            Ok(summary) => {
                run.elapsed_s = seconds(summary.elapsed);
                run.state = match summary.stopped {
                    true => RunState::Stopped,
                    false => RunState::Done,
                };
                run.text = summary.text;
            }
            Err(error) => (run.state, run.text) = (RunState::Failed, error.to_string()),
        }
    }

    /// Replaces `run.json` atomically.
    fn save(&mut self) -> io::Result<()> {
        self.is_outdated = false;
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
