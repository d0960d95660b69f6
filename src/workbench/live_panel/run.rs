//! A run in progress or ended, its start with settings, and its reports.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use super::LivePanel;
use crate::autoplay::{
    BoardView, LevelStats, PauseReason, PlayEvent, PlayProgress, PlayState, PreflightCheck,
    RunSummary, StartLevel, have_same_boards,
};
use crate::game::LevelRef;
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::session::{Wake, lock};
use crate::world::{Capture, EventSink, RunEvent, RunHandle, RunOptions};

const MAX_LOG_LINES: usize = 200;

pub(super) struct PanelRun {
    pub(super) run: Box<dyn RunHandle>,
    pub(super) dry_run: bool,
    pub(super) capture: Option<Capture>,
    /// Ids of the boards read last, as none are read during an animation.
    pub(super) read_ids: Vec<String>,
    pub(super) expected: Vec<BoardView>,
    pub(super) checks: Vec<PreflightCheck>,
    pub(super) state: PlayState,
    pub(super) progress: PlayProgress,
    pub(super) log: Vec<String>,
    pub(super) levels: Vec<LevelStats>,
    pub(super) end: Option<Result<RunSummary, String>>,
    feed: RunFeed,
    /// Level planned last, until it is solved.
    level: Option<LevelRef>,
}

/// Reports of a run that the panel has not processed yet.
struct RunFeed {
    events: Receiver<PlayEvent>,
    /// The latest unprocessed capture. Older ones are dropped: captures are large, and this window may be hidden.
    newest: Arc<Mutex<Option<Capture>>>,
}

impl RunFeed {
    /// Creates a feed and its event sink. Each event requests a repaint.
    fn new(wake: Wake) -> (EventSink, Self) {
        let (sender, events) = unbounded();
        let newest = Arc::new(Mutex::new(None));
        let slot = newest.clone();
        let sink: EventSink = Arc::new(move |event| {
            match event {
                RunEvent::Captured(capture) => *lock(&slot) = Some(capture),
                // Fails if the panel has dropped the run.
                RunEvent::Play(event) => drop(sender.send(event)),
            }
            wake();
        });
        (sink, Self { events, newest })
    }
}

impl PanelRun {
    /// Creates a started run, with checks and capture of the last preview.
    fn new(
        run: Box<dyn RunHandle>,
        feed: RunFeed,
        dry_run: bool,
        checks: Vec<PreflightCheck>,
        capture: Option<Capture>,
    ) -> Self {
        let mut new = Self {
            run,
            dry_run,
            capture: None,
            read_ids: Vec::new(),
            expected: Vec::new(),
            checks,
            state: PlayState::Preparing("Starting".to_owned()),
            progress: PlayProgress::default(),
            log: Vec::new(),
            levels: Vec::new(),
            end: None,
            feed,
            level: None,
        };
        if let Some(capture) = capture {
            new.set_capture(capture);
        }
        new
    }

    fn set_capture(&mut self, capture: Capture) {
        if !capture.boards.is_empty() {
            let boards = capture.boards.iter();
            self.read_ids = boards.map(|board| board.id.clone()).collect();
        }
        self.capture = Some(capture);
    }

    pub(super) fn is_active(&self) -> bool {
        self.end.is_none()
    }

    /// Returns whether the run is waiting because its window was closed.
    pub(super) fn has_lost_window(&self) -> bool {
        let state = &self.state;
        self.is_active() && matches!(state, PlayState::Paused(PauseReason::WindowGone))
    }

