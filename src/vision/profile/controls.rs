//! How a game is played on the screen: keys, pointer, pace, start.

use serde::{Deserialize, Serialize};

use super::{Key, Point};

/// How the game is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Controls {
    /// Keys that move the game's own cursor; `None` where cells are acted on by pointer.
    #[serde(default)]
    pub cursor: Option<CursorKeys>,
    /// What can be done on a cell, by the game's name for it.
    pub actions: Vec<Action>,
    /// Controls that belong to no cell, by name (`restart`).
    #[serde(default)]
    pub controls: Vec<Action>,
    /// Takes the last move back.
    #[serde(default)]
    pub undo: Option<Input>,
    /// How the next level comes after a solved one.
    #[serde(default)]
    pub after_level: AfterLevel,
    /// Number of levels, if known.
    #[serde(default)]
    pub levels: Option<u32>,
    /// How fast it takes input.
    #[serde(default)]
    pub pacing: Pacing,
}

impl Controls {
    /// The input for an action on a cell.
    pub fn action(&self, name: &str) -> Option<&Input> {
        let action = self.actions.iter().find(|action| action.name == name);
        action.map(|action| &action.input)
    }

    /// The input for a control that belongs to no cell.
    pub fn control(&self, name: &str) -> Option<&Input> {
        let control = self.controls.iter().find(|control| control.name == name);
        control.map(|control| &control.input)
    }
}

/// Keys that move the game's own cursor by one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CursorKeys {
    /// One row up.
    pub up: Key,
    /// One row down.
    pub down: Key,
    /// One column to the left.
    pub left: Key,
    /// One column to the right.
    pub right: Key,
    /// Whether it comes in at the other side when it leaves the board.
    #[serde(default)]
    pub wraps: bool,
    /// Where it is when a level begins.
    #[serde(default)]
    pub start: CursorStart,
}

/// Where the cursor is when a level begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CursorStart {
    /// Not known beforehand: look.
    #[default]
    Unknown,
    /// At this cell, row and column counted from 1.
    At(usize, usize),
    /// Where it was when the last level ended.
    Stays,
    /// Not to be seen before the first press of one of its keys.
    Hidden,
}

/// Something that can be done, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The name the game uses.
    pub name: String,
    /// What does it.
    pub input: Input,
}

/// Something done at keyboard or pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// A key press; for an action on a cell, with the cursor on the cell.
    Press(Key),
    /// A click in the middle of the cell.
    Click,
    /// A click with the other button in the middle of the cell.
    SecondaryClick,
    /// A click at a fixed place of the picture.
    ClickAt(Point),
    /// A drag from a fixed place of the picture to the middle of the cell.
    DragFrom(Point),
}

/// How the next level comes after a solved one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AfterLevel {
    /// By itself.
    #[default]
    Automatic,
    /// After this.
    Input(Input),
    /// Not at all: one level is all there is.
    End,
}

/// How fast a game takes input. Times in milliseconds; auto-play starts from these and adapts to
/// what the game confirms, never going below the minima.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pacing {
    /// How long a key is held, to begin with.
    pub hold_ms: u32,
    /// Shortest hold that ever worked.
    pub min_hold_ms: u32,
    /// From the release of one key to the press of the next, to begin with.
    pub gap_ms: u32,
    /// Shortest gap that ever worked.
    pub min_gap_ms: u32,
    /// How often the picture is looked at while something is awaited.
    pub poll_ms: u32,
    /// The picture counts as stable when it has not changed for so long.
    pub settle_ms: u32,
    /// A press that shows no effect after so long is lost.
    pub confirm_timeout_ms: u32,
    /// Longest wait for the next level.
    pub level_timeout_ms: u32,
    /// Longest wait for the end of a plan that was started when it was entered.
    pub run_timeout_ms: u32,
    /// How often a lost press is repeated before auto-play stops.
    pub retries: u32,
}

impl Default for Pacing {
    fn default() -> Self {
        Self {
            hold_ms: 40,
            min_hold_ms: 20,
            gap_ms: 40,
            min_gap_ms: 20,
            poll_ms: 10,
            settle_ms: 40,
            confirm_timeout_ms: 600,
            level_timeout_ms: 15_000,
            run_timeout_ms: 120_000,
            retries: 8,
        }
    }
}

/// How the program is started and brought to its first level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRule {
    /// Program and arguments; empty if the person starts it. `{file}` stands for the game's file,
    /// `{scale}` for the scale as a whole number, `{planwright}` for this program. An argument
    /// that is exactly `{file}` is left out when there is no file.
    #[serde(default)]
    pub command: Vec<String>,
    /// What the person has to give as `{file}`, in a word or two; `None` if there is none.
    #[serde(default)]
    pub file: Option<String>,
    /// From the title page to the first level.
    #[serde(default)]
    pub steps: Vec<StartStep>,
}

/// One step from the title page to the first level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartStep {
    /// Press a key.
    Press(Key),
    /// Type a text, key by key.
    Type(String),
    /// Click at a place of the picture.
    ClickAt(Point),
    /// Wait so many milliseconds.
    Pause(u32),
    /// Wait until the picture changes, at most so many milliseconds.
    Change(u32),
    /// Wait for a phase.
    Await {
        /// Its name.
        phase: String,
        /// Longest wait in milliseconds.
        timeout_ms: u32,
    },
}
