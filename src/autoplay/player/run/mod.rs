//! Run: a state machine over the current level.
//!
//! | module | task |
//! |---|---|
//! | [`drive`] | main loop, and waiting for the user |
//! | [`start`] | from the title page to the first level |
//! | [`next_level`] | waiting for the next level |
//! | [`pages`] | turning pages of text |
//! | [`begin`], [`plan`] | planning a level and making it the current one |
//! | [`moves`] | making moves, each confirmed by the screen |
//! | [`watch`] | observing the state of the game |
//! | [`scroll`] | scrolling a list to its hidden part |
//! | [`cycle`] | clicking a cell until it shows the expected value |
//! | [`dialog`] | dialogs of the game that take the focus |
//! | [`focus`] | waiting for a window that has lost the focus |
//! | [`cause`] | likely cause of a difference from the simulation |
//! | [`trouble`] | state of the window as the reason for a wait |
//! | [`recover`] | continuing after a difference from the simulation |
//! | [`replan`] | planning again from what the screen shows |
//! | [`finish`] | starting an entered plan, and its end |
//! | [`rehearse`] | dry run |

mod begin;
mod cause;
mod cycle;
mod dialog;
mod drive;
mod finish;
mod focus;
mod level;
mod moves;
mod next_level;
mod pages;
mod plan;
mod pointer;
mod recover;
mod rehearse;
mod replan;
mod scroll;
mod start;
mod trouble;
mod watch;

use std::collections::HashMap;
use std::time::Duration;

use crossbeam_channel::Receiver;

use crate::board_look::{expected_and_seen, simulated};
use crate::config::Config;
use crate::desktop::World;
use crate::event::{
    Cause, Command, Divergence, Event, Frame, LevelStats, PlayError, Progress, Summary,
};
use crate::game::{Game, LevelRef, Move, Position};
use crate::log::{Kind, RunLog};
use crate::reader::MakeReader;
use crate::search::CancelFlag;

use super::eye::Eye;
use super::eye::compare::differences;
use super::hand::Hand;
use super::interrupt::Break;
use super::site::{Site, Tell};
use level::LevelInHand;

pub use self::drive::play;

/// Dependencies of a run.
pub struct Deps {
    pub world: Box<dyn World>,
    pub reader: MakeReader,
    pub commands: Receiver<Command>,
    pub cancel: CancelFlag,
    pub log: RunLog,
    pub tell: Tell,
}

struct Run {
    config: Config,
    game: &'static dyn Game,
    site: Site,
    eye: Eye,
    hand: Hand,
    level: Option<LevelInHand>,
    past: Past,
    stepping: bool,
    /// True if the title page's steps were taken since the user last resumed the run.
    left_title: bool,
    replans: u32,
    dialogs: u32,
    /// True if the pointer was moved over the window since the user last resumed the run.
    pointed: bool,
    aside: bool,
    confirmed_at: Duration,
    /// Size of the picture in which the level was last read as simulated.
    read_at: Option<(u32, u32)>,
    /// Successor of each cell value, in games where a click brings the next value.
    next_values: HashMap<String, String>,
}

#[derive(Default)]
struct Past {
    done: Vec<LevelStats>,
    /// Final position of the last level, while the screen may still show it.
    solved: Option<Box<dyn Position>>,
    level: Option<LevelRef>,
    /// A level without a plan, and the reason.
    without_plan: Option<(String, String)>,
}

impl Past {
    fn next_number(&self) -> u32 {
        u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX)
    }
}

impl Run {
    fn new(config: Config, deps: Deps) -> Result<Self, PlayError> {
        let unplayable = |reason: &str| PlayError::Profile {
            profile: config.profile.id.clone(),
            reason: reason.to_owned(),
        };
        let game = crate::games::by_id(&config.profile.game)
            .ok_or_else(|| unplayable("it is for a game that this program does not know"))?;
        let controls = config
            .profile
            .controls
            .clone()
            .ok_or_else(|| unplayable("it has no controls, so it is for reading only"))?;
        let person = (deps.commands, deps.cancel);
        let report = (deps.log, deps.tell);
        Ok(Self {
            game,
            site: Site::new(deps.world, person, config.fail_safe, report),
            eye: Eye::new(config.profile.clone(), &controls.pacing, deps.reader),
            hand: Hand::new(config.profile.clone(), controls),
            level: None,
            past: Past::default(),
            stepping: false,
            left_title: false,
            replans: 0,
            dialogs: 0,
            pointed: false,
            aside: false,
            confirmed_at: Duration::ZERO,
            read_at: None,
            next_values: HashMap::new(),
            config,
        })
    }

