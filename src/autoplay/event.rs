//! Commands to a run, and the events it emits.

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
    /// Continue, at the same step if the screen shows that.
    Resume,
    /// Make one move and wait.
    Step,
    /// End.
    Stop,
    /// Plan again from what the screen shows, then continue.
    Replan,
    /// Continue with an updated profile and the user's corrections of this level's clue numbers.
    Learn(Lesson),
}

impl Command {
    /// Name for the log.
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
    /// The run's state has changed.
    State(State),
    /// The checks before the start.
    Preflight(Vec<Check>),
    /// A capture of the window with its reading, a few times a second.
    Seen(Frame),
    /// A line for the log.
    Log(String),
    /// A level was read and planned, or planned again.
    Planned(PlannedLevel),
    /// Progress.
    Progress(Progress),
    /// The simulated boards, after every confirmed move.
    Simulated(Vec<BoardLook>),
    /// A level was solved.
    LevelDone(LevelStats),
    /// The film's file, or the error.
    Filmed(Result<PathBuf, String>),
    /// The end.
    Ended(Result<Summary, PlayError>),
}

/// State of a run.
#[derive(Clone, Debug)]
pub enum State {
    /// Capturing, reading, planning or waiting for the next level; with a description.
    Preparing(String),
    /// Making moves.
    Playing,
    /// Waiting for the user.
    Paused(Pause),
    /// The screen differs from the simulation. [`Command::Resume`] compares again, [`Command::Replan`] plans from what
    /// is shown.
    Diverged(Arc<Divergence>),
}

/// Reason for which a run waits for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Pause {
    /// The user requested it.
    #[error("Paused.")]
    Asked,
    /// The requested single move is done.
    #[error("One move was made.")]
    Stepped,
    /// The user's emergency stop.
    #[error("Paused by {0}.")]
    FailSafe(&'static str, Signal),
    /// Another window is active.
    #[error("The window lost the focus{}.", to.as_ref().map(|to| format!(" to ‘{to}’")).unwrap_or_default())]
    FocusLost {
        /// Title of the active window, if there is one.
        to: Option<String>,
    },
    /// A dialog of the game has the focus, and the profile does not say how to close it.
    #[error("The game opened its own window ‘{title}’.")]
    Dialog {
        /// Its title.
        title: String,
    },
    /// A dialog of the game appeared before the level was recognized as won.
    #[error("Ended by a dialog: the game opened its own window ‘{title}’ {why}.")]
    EndedByDialog {
        /// Its title.
        title: String,
        /// Context for the message, such as the last move.
        why: String,
    },
    /// The window cannot be brought to the front.
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
        /// Current width and height.
        to: (u32, u32),
    },
    /// Inputs that worked before have no effect any more, and the picture does not change.
    #[error(
        "The game no longer responds: {input}, which had an effect before, had none {times} times in a row, and the window does not change. It may be frozen, or wait for something."
    )]
    Frozen {
        /// The key or click.
        input: String,
        /// Number of times it was sent.
        times: u32,
    },
    /// The desktop reported an error.
    #[error("{0}.")]
    World(WorldError),
    /// The picture cannot be read; with the reason.
    #[error("The picture was not recognized. {0}")]
    Unreadable(String),
    /// Cells of the level were not recognized with confidence.
    #[error(
        "{} of the board ‘{board}’ cannot be recognized with certainty.",
        cells(*count, *first)
    )]
    Doubtful {
        /// Id of the board.
        board: String,
        /// Number of cells.
        count: usize,
        /// The first of them.
        first: Cell,
    },
    /// A key repeatedly had no effect.
    #[error("The key ‘{key}’ had no effect {times} times in a row.")]
    NoReaction {
        /// The key.
        key: Chord,
        /// Number of times it was pressed.
        times: u32,
    },
    /// Clicks repeatedly had no effect.
    #[error("A click at {cell} did not have the expected effect {times} times in a row.")]
    NoClickReaction {
        /// The clicked cell.
        cell: Cell,
        /// Number of clicks.
        times: u32,
    },
    /// No level appeared.
    #[error("No level appeared within {} s; the window shows the ‘{phase}’ screen.", waited.as_secs())]
    NoLevel {
        /// Phase recognized instead.
        phase: String,
        /// Time waited.
        waited: Duration,
    },
    /// The level has no plan.
    #[error("No plan was found for this level: {0}.")]
    NoPlan(String),
}

impl Pause {
    /// Advice on how to continue; empty if none is known.
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

    /// Machine-readable identifier.
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

/// Reason for which a run ended early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// Machine-readable identifier.
    pub kind: &'static str,
    /// Sentences for the user.
    pub text: String,
    /// The cell in question, with its board's id.
    pub cell: Option<(String, Cell)>,
    /// Expected value of the cell.
    pub expected: Option<String>,
    /// Recognized value of the cell.
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

/// A difference between screen and simulation.
#[derive(Clone)]
pub struct Divergence {
    /// Description of the event, in a sentence.
    pub what: String,
    /// The simulated boards.
    pub expected: Vec<BoardLook>,
    /// The recognized boards; empty if there are none.
    pub seen: Vec<BoardLook>,
    /// Cells that differ, each with its board's id.
    pub differing: Vec<(String, Cell)>,
    /// Most likely cause, if known.
    pub cause: Option<Cause>,
    /// Picture of the window.
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

/// A picture of the window and its reading.
#[derive(Clone)]
pub struct Frame {
    /// Capture time since the start of the run.
    pub at: Duration,
    /// The window's client area.
    pub picture: Arc<RgbaImage>,
    /// Its reading, or the error for the user.
    pub seen: Result<Arc<ScreenReading>, String>,
}

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
    /// Returns the reading if it has boards.
    pub fn playing(&self) -> Option<&ScreenReading> {
        let seen = self.seen.as_deref().ok()?;
        seen.is_playing().then_some(seen)
    }

