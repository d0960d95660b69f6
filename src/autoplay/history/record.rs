//! The record of a run: `run.json` in its folder.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::board_look::{BoardLook, value_look};
use crate::effort::{Effort, PlanEffort};
use crate::event::LevelStats;
use crate::game::{CellLook, Grid, Level, Size};

/// Version of the form.
pub(super) const VERSION: u32 = 1;

/// The record of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version of the form.
    pub version: u32,
    /// Id of the screen profile.
    pub profile: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// When it began.
    pub started: Timestamp,
    /// Its state.
    pub state: RunState,
    /// Its end in a sentence; empty until then.
    #[serde(default)]
    pub text: String,
    /// Seconds since the start.
    pub elapsed_s: f64,
    /// Keys and clicks sent in all.
    pub keys: u64,
    /// Its levels, solved or not.
    #[serde(default)]
    pub levels: Vec<LevelRecord>,
    /// Its troubles.
    #[serde(default)]
    pub troubles: Vec<Trouble>,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It goes on, or the program ended in the middle; its lock tells which.
    Running,
    /// It waits for the person.
    Paused,
    /// The program ended in the middle. Never written.
    BrokenOff,
    /// It was played to its end.
    Done,
    /// The person ended it.
    Stopped,
    /// It could not go on.
    Failed,
}

impl RunState {
    /// All of them, for filters.
    pub const ALL: [Self; 6] = [
        Self::Done,
        Self::Stopped,
        Self::Failed,
        Self::BrokenOff,
        Self::Running,
        Self::Paused,
    ];

    /// Whether it goes on, paused or not.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// In a word or two.
    pub fn words(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::BrokenOff => "interrupted",
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }
}

/// The record of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LevelRecord {
    /// Which level of the run, from 1.
    pub level: u32,
    /// The level in its plain-text form.
    pub text: String,
    /// All moves from its start, as planned last.
    pub plan: Vec<String>,
    /// How many of them were made.
    pub made: usize,
    /// Whether it was solved.
    pub solved: bool,
    /// Keys and clicks sent.
    pub keys: u64,
    /// Those whose effect was seen.
    pub confirmed: u64,
    /// Those without effect, pressed again.
    pub lost: u64,
    /// Those with more effect than they should have.
    pub doubled: u64,
    /// Seconds from the first look at it to the last confirmed move.
    pub time_s: f64,
    /// The part of those in which it was planned.
    pub planning_s: f64,
    /// Presses of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presses: Option<u64>,
    /// Presses of the plain solver's plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_presses: Option<u64>,
    /// Seconds of the plan at the target's pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_s: Option<f64>,
    /// Seconds of the plain solver's plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_s: Option<f64>,
}

impl LevelRecord {
    /// Records that the level was solved.
    pub(super) fn finish(&mut self, stats: &LevelStats) {
        self.solved = true;
        self.made = self.plan.len();
        self.keys = stats.keys;
        self.confirmed = stats.confirmed;
        self.lost = stats.lost;
        self.doubled = stats.doubled;
        self.time_s = seconds(stats.time);
        self.planning_s = seconds(stats.planning);
        self.take_effort(stats.effort);
    }

    pub(super) fn take_effort(&mut self, effort: Option<PlanEffort>) {
        let Some(PlanEffort { plan, plain }) = effort else {
            return;
        };
        let time = |effort: &Effort| effort.time.map(seconds);
        (self.presses, self.plan_s) = (Some(plan.presses), time(&plan));
        self.plain_presses = plain.map(|plain| plain.presses);
        self.plain_s = plain.as_ref().and_then(time);
    }

    /// Effort of the plan and of the plain solver's, as far as they were recorded.
    pub fn effort(&self) -> Option<PlanEffort> {
        let effort = |presses: Option<u64>, seconds: Option<f64>| {
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            presses.map(|presses| Effort { presses, time })
        };
        Some(PlanEffort {
            plan: effort(self.presses, self.plan_s)?,
            plain: effort(self.plain_presses, self.plain_s),
        })
    }
}

/// A divergence, or a wait for the person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trouble {
    /// Seconds since the start.
    pub at_s: f64,
    /// In which level of the run, from 1.
    pub level: u32,
    /// What happened, in a sentence.
    pub text: String,
    /// File of the picture, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The boards as simulated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<BoardRecord>,
    /// The boards as seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<BoardRecord>,
}

/// The values of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// Its id.
    pub id: String,
    /// Its name on screen.
    pub title: String,
    /// The values of its cells, row by row, separated by blanks.
    pub rows: Vec<String>,
}

/// Stands for a value that is empty or has blanks in it.
const NO_TOKEN: &str = "·";

impl BoardRecord {
    pub(crate) fn of(board: &BoardLook) -> Self {
        let token = |look: &CellLook| match look.value.trim() {
            value if value.is_empty() || value.contains(char::is_whitespace) => NO_TOKEN.to_owned(),
            value => value.to_owned(),
        };
        let cols = board.cells.size().cols.max(1);
        let rows = board.cells.as_slice().chunks(cols);
        Self {
            id: board.id.clone(),
            title: board.title.clone(),
            rows: rows
                .map(|row| row.iter().map(token).collect::<Vec<_>>().join(" "))
                .collect(),
        }
    }

    /// The board for people to look at, by the palette of a level.
    pub fn look(&self, level: &dyn Level) -> Option<BoardLook> {
        let rows: Vec<Vec<&str>> = self
            .rows
            .iter()
            .map(|row| row.split_whitespace().collect())
            .collect();
        let size = Size::new(rows.len(), rows.first()?.len());
        let cells = rows
            .concat()
            .into_iter()
            .map(|value| value_look(level, if value == NO_TOKEN { "" } else { value }));
        Some(BoardLook {
            id: self.id.clone(),
            title: self.title.clone(),
            cells: Grid::from_cells(size, cells.collect())?,
        })
    }
}

impl RunRecord {
    /// How many levels were solved.
    pub fn solved(&self) -> usize {
        self.levels.iter().filter(|level| level.solved).count()
    }

    /// The sum of a count over all levels.
    pub fn sum(&self, count: impl Fn(&LevelRecord) -> u64) -> u64 {
        self.levels.iter().map(count).sum()
    }

    /// When it began in local time, to the minute.
    pub fn when(&self) -> String {
        let here = self.started.to_zoned(jiff::tz::TimeZone::system());
        here.strftime("%Y-%m-%d %H:%M").to_string()
    }
}

/// To the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
