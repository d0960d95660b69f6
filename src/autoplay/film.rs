//! Film of a run: pictures of the window next to the steps of the plan, written by a thread of its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::event::{PlannedLevel, PlayEvent, PlayProgress, PlayState};
use crate::export::film::{Film, FilmError, FilmFile, FilmText};

/// Limit of queued pictures, to bound memory; further ones are dropped.
const MAX_QUEUED: usize = 8;
/// Number of steps of the plan shown before the next one.
const STEPS_BEFORE: usize = 3;
/// Number of steps of the plan shown from the next one on.
const STEPS_AFTER: usize = 8;

/// Passes events to the thread that writes the film.
pub(crate) struct FilmRecorder {
    events: Sender<PlayEvent>,
    /// Number of pictures that the thread has not taken yet.
    queued: Arc<AtomicUsize>,
    thread: Mutex<Option<JoinHandle<Result<PathBuf, FilmError>>>>,
}

impl FilmRecorder {
    pub(crate) fn begin(file: FilmFile) -> Result<Self, FilmError> {
        let path = file.path().to_owned();
        let mut film = Film::begin(file)?;
        let (sender, events) = unbounded();
        let queued = Arc::new(AtomicUsize::new(0));
        let counter = queued.clone();
        let record = move || {
            // Keep the film so far even if something went wrong.
            let result = record_all(&mut film, &events, &counter);
            film.finish()?;
            result.map(|()| path)
        };
        let thread = std::thread::Builder::new().name("film".to_owned());
        let thread = thread.spawn(record).map_err(|error| FilmError::File {
            path: PathBuf::from("film"),
            error,
        })?;
        Ok(Self {
            events: sender,
            queued,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Records an event. [`PlayEvent::Ended`] waits until the film is written, and returns its path or the error.
    pub(crate) fn record(&self, event: &PlayEvent) -> Option<Result<PathBuf, String>> {
        if matches!(event, PlayEvent::Observed(_)) {
            if self.queued.load(Ordering::Relaxed) >= MAX_QUEUED {
                return None;
            }
            self.queued.fetch_add(1, Ordering::Relaxed);
        }
        // If recording failed, joining the thread reports it.
        let _ = self.events.send(event.clone());
        if !matches!(event, PlayEvent::Ended(_)) {
            return None;
        }
        let thread = self.thread.lock();
        let thread = thread.unwrap_or_else(PoisonError::into_inner).take()?;
        Some(match thread.join() {
            Ok(result) => result.map_err(|error| error.to_string()),
            Err(_) => Err("the recording thread crashed".to_owned()),
        })
    }
}

fn record_all(
    film: &mut Film,
    events: &Receiver<PlayEvent>,
    queued: &AtomicUsize,
) -> Result<(), FilmError> {
    let mut caption = Caption::default();
    let mut last = None;
    for event in events {
        match event {
            PlayEvent::Observed(frame) => {
                queued.fetch_sub(1, Ordering::Relaxed);
                film.show(frame.at, &frame.picture, &caption.words())?;
                last = Some(frame);
            }
            PlayEvent::Planned(level) => caption.set_plan(&level),
            PlayEvent::Progress(progress) => caption.progress = progress,
            PlayEvent::State(state) => caption.state = state_text(&state),
            PlayEvent::Ended(end) => {
                caption.state = end.map_or_else(|error| error.to_string(), |end| end.text);
                if let Some(frame) = &last {
                    film.show(frame.at, &frame.picture, &caption.words())?;
                }
                break;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Text next to the pictures, by the events so far.
#[derive(Default)]
struct Caption {
    /// Descriptions of all moves of the plan, numbered.
    steps: Vec<String>,
    progress: PlayProgress,
    state: String,
}

impl Caption {
    fn set_plan(&mut self, level: &PlannedLevel) {
        let start = level.puzzle.start();
        let moves = level.moves.iter().enumerate();
        self.steps = moves
            .map(|(index, mv)| format!("{}. {}", index + 1, start.describe(mv).text))
            .collect();
    }

    fn words(&self) -> FilmText {
        let (step, steps) = (self.progress.step, self.progress.steps);
        if steps == 0 {
            return FilmText {
                note: self.state.clone(),
                ..FilmText::default()
            };
        }
        let first = step.saturating_sub(STEPS_BEFORE);
        let visible = self.steps.iter().skip(first);
        FilmText {
            title: format!("Level {}, step {step} of {steps}", self.progress.level),
            lines: visible.take(STEPS_BEFORE + STEPS_AFTER).cloned().collect(),
            // Highlights the next step.
            highlighted: Some(step - first),
            note: self.state.clone(),
        }
    }
}

fn state_text(state: &PlayState) -> String {
    match state {
        PlayState::Preparing(what) => what.clone(),
        PlayState::Playing => String::new(),
        PlayState::Paused(pause) => pause.to_string(),
        PlayState::Diverged(divergence) => divergence.text.clone(),
    }
}
