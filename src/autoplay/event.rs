//! Commands to a run, and the events by which it tells what happens.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;
use thiserror::Error;

use crate::game::{Cell, LevelRef, Move};
use crate::vision::{Chord, Lesson, ScreenReading};

use super::board_look::BoardLook;
pub use super::cause::Cause;
use super::desktop::{Signal, WindowInfo, WorldError};
use super::effort::PlanEffort;

/// A command to a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Wait after the current move.
    Pause,
    /// Go on, at the same step if the screen shows that.
    Resume,
    /// Make one move and wait.
    Step,
    /// End.
    Stop,
    /// Plan again from what the screen shows, and go on.
    Replan,
    /// Read by the profile that has learnt what was doubtful from now on, take what was said of this level's numbers, and
    /// go on.
    Learn(Lesson),
}

impl Command {
    /// A word for the log.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Pause => "Pause",
            Self::Resume => "Resume",
            Self::Step => "Step",
            Self::Stop => "Stop",
            Self::Replan => "Replan",
            Self::Learn(_) => "Learn",
        }
    }
}

/// An event of a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// What the run is doing.
    State(State),
    /// The checks before the start.
    Preflight(Vec<Check>),
    /// What the window shows, a few times a second.
    Seen(Frame),
    /// A line of the log.
    Log(String),
    /// A level was read and planned, or planned again.
    Planned(PlannedLevel),
    /// How far it is.
    Progress(Progress),
    /// The boards as simulated, after every move that was made.
    Simulated(Vec<BoardLook>),
    /// A level was solved.
    LevelDone(LevelStats),
    /// The file of the film, or why there is none.
    Filmed(Result<PathBuf, String>),
    /// The end.
    Ended(Result<Summary, PlayError>),
}

/// What a run is doing.
#[derive(Clone, Debug)]
pub enum State {
    /// Looking, reading, planning, waiting for the next level.
    Preparing(String),
    /// Making moves.
    Playing,
    /// Waiting for the person.
    Paused(Pause),
    /// The screen is not as simulated. Waiting for the person: [`Command::Resume`] looks again,
    /// [`Command::Replan`] plans from what is shown.
    Diverged(Arc<Divergence>),
}

/// Why a run waits for the person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Pause {
    /// The person asked for it.
    #[error("Paused.")]
    Asked,
    /// The move that was asked for is made.
    #[error("One move was made.")]
    Stepped,
    /// The person's emergency stop.
    #[error("Paused by {0}.")]
    FailSafe(&'static str, Signal),
    /// Another window is active.
    #[error("The window lost the focus{}.", to.as_ref().map(|to| format!(" to ‘{to}’")).unwrap_or_default())]
    FocusLost {
        /// Title of the active window, if there is one.
        to: Option<String>,
    },
    /// A dialog of the game's own has the focus, and the profile does not say how it is closed.
    #[error("The game opened its own window ‘{title}’.")]
    Dialog {
        /// Its title.
        title: String,
    },
    /// A dialog of the game's own came before the level was seen to be won.
    #[error("Ended by a dialog: the game opened its own window ‘{title}’ {why}.")]
    EndedByDialog {
        /// Its title.
        title: String,
        /// After what, for people.
        why: String,
    },
    /// The window does not come to the front.
    #[error("The window did not get the focus.")]
    NoFocus,
    /// The window is gone.
    #[error("The window was closed.")]
    WindowGone,
    /// The window is minimised.
    #[error("The window was minimised.")]
    Minimised,
    /// The window has another size, at which it cannot be read.
    #[error("The window was {}, from {}×{} to {}×{} pixels, and can no longer be read.", resized(*from, *to), from.0, from.1, to.0, to.1)]
    Resized {
        /// Width and height at which it was read.
        from: (u32, u32),
        /// Those it has now.
        to: (u32, u32),
    },
    /// Inputs that had an effect before have none any more, and the picture stays as it is.
    #[error(
        "The game no longer responds: {input}, which had an effect before, had none {times} times in a row, and the window does not change. It may be frozen, or wait for something."
    )]
    Frozen {
        /// The key or click.
        input: String,
        /// How often it was sent.
        times: u32,
    },
    /// The desktop refuses something.
    #[error("{0}.")]
    World(WorldError),
    /// The picture cannot be read.
    #[error("The picture was not recognized. {0}")]
    Unreadable(String),
    /// Cells of the level could not be read with confidence.
    #[error(
        "{} of the board ‘{board}’ cannot be recognized with certainty.",
        cells(*count, *first)
    )]
    Doubtful {
        /// Which board, by id.
        board: String,
        /// How many cells.
        count: usize,
        /// The first of them.
        first: Cell,
    },
    /// A key had no effect, again and again.
    #[error("The key ‘{key}’ had no effect {times} times in a row.")]
    NoReaction {
        /// Which key.
        key: Chord,
        /// How often it was pressed.
        times: u32,
    },
    /// Clicks had no effect.
    #[error("A click at {cell} did not have the expected effect {times} times in a row.")]
    NoClickReaction {
        /// Where.
        cell: Cell,
        /// How often it was clicked.
        times: u32,
    },
    /// No level was shown.
    #[error("No level appeared within {} s; the window shows the ‘{phase}’ screen.", waited.as_secs())]
    NoLevel {
        /// The phase seen.
        phase: String,
        /// How long the run has waited.
        waited: Duration,
    },
    /// The level has no plan.
    #[error("No plan was found for this level: {0}.")]
    NoPlan(String),
}

