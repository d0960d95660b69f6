//! Commands to a run, and the events it emits.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;
use thiserror::Error;

use crate::game::{Cell, LevelRef, Move};
use crate::vision::{Chord, Lesson, ScreenReading, screen_text};

use super::board_view::BoardView;
use super::cost::PlanCosts;
use super::desktop::{DesktopError, Signal, WindowInfo};

#[derive(Clone, Debug, PartialEq)]
pub enum PlayCommand {
    /// Wait after the current move.
    Pause,
    /// Continue, at the same step if the screen shows that.
    Resume,
    /// Make one move and wait.
    Step,
    Stop,
    /// Plan again from what the screen shows, then continue.
    Replan,
    /// Continue with an updated profile and the user's corrections of this level's clue numbers.
    Learn(Lesson),
}

impl PlayCommand {
    /// Name for the log.
    pub fn name(&self) -> &'static str {
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

#[derive(Clone, Debug)]
pub enum PlayEvent {
    State(PlayState),
    Preflight(Vec<PreflightCheck>),
    /// A capture of the window with its reading, a few times a second.
    Observed(Observation),
    Log(String),
    /// A level was read and planned, or planned again.
    Planned(PlannedLevel),
    Progress(PlayProgress),
    /// The simulated boards, after every confirmed move.
    Simulated(Vec<BoardView>),
    LevelDone(LevelStats),
    /// The history records the run from here on; sent first, and only if it can.
    Recorded,
    /// The film's file, or the error.
    Filmed(Result<PathBuf, String>),
    Ended(Result<RunSummary, PlayError>),
}

#[derive(Clone, Debug)]
pub enum PlayState {
    /// Capturing, reading, planning or waiting for the next level; with a description.
    Preparing(String),
    Playing,
    Paused(PauseReason),
    /// The screen differs from the simulation. [`PlayCommand::Resume`] compares again,
    /// [`PlayCommand::Replan`] plans from what is shown.
    Diverged(Arc<Divergence>),
}

/// Reason for which a run waits for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PauseReason {
    #[error("Paused.")]
    Requested,
    #[error("One move was made.")]
    Stepped,
    /// The user gave this stop signal, described for the message.
    #[error("Paused by {0}.")]
    FailSafe(&'static str, Signal),
    #[error("The window lost the focus{}.", to.as_ref().map(|to| format!(" to ‘{to}’")).unwrap_or_default())]
    FocusLost {
        /// Title of the active window, if there is one.
        to: Option<String>,
    },
    #[error("The game opened its own window ‘{title}’.")]
    Dialog { title: String },
    #[error("Ended by a dialog: the game opened its own window ‘{title}’ {why}.")]
    EndedByDialog {
        title: String,
        /// Context for the message, such as the last move.
        why: String,
    },
    #[error("The window did not get the focus.")]
    NoFocus,
    #[error("The window was closed.")]
    WindowGone,
    #[error("The window was minimised.")]
    Minimised,
    #[error("The window was {}, from {}×{} to {}×{} pixels, and can no longer be read.", resize_text(*from, *to), from.0, from.1, to.0, to.1)]
    Resized {
        /// Width and height at which it was read.
        from: (u32, u32),
        to: (u32, u32),
    },
    #[error(
        "The game no longer responds: {input}, which had an effect before, had none {times} times in a row, and the window does not change. It may be frozen, or wait for something."
    )]
    Frozen { input: String, times: u32 },
    #[error("{0}.")]
    Desktop(DesktopError),
    #[error("The picture was not recognized. {0}")]
    Unreadable(String),
    #[error(
        "{} of the board ‘{board}’ cannot be recognized with certainty.",
        cells_text(*count, *first)
    )]
    Uncertain {
        board: String,
        count: usize,
        first: Cell,
    },
    #[error("The key ‘{key}’ had no effect {times} times in a row.")]
    NoReaction { key: Chord, times: u32 },
    #[error("A click at {cell} did not have the expected effect {times} times in a row.")]
    NoClickReaction { cell: Cell, times: u32 },
    #[error("No level appeared within {} s. The window shows {}.", waited.as_secs(), screen_text(phase))]
    NoLevel { phase: String, waited: Duration },
    #[error("No plan was found for this level: {0}.")]
    NoPlan(String),
}

