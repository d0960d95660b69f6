//! The handle of a run on its own thread.

use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::search::CancelFlag;
use crate::session::task::catch_panic;

use super::config::Config;
use super::desktop;
use super::desktop::{Desktop, DesktopError};
use super::event::{PlayCommand, PlayError, PlayEvent, Preview};
use super::film::FilmRecorder;
use super::history::Recorder;
use super::log::{LogKind, RunLog};
use super::player::{RunContext, play, preflight};
use super::reader::ReaderFactory;

/// Function that connects to the desktop; it is called on the thread of the run.
pub type Connect = Box<dyn FnOnce() -> Result<Box<dyn Desktop>, DesktopError> + Send>;

/// All runs of this program: the cancel flag of each, and a token that lives as long as the run.
static RUNS: Mutex<Vec<(CancelFlag, Weak<()>)>> = Mutex::new(Vec::new());

/// Cancels all runs of this program, and waits at most `limit` until all keys are released. Returns whether all runs
/// have ended. Called when the system shuts the program down.
pub fn end_all(limit: Duration) -> bool {
    let runs = std::mem::take(&mut *RUNS.lock().unwrap_or_else(PoisonError::into_inner));
    for (cancel, _) in &runs {
        cancel.cancel();
    }
    let deadline = Instant::now() + limit;
    let is_running = |(_, alive): &(CancelFlag, Weak<()>)| alive.strong_count() > 0;
    while runs.iter().any(is_running) {
        if Instant::now() >= deadline {
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
    commands: Sender<PlayCommand>,
    cancel: CancelFlag,
    log: RunLog,
    thread: Option<JoinHandle<()>>,
}

impl AutoPlay {
    /// Starts a run on this machine. `notify` is called on its thread; the last event is [`PlayEvent::Ended`].
    pub fn start(config: Config, notify: impl Fn(PlayEvent) + Send + 'static) -> Self {
        let reader = config.readers();
        Self::start_in(config, Box::new(desktop::connect), reader, notify)
    }

    /// Starts a run like [`AutoPlay::start`], with events in a channel.
    pub fn start_with_events(config: Config) -> (Self, Receiver<PlayEvent>) {
        let (sender, events) = unbounded();
        // A closed channel does not stop the run.
        let notify = move |event| drop(sender.send(event));
        (Self::start(config, notify), events)
    }

    /// Starts a run like [`AutoPlay::start`], in another desktop and with other readers.
    pub fn start_in(
        config: Config,
        connect: Connect,
        reader: ReaderFactory,
        notify: impl Fn(PlayEvent) + Send + 'static,
    ) -> Self {
        let (commands, receiver) = unbounded();
        let (cancel, log) = (CancelFlag::default(), RunLog::default());
        let notify = Arc::new(Mutex::new(notify));
        let alive = register(&cancel);
        let work = {
            let (cancel, log, notify) = (cancel.clone(), log.clone(), notify.clone());
            move || {
                let listeners = Arc::new(Listeners {
                    recorder: record(&config, &log),
                    film: film(&config, &log),
                    notify,
                });
                if listeners.recorder.is_some() {
                    listeners.notify(PlayEvent::Recorded);
                }
                let feed = listeners.clone();
                let outcome = catch_panic(|| {
                    let report = (log.clone(), Box::new(move |event| feed.notify(event)) as _);
                    let user = (receiver, cancel);
                    let ctx = RunContext::new(connect()?, user, config.fail_safe, report);
                    play(config, ctx, reader)
                });
                let result = outcome.unwrap_or_else(|text| Err(PlayError::Broken(text)));
                // The run owned the desktop, so all keys are released now.
                drop(alive);
                let text = match &result {
                    Ok(summary) => summary.text.clone(),
                    Err(error) => error.to_string(),
                };
                let at = log.lines().last().map(|line| line.at).unwrap_or_default();
                log.add(at, LogKind::Ended, text, None);
                listeners.notify(PlayEvent::Ended(result));
            }
        };
        let report = |error| {
            let notify = notify.lock().unwrap_or_else(PoisonError::into_inner);
            let what = format!("no thread could be started: {error}");
            notify(PlayEvent::Ended(Err(PlayError::Broken(what))));
        };
        let thread = std::thread::Builder::new().name("autoplay".to_owned());
        Self {
            commands,
            cancel,
            log,
            thread: thread.spawn(work).map_err(report).ok(),
        }
    }

    /// Sends a command; the run answers with events.
    pub fn send(&self, command: PlayCommand) {
        if command == PlayCommand::Stop {
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
}

impl Drop for AutoPlay {
    fn drop(&mut self) {
        self.send(PlayCommand::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic has been caught and reported in the last event.
            let _ = thread.join();
        }
    }
}

struct Listeners<T> {
    recorder: Option<Recorder>,
    film: Option<FilmRecorder>,
    notify: Arc<Mutex<T>>,
}

impl<T: Fn(PlayEvent)> Listeners<T> {
    /// Passes on an event. The end is passed on after the record and the film are complete.
    fn notify(&self, event: PlayEvent) {
        if let Some(recorder) = &self.recorder {
            recorder.record(&event);
        }
        let film = self.film.as_ref();
        let filmed = film.and_then(|film| film.record(&event));
        let notify = self.notify.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(filmed) = filmed {
            notify(PlayEvent::Filmed(filmed));
        }
        notify(event);
    }
}

/// Inspects the window a run would play in, without sending input.
pub fn preview(config: &Config) -> Result<Preview, DesktopError> {
    let mut desktop = desktop::connect()?;
    let mut reader = (config.readers())();
    Ok(preflight::preview(&mut *desktop, &mut *reader, config))
}

/// Inspects the window like [`preview`], retrying for two seconds while its picture cannot be read.
pub fn preview_with_retry(config: &Config) -> Result<Preview, DesktopError> {
    let mut desktop = desktop::connect()?;
    let (readers, never) = (config.readers(), CancelFlag::default());
    let preview = preflight::patient_preview(&mut *desktop, &readers, config, &never);
    Ok(preview)
}

/// Starts recording the run if the settings say so. A failure is logged.
fn record(config: &Config, log: &RunLog) -> Option<Recorder> {
    let history = config.history.as_ref().filter(|_| !config.dry_run)?;
    let recorder = Recorder::begin(history, &config.profile);
    let recorder = or_log(recorder, log, "saved in the history")?;
    log.pass_lines_to(Box::new(recorder.line_sink()));
    Some(recorder)
}

/// Starts filming the run if the settings say so. A failure is logged.
fn film(config: &Config, log: &RunLog) -> Option<FilmRecorder> {
    or_log(FilmRecorder::begin(config.film.clone()?), log, "recorded")
}

/// Logs that the run is not `what` if that could not be started.
fn or_log<T>(started: Result<T, impl Display>, log: &RunLog, what: &str) -> Option<T> {
    let log_failure = |error| {
        let text = format!("The run is not {what}: {error}.");
        log.add(Duration::ZERO, LogKind::Check, text, None);
    };
    started.map_err(log_failure).ok()
}
