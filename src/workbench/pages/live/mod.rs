//! A game in its own window: look at it, start, watch, step in.

mod bar;
mod boards;
mod picture;
mod real;
mod saving;
mod side;
mod sight;
mod target;

pub(crate) use self::boards::beside;
pub(crate) use self::sight::drawable;

pub use real::RealLive;
pub use target::{
    Event, GivenPlan, How, Live, Look, Run, SeenBoard, SeenCell, SeenCursor, SeenLevel, Sight,
    Target, Tell, WindowName, WindowShot,
};

use crate::page::Notice;
use crate::page::known;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};

use crate::autoplay::{
    BoardLook, Check, CheckState, Command as Order, LevelStats, Progress, State, Summary, alike,
};
use crate::session::Task;
use crate::vision::Profile;

use crate::kit::answer;
use crate::page::messages::Weight;
use crate::pages::import::ProfileName;
use crate::shell::app::Workbench;

/// Lines of the log that are kept on screen; the saved log has all.
const MAX_LINES: usize = 200;
/// From one look to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(1500);
/// The same when a practice window was just opened, and for how long.
const LOOK_SOON: Duration = Duration::from_millis(300);
const OPENING: Duration = Duration::from_secs(20);

/// The live panel.
#[derive(Default)]
pub struct LivePanel {
    profiles: Option<Vec<ProfileName>>,
    /// Id of the chosen one.
    profile: Option<String>,
    window: Option<u64>,
    /// The person has chosen the profile.
    picked: bool,
    settings: PlaySettings,
    /// A profile that is being made, tried instead of one of the list.
    draft: Option<(ProfileName, Arc<Profile>)>,
    looking: Option<Task<Result<Look, String>>>,
    look: Option<Result<Look, String>>,
    /// A practice window that was just opened.
    opening: Option<Opening>,
    picture: picture::Picture,
    run: Option<Running>,
    /// The run is over and the window is looked at for the next one.
    past: bool,
    saving: saving::Saving,
}

/// How the person wants it played.
#[derive(Clone, Copy, Debug, Default)]
struct PlaySettings {
    /// The open level's plan and nothing else.
    this_plan: bool,
    dry_run: bool,
    step_by_step: bool,
    /// Film the window.
    film: bool,
    /// 0 = all.
    levels: u32,
}

/// A practice window that is waited for.
struct Opening {
    until: Instant,
    /// Its process, 0 as long as that is not known.
    pid: Arc<AtomicU32>,
}

impl Opening {
    fn lasts(&self) -> bool {
        Instant::now() < self.until
    }

    /// Its window among these.
    fn find(&self, windows: &[WindowName]) -> Option<u64> {
        let pid = self.pid.load(Ordering::Relaxed);
        let own = windows.iter().find(|window| window.pid == Some(pid));
        own.map(|window| window.id)
    }
}

/// A run and what it has told.
struct Running {
    run: Box<dyn Run>,
    events: Receiver<Event>,
    /// The newest sight that was not taken over yet. Sights are large and come often, and this
    /// window may be hidden: they must not queue up.
    newest: Arc<Mutex<Option<Sight>>>,
    dry_run: bool,
    checks: Vec<Check>,
    sight: Option<Sight>,
    /// Ids of the boards that were read last; in the middle of an animation none are.
    read: Vec<String>,
    expected: Vec<BoardLook>,
    state: State,
    progress: Progress,
    lines: Vec<String>,
    levels: Vec<LevelStats>,
    /// The film, or why there is none, until that is told.
    film: Option<Result<PathBuf, String>>,
    end: Option<Result<Summary, String>>,
}

impl LivePanel {
    /// Whether the window is looked at for the first time, or played in.
    pub fn is_busy(&self) -> bool {
        let first_look = self.looking.is_some() && self.look.is_none();
        first_look || self.is_running() || self.saving.is_busy()
    }

