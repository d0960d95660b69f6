//! An open level, and what windows and command line share: solving in the background, files, library, results. Depends
//! on no single game and not on egui.
//!
//! | module | contents |
//! |---|---|
//! | `document`, `edit` | one open level: its file, moves made, undo, plan; editing operations |
//! | `playback`, `debugger` | steps through a plan, and through the run of a program |
//! | `hint`, `counts` | hints and explanations; moves in the units of a game |
//! | `task`, `job`, `batch` | background work; one solver; many levels on all cores |
//! | `library`, `presets`, `results` | levels, solver options and results that last between starts |
//! | `disk`, `web` | file access and downloads |
//! | `recovery`, `claim` | files that survive a crash; each file is open in one window |

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
    SaveError, TextChange, level_name, read_level, split_number,
};
pub use hint::{CommandHint, Hint, HintRegion, HintStrength, explain_move, hint};
pub use job::{JobError, JobOptions, SolveJob};
pub use playback::Playback;
pub use task::{LatestTask, Task, TaskError, Wake, lock};
