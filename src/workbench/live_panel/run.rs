//! A run in progress or ended, and its reports.

use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::autoplay::{
    BoardView, LevelStats, PauseReason, PlayEvent, PlayProgress, PlayState, PreflightCheck,
    RunSummary,
};
use crate::game::LevelRef;
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::session::{Wake, lock};
use crate::world::{Capture, EventSink, RunEvent, RunHandle};

/// Limit of lines that *Copy log* copies.
const MAX_LOG_LINES: usize = 20_000;

pub(super) struct PanelRun {
    pub(super) run: Box<dyn RunHandle>,
    pub(super) dry_run: bool,
    /// The history records it.
    pub(super) is_recorded: bool,
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
pub(super) struct RunFeed {
    events: Receiver<PlayEvent>,
    /// The latest unprocessed capture. Older ones are dropped: captures are large, and this window may be hidden.
    newest: Arc<Mutex<Option<Capture>>>,
}

impl RunFeed {
    /// Creates a feed and its event sink. Each event requests a repaint.
    pub(super) fn new(wake: Wake) -> (EventSink, Self) {
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
    pub(super) fn new(
        run: Box<dyn RunHandle>,
        feed: RunFeed,
        dry_run: bool,
        checks: Vec<PreflightCheck>,
        capture: Option<Capture>,
    ) -> Self {
        let mut panel_run = Self {
            run,
            dry_run,
            is_recorded: false,
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
            panel_run.set_capture(capture);
        }
        panel_run
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
                        let text = match self.is_recorded {
                            true => "Auto-play stopped unexpectedly. The history has its log.",
                            false => "Auto-play stopped unexpectedly.",
                        };
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
            PlayEvent::Recorded => self.is_recorded = true,
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
