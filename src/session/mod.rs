//! One open level: history, plan, playback, save, autosave. Knows no game and no egui.
//!
//! | file | what it holds |
//! |---|---|
//! | `document` | the level at hand with moves, plan and file; every change goes through it |
//! | `history` | undo and redo without limit |
//! | `edit` | fill, stroke, part, paste, flip, turn, resize – on any level that is a grid |
//! | `playback` | a verified plan to step through both ways |
//! | `debugger` | a program that runs step by step, to breakpoints, and back |
//! | `trial` | one program on many levels |
//! | `batch` | many levels, solved in the background on all cores |
//! | `stuck` | the next good move, or how far to go back; `hint` is what comes of it |
//! | `why` | hints in three strengths: where to look, what to do, why |
//! | `program_hint` | the next command of a program |
//! | `task` | work on a thread: its result, what it tells, how it is stopped |
//! | `job` | a solver as a task |
//! | `web` | files from the web, with limits |
//! | `disk` | files behind a trait, atomic writes |
//! | `recovery` | what survives a crash |
//! | `results` | what solvers found on which level |
//! | `tune` | options of a solver, made better by evolution on generated boards |
//! | `presets` | options of solvers that the person keeps under names |
//! | `library` | shipped levels and the person's own, solved marks |

use planwright_game as game;
use planwright_game::search;
use planwright_games as games;

mod batch;
mod debugger;
pub mod disk;
mod document;
pub mod edit;
mod hint;
mod history;
mod job;
pub mod library;
mod playback;
pub mod presets;
mod program_hint;
pub mod recovery;
pub mod results;
mod stuck;
pub mod task;
mod trial;
pub mod tune;
pub mod web;
mod why;

pub use batch::{Batch, BatchOptions, BatchProgress, BatchTask, TaskState};
pub use debugger::Debugger;
pub use document::{
    Document, FileInfo, FileStamp, Form, Kept, OpenError, PlanRecord, PlanSource, SaveError,
    TextChange, place, read_level,
};
pub use hint::{CommandHint, Hint};
pub use history::{Change, History, StepName};
pub use job::{JobError, JobOptions, SolveJob};
pub use playback::Playback;
pub use stuck::hint;
pub use task::{Broken, Latest, Task, Wake};
pub use trial::{Trial, try_on};
pub use why::{Region, Strength, why};
