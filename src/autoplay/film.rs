//! The film of a run: what the window showed, with the plan's step beside it. It is made on a
//! thread of its own; the one that plays waits for no disk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use image::RgbaImage;

use crate::event::{Event, PlannedLevel, Progress, State};
use crate::export::film::{Film, FilmError, FilmFile, Words};

/// Pictures that wait to be filmed at most; more are left out, so that memory stays bounded.
const MOST_WAITING: usize = 8;

/// Steps of the plan that are shown before the next one, and from it on.
const BEFORE: usize = 3;
const AFTER: usize = 8;

/// What is told to the thread that films.
enum Note {
    Seen(Duration, Arc<RgbaImage>),
    Planned(PlannedLevel),
    Progress(Progress),
    State(State),
    Ended(String),
}

/// Films a run.
pub(crate) struct Filming {
    notes: Sender<Note>,
    waiting: Arc<AtomicUsize>,
    thread: Mutex<Option<JoinHandle<Result<PathBuf, FilmError>>>>,
}

impl Filming {
    /// Begins a film.
    ///
    /// # Errors
    /// When there is no place for its pictures, or no thread.
    pub(crate) fn begin(file: FilmFile) -> Result<Self, FilmError> {
        let path = file.path().to_owned();
        let mut film = Film::begin(file)?;
        let (sender, notes) = unbounded();
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = waiting.clone();
        let work = move || {
            // What was filmed before something went wrong is kept.
            let filmed = film_all(&mut film, &notes, &counter);
            film.finish()?;
            filmed.map(|()| path)
        };
        let thread = std::thread::Builder::new().name("film".to_owned());
        let thread = thread.spawn(work).map_err(|error| FilmError::File {
            path: PathBuf::from("film"),
            error,
        })?;
        Ok(Self {
            notes: sender,
            waiting,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Films what a run tells. At its end it waits until the film is written, and says where it is
    /// or why it is not.
    pub(crate) fn event(&self, event: &Event) -> Option<Result<PathBuf, String>> {
        let note = match event {
            Event::Seen(frame) => {
                if self.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
                    return None;
                }
                self.waiting.fetch_add(1, Ordering::Relaxed);
                Note::Seen(frame.at, frame.picture.clone())
            }
            Event::Planned(level) => Note::Planned(level.clone()),
            Event::Progress(progress) => Note::Progress(*progress),
            Event::State(state) => Note::State(state.clone()),
            Event::Ended(Ok(summary)) => Note::Ended(summary.text.clone()),
            Event::Ended(Err(error)) => Note::Ended(error.to_string()),
            _ => return None,
        };
        // A film that broke off is told of at the end.
        let _ = self.notes.send(note);
        if !matches!(event, Event::Ended(_)) {
            return None;
        }
        let thread = self.thread.lock();
        let thread = thread.unwrap_or_else(PoisonError::into_inner).take()?;
        Some(match thread.join() {
            Ok(filmed) => filmed.map_err(|error| error.to_string()),
            Err(_) => Err("the thread that films broke down".to_owned()),
        })
    }
}

/// Films until the run has ended.
fn film_all(
    film: &mut Film,
    notes: &Receiver<Note>,
    waiting: &AtomicUsize,
) -> Result<(), FilmError> {
    let mut beside = Beside::default();
    let mut last = None;
    for note in notes {
        match note {
            Note::Seen(at, picture) => {
                waiting.fetch_sub(1, Ordering::Relaxed);
                film.show(at, &picture, &beside.words())?;
                last = Some((at, picture));
            }
            Note::Planned(level) => beside.planned(&level),
            Note::Progress(progress) => beside.progress = progress,
            Note::State(state) => beside.state = in_words(&state),
            Note::Ended(text) => {
                beside.state = text;
                if let Some((at, picture)) = &last {
                    film.show(*at, picture, &beside.words())?;
                }
                break;
            }
        }
    }
    Ok(())
}

/// What stands beside the picture.
#[derive(Default)]
struct Beside {
    /// The steps of the plan, as people say them.
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
            // What is done next stands out.
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
