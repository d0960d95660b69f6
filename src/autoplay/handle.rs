//! The handle of a run on its own thread.

use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::search::CancelFlag;
use crate::session::task::caught;

use super::config::Config;
use super::desktop;
use super::desktop::{World, WorldError};
use super::event::{Command, Event, PlayError, Preview};
use super::film::Filming;
use super::history::Recorder;
use super::log::{Kind, RunLog};
use super::player::{Deps, play, preflight};
use super::reader::MakeReader;

/// Function that connects to the desktop; it is called on the thread of the run.
pub type Connect = Box<dyn FnOnce() -> Result<Box<dyn World>, WorldError> + Send>;

/// All runs of this program: the cancel flag of each, and a token that lives as long as the run.
static RUNS: Mutex<Vec<(CancelFlag, Weak<()>)>> = Mutex::new(Vec::new());

/// Cancels all runs of this program, and waits at most `limit` until all keys are released. Returns whether all runs
/// have ended. Called when the system shuts the program down.
pub fn end_all(limit: Duration) -> bool {
    let runs = std::mem::take(&mut *RUNS.lock().unwrap_or_else(PoisonError::into_inner));
    for (cancel, _) in &runs {
        cancel.cancel();
    }
    let until = Instant::now() + limit;
    let goes_on = |(_, alive): &(CancelFlag, Weak<()>)| alive.strong_count() > 0;
    while runs.iter().any(goes_on) {
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

/// Registers a run for [`end_all`]. The token must live as long as the run.
fn register(cancel: &CancelFlag) -> Arc<()> {
    let alive = Arc::new(());
    let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
    runs.retain(|(_, alive)| alive.strong_count() > 0);
    runs.push((cancel.clone(), Arc::downgrade(&alive)));
    alive
}

/// A run in progress. Dropping the handle stops the run and waits until all keys are released.
pub struct AutoPlay {
    commands: Sender<Command>,
    cancel: CancelFlag,
    log: RunLog,
    thread: Option<JoinHandle<()>>,
}

impl AutoPlay {
    /// Starts a run in a window of this machine. `tell` is called on the run's thread with every event; the last is
    /// [`Event::Ended`].
    pub fn start(config: Config, tell: impl Fn(Event) + Send + 'static) -> Self {
        let reader = config.readers();
        Self::start_in(config, Box::new(desktop::connect), reader, tell)
    }

    /// Starts a run like [`AutoPlay::start`], with events in a channel.
    pub fn start_with_events(config: Config) -> (Self, Receiver<Event>) {
        let (sender, events) = unbounded();
        // A closed channel does not stop the run.
        let tell = move |event| drop(sender.send(event));
        (Self::start(config, tell), events)
    }

    /// Starts a run on any desktop.
    pub fn start_in(
        config: Config,
        connect: Connect,
        reader: MakeReader,
        tell: impl Fn(Event) + Send + 'static,
    ) -> Self {
        let (commands, receiver) = unbounded();
        let (cancel, log) = (CancelFlag::default(), RunLog::default());
        let tell = Arc::new(Mutex::new(tell));
        let alive = register(&cancel);
        let work = {
            let (cancel, log, tell) = (cancel.clone(), log.clone(), tell.clone());
            move || {
                let audience = Arc::new(Audience {
                    recorder: record(&config, &log),
                    filming: film(&config, &log),
                    tell,
                });
                let told = audience.clone();
                let played = caught(|| {
                    let deps = Deps {
                        world: connect()?,
                        reader,
                        commands: receiver,
                        cancel,
                        log: log.clone(),
                        tell: Box::new(move |event| told.tell(event)),
                    };
                    play(config, deps)
                });
                let result = played.unwrap_or_else(|text| Err(PlayError::Broken(text)));
                // The run owned the desktop, so all keys are released now.
                drop(alive);
                let text = match &result {
                    Ok(summary) => summary.text.clone(),
                    Err(error) => error.to_string(),
                };
                let at = log.lines().last().map(|line| line.at).unwrap_or_default();
                log.add(at, Kind::Ended, text, None);
                audience.tell(Event::Ended(result));
            }
        };
        let thread = std::thread::Builder::new()
            .name("autoplay".to_owned())
            .spawn(work);
        let thread = match thread {
            Ok(thread) => Some(thread),
            Err(error) => {
                let tell = tell.lock().unwrap_or_else(PoisonError::into_inner);
                let what = format!("no thread could be started: {error}");
                tell(Event::Ended(Err(PlayError::Broken(what))));
                None
            }
        };
        Self {
            commands,
            cancel,
            log,
            thread,
        }
    }

    /// Sends a command; the run answers with events.
    pub fn order(&self, command: Command) {
        if command == Command::Stop {
            // Also cancels a running search for a plan.
            self.cancel.cancel();
        }
        // Fails only if the run has ended.
        let _ = self.commands.send(command);
    }

    /// Log of the run, which grows while it lasts.
    pub fn log(&self) -> &RunLog {
        &self.log
    }

    /// Returns whether the run has ended.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for AutoPlay {
    fn drop(&mut self) {
        self.order(Command::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic has been caught and reported in the last event.
            let _ = thread.join();
        }
    }
}

struct Audience<T> {
    recorder: Option<Recorder>,
    filming: Option<Filming>,
    tell: Arc<Mutex<T>>,
}

impl<T: Fn(Event)> Audience<T> {
    /// Passes on an event. The end is passed on after the record and the film are complete.
    fn tell(&self, event: Event) {
        if let Some(recorder) = &self.recorder {
            recorder.event(&event);
        }
        let filming = self.filming.as_ref();
        let filmed = filming.and_then(|filming| filming.event(&event));
        let tell = self.tell.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(filmed) = filmed {
            tell(Event::Filmed(filmed));
        }
        tell(event);
    }
}

/// Inspects the window a run would play in, without sending input.
///
/// # Errors
/// Fails if there is no usable desktop.
pub fn preview(config: &Config) -> Result<Preview, WorldError> {
    let mut world = desktop::connect()?;
    let mut reader = (config.readers())();
    Ok(preflight::preview(&mut *world, &mut *reader, config))
}

/// Inspects the window like [`preview`], retrying for two seconds while its picture cannot be read.
///
/// # Errors
/// Fails if there is no usable desktop.
pub fn patient_preview(config: &Config) -> Result<Preview, WorldError> {
    let mut world = desktop::connect()?;
    let (readers, never) = (config.readers(), CancelFlag::default());
    Ok(preflight::patient_preview(
        &mut *world,
        &readers,
        config,
        &never,
    ))
}

/// Starts recording the run if the settings say so. A failure is logged.
fn record(config: &Config, log: &RunLog) -> Option<Recorder> {
    let history = config.history.as_ref().filter(|_| !config.dry_run)?;
    let recorder = Recorder::begin(history, &config.profile);
    let recorder = or_note(recorder, log, "saved in the history")?;
    log.pass_lines_to(Box::new(recorder.line_sink()));
    Some(recorder)
}

/// Starts filming the run if the settings say so. A failure is logged.
fn film(config: &Config, log: &RunLog) -> Option<Filming> {
    or_note(Filming::begin(config.film.clone()?), log, "recorded")
}

fn or_note<T>(begun: Result<T, impl Display>, log: &RunLog, what: &str) -> Option<T> {
    let note = |error| {
        let text = format!("The run is not {what}: {error}.");
        log.add(Duration::ZERO, Kind::Check, text, None);
    };
    begun.map_err(note).ok()
}
