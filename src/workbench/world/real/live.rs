//! Game windows of this machine, by [`crate::autoplay`].

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::autoplay::desktop::{WindowId, World};
use crate::autoplay::history::History;
use crate::autoplay::{self, AutoPlay, Command, Config, Frame, Given, Preview, RunLog};
use crate::export::film::FilmFile;
use crate::game::Solver;
use crate::session::Task;
use crate::session::task::no_wake;
use crate::vision::Profile;

use super::profiles::Profiles;
use super::sights::Sights;
use crate::kit::answer;
use crate::world::live::{
    Event, How, Live, Look, Run, SeenLevel, Target, Tell, WindowName, WindowShot,
};
use crate::world::pictures::ProfileName;

/// Longest wait for a dropped run to release its keys. Normally takes milliseconds, but a display that does not answer
/// must not keep this program from ending.
const LETTING_GO: Duration = Duration::from_secs(2);

/// Game windows of this machine.
pub struct RealLive {
    profiles: Profiles,
    history: Option<History>,
    /// Connection for previews, once there is one.
    desktop: Mutex<Option<Box<dyn World>>>,
    asks: AtomicBool,
}

impl RealLive {
    /// Uses the shipped profiles and those in the folder `own`; records runs in `history`.
    pub fn new(own: Option<PathBuf>, history: Option<PathBuf>) -> Self {
        Self {
            profiles: Profiles::new(own),
            history: history.map(History::new),
            desktop: Mutex::default(),
            asks: AtomicBool::new(false),
        }
    }

    /// Previews through the existing connection. A new connection makes the display ask windows to redraw, and covered
    /// parts are missing until they have.
    fn preview(&self, config: &Config) -> Result<Preview, String> {
        let mut desktop = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        let mut world = self.connected(&mut desktop)?;
        let mut reader = (config.readers())();
        let preview = autoplay::preview_in(world.as_mut(), &mut *reader, config);
        // If the windows cannot be listed, the connection may be broken, so it is dropped.
        if world.windows().is_ok() {
            *desktop = Some(world);
        }
        Ok(preview)
    }

    /// Takes the existing connection, or connects.
    fn connected(&self, desktop: &mut Option<Box<dyn World>>) -> Result<Box<dyn World>, String> {
        let world = match desktop.take() {
            Some(world) => world,
            None => autoplay::desktop::connect()
                .map_err(|error| answer::sentence(&error.to_string()))?,
        };
        self.asks.store(world.asks(), Ordering::Relaxed);
        Ok(world)
    }

    fn open(&self) -> Vec<String> {
        let mut desktop = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        let windows = desktop.as_mut().map(|world| world.windows());
        let windows = windows.and_then(Result::ok).unwrap_or_default();
        let own = std::process::id();
        let others = windows.iter().filter(|window| window.pid != Some(own));
        self.profiles
            .for_windows(others.map(|w| (w.app.as_str(), w.title.as_str())))
    }

    fn config(&self, target: &Target) -> Result<Config, String> {
        let profile = match &target.draft {
            Some(draft) => draft.clone(),
            None => Arc::new(self.profiles.get(&target.profile)?),
        };
        let profile = match &target.level {
            Some(level) if profile.wants_level() && profile.game == level.game_id() => {
                let own = profile.of_level(level.as_ref());
                Arc::new(own.map_err(|why| {
                    answer::sentence(&format!("this game cannot be played in a window: {why}"))
                })?)
            }
            _ => profile,
        };
        Ok(Config {
            window: target.window.map(WindowId),
            said: target.said.clone(),
            ..Config::new(profile)
        })
    }
}

impl Live for RealLive {
    fn profiles(&self) -> Vec<ProfileName> {
        self.profiles.names()
    }

    fn profile(&self, id: &str) -> Option<Arc<Profile>> {
        self.profiles.get(id).ok().map(Arc::new)
    }

