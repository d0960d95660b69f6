//! A run in progress or ended, and what it has reported.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::autoplay::{BoardLook, Check, LevelStats, Pause, Progress, State, Summary};
use crate::game::LevelRef;
use crate::session::Wake;
use crate::world::{Event, Run, Sight, Tell};

/// Lines of the log kept on screen; the saved log has all.
const MAX_LINES: usize = 200;

/// A run and what it has reported.
pub(super) struct Running {
    pub(super) run: Box<dyn Run>,
    pub(super) dry_run: bool,
    pub(super) view: View,
    pub(super) report: Report,
    feed: Feed,
    /// The level that is played.
    level: Option<LevelRef>,
    /// Levels that were solved since somebody asked.
    solved: Vec<LevelRef>,
}

/// What the window and the simulation show now.
#[derive(Default)]
pub(super) struct View {
    pub(super) sight: Option<Sight>,
    /// Ids of the boards read last; during an animation none are read.
    pub(super) read: Vec<String>,
    /// The boards as simulated.
    pub(super) expected: Vec<BoardLook>,
}

/// All else that a run has reported.
pub(super) struct Report {
    pub(super) checks: Vec<Check>,
    pub(super) state: State,
    pub(super) progress: Progress,
    pub(super) lines: Vec<String>,
    pub(super) levels: Vec<LevelStats>,
    /// The film, or why there is none, until the person is told.
    pub(super) film: Option<Result<PathBuf, String>>,
    pub(super) end: Option<Result<Summary, String>>,
}

/// The receiving end of a run's events.
pub(super) struct Feed {
    events: Receiver<Event>,
    /// The newest sight not taken over yet. Sights are large and frequent, and this window may be
    /// hidden, so they must not queue up.
    newest: Arc<Mutex<Option<Sight>>>,
}

impl Feed {
    /// Both ends of a new feed; each event has the screen drawn again.
    pub(super) fn new(wake: Wake) -> (Tell, Self) {
        let (sender, events) = unbounded();
        let newest = Arc::new(Mutex::new(None));
        let slot = newest.clone();
        let tell: Tell = Arc::new(move |event| {
            match event {
                Event::Seen(sight) => {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(sight);
                }
                // Nobody listens any more once the panel has dropped the run.
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
    /// A run that has just started; checks and sight are those of the last look before.
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

    /// Whether it goes on, paused or not.
    pub(super) fn goes_on(&self) -> bool {
        self.report.end.is_none()
    }

    /// The levels that were solved since the last time.
    pub(super) fn take_solved(&mut self) -> Vec<LevelRef> {
        std::mem::take(&mut self.solved)
    }

    /// Whether it waits because its window was closed.
    pub(super) fn has_lost_window(&self) -> bool {
        self.goes_on() && matches!(self.report.state, State::Paused(Pause::WindowGone))
    }

    /// Takes over what was reported since the last time; returns whether the run has ended meanwhile.
    pub(super) fn poll(&mut self) -> bool {
        let went_on = self.goes_on();
        loop {
            match self.feed.events.try_recv() {
                Ok(event) => self.take(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // Whatever broke, the panel must not wait for it.
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
