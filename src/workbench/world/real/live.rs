//! Game windows of this machine, by [`crate::autoplay`].

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError, unbounded};
use image::RgbaImage;

use crate::autoplay::desktop::{Desktop, WindowId};
use crate::autoplay::history::RunHistory;
use crate::autoplay::{self, AutoPlay, Config, Observation, PlayCommand, PlayEvent};
use crate::export::film::FilmFile;
use crate::session::Task;
use crate::session::task::no_wake;
use crate::vision::Profile;

use super::captures::CaptureConverter;
use super::pictures::RealPictures;
use crate::kit::answer;
use crate::world::live::{
    DetectedLevel, EventSink, Live, RunEvent, RunHandle, RunOptions, WindowPreview, WindowShot,
    WindowTarget,
};

/// Longest wait for a dropped run to release its keys. Normally takes milliseconds, but a display that does not answer
/// must not keep this program from ending.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait for the focus, see [`RunOptions::wait_for_focus`].
const FOCUS_WAIT: Duration = Duration::from_secs(10 * 60);

pub struct RealLive {
    pictures: RealPictures,
    history: Option<RunHistory>,
    /// Connection for previews, once there is one.
    desktop: Mutex<Option<Box<dyn Desktop>>>,
    has_dialog: AtomicBool,
}

impl RealLive {
    /// Uses the shipped profiles and those in the folder `own`; records runs in `history`.
    pub fn new(own: Option<PathBuf>, history: Option<PathBuf>) -> Self {
        Self {
            pictures: RealPictures::new(own),
            history: history.map(RunHistory::new),
            desktop: Mutex::default(),
            has_dialog: AtomicBool::new(false),
        }
    }

    /// Works with the existing connection. A new one makes the display ask windows to redraw, and covered parts are
    /// missing until they have. `work` also returns whether the connection is whole; otherwise it is dropped.
    fn with_desktop<T>(
        &self,
        work: impl FnOnce(&mut dyn Desktop) -> (T, bool),
    ) -> Result<T, String> {
        let mut connection = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        let mut desktop = match connection.take() {
            Some(desktop) => desktop,
            None => autoplay::desktop::connect().map_err(to_sentence)?,
        };
        let has_dialog = desktop.can_choose_window();
        self.has_dialog.store(has_dialog, Ordering::Relaxed);
        let (result, is_whole) = work(desktop.as_mut());
        if is_whole {
            *connection = Some(desktop);
        }
        Ok(result)
    }

    fn open_profiles(&self) -> Vec<String> {
        let mut connection = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        let windows = connection.as_mut().map(|desktop| desktop.windows());
        let windows = windows.and_then(Result::ok).unwrap_or_default();
        let own_pid = std::process::id();
        let foreign = windows.iter().filter(|window| window.pid != Some(own_pid));
        let names = foreign.map(|window| (window.app.as_str(), window.title.as_str()));
        self.pictures.for_windows(names)
    }

    fn config(&self, target: &WindowTarget) -> Result<Config, String> {
        let profile = match &target.draft {
            Some(draft) => draft.clone(),
            None => Arc::new(self.pictures.profile(&target.profile)?),
        };
        let profile = match &target.level {
            Some(level) if profile.needs_level() && profile.game == level.game_id() => {
                let specific = profile.for_level(level.as_ref());
                Arc::new(specific.map_err(|error| {
                    answer::sentence(&format!("this game cannot be played in a window: {error}"))
                })?)
            }
            _ => profile,
        };
        Ok(Config {
            window: target.window,
            corrections: target.corrections.clone(),
            ..Config::new(profile)
        })
    }
}

impl Live for RealLive {
    fn profile(&self, id: &str) -> Option<Arc<Profile>> {
        self.pictures.profile(id).ok().map(Arc::new)
    }