    /// Whether a run is in progress, paused or not.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.end.is_none())
    }

    /// Lists the screen profiles again and looks again when next shown.
    pub fn refresh(&mut self) {
        if !self.is_running() {
            self.profiles = None;
            self.look_again();
        }
    }

    fn look_again(&mut self) {
        self.look = None;
        self.looking = None;
    }

    /// The practice window that was waited for has ended.
    pub(crate) fn practice_ended(&mut self) {
        self.opening = None;
    }

    /// Tries this profile, which is not saved, until that is taken back.
    pub(crate) fn try_draft(&mut self, draft: Option<(ProfileName, Arc<Profile>)>) {
        if self.draft == draft || self.is_running() && draft.is_some() {
            return;
        }
        // A run by the other profile must not go on.
        self.stop();
        self.draft = draft;
        self.window = None;
        self.settings = PlaySettings::default();
        self.refresh();
    }

    /// How the next run is to be: nothing sent, or move by move; of one level.
    pub(crate) fn try_run(&mut self, dry_run: bool, step_by_step: bool) {
        self.settings = PlaySettings {
            dry_run,
            step_by_step,
            levels: 1,
            ..PlaySettings::default()
        };
    }

    /// Lets a run that waits make one move.
    pub(crate) fn step_once(&self) {
        self.order(Order::Step);
    }

    /// Whether nothing forbids to start.
    pub(crate) fn is_ready(&self) -> bool {
        !self.is_running() && self.seen().is_some() && self.obstacle().is_none()
    }

    /// The title of the window that was seen.
    pub(crate) fn window_title(&self) -> Option<String> {
        self.seen()?.window.clone()
    }

    /// Chooses a profile of the list.
    pub(crate) fn choose_profile(&mut self, id: &str) {
        self.profile = Some(id.to_owned());
        self.picked = true;
        self.window = None;
        self.past = true;
        self.refresh();
    }

    /// Ends a run, if there is one, and waits until no key is down any more.
    pub fn stop(&mut self) {
        self.run = None;
    }

    /// A practice window was opened: chooses its profile, and waits for it. `pid` becomes the
    /// number of its process.
    fn expect_practice(&mut self, game: &str, profiles: Vec<ProfileName>, pid: Arc<AtomicU32>) {
        if self.is_running() {
            return;
        }
        let practice = profiles.iter().find(|p| p.practice && p.game == game);
        if let Some(profile) = practice {
            self.profile = Some(profile.id.clone());
        }
        self.profiles = Some(profiles);
        self.window = None;
        self.past = true;
        self.look_again();
        let until = Instant::now() + OPENING;
        self.opening = Some(Opening { until, pid });
    }

    /// The profile to take instead of one whose window is not there: one with an open window,
    /// rather of this game.
    fn open_instead(&self, open: &[String], game: &str) -> Option<String> {
        let listed = self.profiles.iter().flatten();
        let mut open = listed.filter(|profile| open.contains(&profile.id));
        let first = open.clone().next();
        let instead = open.find(|profile| profile.game == game).or(first)?;
        Some(instead.id.clone()).filter(|id| Some(id) != self.profile.as_ref())
    }

    /// The run that is to be shown.
    fn shown_run(&self) -> Option<&Running> {
        self.run.as_ref().filter(|_| !self.past)
    }

    fn order(&self, order: Order) {
        if let Some(run) = &self.run {
            run.run.order(order);
        }
    }

    /// Id and game of the chosen profile.
    pub(crate) fn chosen_target(&self) -> Option<(&str, &str)> {
        let chosen = self.chosen()?;
        Some((&chosen.id, &chosen.game))
    }

    /// Where the cursor was seen when the window was looked at last.
    pub(crate) fn seen_cursor(&self) -> Option<crate::game::Cell> {
        let cursor = self.seen()?.sight.as_ref()?.cursor?;
        Some(cursor.cell)
    }

    fn chosen(&self) -> Option<&ProfileName> {
        if let Some((name, _)) = &self.draft {
            return Some(name);
        }
        let id = self.profile.as_ref()?;
        self.profiles.as_ref()?.iter().find(|p| p.id == *id)
    }

    fn target(&self) -> Option<Target> {
        Some(Target {
            profile: self.chosen()?.id.clone(),
            window: self.window,
            draft: self.draft.as_ref().map(|(_, profile)| profile.clone()),
        })
    }

    fn seen(&self) -> Option<&Look> {
        self.look.as_ref()?.as_ref().ok()
    }

    /// A reason not to start, from the last look.
    fn obstacle(&self) -> Option<String> {
        match &self.look {
            Some(Ok(look)) => {
                let mut checks = look.checks.iter();
                let failed = checks.find(|check| check.state == CheckState::Failed)?;
                Some(format!("{}: {}", failed.name, failed.detail))
            }
            Some(Err(error)) => Some(error.clone()),
            None => Some("Looking for the window.".to_owned()),
        }
    }
}

impl Running {
    fn take(&mut self, event: Event) {
        match event {
            Event::Checks(checks) => self.checks = checks,
            Event::Seen(sight) => self.saw(sight),
            Event::Expected(boards) => self.expected = boards,
            Event::State(state) => self.state = state,
            Event::Progress(progress) => self.progress = progress,
            Event::Log(line) => {
                self.lines.push(line);
                if self.lines.len() > MAX_LINES {
                    self.lines.remove(0);
                }
            }
            Event::LevelDone(level) => self.levels.push(level),
            Event::Filmed(film) => self.film = Some(film),
            Event::Ended(end) => self.end = Some(end),
        }
    }

