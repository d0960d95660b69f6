//! Film of a run: pictures of the window, with the steps of the plan next to them. A thread of its own writes it, so
//! that playing does not wait for the disk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::event::{Event, PlannedLevel, Progress, State};
use crate::export::film::{Film, FilmError, FilmFile, Words};

/// Limit of queued pictures, to bound memory; further ones are dropped.
const MOST_WAITING: usize = 8;

/// Steps of the plan shown before the next one, and from the next one on.
const BEFORE: usize = 3;
const AFTER: usize = 8;

pub(crate) struct Filming {
    events: Sender<Event>,
    waiting: Arc<AtomicUsize>,
    thread: Mutex<Option<JoinHandle<Result<PathBuf, FilmError>>>>,
}

impl Filming {
    /// Starts the recording thread.
    ///
    /// # Errors
    /// Fails if the film's files or the thread cannot be created.
    pub(crate) fn begin(file: FilmFile) -> Result<Self, FilmError> {
        let path = file.path().to_owned();
        let mut film = Film::begin(file)?;
        let (sender, events) = unbounded();
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = waiting.clone();
        let work = move || {
            // Keep the film so far even if something went wrong.
            let filmed = film_all(&mut film, &events, &counter);
            film.finish()?;
            filmed.map(|()| path)
        };
        let thread = std::thread::Builder::new().name("film".to_owned());
        let thread = thread.spawn(work).map_err(|error| FilmError::File {
            path: PathBuf::from("film"),
            error,
        })?;
        Ok(Self {
            events: sender,
            waiting,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Records an event. [`Event::Ended`] waits until the film is written, and returns its path or the error.
    pub(crate) fn event(&self, event: &Event) -> Option<Result<PathBuf, String>> {
        if matches!(event, Event::Seen(_)) {
            if self.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
                return None;
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
        }
        // If recording failed, joining the thread reports it.
        let _ = self.events.send(event.clone());
        if !matches!(event, Event::Ended(_)) {
            return None;
        }
        let thread = self.thread.lock();
        let thread = thread.unwrap_or_else(PoisonError::into_inner).take()?;
        Some(match thread.join() {
            Ok(filmed) => filmed.map_err(|error| error.to_string()),
            Err(_) => Err("the recording thread crashed".to_owned()),
        })
    }
}

fn film_all(
    film: &mut Film,
    events: &Receiver<Event>,
    waiting: &AtomicUsize,
) -> Result<(), FilmError> {
    let mut beside = Beside::default();
    let mut last = None;
    for event in events {
        match event {
            Event::Seen(frame) => {
                waiting.fetch_sub(1, Ordering::Relaxed);
                film.show(frame.at, &frame.picture, &beside.words())?;
                last = Some(frame);
            }
            Event::Planned(level) => beside.planned(&level),
            Event::Progress(progress) => beside.progress = progress,
            Event::State(state) => beside.state = in_words(&state),
            Event::Ended(end) => {
                beside.state = end.map_or_else(|error| error.to_string(), |end| end.text);
                if let Some(frame) = &last {
                    film.show(frame.at, &frame.picture, &beside.words())?;
                }
                break;
            }
            _ => {}
        }
    }
    Ok(())
}

#[derive(Default)]
struct Beside {
    steps: Vec<String>,
    progress: Progress,
    state: String,
}

impl Beside {
    fn planned(&mut self, level: &PlannedLevel) {
        let start = level.puzzle.start();
        let moves = level.moves.iter().enumerate();
        self.steps = moves
            .map(|(index, mv)| format!("{}. {}", index + 1, start.describe(mv).text))
            .collect();
    }

    fn words(&self) -> Words {
        let Progress {
            level, step, steps, ..
        } = self.progress;
        if steps == 0 {
            return Words {
                note: self.state.clone(),
                ..Words::default()
            };
        }
        let first = step.saturating_sub(BEFORE);
        let shown = self.steps.iter().skip(first).take(BEFORE + AFTER);
        Words {
            title: format!("Level {level}, step {step} of {steps}"),
            lines: shown.cloned().collect(),
            // Highlights the next step.
            chosen: Some(step - first),
            note: self.state.clone(),
        }
    }
}

fn in_words(state: &State) -> String {
    match state {
        State::Preparing(what) => what.clone(),
        State::Playing => String::new(),
        State::Paused(pause) => pause.to_string(),
        State::Diverged(divergence) => divergence.what.clone(),
    }
}