impl Pause {
    /// What the user can do to continue; empty if nothing is known to help.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Asked | Self::Stepped => "Step makes the next move. Resume continues.",
            Self::FailSafe(..) => "Resume continues.",
            Self::FocusLost { .. } => "Resume brings the game's window to the front and continues.",
            Self::Dialog { .. } => {
                "Close it, then resume; a screen profile can name the key that closes it (controls: dialog)."
            }
            Self::EndedByDialog { .. } => "Read it and close it, then resume.",
            Self::NoFocus => "Click it, then resume.",
            Self::WindowGone => "Start the game again, open the level, then resume.",
            Self::Minimised => "Bring it back, then resume.",
            Self::Resized { .. } => "Give it its size back, then resume.",
            Self::Frozen { .. } => "Resume when it responds again.",
            Self::Doubtful { .. } => {
                "Enter what is shown, or check colours and scale in the screen profile."
            }
            Self::NoReaction { .. } => {
                "Check the keys in the screen profile and whether the game waits for something else, then resume."
            }
            Self::NoClickReaction { .. } => "Check the profile's actions, then resume.",
            Self::NoLevel { .. } => "Open a level, then resume.",
            Self::World(_) | Self::Unreadable(_) | Self::NoPlan(_) => "",
        }
    }

    /// The cause in a word, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Stepped => "stepped",
            Self::FailSafe(..) => "emergency_stop",
            Self::FocusLost { .. } => "focus_lost",
            Self::Dialog { .. } => "dialog",
            Self::EndedByDialog { .. } => "ended_by_dialog",
            Self::NoFocus => "no_focus",
            Self::WindowGone => "closed",
            Self::Minimised => "minimised",
            Self::Resized { .. } => "resized",
            Self::Frozen { .. } => "frozen",
            Self::World(WorldError::Covered) => "covered",
            Self::World(WorldError::Outside) => "off_screen",
            Self::World(WorldError::NoPicture(_)) => "no_picture",
            Self::World(_) => "desktop",
            Self::Unreadable(_) => "unreadable",
            Self::Doubtful { .. } => "doubtful",
            Self::NoReaction { .. } | Self::NoClickReaction { .. } => "no_effect",
            Self::NoLevel { .. } => "no_level",
            Self::NoPlan(_) => "no_plan",
        }
    }
}

/// Why a run ended before its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The cause in a word, for programs.
    pub kind: &'static str,
    /// The cause in sentences, for people.
    pub text: String,
    /// The cell in doubt, with its board.
    pub cell: Option<(String, Cell)>,
    /// The value that the cell should have.
    pub expected: Option<String>,
    /// The value that was recognized there.
    pub recognized: Option<String>,
}

impl From<&Pause> for Reason {
    fn from(pause: &Pause) -> Self {
        Self {
            kind: pause.kind(),
            text: pause.to_string(),
            cell: match pause {
                Pause::Doubtful { board, first, .. } => Some((board.clone(), *first)),
                _ => None,
            },
            ..Self::default()
        }
    }
}

impl From<&Divergence> for Reason {
    fn from(divergence: &Divergence) -> Self {
        let cell = divergence.differing.first().cloned();
        let value = |looks: &[BoardLook]| {
            let (board, cell) = cell.as_ref()?;
            let look = looks.iter().find(|look| look.id == *board)?;
            Some(look.cells.get(*cell)?.value.to_string())
        };
        let cause = divergence.cause.as_ref();
        Self {
            kind: cause.map_or("not_as_expected", Cause::kind),
            text: match cause {
                Some(cause) => format!("{} {cause}", divergence.what),
                None => divergence.what.clone(),
            },
            expected: value(&divergence.expected),
            recognized: value(&divergence.seen),
            cell,
        }
    }
}

/// A screen that is not as simulated: expected beside seen.
#[derive(Clone)]
pub struct Divergence {
    /// What happened, in a sentence.
    pub what: String,
    /// The boards as simulated.
    pub expected: Vec<BoardLook>,
    /// The boards as seen; empty if none were.
    pub seen: Vec<BoardLook>,
    /// Cells that differ, each with its board.
    pub differing: Vec<(String, Cell)>,
    /// What is most likely wrong, where that can be told.
    pub cause: Option<Cause>,
    /// The picture.
    pub picture: Arc<RgbaImage>,
}

impl fmt::Debug for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Divergence")
            .field("what", &self.what)
            .field("differing", &self.differing)
            .field("cause", &self.cause)
            .finish_non_exhaustive()
    }
}

/// A picture and its reading.
#[derive(Clone)]
pub struct Frame {
    /// When it was taken, since the run began.
    pub at: Duration,
    /// The window's client area.
    pub picture: Arc<RgbaImage>,
    /// Its reading, or why there is none, for people.
    pub seen: Result<Arc<ScreenReading>, String>,
}