    fn saw(&mut self, sight: Sight) {
        if !sight.boards.is_empty() {
            self.read = sight.boards.iter().map(|board| board.id.clone()).collect();
        }
        self.sight = Some(sight);
    }

    /// Takes over what was told since the last time; whether it has ended by that.
    fn poll(&mut self) -> bool {
        let running = self.end.is_none();
        loop {
            match self.events.try_recv() {
                Ok(event) => self.take(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // Whatever broke, the panel must not wait for it.
                    self.end.get_or_insert_with(|| {
                        Err("Auto-play ended without a word. Save the log.".to_owned())
                    });
                    break;
                }
            }
        }
        let newest = self.newest.lock();
        let newest = newest.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(newest) = newest {
            self.saw(newest);
        }
        running && self.end.is_some()
    }
}

impl Workbench {
    /// Takes over what the live target has told.
    pub(crate) fn poll_live(&mut self) {
        let ended = self.live.looking.as_ref().and_then(Task::outcome);
        if let Some(look) = ended {
            self.take_look(look.map_err(|error| answer::sentence(&error)));
        }
        self.poll_log_saving();
        let Some(run) = &mut self.live.run else {
            return;
        };
        let ended = run.poll();
        match run.film.take() {
            Some(Ok(path)) => {
                let text = format!("The film is in {}.", path.display());
                self.cx.messages.toast(Weight::Info, text);
            }
            Some(Err(error)) => {
                let text = format!("There is no film: {error}.");
                self.cx.messages.toast(Weight::Warn, text);
            }
            None => {}
        }
        if !ended {
            return;
        }
        match &run.end {
            // The person knows that.
            Some(Ok(end)) if end.stopped => self.cx.messages.status(end.text.clone()),
            Some(Ok(end)) => self.cx.messages.toast(Weight::Good, end.text.clone()),
            Some(Err(text)) => self.cx.messages.toast(Weight::Bad, text.clone()),
            None => {}
        }
        // For the next start.
        self.live.look_again();
        self.cx.tell(Notice::Played);
    }

    fn take_look(&mut self, look: Result<Look, String>) {
        self.live.looking = None;
        if let (Some(opening), Ok(seen)) = (&self.live.opening, &look)
            && let Some(window) = opening.find(&seen.windows)
        {
            self.live.opening = None;
            if seen.windows.len() > 1 {
                // Among several, the one that was just opened.
                self.live.window = Some(window);
                self.live.look_again();
                return;
            }
        }
        if let (Some(chosen), Ok(seen)) = (self.live.window, &look)
            && seen.windows.iter().all(|window| window.id != chosen)
        {
            // It was closed; perhaps there is another one.
            self.live.window = None;
            if !seen.windows.is_empty() {
                self.live.look_again();
                return;
            }
        }
        if let Ok(seen) = &look
            && seen.windows.is_empty()
            && !self.live.picked
            && self.live.draft.is_none()
            && self.live.opening.is_none()
            && let Some(open) = self
                .live
                .open_instead(&seen.open, self.cx.document.level().game_id())
        {
            self.live.profile = Some(open);
            self.live.look_again();
            return;
        }
        self.live.look = Some(look);
    }

    /// Looks at the target's window after a while, on a thread.
    fn look_at_window(&mut self, after: Duration) {
        let Some(target) = self.live.target() else {
            return;
        };
        let live = self.cx.world.live.clone();
        let work = move |_: &_| {
            std::thread::sleep(after);
            live.look(&target)
        };
        self.live.looking = Some(Task::start("look at the window", &self.cx.wake, work));
    }

    /// Looks when it is time to: at first, when this window comes to the front again, and again
    /// and again as long as the panel is open, so that it shows what is there.
    fn keep_looking(&mut self, came_back: bool) {
        if self.live.is_running() || self.live.looking.is_some() {
            return;
        }
        let opening = self.live.opening.as_ref().is_some_and(Opening::lasts);
        match &self.live.look {
            None => self.look_at_window(Duration::ZERO),
            Some(_) if came_back => self.look_at_window(Duration::ZERO),
            Some(_) if opening => self.look_at_window(LOOK_SOON),
            Some(_) => self.look_at_window(LOOK_AGAIN),
        }
    }

