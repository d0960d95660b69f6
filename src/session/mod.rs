//! One open level: history, plan, playback, saving, recovery. Independent of games and of egui.

use planwright_game as game;
use planwright_game::search;
use planwright_games as games;

mod batch;
pub mod claim;
mod counts;
mod debugger;
pub mod disk;
mod document;
pub mod edit;
mod hint;
mod job;
pub mod library;
mod playback;
pub mod presets;
pub mod recovery;
pub mod results;
pub mod task;
pub mod web;

pub use batch::{Batch, BatchOptions, BatchProgress, BatchTask, TaskState};
pub use counts::{MoveCounts, plan_cost};
pub use debugger::Debugger;
pub use document::{
    Document, FileForm, FileInfo, FileKind, FileStamp, OpenError, PlanRecord, PlanSource,
    SaveError, TextChange, read_level, split_number,
};
pub use hint::{CommandHint, Hint, HintRegion, HintStrength, explain_move, hint};
pub use job::{JobError, JobOptions, SolveJob};
pub use playback::Playback;
pub use task::{LatestTask, Task, TaskError, Wake};
