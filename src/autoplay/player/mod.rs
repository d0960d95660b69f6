//! The closed loop, on its own thread: look, act, look again, compare with the simulation.
//!
//! [`Player::drive`] is a state machine over [`Player::current`], the level in hand: whatever
//! interrupts it – the person, the focus, a closed window, a divergence – unwinds to
//! [`Player::run`] as a [`Break`], which waits for the person; then it is driven again, from what
//! the screen shows. So every resume goes through the same look and comparison as a start.

mod dry;
mod finish;
mod keys;
mod level;
mod mend;
mod moves;
mod outstanding;
mod plan;
mod pointer;
mod replan;
mod start;
mod watch;
mod ways;

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError};

use crate::game::{Game, LevelRef, Move, Position};
use crate::search::CancelFlag;
use crate::vision::{Controls, ScreenReading};

use super::config::Config;
use super::effort::PlanEffort;
use super::event::{
    Command, Divergence, Event, Frame, LevelStats, Pause, PlayError, Progress, State, Summary,
};
use super::log::{Kind, RunLog};
use super::pace::Pace;
use super::preflight;
use super::reader::{Reader, both_looks};

use super::desktop::{WindowId, World, WorldError};
use outstanding::Outstanding;

/// Why the loop is left.
pub(super) enum Break {
    Stop,
    Pause(Pause),
    Diverged(Arc<Divergence>),
    Fail(PlayError),
}

impl From<WorldError> for Break {
    fn from(error: WorldError) -> Self {
        match error {
            WorldError::WindowGone => Self::Pause(Pause::WindowGone),
            // The look before every input tells to which window; this is the rare moment
            // between that look and the input.
            WorldError::NotActive => Self::Pause(Pause::FocusLost { to: None }),
            error @ (WorldError::NoPicture(_)
            | WorldError::Covered
            | WorldError::Outside
            | WorldError::NoSuchKey(_)) => Self::Pause(Pause::World(error)),
            error => Self::Fail(PlayError::World(error)),
        }
    }
}

pub(super) type Step<T> = Result<T, Break>;

/// The level in hand.
struct Current {
    level: LevelRef,
    /// All moves from the level's start, those made first.
    moves: Vec<Move>,
    /// How many of them are made.
    made: usize,
    /// After those.
    position: Box<dyn Position>,
    stats: LevelStats,
    began: Duration,
    /// The plan was entered and started, and its end has not been seen yet.
    started: bool,
}

/// How to go on after a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Go {
    On,
    Step,
    Replan,
}

/// Where a run tells what happens.
pub(super) type Tell = Box<dyn Fn(Event) + Send>;

/// What [`Player`] works with.
pub(super) struct Deps {
    pub(super) world: Box<dyn World>,
    pub(super) reader: Box<dyn Fn() -> Box<dyn Reader> + Send>,
    pub(super) commands: Receiver<Command>,
    pub(super) cancel: CancelFlag,
    pub(super) log: RunLog,
    pub(super) tell: Tell,
}

/// The one who plays.
pub(super) struct Player {
    config: Config,
    game: &'static dyn Game,
    controls: Controls,
    deps: Deps,
    reader: Box<dyn Reader>,
    window: WindowId,
    pace: Pace,
    began: Duration,
    /// The latest look.
    last: Option<Frame>,
    /// The latest reading that was not caught halfway, and since when it is the same.
    good: Option<Arc<ScreenReading>>,
    changed_at: Duration,
    /// Since when the window has no picture.
    blind_since: Option<Duration>,
    /// Looks in a row at the game in a phase without boards.
    away: u32,
    /// Not before then is the next key pressed.
    next_press: Duration,
    /// Until then the effect of a press that was called lost may still come.
    late_until: Duration,
    /// When the last key went down.
    last_press: Duration,
    /// Presses whose effect was not seen.
    outstanding: Outstanding,
    /// The step of the plan whose action was sent last.
    attempted: Option<usize>,
    /// Where the cursor was after the last confirmed press, and when.
    confirmed: Option<(crate::game::Cell, Duration)>,
    seen_told: Duration,
    current: Option<Current>,
    /// The last level solved in this run, as long as the screen may still show it.
    solved: Option<Box<dyn Position>>,
    done: Vec<LevelStats>,
    keys: u64,
    pause_asked: bool,
    stepping: bool,
    started: bool,
    /// What the plan made last takes.
    planned: Option<PlanEffort>,
    /// A level that was read and has no plan, and why.
    without_plan: Option<(String, String)>,
    /// Times in a row that a plan was made anew without a move made since.
    replans: u32,
    /// Times in this level that it went on from a board that was not as simulated.
    mends: u32,
    /// The last key of the way from the title page, and the picture before it.
    before_press: Option<(crate::vision::Key, Arc<image::RgbaImage>)>,
}

