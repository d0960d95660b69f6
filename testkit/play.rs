//! An auto-play run on a test's desktop, and its events.

use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, unbounded};
use planwright::autoplay::desktop::x11::X11;
use planwright::autoplay::{
    AutoPlay, Config, Connect, Divergence, PauseReason, PlayError, PlayEvent, PlayState,
    ProfileReader, RunSummary,
};
use planwright::game::{LevelRef, Size};
use planwright::games;
use planwright::vision::{LevelLabels, Profile, ProfileStore};

use crate::project;
use crate::wait::deadline;

/// Shipped levels that fit the target's screen, the easiest first.
pub fn levels(count: usize) -> Vec<LevelRef> {
    let mut paths: Vec<_> = std::fs::read_dir(project("levels/logo"))
        .expect("is there")
        .map(|entry| entry.expect("can be read").path())
        .collect();
    paths.sort();
    let game = games::by_id("logo").expect("is registered");
    let levels: Vec<LevelRef> = paths
        .iter()
        .filter_map(|path| game.parse_text(&std::fs::read_to_string(path).ok()?).ok())
        .filter(|level| level.board().size == Size::new(6, 10))
        .take(count)
        .collect();
    assert_eq!(levels.len(), count);
    levels
}

/// The first shipped level with at least this many moves.
pub fn long_level(moves: usize) -> LevelRef {
    let stamps = |level: &LevelRef| {
        let text = level.to_text();
        let board = text.split("\n\n").nth(1).unwrap_or_default();
        board.chars().filter(char::is_ascii_digit).count()
    };
    let fits = |level: &LevelRef| stamps(level) >= moves;
    let found = levels(30).into_iter().find(fits);
    found.expect("one of the shipped levels is long enough")
}

pub fn profile(id: &str) -> Arc<Profile> {
    let store = ProfileStore::load(None);
    Arc::new(store.get(id).expect("is shipped").clone())
}

/// A run in progress.
pub struct Run {
    pub play: AutoPlay,
    events: Receiver<PlayEvent>,
    /// All log lines so far.
    pub lines: Vec<String>,
}

/// The next event of a run that a test may wait for.
#[derive(Debug)]
pub enum Next {
    Paused(PauseReason),
    Diverged(Arc<Divergence>),
    Ended(Result<RunSummary, PlayError>),
    /// Level, and number of moves made in it.
    Step(u32, usize),
}

impl Run {
    /// Plays on an X display.
    pub fn start(display: &str, config: Config) -> Self {
        let display = display.to_owned();
        let connect = move || Ok(Box::new(X11::connect(Some(&display))?) as _);
        Self::start_on(config, Box::new(connect))
    }

    /// Plays on any desktop.
    pub fn start_on(config: Config, connect: Connect) -> Self {
        let (sender, events) = unbounded();
        let profile = config.profile.clone();
        let play = AutoPlay::start_in(
            config,
            connect,
            Box::new(move || Box::new(ProfileReader::new(profile.clone(), LevelLabels::default()))),
            move |event| drop(sender.send(event)),
        );
        Self {
            play,
            events,
            lines: Vec::new(),
        }
    }

    /// Waits for the next event.
    #[track_caller]
    pub fn next(&mut self, seconds: u64) -> Next {
        self.next_by(deadline(seconds))
    }

    #[track_caller]
    fn next_by(&mut self, deadline: Instant) -> Next {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(event) = self.events.recv_timeout(left) else {
                panic!("nothing more was told in time\n{}", self.tail());
            };
            match event {
                PlayEvent::Log(line) => self.lines.push(line),
                PlayEvent::State(PlayState::Paused(pause)) => return Next::Paused(pause),
                PlayEvent::State(PlayState::Diverged(what)) => return Next::Diverged(what),
                PlayEvent::Ended(result) => return Next::Ended(result),
                PlayEvent::Progress(progress) => return Next::Step(progress.level, progress.step),
                _ => {}
            }
        }
    }

    /// Waits until this many moves of the level are made.
    #[track_caller]
    pub fn until_step(&mut self, wanted: usize) {
        loop {
            match self.next(60) {
                Next::Step(_, step) if step >= wanted => return,
                Next::Step(..) => {}
                other => panic!("expected step {wanted}, got {other:?}\n{}", self.tail()),
            }
        }
    }

    /// Waits until the run pauses, diverges or ends.
    #[track_caller]
    pub fn until_wait(&mut self, seconds: u64) -> Next {
        let deadline = deadline(seconds);
        loop {
            match self.next_by(deadline) {
                Next::Step(..) => {}
                other => return other,
            }
        }
    }

    /// Waits for the end, which must be a success.
    #[track_caller]
    pub fn until_done(&mut self, seconds: u64) -> RunSummary {
        match self.until_wait(seconds) {
            Next::Ended(Ok(summary)) => {
                assert!(!summary.stopped, "{}\n{}", summary.text, self.tail());
                summary
            }
            other => panic!("expected a good end, got {other:?}\n{}", self.tail()),
        }
    }

    /// The last log lines, for messages.
    pub fn tail(&self) -> String {
        let from = self.lines.len().saturating_sub(40);
        self.lines[from..].join("\n")
    }
}