// A picture would be too long.
impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("at", &self.at)
            .field("picture", &self.picture.dimensions())
            .field("seen", &self.seen)
            .finish()
    }
}

impl Frame {
    /// The reading, if there are boards in it.
    pub fn playing(&self) -> Option<&ScreenReading> {
        let seen = self.seen.as_deref().ok()?;
        seen.is_playing().then_some(seen)
    }

    /// Whether the picture can be read and was not caught halfway through drawing.
    pub fn is_whole(&self) -> bool {
        let seen = self.seen.as_ref();
        seen.is_ok_and(|seen| seen.why_no_boards.is_none())
    }

    /// Where the game's own cursor is.
    pub fn cursor(&self) -> Option<Cell> {
        Some(self.playing()?.reading.cursor.as_ref()?.value)
    }

    /// The phase in words for people.
    pub fn phase(&self) -> String {
        match &self.seen {
            Ok(seen) => seen.phase.clone(),
            Err(_) => "not the game's picture".to_owned(),
        }
    }
}

/// A look at the target that touches nothing.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The windows that may be the target.
    pub candidates: Vec<WindowInfo>,
    /// Whether the person may choose one that is not listed ([`super::desktop::ask`]).
    pub asks: bool,
    /// The one that was looked at.
    pub window: Option<WindowInfo>,
    /// Its picture and the reading.
    pub frame: Option<Frame>,
    /// The level, if one could be read.
    pub level: Option<LevelRef>,
    /// The checks.
    pub checks: Vec<Check>,
}

/// One check before a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// How it came out.
    pub state: CheckState,
    /// The finding, and what to do about it.
    pub detail: String,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Fine.
    Fine,
    /// Worth a look, but no reason not to start.
    Doubtful,
    /// A reason not to start.
    Failed,
}

/// A level and its plan.
#[derive(Clone, Debug)]
pub struct PlannedLevel {
    /// Which level of this run, from 1.
    pub level: u32,
    /// The level.
    pub puzzle: LevelRef,
    /// All moves from the level's start.
    pub moves: Vec<Move>,
    /// How many of them are made already.
    pub made: usize,
    /// Time to make the plan.
    pub planning: Duration,
    /// The effort of the plan, if known.
    pub effort: Option<PlanEffort>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Which level of this run, from 1.
    pub level: u32,
    /// Moves of the plan made.
    pub step: usize,
    /// Moves of the plan.
    pub steps: usize,
    /// Keys and clicks sent so far.
    pub keys: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// The effort of the plan, if known.
    pub effort: Option<PlanEffort>,
}

/// The statistics of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelStats {
    /// Which level of this run, from 1.
    pub level: u32,
    /// Moves of the plan.
    pub moves: usize,
    /// Time from the first look at it to the last confirmed move, without pauses.
    pub time: Duration,
    /// The part of that in which it was planned.
    pub planning: Duration,
    /// Keys and clicks sent.
    pub keys: u64,
    /// Those whose effect was seen.
    pub confirmed: u64,
    /// Those without effect, sent again.
    pub lost: u64,
    /// Those with more effect than they should have.
    pub doubled: u64,
    /// The effort of the plan, if known.
    pub effort: Option<PlanEffort>,
}

impl LevelStats {
    /// Confirmed keys and clicks a second while playing.
    pub fn keys_per_second(&self) -> f64 {
        let playing = self.time.saturating_sub(self.planning).as_secs_f64();
        if playing > 0.0 {
            self.confirmed as f64 / playing
        } else {
            0.0
        }
    }
}

/// How a run ended, and its statistics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The end in a sentence.
    pub text: String,
    /// The levels solved.
    pub levels: Vec<LevelStats>,
    /// The level that was not finished, and how many of its moves were made.
    pub unfinished: Option<Box<(LevelStats, usize)>>,
    /// Time since the start.
    pub elapsed: Duration,
    /// Whether the person ended the run.
    pub stopped: bool,
    /// What the run waited for when it was ended.
    pub reason: Option<Box<Reason>>,
}

/// Why a run could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The desktop cannot be used.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A check before the start failed.
    #[error("{name}: {detail}")]
    Preflight {
        /// What was checked.
        name: &'static str,
        /// What was found, and what to do about it.
        detail: String,
    },
    /// The profile cannot be played with.
    #[error("auto-play cannot use the screen profile ‘{profile}’: {reason}")]
    Profile {
        /// Its id.
        profile: String,
        /// What is missing.
        reason: String,
    },
    /// A defect of this program.
    #[error("auto-play failed: {0}; all keys were released. Please report this with the log")]
    Broken(String),
}

/// How many cells, and the first of them, in words.
pub(crate) fn cells(count: usize, first: Cell) -> String {
    match count {
        1 => format!("The cell at {first}"),
        _ => format!("{count} cells, the first at {first},"),
    }
}

/// How a window's size was changed, in words.
fn resized(from: (u32, u32), to: (u32, u32)) -> &'static str {
    match to.0 <= from.0 && to.1 <= from.1 {
        true => "made smaller",
        false => "resized",
    }
}
