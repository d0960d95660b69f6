//! Record of a run: `run.json` in its folder.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::board_view::{BoardView, value_style};
use crate::cost::{PlanCosts, PlayCost};
use crate::event::LevelStats;
use crate::game::{CellStyle, Grid, Level, Size};

pub(super) const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    pub version: u32,
    pub profile: String,
    pub title: String,
    pub game: String,
    pub started: Timestamp,
    pub state: RunState,
    /// Description of the end, in a sentence; empty while it is in progress.
    #[serde(default)]
    pub text: String,
    pub elapsed_s: f64,
    /// Number of inputs sent.
    pub keys: u64,
    /// Levels, solved or not.
    #[serde(default)]
    pub levels: Vec<LevelRecord>,
    #[serde(default)]
    pub troubles: Vec<Incident>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// In progress, or interrupted; the lock distinguishes them.
    #[default]
    Running,
    Paused,
    /// The program ended during the run. Never written.
    BrokenOff,
    Done,
    /// Ended by the user.
    Stopped,
    Failed,
}

impl RunState {
    /// Returns whether the run is in progress, paused or not.
    pub fn is_running(self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// Name for the user.
    pub fn label(self) -> &'static str {
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

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LevelRecord {
    /// Number of the level in the run, from 1.
    pub level: u32,
    pub text: String,
    /// Number of the level in that text, from 1, if it holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// All moves from its start, by the latest plan.
    pub plan: Vec<String>,
    /// Number of moves made.
    pub made: usize,
    pub solved: bool,
    pub keys: u64,
    pub confirmed: u64,
    pub lost: u64,
    pub doubled: u64,
    /// Seconds from the first capture to the last confirmed move.
    pub time_s: f64,
    pub planning_s: f64,
    /// Number of presses that the plan costs; `keys` counts the inputs sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presses: Option<u64>,
    /// Number of presses of the plain solver's plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_presses: Option<u64>,
    /// Time of the plan at the target's pace, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_s: Option<f64>,
    /// Time of the plain solver's plan, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_s: Option<f64>,
}

impl LevelRecord {
    pub(super) fn finish(&mut self, stats: &LevelStats) {
        self.solved = true;
        self.made = self.plan.len();
        self.keys = stats.keys;
        self.confirmed = stats.confirmed;
        self.lost = stats.lost;
        self.doubled = stats.doubled;
        self.time_s = seconds(stats.time);
        self.planning_s = seconds(stats.planning);
        self.set_cost(stats.cost);
    }

    pub(super) fn set_cost(&mut self, cost: Option<PlanCosts>) {
        let Some(PlanCosts { plan, plain }) = cost else {
            return;
        };
        let time = |cost: &PlayCost| cost.time.map(seconds);
        (self.presses, self.plan_s) = (Some(plan.presses), time(&plan));
        self.plain_presses = plain.map(|plain| plain.presses);
        self.plain_s = plain.as_ref().and_then(time);
    }

    /// Costs of the plan and of the plain solver's plan, if recorded.
    pub fn cost(&self) -> Option<PlanCosts> {
        let cost = |presses: Option<u64>, seconds: Option<f64>| {
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            presses.map(|presses| PlayCost { presses, time })
        };
        Some(PlanCosts {
            plan: cost(self.presses, self.plan_s)?,
            plain: cost(self.plain_presses, self.plain_s),
        })
    }
}

/// A divergence or pause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incident {
    /// Seconds since the start of the run.
    pub at_s: f64,
    /// Number of the level in the run, from 1.
    pub level: u32,
    /// Description of the event, in a sentence.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Boards as simulated; empty for a pause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<BoardRecord>,
    /// Boards as recognized.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<BoardRecord>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRecord {
    pub id: String,
    pub title: String,
    /// Values of the cells, one string per row, separated by spaces.
    pub rows: Vec<String>,
}

/// Placeholder for a value that is empty or contains spaces.
const PLACEHOLDER: &str = "·";

impl BoardRecord {
    pub(crate) fn new(board: &BoardView) -> Self {
        let token = |style: &CellStyle| match style.value.trim() {
            value if value.is_empty() || value.contains(char::is_whitespace) => {
                PLACEHOLDER.to_owned()
            }
            value => value.to_owned(),
        };
        let rows = board.cells.rows();
        let rows = rows.map(|row| row.iter().map(token).collect::<Vec<_>>().join(" "));
        Self {
            id: board.id.clone(),
            title: board.title.clone(),
            rows: rows.collect(),
        }
    }

    /// Converts to a board to display, in the palette of a level; `None` if its rows are ragged or empty.
    pub fn to_view(&self, level: &dyn Level) -> Option<BoardView> {
        let rows = self.rows.iter().map(|row| row.split_whitespace().collect());
        let rows: Vec<Vec<&str>> = rows.collect();
        let size = Size::new(rows.len(), rows.first()?.len());
        let value = |value| if value == PLACEHOLDER { "" } else { value };
        let cells = rows
            .concat()
            .into_iter()
            .map(|it| value_style(level, value(it)));
        Some(BoardView {
            id: self.id.clone(),
            title: self.title.clone(),
            cells: Grid::from_cells(size, cells.collect())?,
        })
    }
}

impl RunRecord {
    pub fn solved(&self) -> usize {
        self.levels.iter().filter(|level| level.solved).count()
    }

    pub fn sum(&self, count: impl Fn(&LevelRecord) -> u64) -> u64 {
        self.levels.iter().map(count).sum()
    }

    /// Start in local time, to the minute.
    pub fn start_time(&self) -> String {
        let local = self.started.to_zoned(jiff::tz::TimeZone::system());
        local.strftime("%Y-%m-%d %H:%M").to_string()
    }
}

/// Converts to seconds, rounded to milliseconds.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
