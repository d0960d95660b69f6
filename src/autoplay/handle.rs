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

/// Connects to the desktop, on the thread that will use it.
pub type Connect = Box<dyn FnOnce() -> Result<Box<dyn World>, WorldError> + Send>;

/// All runs of this program: how to end each, and a token that lives as long as it goes on.
static RUNS: Mutex<Vec<(CancelFlag, Weak<()>)>> = Mutex::new(Vec::new());

/// Ends all runs of this program and waits until every key is let up, no longer than `limit`;
/// whether all have ended. For the moment when the system wants the program to end.
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

/// Registers a run for [`end_all`]; the token must be kept as long as the run goes on.
fn register(cancel: &CancelFlag) -> Arc<()> {
    let alive = Arc::new(());
    let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
    runs.retain(|(_, alive)| alive.strong_count() > 0);
    runs.push((cancel.clone(), Arc::downgrade(&alive)));
    alive
}

/// A run in progress. Dropping the handle stops the run and waits until every key is let up.
pub struct AutoPlay {
    commands: Sender<Command>,
    cancel: CancelFlag,
    log: RunLog,
    thread: Option<JoinHandle<()>>,
}

impl AutoPlay {
    /// Starts to play in a window of this machine. `tell` is called on the run's thread with every
    /// event; the last is [`Event::Ended`].
    pub fn start(config: Config, tell: impl Fn(Event) + Send + 'static) -> Self {
        let reader = config.readers();
        Self::start_in(config, Box::new(desktop::connect), reader, tell)
    }

    /// As [`AutoPlay::start`], with events in a channel.
    pub fn start_with_events(config: Config) -> (Self, Receiver<Event>) {
        let (sender, events) = unbounded();
        // Nobody listening any more is no reason to stop.
        let tell = move |event| drop(sender.send(event));
        (Self::start(config, tell), events)
    }

    /// Starts to play on any desktop.
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
                // The run owned the desktop, so every key is up now; `end_all` waits for that.
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

    /// Gives the run a command; it answers with events.
    pub fn order(&self, command: Command) {
        if command == Command::Stop {
            // Also ends a search for a plan.
            self.cancel.cancel();
        }
        // A run that has ended needs no commands.
        let _ = self.commands.send(command);
    }

    /// The log, which grows while the run lasts.
    pub fn log(&self) -> &RunLog {
        &self.log
    }

    /// Whether the run has ended.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for AutoPlay {
    fn drop(&mut self) {
        self.order(Command::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic was caught, and told as the last event.
            let _ = thread.join();
        }
    }
}

/// Everyone who is told the events of a run.
struct Audience<T> {
    recorder: Option<Recorder>,
    filming: Option<Filming>,
    tell: Arc<Mutex<T>>,
}

impl<T: Fn(Event)> Audience<T> {
    /// Tells an event. The end is told once it is recorded and the film is written.
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

/// Looks at the window of this machine that a run would play in, and touches nothing.
///
/// # Errors
/// When there is no desktop to look at.
pub fn preview(config: &Config) -> Result<Preview, WorldError> {
    let mut world = desktop::connect()?;
    let mut reader = (config.readers())();
    Ok(preflight::preview(&mut *world, &mut *reader, config))
}

/// The same, but a picture that cannot be read is looked at again for two seconds.
///
/// # Errors
/// When there is no desktop to look at.
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

/// Writes the run down if that is wanted.
fn record(config: &Config, log: &RunLog) -> Option<Recorder> {
    let history = config.history.as_ref().filter(|_| !config.dry_run)?;
    let recorder = Recorder::begin(history, &config.profile);
    let recorder = or_note(recorder, log, "saved in the history")?;
    log.pass_lines_to(Box::new(recorder.line_sink()));
    Some(recorder)
}

/// Films the run if that is wanted.
fn film(config: &Config, log: &RunLog) -> Option<Filming> {
    or_note(Filming::begin(config.film.clone()?), log, "recorded")
}

/// Notes in the log what cannot be done, which is no reason not to play.
fn or_note<T>(begun: Result<T, impl Display>, log: &RunLog, what: &str) -> Option<T> {
    let note = |error| {
        let text = format!("The run is not {what}: {error}.");
        log.add(Duration::ZERO, Kind::Check, text, None);
    };
    begun.map_err(note).ok()
}