    fn summary(&mut self, text: impl Into<String>, stopped: bool) -> Summary {
        Summary {
            text: text.into(),
            levels: self.past.done.clone(),
            unfinished: self.unfinished().map(Box::new),
            elapsed: self.site.since_start(),
            stopped,
            reason: None,
        }
    }

    fn unfinished(&mut self) -> Option<(LevelStats, usize)> {
        let now = self.site.now();
        let level = self.level.as_ref()?;
        let stats = level.stats(self.hand.counts());
        let time = now.saturating_sub(level.began);
        Some((LevelStats { time, ..stats }, level.made))
    }

    fn divergence(&self, what: String) -> Divergence {
        let seen = self.eye.last().and_then(|frame| frame.seen.as_deref().ok());
        let seen = seen.filter(|seen| !seen.reading.boards.is_empty());
        let (mut expected, mut found, mut differing) = Default::default();
        if let (Some(level), Some(wanted)) = (&self.level, self.wanted()) {
            (expected, found) = match seen {
                Some(seen) => expected_and_seen(level.level.as_ref(), &*wanted, seen),
                None => (simulated(&*wanted), Vec::new()),
            };
            let cells = seen.and_then(|seen| differences(&*wanted, seen));
            differing = cells.unwrap_or_default();
        }
        Divergence {
            what,
            expected,
            seen: found,
            differing,
            cause: self.used_by_user().or_else(|| self.cause()),
            picture: self.eye.picture().unwrap_or_default(),
        }
    }

    /// Cause if the user has used keyboard or mouse in the window since the last confirmed move.
    fn used_by_user(&self) -> Option<Cause> {
        let used = self.site.used_at()?;
        (used >= self.confirmed_at).then_some(Cause::UsedByUser)
    }

    /// Interruption when the screen stays different from the simulation.
    fn not_as_simulated(&self, frame: &Frame) -> Break {
        let level = self.level.as_ref();
        let step = level.map_or(0, |level| level.made + usize::from(level.is_next_begun()));
        match &frame.seen {
            Ok(seen) if seen.is_playing() => {
                Break::Diverged(format!("After step {step} the screen is not as expected."))
            }
            Ok(seen) => Break::Diverged(format!(
                "After step {step} the window shows the ‘{}’ screen instead of the level.",
                seen.phase
            )),
            Err(error) => Break::unreadable(error),
        }
    }

    fn tell_progress(&mut self) {
        let level = self.level.as_ref();
        let (step, steps) = level.map_or((0, 0), |level| (level.made, level.moves.len()));
        let progress = Progress {
            level: self.past.next_number(),
            step,
            steps,
            keys: self.hand.counts().sent,
            elapsed: self.site.since_start(),
            effort: level.and_then(|level| level.stats.effort),
        };
        self.site.tell(Event::Progress(progress));
        if let Some(level) = &self.level {
            let boards = simulated(level.position.as_ref());
            self.site.tell(Event::Simulated(boards));
        }
    }

    /// Sends the latest frame to listeners, and logs a line with its picture.
    fn note_with_picture(&mut self, kind: Kind, text: impl Into<String>) {
        self.eye.show_last(&self.site);
        let picture = self.eye.picture();
        self.site.note_with_picture(kind, text, picture);
    }

    pub(super) fn move_made(&mut self, mv: &Move, after: Box<dyn Position>) {
        let text = after.describe(mv).text;
        self.replans = 0;
        self.confirmed_at = self.site.now();
        self.read_at = self.eye.picture().map(|picture| picture.dimensions());
        if let Some(level) = &mut self.level {
            level.position = after;
            level.made += 1;
        }
        self.site.note(Kind::Confirmed, text);
        self.tell_progress();
    }
}
