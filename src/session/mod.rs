//! One open level: history, plan, playback, saving, recovery. Independent of games and of egui.
//!
//! | file | contents |
//! |---|---|
//! | `document` | the open level with moves, plan and file; every change goes through it |
//! | `history` | unlimited undo and redo |
//! | `edit` | fill, stroke, select, paste, flip, turn, resize – on any grid level |
//! | `playback` | steps through a verified plan in both directions |
//! | `debugger` | runs a program step by step, to breakpoints, and back |
//! | `batch` | solves many levels in the background on all cores |
//! | `hint_search` | finds the next good move, or the last good position; `hint` is the answer |
//! | `explanation` | hints in three strengths: where, what, why |
//! | `program_hint` | finds the next command of a program |
//! | `task`, `job` | background work on a thread; a solver as a task |
//! | `web`, `disk` | downloads within limits; file access behind a trait, atomic writes |
//! | `recovery`, `claim` | recovery files that survive a crash; one window for each file |
//! | `results`, `wins` | results of solvers and of the user by level |
//! | `presets`, `counts` | named solver options; counts of moves |
//! | `library` | shipped levels and the user's own, solved marks |

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
mod explanation;
mod hint;
mod hint_search;
mod history;
mod job;
pub mod library;
mod playback;
pub mod presets;
mod program_hint;
pub mod recovery;
pub mod results;
pub mod task;
pub mod web;
pub mod wins;

pub use batch::{Batch, BatchOptions, BatchProgress, BatchTask, TaskState};
pub use counts::{MoveCounts, plan_cost};
pub use debugger::Debugger;
pub use document::{
    Document, FileForm, FileInfo, FileKind, FileStamp, OpenError, PlanRecord, PlanSource,
    SaveError, TextChange, read_level, split_number,
};
pub use explanation::{HintRegion, HintStrength, explain_move};
pub use hint::{CommandHint, Hint};
pub use hint_search::hint;
pub use history::{StepName, UndoChange, UndoHistory};
pub use job::{JobError, JobOptions, SolveJob};
pub use playback::Playback;
pub use task::{LatestTask, Task, TaskError, Wake};
