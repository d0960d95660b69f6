//! Run: a state machine over the current level, on a thread of its own.
//!
//! | state | what happens in it ([`drive`]) | next |
//! |---|---|---|
//! | no level | `next_level` waits for one, reads and plans it | level |
//! | level | `resync` compares screen and simulation, `make_moves` makes the moves | entered |
//! | entered | `run_plan` starts the plan if the game requires it, `finish_level` counts it | no level, or the end |
//! | interrupted, by a [`Break`] from anywhere | a known path is taken (`recover`), or the user is waited for | level or no level |
//!
//! | module | task |
//! |---|---|
//! | [`drive`] | main loop, and waiting for the user |
//! | [`next_level`], [`plan`] | waiting for the next level, planning it and making it the current one |
//! | [`pages`] | turning pages of text; from the title page to the first level |
//! | [`moves`] | making moves, each confirmed by the screen |
//! | [`resync`] | observing the state of the game |
//! | [`scroll`] | scrolling a list to its hidden part |
//! | [`cycle`] | clicking a cell until it shows the expected value |
//! | [`dialog`] | dialogs of the game that take the focus |
//! | [`cause`] | likely cause of a difference from the simulation |
//! | [`window_state`] | state of the window as the reason for a wait; waiting for the focus |
//! | [`recover`] | continuing after a difference from the simulation |
//! | [`replan`] | planning again from what the screen shows |
//! | [`finish`] | starting an entered plan, and its end |
//! | [`dry_run`] | dry run |

mod cause;
mod cycle;
mod dialog;
mod drive;
mod dry_run;
mod finish;
mod level;
mod moves;
mod next_level;
mod pages;
mod plan;
mod pointer;
mod recover;
mod replan;
mod resync;
mod scroll;
mod window_state;

use std::collections::HashMap;
use std::time::Duration;

use crate::board_view::{expected_and_recognized, simulated};
use crate::config::Config;
use crate::event::{
    Divergence, LevelStats, Observation, PlayError, PlayEvent, PlayProgress, RunSummary,
    UnfinishedLevel,
};
use crate::game::{Game, LevelRef, Move, Position};
use crate::log::LogKind;
use crate::player::{Break, Observer};
use crate::reader::ReaderFactory;
use crate::vision::screen_text;

use super::actuator::Actuator;
use super::context::RunContext;
use super::observer::compare::differences;
use level::CurrentLevel;

pub use self::drive::play;

struct PlayLoop {
    config: Config,
    game: &'static dyn Game,
    ctx: RunContext,
    observer: Observer,
    actuator: Actuator,
    level: Option<CurrentLevel>,
    past: PastLevels,
    /// True if the run pauses after each move.
    stepping: bool,
    /// True if the title page's steps were taken since the user last resumed the run.
    left_title: bool,
    /// Number of recoveries and new plans since the last confirmed move.
    replans: u32,
    /// Number of dialogs closed since the level began.
    dialogs: u32,
    /// True if the pointer was moved over the window since the user last resumed the run.
    has_hovered: bool,
    /// True if the pointer was moved off the boards since then.
    has_moved_off: bool,
    /// Time of the last confirmed move.
    confirmed_at: Duration,
    /// Size of the picture in which the level was last read as simulated.
    read_size: Option<(u32, u32)>,
    /// Successor of each cell value, in games where a click brings the next value.
    next_values: HashMap<String, String>,
}

#[derive(Default)]
struct PastLevels {
    done: Vec<LevelStats>,
    /// Final position of the last level, while the screen may still show it.
    solved: Option<Box<dyn Position>>,
    /// The last solved level.
    level: Option<LevelRef>,
    /// Identity of a level without a plan, and the reason.
    without_plan: Option<(String, String)>,
}

impl PastLevels {
    /// Number of the current or next level in the run, from 1.
    fn next_number(&self) -> u32 {
        u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX)
    }

    /// Entries after the last solved level, in a text with several levels.
    fn later_levels(&self) -> Option<impl Iterator<Item = LevelRef>> {
        let level = self.level.as_ref()?;
        let number = level.number()?;
        Some((number + 1..).map_while(|number| level.sibling(number)))
    }
}