impl Player {
    pub(super) fn new(config: Config, mut deps: Deps) -> Result<Self, PlayError> {
        let unplayable = |reason: &str| PlayError::Profile {
            profile: config.profile.id.clone(),
            reason: reason.to_owned(),
        };
        let game = crate::games::by_id(&config.profile.game)
            .ok_or_else(|| unplayable("it is for a game that this program does not have"))?;
        let controls = config
            .profile
            .controls
            .clone()
            .ok_or_else(|| unplayable("it has no controls, so it is for reading only"))?;
        let began = deps.world.now();
        Ok(Self {
            game,
            pace: Pace::new(&controls.pacing),
            controls,
            reader: (deps.reader)(),
            window: WindowId(0),
            began,
            last: None,
            good: None,
            changed_at: began,
            blind_since: None,
            away: 0,
            next_press: began,
            late_until: began,
            last_press: Duration::ZERO,
            outstanding: Outstanding::default(),
            attempted: None,
            confirmed: None,
            seen_told: began,
            current: None,
            solved: None,
            done: Vec::new(),
            keys: 0,
            pause_asked: false,
            stepping: config.paused,
            started: false,
            planned: None,
            without_plan: None,
            before_press: None,
            replans: 0,
            mends: 0,
            config,
            deps,
        })
    }

    /// Plays to the end.
    pub(super) fn run(&mut self) -> Result<Summary, PlayError> {
        self.check_first()?;
        if self.config.dry_run {
            return self.dry_run();
        }
        let mut go = Go::On;
        let mut waiting = self.config.paused.then_some(State::Paused(Pause::Asked));
        loop {
            if let Some(state) = waiting.take() {
                match self.wait_for_person(state) {
                    Some(next) => go = next,
                    None => return Ok(self.summary("Stopped.".to_owned(), true)),
                }
            }
            self.stepping = go == Go::Step;
            self.pause_asked = false;
            waiting = match self.drive(go == Go::Replan) {
                Ok(text) => return Ok(self.summary(text, false)),
                Err(Break::Stop) => return Ok(self.summary("Stopped.".to_owned(), true)),
                Err(Break::Fail(error)) => return Err(error),
                Err(Break::Pause(why)) => {
                    self.show_last();
                    self.note_with_picture(Kind::Paused, why.to_string());
                    Some(State::Paused(why))
                }
                Err(Break::Diverged(what)) => {
                    let at = self.since_start();
                    self.line(at, Kind::Diverged, &what.what, Some(&what.picture.clone()));
                    if self.can_replan() {
                        go = Go::Replan;
                        continue;
                    }
                    Some(State::Diverged(what))
                }
            };
        }
    }

    fn check_first(&mut self) -> Result<(), PlayError> {
        self.say(State::Preparing("Checking the window".to_owned()));
        let Deps {
            world,
            reader,
            cancel,
            ..
        } = &mut self.deps;
        let preview = preflight::patient_preview(&mut **world, reader, &self.config, cancel);
        for check in &preview.checks {
            let text = format!("{}: {:?}. {}", check.name, check.state, check.detail);
            self.line(self.began, Kind::Check, &text, None);
        }
        (self.deps.tell)(Event::Preflight(preview.checks.clone()));
        if let Some(frame) = &preview.frame {
            (self.deps.tell)(Event::Seen(frame.clone()));
        }
        if let Some(error) = preflight::obstacle(&preview.checks) {
            return Err(error);
        }
        if let Some(window) = preview.window {
            self.window = window.id;
        }
        Ok(())
    }

    /// Plays until the end or until something comes between.
    fn drive(&mut self, replan: bool) -> Step<String> {
        self.attach()?;
        if replan {
            self.replan()?;
        }
        loop {
            if self.current.is_none() {
                if let Some(text) = self.next_level()? {
                    return Ok(text);
                }
            } else if !self.current.as_ref().is_some_and(|current| current.started) {
                match self.resync() {
                    Err(Break::Diverged(what)) => self.mend(what)?,
                    other => other?,
                }
            }
            self.say(State::Playing);
            while self.steps_left() > 0 {
                self.checkpoint()?;
                match self.make_move() {
                    Err(Break::Diverged(what)) => self.mend(what)?,
                    other => other?,
                }
                if self.stepping && self.steps_left() > 0 {
                    return Err(Break::Pause(Pause::Stepped));
                }
            }
            match self.carry_out() {
                Err(Break::Diverged(what)) => {
                    self.mend(what)?;
                    continue;
                }
                other => other?,
            }
            self.finish_level();
            if let Some(text) = self.enough() {
                return Ok(text);
            }
            if self.stepping {
                return Err(Break::Pause(Pause::Stepped));
            }
        }
    }

    /// Whether to go on from what the screen shows without asking: where any board is as good a
    /// start as another, a press that counted twice is no reason to stop. Not for ever, though: a
    /// profile may be wrong about what a press does.
    fn can_replan(&mut self) -> bool {
        let playing = self
            .last
            .as_ref()
            .is_some_and(|frame| frame.playing().is_some());
        self.replans += 1;
        self.game.info().memoryless && playing && self.replans <= self.pace.retries()
    }

    fn enough(&self) -> Option<String> {
        let solved = u32::try_from(self.done.len()).unwrap_or(u32::MAX);
        (self.config.levels == Some(solved)).then(|| match solved {
            1 => "The level is solved.".to_owned(),
            n => format!("All {n} levels are solved."),
        })
    }

