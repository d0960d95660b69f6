//! A run in progress or ended, and its reports.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::autoplay::{BoardLook, Check, LevelStats, Pause, Progress, State, Summary};
use crate::game::LevelRef;
use crate::session::Wake;
use crate::world::{Event, Run, Sight, Tell};

/// Limit of log lines on screen.
const MAX_LINES: usize = 200;

pub(super) struct Running {
    pub(super) run: Box<dyn Run>,
    pub(super) dry_run: bool,
    pub(super) view: View,
    pub(super) report: Report,
    feed: Feed,
    level: Option<LevelRef>,
    /// Levels solved since the last call of [`Self::take_solved`].
    solved: Vec<LevelRef>,
}

/// Current contents of window and simulation.
#[derive(Default)]
pub(super) struct View {
    pub(super) sight: Option<Sight>,
    /// Ids of the boards read last, as none are read during an animation.
    pub(super) read: Vec<String>,
    pub(super) expected: Vec<BoardLook>,
}

pub(super) struct Report {
    pub(super) checks: Vec<Check>,
    pub(super) state: State,
    pub(super) progress: Progress,
    pub(super) lines: Vec<String>,
    pub(super) levels: Vec<LevelStats>,
    /// The film's file, or an error, until the user is informed.
    pub(super) film: Option<Result<PathBuf, String>>,
    pub(super) end: Option<Result<Summary, String>>,
}

pub(super) struct Feed {
    events: Receiver<Event>,
    /// The latest sight that was not processed. Older ones are dropped, as sights are large and frequent and this
    /// window may be hidden.
    newest: Arc<Mutex<Option<Sight>>>,
}

impl Feed {
    /// Creates a feed and its event sink. Each event requests a repaint.
    pub(super) fn new(wake: Wake) -> (Tell, Self) {
        let (sender, events) = unbounded();
        let newest = Arc::new(Mutex::new(None));
        let slot = newest.clone();
        let tell: Tell = Arc::new(move |event| {
            match event {
                Event::Seen(sight) => {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(sight);
                }
                // Fails if the panel has dropped the run.
                event => drop(sender.send(event)),
            }
            wake();
        });
        (tell, Self { events, newest })
    }
}

impl View {
    fn see(&mut self, sight: Sight) {
        if !sight.boards.is_empty() {
            self.read = sight.boards.iter().map(|board| board.id.clone()).collect();
        }
        self.sight = Some(sight);
    }
}

impl Running {
    /// Creates a started run, with checks and sight of the last preview.
    pub(super) fn new(
        run: Box<dyn Run>,
        feed: Feed,
        dry_run: bool,
        checks: Vec<Check>,
        sight: Option<Sight>,
    ) -> Self {
        let mut view = View::default();
        if let Some(sight) = sight {
            view.see(sight);
        }
        let report = Report {
            checks,
            state: State::Preparing("Starting".to_owned()),
            progress: Progress::default(),
            lines: Vec::new(),
            levels: Vec::new(),
            film: None,
            end: None,
        };
        Self {
            run,
            dry_run,
            view,
            report,
            feed,
            level: None,
            solved: Vec::new(),
        }
    }

    pub(super) fn goes_on(&self) -> bool {
        self.report.end.is_none()
    }

    pub(super) fn take_solved(&mut self) -> Vec<LevelRef> {
        std::mem::take(&mut self.solved)
    }

    /// Returns whether the run is waiting because its window was closed.
    pub(super) fn has_lost_window(&self) -> bool {
        self.goes_on() && matches!(self.report.state, State::Paused(Pause::WindowGone))
    }

    /// Processes reports. Returns whether the run has ended meanwhile.
    pub(super) fn poll(&mut self) -> bool {
        let went_on = self.goes_on();
        loop {
            match self.feed.events.try_recv() {
                Ok(event) => self.take(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // The run's thread has ended without a report.
                    self.report.end.get_or_insert_with(|| {
                        Err("Auto-play stopped unexpectedly. Save the log.".to_owned())
                    });
                    break;
                }
            }
        }
        let newest = self.feed.newest.lock();
        let newest = newest.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(newest) = newest {
            self.view.see(newest);
        }
        went_on && !self.goes_on()
    }

    fn take(&mut self, event: Event) {
        let report = &mut self.report;
        match event {
            Event::Checks(checks) => report.checks = checks,
            Event::Seen(sight) => self.view.see(sight),
            Event::Expected(boards) => self.view.expected = boards,
            Event::State(state) => report.state = state,
            Event::Progress(progress) => report.progress = progress,
            Event::Log(line) => {
                report.lines.push(line);
                if report.lines.len() > MAX_LINES {
                    report.lines.remove(0);
                }
            }
            Event::Planned(level) => self.level = Some(level),
            Event::LevelDone(stats) => {
                report.levels.push(stats);
                self.solved
                    .extend(self.level.take().filter(|_| !self.dry_run));
            }
            Event::Filmed(film) => report.film = Some(film),
            Event::Ended(end) => report.end = Some(end),
        }
    }
}