    fn look(&self, target: &Target) -> Result<Look, String> {
        let config = self.config(target)?;
        let profile = &config.profile;
        let preview = self.preview(&config)?;
        let sight = preview.frame.as_ref().map(|frame| {
            let level = preview.level.clone();
            Sights::new(profile.clone(), level, target.draft.is_some()).sight(frame)
        });
        let seen = preview.frame.as_ref().and_then(Frame::playing);
        let level = preview.level.zip(seen).map(|(level, seen)| SeenLevel {
            at_start: autoplay::shows(level.start().as_ref(), seen),
            level,
        });
        let windows = preview.candidates.iter().map(|window| WindowName {
            id: window.id.0,
            title: window.name().to_owned(),
            pid: window.pid,
        });
        Ok(Look {
            window: preview.window.as_ref().map(|window| window.title.clone()),
            windows: windows.collect(),
            sight,
            level,
            checks: preview.checks,
            open: self.open(),
        })
    }

    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        let mut desktop = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        let mut world = self.connected(&mut desktop)?;
        let windows = world
            .windows()
            .map_err(|error| answer::sentence(&error.to_string()))?;
        let own = std::process::id();
        let others = windows.into_iter().filter(|window| window.pid != Some(own));
        let shots = others.map(|window| WindowShot {
            picture: match window.minimised {
                true => Err("minimised".to_owned()),
                false => world
                    .capture(window.id)
                    .map(Arc::new)
                    .map_err(|error| error.to_string()),
            },
            window: WindowName {
                id: window.id.0,
                title: window.title,
                pid: window.pid,
            },
            app: window.app,
        });
        let shots = shots.collect();
        *desktop = Some(world);
        Ok(shots)
    }

    fn asks(&self) -> bool {
        self.asks.load(Ordering::Relaxed)
    }

    fn ask(&self, profile: &str, anew: bool) -> Result<(), String> {
        let asked = autoplay::desktop::ask(profile, anew, true);
        asked
            .map(|_| ())
            .map_err(|error| answer::sentence(&error.to_string()))
    }

    fn tell_own_focus(&self, focused: bool) {
        autoplay::desktop::tell_own_focus(focused);
    }

    fn start(&self, target: &Target, how: &How, tell: Tell) -> Result<Box<dyn Run>, String> {
        let config = Config {
            levels: (how.levels > 0).then_some(how.levels),
            dry_run: how.dry_run,
            paused: how.paused,
            wait_for_focus: how.wait_for_focus,
            history: self.history.clone(),
            solver_time: how.patience,
            film: match &how.film {
                Some(path) => {
                    let file = FilmFile::new(path);
                    Some(file.map_err(|error| answer::sentence(&error.to_string()))?)
                }
                None => None,
            },
            ..self.config(target)?
        };
        let game = crate::games::by_id(&config.profile.game);
        let chosen = |solver: &&'static dyn Solver| Some(solver.info().id) == how.solver.as_deref();
        let config = Config {
            solver: game.and_then(|game| game.solvers().iter().copied().find(chosen)),
            ..config
        };
        let config = match &how.plan {
            Some(given) => Config {
                levels: Some(1),
                given: Some(Given {
                    level: given.level.clone(),
                    plan: Some(given.moves.clone().into()),
                }),
                ..config
            },
            None => config,
        };
        let sights = Sights::new(config.profile.clone(), None, target.draft.is_some());
        let (sender, events) = unbounded();
        // A separate thread prepares pictures for display, so that playing is not delayed.
        let between = Task::start("capture for the screen", &no_wake(), move |_| {
            pass_on(&sights, &events, &tell);
        });
        // The run continues even if the receiver is gone.
        let play = AutoPlay::start(config, move |event| drop(sender.send(event)));
        Ok(Box::new(RealRun {
            log: play.log().clone(),
            play: Some(play),
            _between: between,
        }))
    }
}

/// Forwards events in order, skipping captures that a newer one has replaced.
fn pass_on(sights: &Sights, events: &Receiver<autoplay::Event>, tell: &Tell) {
    let mut newest: Option<Frame> = None;
    loop {
        let event = match events.try_recv() {
            Ok(event) => event,
            Err(TryRecvError::Empty) => {
                if let Some(frame) = newest.take() {
                    tell(Event::Seen(sights.sight(&frame)));
                    continue;
                }
                match events.recv() {
                    Ok(event) => event,
                    Err(_) => break,
                }
            }
            Err(TryRecvError::Disconnected) => break,
        };
        tell(match event {
            autoplay::Event::Seen(frame) => {
                newest = Some(frame);
                continue;
            }
            autoplay::Event::State(state) => Event::State(state),
            // The following progress event describes the plan.
            autoplay::Event::Planned(level) => Event::Planned(level.puzzle),
            autoplay::Event::Preflight(checks) => Event::Checks(checks),
            autoplay::Event::Log(line) => Event::Log(line),
            autoplay::Event::Progress(progress) => Event::Progress(progress),
            autoplay::Event::Simulated(boards) => Event::Expected(boards),
            autoplay::Event::LevelDone(stats) => Event::LevelDone(stats),
            autoplay::Event::Filmed(film) => Event::Filmed(film),
            autoplay::Event::Ended(end) => {
                if let Some(frame) = newest.take() {
                    tell(Event::Seen(sights.sight(&frame)));
                }
                Event::Ended(end.map_err(|error| answer::sentence(&error.to_string())))
            }
        });
    }
}

struct RealRun {
    log: RunLog,
    /// `None` only while being dropped.
    play: Option<AutoPlay>,
    /// Ends after the last event.
    _between: Task<()>,
}

impl Run for RealRun {
    fn order(&self, order: Command) {
        if let Some(play) = &self.play {
            play.order(order);
        }
    }

    fn log(&self) -> RunLog {
        self.log.clone()
    }
}

impl Drop for RealRun {
    fn drop(&mut self) {
        let Some(play) = self.play.take() else {
            return;
        };
        play.order(Command::Stop);
        if play.is_over() {
            return;
        }
        // The thread ends once all keys are released, but must not wait forever for a display.
        let ending = Task::start("end of auto-play", &no_wake(), |_| drop(play));
        if let Some(Err(broken)) = ending.wait(LETTING_GO) {
            log::error!("{broken}");
        }
    }
}