    /// The open level's plan, if it is one that could be played in the window that was seen.
    ///
    /// # Errors
    /// Why not, for people.
    fn plan_to_play(&self) -> Result<GivenPlan, &'static str> {
        let document = &self.cx.document;
        let record = document
            .current_plan()
            .ok_or("There is no plan for the open level; solve it first")?;
        if !record.solved {
            return Err("The open level is not solved after the moves of its plan");
        }
        let level = document.level();
        let game = self.live.chosen().map(|profile| profile.game.as_str());
        if game != Some(level.game_id()) {
            return Err("The screen profile is for another game than the open level");
        }
        if let Some(seen) = self.live.seen().and_then(|look| look.level.as_ref()) {
            if !alike(seen.level.start().as_ref(), level.start().as_ref()) {
                return Err("The window shows another level than the open one");
            }
            if !seen.at_start {
                return Err("Moves were made in the window already; take them back there");
            }
        }
        let moves = record.done.iter().chain(record.moves.iter());
        Ok(GivenPlan {
            level: level.clone(),
            moves: moves.cloned().collect(),
        })
    }

    /// Where the film of a run that begins now goes.
    fn film_path(&self, profile: &str) -> Option<PathBuf> {
        let folder = self.cx.world.places.as_ref()?.films();
        if let Err(error) = std::fs::create_dir_all(&folder) {
            log::warn!("{}: {error}", folder.display());
            return None;
        }
        let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        Some(folder.join(format!("{now}-{profile}.gif")))
    }

    pub(crate) fn start_live(&mut self) {
        let Some(target) = self.live.target() else {
            return;
        };
        let settings = self.live.settings;
        let plan = match settings.this_plan.then(|| self.plan_to_play()).transpose() {
            Ok(plan) => plan,
            Err(why) => return self.cx.messages.status(format!("{why}.")),
        };
        let how = How {
            dry_run: settings.dry_run,
            levels: settings.levels,
            paused: settings.step_by_step,
            film: settings
                .film
                .then(|| self.film_path(&target.profile))
                .flatten(),
            plan,
        };
        let (sender, events): (Sender<Event>, _) = unbounded();
        let newest = Arc::new(Mutex::new(None));
        let (wake, slot) = (self.cx.wake.clone(), newest.clone());
        let tell: Tell = Arc::new(move |event| {
            match event {
                Event::Seen(sight) => {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(sight);
                }
                // Nobody listens any more once the panel has let go of the run.
                event => drop(sender.send(event)),
            }
            wake();
        });
        // The last one first: two runs must not press keys in one window.
        self.live.stop();
        let checks = self.live.seen().map(|look| look.checks.clone());
        self.live.past = false;
        match self.cx.world.live.start(&target, &how, tell) {
            Ok(run) => {
                let sight = self.live.seen().and_then(|look| look.sight.clone());
                let mut running = Running {
                    run,
                    events,
                    newest,
                    dry_run: how.dry_run,
                    checks: checks.unwrap_or_default(),
                    sight: None,
                    read: Vec::new(),
                    expected: Vec::new(),
                    state: State::Preparing("Starting".to_owned()),
                    progress: Progress::default(),
                    lines: Vec::new(),
                    levels: Vec::new(),
                    film: None,
                    end: None,
                };
                if let Some(sight) = sight {
                    running.saw(sight);
                }
                self.live.run = Some(running);
            }
            Err(error) => self.cx.messages.toast(Weight::Bad, error),
        }
    }

    /// Lists the profiles, and sees to it that one is chosen: that of the last time, else the
    /// first one of the open level's game.
    fn list_profiles(&mut self) {
        if self.live.profiles.is_none() {
            self.live.profiles = Some(self.cx.world.live.profiles());
        }
        if self.live.chosen().is_some() {
            return;
        }
        let game = self.cx.document.level().game_id();
        let profiles = self.live.profiles.as_deref().unwrap_or_default();
        let own = profiles.iter().find(|profile| profile.game == game);
        let first = own.or(profiles.first()).map(|profile| profile.id.clone());
        self.live.profile = first;
    }

    /// Shows the level that was read in the window, to be corrected and taken over.
    fn read_level(&mut self) {
        let Some(look) = self.live.seen() else {
            return;
        };
        if let (Some(reading), Some(profile)) = (look.reading.clone(), self.live.chosen()) {
            let window = look.window.clone().unwrap_or_default();
            let profile = profile.clone();
            self.import_reading(&window, profile, &reading);
        }
    }

    /// Opens the panel for a practice window that was just opened.
    pub(crate) fn live_for_practice(&mut self, pid: Arc<AtomicU32>) {
        let profiles = self.cx.world.live.profiles();
        let game = self.cx.document.level().game_id();
        self.live.expect_practice(game, profiles, pid);
        self.cx.tab = known::LIVE;
    }
}