    fn preview(&self, target: &WindowTarget) -> Result<WindowPreview, String> {
        let config = self.config(target)?;
        let profile = &config.profile;
        let preview = self.with_desktop(|desktop| {
            let mut reader = (config.readers())();
            let preview = autoplay::preview_in(desktop, &mut *reader, &config);
            // If the windows cannot be listed, the connection may be broken.
            (preview, desktop.windows().is_ok())
        })?;
        let capture = preview.frame.as_ref().map(|frame| {
            let level = preview.level.clone();
            CaptureConverter::new(profile.clone(), level, target.draft.is_some()).convert(frame)
        });
        let screen = preview.frame.as_ref().and_then(Observation::playing);
        let level = preview.level.zip(screen);
        let level = level.map(|(level, screen)| DetectedLevel {
            at_start: autoplay::shows(level.start().as_ref(), screen),
            level,
        });
        Ok(WindowPreview {
            window: preview.window.as_ref().map(|window| window.title.clone()),
            windows: preview.candidates,
            capture,
            level,
            checks: preview.checks,
            open_profiles: self.open_profiles(),
        })
    }

    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        self.with_desktop(|desktop| {
            let windows = match desktop.windows() {
                Ok(windows) => windows.into_iter(),
                Err(error) => return (Err(to_sentence(error)), false),
            };
            let own_pid = std::process::id();
            let foreign = windows.filter(|window| window.pid != Some(own_pid));
            let shots = foreign.map(|window| WindowShot {
                picture: match window.minimised {
                    true => Err("minimized".to_owned()),
                    false => {
                        let picture = desktop.capture(window.id).map(Arc::new);
                        picture.map_err(|error| error.to_string())
                    }
                },
                window,
            });
            (Ok(shots.collect()), true)
        })?
    }

    fn pictures_at_two_sizes(&self, window: WindowId) -> Option<[RgbaImage; 2]> {
        let pictures = self.with_desktop(|desktop| {
            let pictures = autoplay::capture_at_two_sizes(desktop, window);
            (pictures.ok().flatten(), true)
        });
        pictures.ok().flatten()
    }

    fn can_choose_window(&self) -> bool {
        self.has_dialog.load(Ordering::Relaxed)
    }

    fn choose_window(&self, profile: &str, replaces: bool) -> Result<(), String> {
        let may_point = true;
        let result = autoplay::desktop::choose_window(profile, replaces, may_point);
        result.map(|_| ()).map_err(to_sentence)
    }

    fn set_own_focus(&self, focused: bool) {
        autoplay::desktop::set_own_focus(focused);
    }

    fn start(
        &self,
        target: &WindowTarget,
        options: &RunOptions,
        sink: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        let film = options.film.as_deref().map(FilmFile::new).transpose();
        let time_limit = Duration::from_secs(options.time_limit.into());
        let mut config = Config {
            levels: (options.levels > 0).then_some(options.levels),
            dry_run: options.dry_run,
            paused: options.paused,
            wait_for_focus: options.wait_for_focus.then_some(FOCUS_WAIT),
            history: self.history.clone(),
            solver_time: (!time_limit.is_zero()).then_some(time_limit),
            film: film.map_err(to_sentence)?,
            ..self.config(target)?
        };
        let game = crate::games::by_id(&config.profile.game);
        let solvers = game.map_or(&[][..], |game| game.solvers());
        let chosen = options.solver.as_deref();
        let solver = solvers
            .iter()
            .find(|solver| Some(solver.info().id) == chosen);
        config.solver = solver.copied();
        if options.plan.is_some() {
            config.levels = Some(1);
            config.start_level.clone_from(&options.plan);
        }
        let converter = CaptureConverter::new(config.profile.clone(), None, target.draft.is_some());
        let (sender, events) = unbounded();
        // A separate thread prepares pictures for display, so that playing is not delayed.
        let forwarder = Task::start("capture for the screen", &no_wake(), move |_| {
            forward_events(&converter, &events, &sink);
        });
        // The run continues even if the receiver is gone.
        let play = AutoPlay::start(config, move |event| drop(sender.send(event)));
        Ok(Box::new(RealRun {
            play: Some(play),
            _forwarder: forwarder,
        }))
    }
}

fn to_sentence(error: impl ToString) -> String {
    answer::sentence(&error.to_string())
}

/// Forwards events in order, skipping captures that a newer one has replaced.
fn forward_events(converter: &CaptureConverter, events: &Receiver<PlayEvent>, sink: &EventSink) {
    let mut newest: Option<Observation> = None;
    loop {
        let event = match events.try_recv() {
            Ok(event) => event,
            Err(TryRecvError::Empty) => {
                if let Some(frame) = newest.take() {
                    sink(RunEvent::Captured(converter.convert(&frame)));
                    continue;
                }
                match events.recv() {
                    Ok(event) => event,
                    Err(_) => break,
                }
            }
            Err(TryRecvError::Disconnected) => break,
        };
        match event {
            PlayEvent::Observed(frame) => newest = Some(frame),
            event => {
                let last = newest.take_if(|_| matches!(event, PlayEvent::Ended(_)));
                if let Some(frame) = last {
                    sink(RunEvent::Captured(converter.convert(&frame)));
                }
                sink(RunEvent::Play(event));
            }
        }
    }
}

struct RealRun {
    /// `None` only while being dropped.
    play: Option<AutoPlay>,
    /// Ends after the last event.
    _forwarder: Task<()>,
}

impl RunHandle for RealRun {
    fn send(&self, command: PlayCommand) {
        if let Some(play) = &self.play {
            play.send(command);
        }
    }
}

impl Drop for RealRun {
    fn drop(&mut self) {
        let Some(play) = self.play.take() else {
            return;
        };
        // Stops it. Its thread ends once all keys are released, but must not wait forever for a display.
        let task = Task::start("end of auto-play", &no_wake(), |_| drop(play));
        if let Some(Err(error)) = task.wait(RELEASE_TIMEOUT) {
            log::error!("{error}");
        }
    }
}