    /// Returns whether the picture was read and was not captured in mid-drawing.
    pub fn is_whole(&self) -> bool {
        let seen = self.seen.as_ref();
        seen.is_ok_and(|seen| seen.why_no_boards.is_none())
    }

    /// Cell of the game's own cursor.
    pub fn cursor(&self) -> Option<Cell> {
        Some(self.playing()?.reading.cursor.as_ref()?.value)
    }

    /// Name of the phase, for the user.
    pub fn phase(&self) -> String {
        match &self.seen {
            Ok(seen) => seen.phase.clone(),
            Err(_) => "not the game's picture".to_owned(),
        }
    }
}

/// A read-only inspection of the target.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Windows that may be the target.
    pub candidates: Vec<WindowInfo>,
    /// True if the user can choose an unlisted window ([`super::desktop::ask`]).
    pub asks: bool,
    /// The inspected window.
    pub window: Option<WindowInfo>,
    /// Its picture and reading.
    pub frame: Option<Frame>,
    /// The level, if it was read.
    pub level: Option<LevelRef>,
    /// Results of the checks.
    pub checks: Vec<Check>,
}

/// One check before a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Name of the check.
    pub name: &'static str,
    /// Result.
    pub state: CheckState,
    /// Finding, and what to do about it.
    pub detail: String,
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Passed.
    Fine,
    /// A warning that does not prevent the start.
    Doubtful,
    /// Prevents the start.
    Failed,
}

/// A level and its plan.
#[derive(Clone, Debug)]
pub struct PlannedLevel {
    /// Number of the level in this run, from 1.
    pub level: u32,
    /// The level.
    pub puzzle: LevelRef,
    /// All moves from the level's start.
    pub moves: Vec<Move>,
    /// Number of moves already made.
    pub made: usize,
    /// Planning time.
    pub planning: Duration,
    /// Cost of the plan, if known.
    pub effort: Option<PlanEffort>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of the level in this run, from 1.
    pub level: u32,
    /// Moves made.
    pub step: usize,
    /// Moves in the plan.
    pub steps: usize,
    /// Keys and clicks sent so far.
    pub keys: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Cost of the plan, if known.
    pub effort: Option<PlanEffort>,
}

/// Statistics of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelStats {
    /// Number of the level in this run, from 1.
    pub level: u32,
    /// Moves in the plan.
    pub moves: usize,
    /// Time from the first capture to the last confirmed move, without pauses.
    pub time: Duration,
    /// Part of `time` spent planning.
    pub planning: Duration,
    /// Keys and clicks sent.
    pub keys: u64,
    /// Inputs whose effect was confirmed.
    pub confirmed: u64,
    /// Inputs without effect, sent again.
    pub lost: u64,
    /// Inputs with more effect than intended.
    pub doubled: u64,
    /// Cost of the plan, if known.
    pub effort: Option<PlanEffort>,
}

impl LevelStats {
    /// Confirmed inputs per second of playing time.
    pub fn keys_per_second(&self) -> f64 {
        let playing = self.time.saturating_sub(self.planning).as_secs_f64();
        if playing > 0.0 {
            self.confirmed as f64 / playing
        } else {
            0.0
        }
    }
}

/// Result of a run, and its statistics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Description of the end, in a sentence.
    pub text: String,
    /// Solved levels.
    pub levels: Vec<LevelStats>,
    /// The unfinished level, and the number of moves made in it.
    pub unfinished: Option<Box<(LevelStats, usize)>>,
    /// Time since the start.
    pub elapsed: Duration,
    /// True if the user ended the run.
    pub stopped: bool,
    /// Reason of the wait in which the run ended.
    pub reason: Option<Box<Reason>>,
}

/// Error that ends a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The desktop reported an error.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A check before the start failed.
    #[error("{name}: {detail}")]
    Preflight {
        /// The check.
        name: &'static str,
        /// Finding, and what to do about it.
        detail: String,
    },
    /// The profile cannot be used for playing.
    #[error("auto-play cannot use the screen profile ‘{profile}’: {reason}")]
    Profile {
        /// Its id.
        profile: String,
        /// The cause.
        reason: String,
    },
    /// A bug in this program.
    #[error("auto-play failed: {0}; all keys were released. Please report this with the log")]
    Broken(String),
}

pub(crate) fn cells(count: usize, first: Cell) -> String {
    match count {
        1 => format!("The cell at {first}"),
        _ => format!("{count} cells, the first at {first},"),
    }
}

fn resized(from: (u32, u32), to: (u32, u32)) -> &'static str {
    match to.0 <= from.0 && to.1 <= from.1 {
        true => "made smaller",
        false => "resized",
    }
}