    fn steps_left(&self) -> usize {
        let current = self.current.as_ref();
        current.map_or(0, |current| current.moves.len() - current.made)
    }

    /// Takes the person's wishes, between two moves.
    fn checkpoint(&mut self) -> Step<()> {
        self.heed()?;
        if self.pause_asked {
            self.pause_asked = false;
            return Err(Break::Pause(Pause::Asked));
        }
        Ok(())
    }

    /// Takes commands; a stop counts at once.
    fn heed(&mut self) -> Step<()> {
        loop {
            match self.deps.commands.try_recv() {
                Ok(command) => {
                    self.note(Kind::Command, format!("{command:?}"));
                    match command {
                        Command::Stop => return Err(Break::Stop),
                        Command::Pause => self.pause_asked = true,
                        // Said while it goes on: nothing to do.
                        Command::Resume | Command::Step | Command::Replan => {}
                    }
                }
                Err(TryRecvError::Empty) => break,
                // Nobody is left who could stop it.
                Err(TryRecvError::Disconnected) => return Err(Break::Stop),
            }
        }
        if self.deps.cancel.is_cancelled() {
            return Err(Break::Stop);
        }
        Ok(())
    }

    /// Waits for the person; `None` if they want it to end.
    fn wait_for_person(&mut self, state: State) -> Option<Go> {
        let since = self.deps.world.now();
        self.say(state);
        let go = loop {
            if self.deps.cancel.is_cancelled() {
                break None;
            }
            match self.deps.commands.try_recv() {
                Ok(command) => {
                    self.note(Kind::Command, format!("{command:?}"));
                    match command {
                        Command::Stop => break None,
                        Command::Resume => break Some(Go::On),
                        Command::Step => break Some(Go::Step),
                        Command::Replan => break Some(Go::Replan),
                        Command::Pause => {}
                    }
                }
                Err(TryRecvError::Empty) => self.deps.world.sleep(Duration::from_millis(20)),
                Err(TryRecvError::Disconnected) => break None,
            }
        };
        let waited = self.deps.world.now() - since;
        if let Some(current) = &mut self.current {
            current.began += waited;
        }
        // What was seen before says nothing about now.
        self.last = None;
        self.good = None;
        self.confirmed = None;
        self.started = false;
        self.without_plan = None;
        go
    }

    fn summary(&mut self, text: String, stopped: bool) -> Summary {
        Summary {
            text,
            levels: self.done.clone(),
            elapsed: self.since_start(),
            stopped,
        }
    }

    fn diverged(&mut self, what: String, seen: Option<&ScreenReading>) -> Break {
        let picture = self
            .last
            .as_ref()
            .map(|frame| frame.picture.clone())
            .unwrap_or_default();
        let (expected, found, differing) = match &self.current {
            Some(current) => {
                let (expected, found) =
                    both_looks(current.level.as_ref(), current.position.as_ref(), seen);
                let differing = seen
                    .and_then(|seen| super::reader::differences(current.position.as_ref(), seen));
                (expected, found, differing.unwrap_or_default())
            }
            None => Default::default(),
        };
        Break::Diverged(Arc::new(Divergence {
            what,
            expected,
            seen: found,
            differing,
            picture,
        }))
    }

    fn unplayable(&self, reason: String) -> Break {
        Break::Fail(PlayError::Profile {
            profile: self.config.profile.id.clone(),
            reason,
        })
    }

    fn since_start(&mut self) -> Duration {
        self.deps.world.now().saturating_sub(self.began)
    }

    fn say(&self, state: State) {
        (self.deps.tell)(Event::State(state));
    }

    fn line(&self, at: Duration, kind: Kind, text: &str, picture: Option<&Arc<image::RgbaImage>>) {
        self.deps.log.add(at, kind, text, picture);
        (self.deps.tell)(Event::Log(text.to_owned()));
    }

    /// Tells the latest look, however short ago the one before it was told.
    fn show_last(&self) {
        if let Some(frame) = &self.last {
            (self.deps.tell)(Event::Seen(frame.clone()));
        }
    }

    fn note(&mut self, kind: Kind, text: String) {
        let at = self.since_start();
        self.line(at, kind, &text, None);
    }

    fn note_with_picture(&mut self, kind: Kind, text: String) {
        let at = self.since_start();
        let picture = self.last.as_ref().map(|frame| frame.picture.clone());
        self.line(at, kind, &text, picture.as_ref());
    }

    fn tell_progress(&mut self) {
        let elapsed = self.since_start();
        let (step, steps) = self
            .current
            .as_ref()
            .map_or((0, 0), |current| (current.made, current.moves.len()));
        (self.deps.tell)(Event::Progress(Progress {
            level: u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX),
            step,
            steps,
            keys: self.keys,
            elapsed,
            effort: self
                .current
                .as_ref()
                .and_then(|current| current.stats.effort),
        }));
        if let Some(current) = &self.current {
            let (level, position) = (current.level.as_ref(), current.position.as_ref());
            (self.deps.tell)(Event::Simulated(both_looks(level, position, None).0));
        }
    }
}