impl PauseReason {
    /// Advice on how to continue; empty if none is known.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Requested | Self::Stepped => "Step makes the next move. Resume continues.",
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
            Self::Uncertain { .. } => {
                "Enter what is shown, or check colours and scale in the screen profile."
            }
            Self::NoReaction { .. } => {
                "Check the keys in the screen profile and whether the game waits for something else, then resume."
            }
            Self::NoClickReaction { .. } => "Check the profile's actions, then resume.",
            Self::NoLevel { .. } => "Open a level, then resume.",
            Self::Desktop(_) | Self::Unreadable(_) | Self::NoPlan(_) => "",
        }
    }

    /// Returns whether the user has requested the pause, by command, step or stop signal.
    pub(crate) fn is_requested(&self) -> bool {
        matches!(self, Self::Requested | Self::Stepped | Self::FailSafe(..))
    }

    /// Returns whether the target does not have the focus.
    pub(crate) fn is_about_focus(&self) -> bool {
        matches!(self, Self::FocusLost { .. } | Self::NoFocus)
    }

    /// Returns whether the picture does not show what it should, which a resized window could explain.
    pub(crate) fn is_about_picture(&self) -> bool {
        match self {
            Self::Unreadable(_)
            | Self::Uncertain { .. }
            | Self::NoReaction { .. }
            | Self::NoClickReaction { .. }
            | Self::NoLevel { .. } => true,
            Self::Desktop(error) => matches!(error, DesktopError::NoPicture(_)),
            _ => false,
        }
    }

    /// Machine-readable identifier.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Requested => "asked",
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
            Self::Desktop(DesktopError::Covered) => "covered",
            Self::Desktop(DesktopError::OffScreen) => "off_screen",
            Self::Desktop(DesktopError::NoPicture(_)) => "no_picture",
            Self::Desktop(_) => "desktop",
            Self::Unreadable(_) => "unreadable",
            Self::Uncertain { .. } => "doubtful",
            Self::NoReaction { .. } | Self::NoClickReaction { .. } => "no_effect",
            Self::NoLevel { .. } => "no_level",
            Self::NoPlan(_) => "no_plan",
        }
    }
}

/// Reason for which a run ended early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndReason {
    /// Machine-readable identifier.
    pub kind: &'static str,
    pub text: String,
    /// The cell in question, with its board's id; if several differ from the simulation, the first.
    pub cell: Option<(String, Cell)>,
    /// Value of that cell in the simulation.
    pub expected: Option<String>,
    /// Value of that cell on the screen.
    pub recognized: Option<String>,
}

impl From<&PauseReason> for EndReason {
    fn from(pause: &PauseReason) -> Self {
        Self {
            kind: pause.kind(),
            text: pause.to_string(),
            cell: match pause {
                PauseReason::Uncertain { board, first, .. } => Some((board.clone(), *first)),
                _ => None,
            },
            ..Self::default()
        }
    }
}

impl From<&Divergence> for EndReason {
    fn from(divergence: &Divergence) -> Self {
        let cell = divergence.differing.first().cloned();
        let value = |boards: &[BoardView]| {
            let (board, cell) = cell.as_ref()?;
            let board = boards.iter().find(|view| view.id == *board)?;
            Some(board.cells.get(*cell)?.value.to_string())
        };
        let cause = divergence.cause.as_ref();
        Self {
            kind: cause.map_or("not_as_expected", Cause::kind),
            text: match cause {
                Some(cause) => format!("{} {cause}", divergence.text),
                None => divergence.text.clone(),
            },
            expected: value(&divergence.expected),
            recognized: value(&divergence.recognized),
            cell,
        }
    }
}