impl PlayLoop {
    fn new(config: Config, ctx: RunContext, readers: ReaderFactory) -> Result<Self, PlayError> {
        let unplayable = |reason: &str| PlayError::Profile {
            profile: config.profile.id.clone(),
            reason: reason.to_owned(),
        };
        let game = crate::games::by_id(&config.profile.game)
            .ok_or_else(|| unplayable("it is for a game that this program does not know"))?;
        let controls = config.profile.controls.clone();
        let controls =
            controls.ok_or_else(|| unplayable("it has no controls, so it is for reading only"))?;
        Ok(Self {
            game,
            ctx,
            observer: Observer::new(config.profile.clone(), &controls.pacing, readers),
            actuator: Actuator::new(config.profile.clone(), controls),
            level: None,
            past: PastLevels::default(),
            stepping: false,
            left_title: false,
            replans: 0,
            dialogs: 0,
            has_hovered: false,
            has_moved_off: false,
            confirmed_at: Duration::ZERO,
            read_size: None,
            next_values: HashMap::new(),
            config,
        })
    }

    fn summary(&mut self, text: impl Into<String>, stopped: bool) -> RunSummary {
        let now = self.ctx.now();
        let unfinished = self.level.as_ref().map(|level| UnfinishedLevel {
            stats: level.stats(self.actuator.counts, now),
            done: level.done,
        });
        RunSummary {
            text: text.into(),
            levels: self.past.done.clone(),
            unfinished: unfinished.map(Box::new),
            elapsed: self.ctx.since_start(),
            stopped,
            reason: None,
        }
    }

    fn divergence(&self, text: String) -> Divergence {
        let frame = self.observer.last();
        let screen = frame.and_then(|frame| frame.screen.as_deref().ok());
        let screen = screen.filter(|screen| !screen.reading.boards.is_empty());
        let (mut expected, mut recognized, mut differing) = Default::default();
        if let (Some(level), Some(position)) = (&self.level, self.expected_position()) {
            (expected, recognized) = match screen {
                Some(screen) => expected_and_recognized(level.level.as_ref(), &*position, screen),
                None => (simulated(&*position), Vec::new()),
            };
            let cells = screen.and_then(|screen| differences(&*position, screen));
            differing = cells.unwrap_or_default();
        }
        Divergence {
            text,
            expected,
            recognized,
            differing,
            cause: self.cause(),
            picture: self.observer.picture().unwrap_or_default(),
        }
    }

    /// Interruption when the screen stays different from the simulation.
    fn mismatch(&self, frame: &Observation) -> Break {
        let level = self.level.as_ref();
        // A move whose input was sent counts as made.
        let step = level.map_or(0, |level| level.done + usize::from(level.is_next_attempted));
        match &frame.screen {
            Ok(screen) if screen.is_playing() => {
                Break::Diverged(format!("After step {step} the screen is not as expected."))
            }
            Ok(screen) => Break::Diverged(format!(
                "After step {step} the window shows {} instead of the level.",
                screen_text(&screen.phase)
            )),
            Err(error) => Break::unreadable(error),
        }
    }

    fn notify_progress(&mut self) {
        self.notify_counts();
        if let Some(level) = &self.level {
            let boards = simulated(level.position.as_ref());
            self.ctx.notify(PlayEvent::Simulated(boards));
        }
    }

    fn notify_counts(&mut self) {
        let level = self.level.as_ref();
        let (step, steps) = level.map_or((0, 0), |level| (level.done, level.moves.len()));
        let progress = PlayProgress {
            level: self.past.next_number(),
            step,
            steps,
            keys: self.actuator.counts.sent,
            elapsed: self.ctx.since_start(),
            cost: level.and_then(|level| level.stats.cost),
        };
        self.ctx.notify(PlayEvent::Progress(progress));
    }

    /// Sends the latest frame to listeners, and logs a line with its picture.
    fn note_with_picture(&mut self, kind: LogKind, text: impl Into<String>) {
        let last = self.observer.last().cloned();
        let picture = last.as_ref().map(|frame| frame.picture.clone());
        if let Some(frame) = last {
            self.ctx.notify(PlayEvent::Observed(frame));
        }
        self.ctx.note_with_picture(kind, text, picture);
    }

    /// Makes a move in the simulation, once the screen has confirmed it.
    pub(super) fn complete_move(&mut self, mv: &Move, after: Box<dyn Position>) {
        let text = after.describe(mv).text;
        self.replans = 0;
        self.confirmed_at = self.ctx.now();
        self.read_size = self.observer.picture().map(|picture| picture.dimensions());
        if let Some(level) = &mut self.level {
            level.go_to(level.done + 1, after);
        }
        self.ctx.note(LogKind::Confirmed, text);
        self.notify_progress();
    }
}
