//! A run in progress or ended, and its reports.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::autoplay::{
    BoardView, LevelStats, PauseReason, PlayEvent, PlayProgress, PlayState, PreflightCheck,
    RunSummary,
};
use crate::game::LevelRef;
use crate::kit::answer;
use crate::session::Wake;
use crate::world::{Capture, EventSink, RunEvent, RunHandle};

const MAX_LOG_LINES: usize = 200;

pub(super) struct PanelRun {
    pub(super) run: Box<dyn RunHandle>,
    pub(super) dry_run: bool,
    pub(super) view: RunView,
    pub(super) status: RunStatus,
    feed: RunFeed,
    /// Level planned last, until it is solved.
    level: Option<LevelRef>,
    /// Solved levels that were not marked yet.
    pub(super) solved: Vec<LevelRef>,
}

/// Current contents of window and simulation.
#[derive(Default)]
pub(super) struct RunView {
    pub(super) capture: Option<Capture>,
    /// Ids of the boards read last, as none are read during an animation.
    pub(super) read_ids: Vec<String>,
    pub(super) expected: Vec<BoardView>,
}

pub(super) struct RunStatus {
    pub(super) checks: Vec<PreflightCheck>,
    pub(super) state: PlayState,
    pub(super) progress: PlayProgress,
    pub(super) log: Vec<String>,
    pub(super) levels: Vec<LevelStats>,
    /// The film's file, or an error, until the user is informed.
    pub(super) film: Option<Result<PathBuf, String>>,
    pub(super) end: Option<Result<RunSummary, String>>,
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
                RunEvent::Captured(capture) => {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(capture);
                }
                // Fails if the panel has dropped the run.
                RunEvent::Play(event) => drop(sender.send(event)),
            }
            wake();
        });
        (sink, Self { events, newest })
    }
}

impl RunView {
    fn set_capture(&mut self, capture: Capture) {
        if !capture.boards.is_empty() {
            let boards = capture.boards.iter();
            self.read_ids = boards.map(|board| board.id.clone()).collect();
        }
        self.capture = Some(capture);
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
        let mut view = RunView::default();
        if let Some(capture) = capture {
            view.set_capture(capture);
        }
        let status = RunStatus {
            checks,
            state: PlayState::Preparing("Starting".to_owned()),
            progress: PlayProgress::default(),
            log: Vec::new(),
            levels: Vec::new(),
            film: None,
            end: None,
        };
        Self {
            run,
            dry_run,
            view,
            status,
            feed,
            level: None,
            solved: Vec::new(),
        }
    }

    pub(super) fn is_active(&self) -> bool {
        self.status.end.is_none()
    }

    /// Returns whether the run is waiting because its window was closed.
    pub(super) fn has_lost_window(&self) -> bool {
        let state = &self.status.state;
        self.is_active() && matches!(state, PlayState::Paused(PauseReason::WindowGone))
    }

    /// Processes reports. Returns whether the run has ended meanwhile.
    pub(super) fn poll(&mut self) -> bool {
        let was_active = self.is_active();
        loop {
            match self.feed.events.try_recv() {
                Ok(event) => self.handle(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // The run's thread has ended without a report.
                    self.status.end.get_or_insert_with(|| {
                        Err("Auto-play stopped unexpectedly. Save the log.".to_owned())
                    });
                    break;
                }
            }
        }
        let newest = self.feed.newest.lock();
        let newest = newest.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(newest) = newest {
            self.view.set_capture(newest);
        }
        was_active && !self.is_active()
    }

    fn handle(&mut self, event: PlayEvent) {
        let status = &mut self.status;
        match event {
            PlayEvent::Preflight(checks) => status.checks = checks,
            PlayEvent::Simulated(boards) => self.view.expected = boards,
            PlayEvent::State(state) => status.state = state,
            PlayEvent::Progress(progress) => status.progress = progress,
            PlayEvent::Log(line) => {
                status.log.push(line);
                if status.log.len() > MAX_LOG_LINES {
                    status.log.remove(0);
                }
            }
            PlayEvent::Planned(level) => self.level = Some(level.puzzle),
            PlayEvent::LevelDone(stats) => {
                status.levels.push(stats);
                // A dry run has solved nothing in the window.
                self.solved
                    .extend(self.level.take().filter(|_| !self.dry_run));
            }
            PlayEvent::Filmed(film) => status.film = Some(film),
            PlayEvent::Ended(end) => {
                if let Ok(summary) = &end {
                    status.progress.elapsed = summary.elapsed;
                }
                status.end = Some(end.map_err(|error| answer::sentence(&error.to_string())));
            }
            // Captures come as [`RunEvent::Captured`].
            PlayEvent::Observed(_) => {}
        }
    }
}