/// A difference between screen and simulation.
#[derive(Clone)]
pub struct Divergence {
    /// Description of the event, in a sentence.
    pub text: String,
    /// The simulated boards.
    pub expected: Vec<BoardView>,
    /// The recognized boards; empty if there are none.
    pub recognized: Vec<BoardView>,
    /// Cells that differ, each with its board's id.
    pub differing: Vec<(String, Cell)>,
    /// Most likely cause, if there is one.
    pub cause: Option<Cause>,
    pub picture: Arc<RgbaImage>,
}

impl fmt::Debug for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Divergence")
            .field("text", &self.text)
            .field("differing", &self.differing)
            .field("cause", &self.cause)
            .finish_non_exhaustive()
    }
}

#[derive(Clone)]
pub struct Observation {
    /// Capture time since the start of the run.
    pub at: Duration,
    /// The window's client area.
    pub picture: Arc<RgbaImage>,
    /// Its reading, or the error for the user.
    pub screen: Result<Arc<ScreenReading>, String>,
}

impl fmt::Debug for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation")
            .field("at", &self.at)
            .field("picture", &self.picture.dimensions())
            .field("screen", &self.screen)
            .finish()
    }
}

impl Observation {
    /// Returns the reading if it has boards.
    pub fn playing(&self) -> Option<&ScreenReading> {
        let screen = self.screen.as_deref().ok()?;
        screen.is_playing().then_some(screen)
    }

    /// Returns whether the picture was read, with its boards if its phase has some; otherwise it may have been captured
    /// in mid-drawing.
    pub fn is_complete(&self) -> bool {
        let screen = self.screen.as_ref();
        screen.is_ok_and(|screen| screen.why_no_boards.is_none())
    }

    /// Cell of the game's own cursor; `None` if it is not visible.
    pub fn cursor(&self) -> Option<Cell> {
        Some(self.playing()?.reading.cursor.as_ref()?.value)
    }

    /// Describes the content of the picture, for use in a sentence.
    pub fn content(&self) -> String {
        match &self.screen {
            Ok(screen) => screen_text(&screen.phase),
            Err(_) => "no picture of the game".to_owned(),
        }
    }
}

/// A read-only inspection of the target.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Windows that may be the target.
    pub candidates: Vec<WindowInfo>,
    /// True if the user can choose an unlisted window ([`super::desktop::choose_window`]).
    pub can_choose_window: bool,
    /// The target; `None` if none or several windows match.
    pub window: Option<WindowInfo>,
    pub frame: Option<Observation>,
    /// The level that the target shows.
    pub level: Option<LevelRef>,
    pub checks: Vec<PreflightCheck>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreflightCheck {
    pub name: &'static str,
    pub state: CheckState,
    /// Finding, and what to do about it.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    Passed,
    /// A warning that does not prevent the start.
    Warning,
    /// Prevents the start.
    Failed,
}

impl fmt::Display for CheckState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "fine",
            Self::Warning => "look at this",
            Self::Failed => "not ready",
        })
    }
}

