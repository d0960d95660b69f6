//! The run: a state machine over the level in hand.
//!
//! | file | state |
//! |---|---|
//! | [`drive`] | the loop over all of them, and waiting for the person |
//! | [`start`] | from the title page to the first level |
//! | [`next_level`] | waiting for the next level |
//! | [`pages`] | turning pages of text |
//! | [`begin`], [`plan`] | planning a level and taking it in hand |
//! | [`moves`] | making moves, each confirmed by the screen |
//! | [`watch`] | looking where the game stands |
//! | [`scroll`] | scrolling a list to what is hidden of it |
//! | [`cycle`] | clicking until a cell shows what it should |
//! | [`dialog`] | windows of the game's own that take the focus |
//! | [`focus`] | waiting for a window that has lost the focus |
//! | [`cause`] | what is most likely wrong with a screen that is not as simulated |
//! | [`trouble`] | the state of the window as the cause of a wait |
//! | [`recover`] | going on by itself from a screen that is not as simulated |
//! | [`replan`] | planning again from what the screen shows |
//! | [`finish`] | starting a plan that was entered, and its end |
//! | [`rehearse`] | a dry run |

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

/// What a run works with.
pub struct Deps {
    pub world: Box<dyn World>,
    pub reader: MakeReader,
    pub commands: Receiver<Command>,
    pub cancel: CancelFlag,
    pub log: RunLog,
    pub tell: Tell,
}

/// Plays one level after the other.
struct Run {
    config: Config,
    game: &'static dyn Game,
    site: Site,
    eye: Eye,
    hand: Hand,
    /// The level in hand.
    level: Option<LevelInHand>,
    past: Past,
    /// Wait after every move.
    stepping: bool,
    /// The steps of the title page were taken since the person last let the run go on.
    left_title: bool,
    /// Plans made anew in a row without a move made since.
    replans: u32,
    /// Windows of the game's own that were closed in a row without a level in between.
    dialogs: u32,
    /// The pointer was put over the window since the person last let the run go on.
    pointed: bool,
    /// It was taken away from the boards since then.
    aside: bool,
    /// When the last move was confirmed.
    confirmed_at: Duration,
    /// Width and height of the picture in which the level was last read as simulated.
    read_at: Option<(u32, u32)>,
    /// The next value of a cell at a click, in games in which each click brings it.
    next_values: HashMap<String, String>,
}

/// Levels that the run is done with.
#[derive(Default)]
struct Past {
    /// Levels solved.
    done: Vec<LevelStats>,
    /// The end of the last one, as long as the screen may still show it.
    solved: Option<Box<dyn Position>>,
    /// The last one.
    level: Option<LevelRef>,
    /// A level that was read and has no plan, and why.
    without_plan: Option<(String, String)>,
}

impl Past {
    /// The number of the next level of this run, from 1.
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

    /// The level in hand, and how many of its moves are made.
    fn unfinished(&mut self) -> Option<(LevelStats, usize)> {
        let now = self.site.now();
        let level = self.level.as_ref()?;
        let stats = level.stats(self.hand.counts());
        let time = now.saturating_sub(level.began);
        Some((LevelStats { time, ..stats }, level.made))
    }

    /// Expected beside seen, at the latest look.
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

    /// The user as the cause, who has used keyboard or mouse in the window since the last move was confirmed.
    fn used_by_user(&self) -> Option<Cause> {
        let used = self.site.used_at()?;
        (used >= self.confirmed_at).then_some(Cause::UsedByUser)
    }

    /// Why the run is left when the screen stays different from the simulation.
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

    /// Tells how far the run is, and the boards as simulated.
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

    /// Shows the latest look and adds a line to the log with its picture.
    fn note_with_picture(&mut self, kind: Kind, text: impl Into<String>) {
        self.eye.show_last(&self.site);
        let picture = self.eye.picture();
        self.site.note_with_picture(kind, text, picture);
    }

    /// Takes a confirmed move over into the simulation.
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