    /// Processes reports. Returns whether the run has ended meanwhile.
    pub(super) fn poll(&mut self, cx: &mut Cx) -> bool {
        let was_active = self.is_active();
        loop {
            match self.feed.events.try_recv() {
                Ok(event) => self.handle(event, cx),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // The run's thread has ended without a report.
                    if self.is_active() {
                        let text = "Auto-play stopped unexpectedly. Save the log.";
                        self.finish(Err(text.to_owned()), cx);
                    }
                    break;
                }
            }
        }
        let newest = lock(&self.feed.newest).take();
        if let Some(newest) = newest {
            self.set_capture(newest);
        }
        was_active && !self.is_active()
    }

    fn handle(&mut self, event: PlayEvent, cx: &mut Cx) {
        match event {
            PlayEvent::Preflight(checks) => self.checks = checks,
            PlayEvent::Simulated(boards) => self.expected = boards,
            PlayEvent::State(state) => self.state = state,
            PlayEvent::Progress(progress) => self.progress = progress,
            PlayEvent::Log(line) => {
                self.log.push(line);
                if self.log.len() > MAX_LOG_LINES {
                    self.log.remove(0);
                }
            }
            PlayEvent::Planned(level) => self.level = Some(level.puzzle),
            PlayEvent::LevelDone(stats) => {
                self.levels.push(stats);
                // A dry run has solved nothing in the window.
                if let Some(level) = self.level.take().filter(|_| !self.dry_run) {
                    cx.mark_solved(&level);
                }
            }
            PlayEvent::Filmed(Ok(path)) => {
                let text = format!("Saved the film to {}.", path.display());
                cx.messages.toast(Severity::Info, text);
            }
            PlayEvent::Filmed(Err(error)) => {
                let text = format!("The film could not be saved: {error}.");
                cx.messages.toast(Severity::Warn, text);
            }
            PlayEvent::Ended(end) => {
                if let Ok(summary) = &end {
                    self.progress.elapsed = summary.elapsed;
                }
                let end = end.map_err(|error| answer::sentence(&error.to_string()));
                self.finish(end, cx);
            }
            // Captures come as [`RunEvent::Captured`].
            PlayEvent::Observed(_) => {}
        }
    }

    fn finish(&mut self, end: Result<RunSummary, String>, cx: &mut Cx) {
        match &end {
            // Stopped by the user.
            Ok(end) if end.stopped => cx.messages.status(end.text.clone()),
            Ok(end) => cx.messages.toast(Severity::Good, end.text.clone()),
            Err(text) => cx.messages.toast(Severity::Bad, text.clone()),
        }
        self.end = Some(end);
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct PlaySettings {
    /// Plays the open level's plan, rather than level after level.
    pub(super) this_plan: bool,
    pub(super) film: bool,
    /// The others, without plan and film.
    pub(super) options: RunOptions,
}

impl LivePanel {
    /// Returns the open level's plan if it can be played in the previewed window, otherwise the reason for the user.
    pub(super) fn playable_plan(&self, cx: &Cx) -> Result<StartLevel, &'static str> {
        let record = cx.document.current_plan();
        let record = record.ok_or("There is no plan for the open level; solve it first")?;
        if !record.solved {
            return Err("The plan does not solve the open level");
        }
        let level = cx.document.level();
        let game = self.choice.profile().map(|profile| profile.game.as_str());
        if game != Some(level.game_id()) {
            return Err("The screen profile is for another game than the open level");
        }
        if !self.shows_open_level(cx) {
            return Err("The window shows another level than the open one");
        }
        let preview = self.previewer.preview();
        let detected = preview.and_then(|preview| preview.level.as_ref());
        if detected.is_some_and(|detected| !detected.at_start) {
            return Err("Moves were already made in the window; undo them there");
        }
        let moves = record.done.iter().chain(record.moves.iter());
        Ok(StartLevel {
            level: level.clone(),
            plan: Some(moves.cloned().collect()),
        })
    }

    /// Returns whether the level recognized in the window, if any, is the open one.
    pub(super) fn shows_open_level(&self, cx: &Cx) -> bool {
        let preview = self.previewer.preview();
        let detected = preview.and_then(|preview| preview.level.as_ref());
        let open = cx.document.level().start();
        detected.is_none_or(|it| have_same_boards(it.level.start().as_ref(), open.as_ref()))
    }

    /// Starts a run with the current settings, after ending the one before.
    pub(super) fn start(&mut self, cx: &mut Cx) {
        let Some(target) = self.choice.target(cx.document.level()) else {
            return;
        };
        let settings = self.settings.clone();
        let plan = settings.this_plan.then(|| self.playable_plan(cx));
        let plan = match plan.transpose() {
            Ok(plan) => plan,
            Err(reason) => return cx.messages.status(format!("{reason}.")),
        };
        let film = settings.film.then(|| film_path(&target.profile, cx));
        let options = RunOptions {
            film: film.flatten(),
            plan,
            ..settings.options
        };
        if let Some(profile) = self.choice.profile().filter(|_| target.draft.is_none()) {
            let last_used = &mut cx.settings.solving.profiles;
            last_used.insert(profile.game.clone(), profile.id.clone());
        }
        let (sink, feed) = RunFeed::new(cx.wake.clone());
        // Two runs must not press keys in one window.
        self.stop(cx);
        let preview = self.previewer.preview();
        let checks = preview.map(|preview| preview.checks.clone());
        let capture = preview.and_then(|preview| preview.capture.clone());
        self.previews_next = false;
        match cx.world.live.start(&target, &options, sink) {
            Ok(run) => {
                let checks = checks.unwrap_or_default();
                self.run = Some(PanelRun::new(run, feed, options.dry_run, checks, capture));
                self.publish_playing(cx);
            }
            Err(error) => cx.messages.toast(Severity::Bad, error),
        }
    }
}

fn film_path(profile: &str, cx: &Cx) -> Option<PathBuf> {
    let folder = cx.world.folders.as_ref()?.films();
    if let Err(error) = std::fs::create_dir_all(&folder) {
        log::warn!("{}: {error}", folder.display());
        return None;
    }
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    Some(folder.join(format!("{now}-{profile}.gif")))
}