#[derive(Clone, Debug)]
pub struct PlannedLevel {
    /// Number of the level in this run, from 1.
    pub level: u32,
    pub puzzle: LevelRef,
    /// All moves from the level's start.
    pub moves: Vec<Move>,
    /// Number of moves already made.
    pub done: usize,
    pub planning: Duration,
    pub cost: Option<PlanCosts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayProgress {
    /// Number of the level in this run, from 1.
    pub level: u32,
    /// Moves made.
    pub step: usize,
    /// Moves in the plan.
    pub steps: usize,
    /// Inputs sent in this run.
    pub keys: u64,
    /// Time since the start of the run.
    pub elapsed: Duration,
    pub cost: Option<PlanCosts>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelStats {
    /// Number of the level in this run, from 1.
    pub level: u32,
    pub moves: usize,
    /// Time from the first capture to the last confirmed move, without pauses.
    pub time: Duration,
    /// Part of `time` spent planning.
    pub planning: Duration,
    /// Inputs sent.
    pub keys: u64,
    /// Inputs whose effect was confirmed.
    pub confirmed: u64,
    /// Inputs without effect, sent again.
    pub lost: u64,
    /// Inputs with more effect than intended.
    pub doubled: u64,
    pub cost: Option<PlanCosts>,
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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// Description of the end, in a sentence.
    pub text: String,
    /// Solved levels.
    pub levels: Vec<LevelStats>,
    /// The level in which the run ended, if it was not solved.
    pub unfinished: Option<Box<UnfinishedLevel>>,
    pub elapsed: Duration,
    /// True if the user ended the run, or a dry run could not read or plan the level.
    pub stopped: bool,
    /// Reason of the wait in which the run ended.
    pub reason: Option<Box<EndReason>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnfinishedLevel {
    /// Statistics; `moves` is the length of the plan.
    pub stats: LevelStats,
    /// Number of moves made.
    pub done: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    #[error(transparent)]
    Desktop(#[from] DesktopError),
    #[error("{name}: {detail}")]
    Preflight {
        name: &'static str,
        /// Finding, and what to do about it.
        detail: String,
    },
    #[error("auto-play cannot use the screen profile ‘{profile}’: {reason}")]
    Profile { profile: String, reason: String },
    #[error("auto-play failed: {0}; all keys were released. Please report this with the log")]
    Broken(String),
}

pub(crate) fn cells_text(count: usize, first: Cell) -> String {
    match count {
        1 => format!("The cell at {first}"),
        _ => format!("{count} cells, the first at {first},"),
    }
}

fn resize_text(from: (u32, u32), to: (u32, u32)) -> &'static str {
    match to.0 <= from.0 && to.1 <= from.1 {
        true => "made smaller",
        false => "resized",
    }
}

/// Most likely cause of a difference, judged from the boards. `Display` gives a sentence for users.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cause {
    #[error(
        "The window shows what ‘{actual}’ would do, not ‘{intended}’: the input reaches the wrong cell."
    )]
    OtherCell { intended: String, actual: String },
    #[error(
        "The window shows what ‘{actual}’ would do, not ‘{intended}’: their inputs may be swapped."
    )]
    OtherInput { intended: String, actual: String },
    #[error("‘{intended}’ was done twice: each input may count double.")]
    Repeated { intended: String },
    #[error(
        "The cell at {cell} was recognized as ‘{actual}’ instead of ‘{expected}’: the profile may take its appearance for another value."
    )]
    Misread {
        cell: Cell,
        expected: String,
        actual: String,
    },
    #[error(
        "The window shows ‘{actual}’, which auto-play did not send: the game was played by somebody else meanwhile."
    )]
    ForeignMove { actual: String },
    #[error("The keyboard or the mouse was used in the game's window while auto-play was playing.")]
    UsedByUser,
    #[error(
        "The cell at {cell} should show ‘{expected}’, but was not recognized with certainty: enter what it shows."
    )]
    Uncertain { cell: Cell, expected: String },
    #[error(
        "The input for ‘{intended}’ left the board as it was, but changed how some cells look: it may only have marked them."
    )]
    Marked { intended: String },
    #[error("‘{intended}’ had an effect the rules do not allow. Is this the right game?")]
    RuleMismatch { intended: String },
}

impl Cause {
    /// Machine-readable identifier.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherCell { .. } => "other_cell",
            Self::OtherInput { .. } => "other_input",
            Self::Repeated { .. } => "repeated_effect",
            Self::Misread { .. } => "misread",
            Self::ForeignMove { .. } | Self::UsedByUser => "played_by_user",
            Self::Uncertain { .. } => "doubtful",
            Self::Marked { .. } => "marked",
            Self::RuleMismatch { .. } => "other_rules",
        }
    }
}
