//! `batch`: many levels solved on all cores, as a table.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::args::BatchArgs;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::games;
use crate::search::Budget;
use crate::session::disk::RealDisk;
use crate::session::library::files_of;
use crate::session::results::{Ending, Found, Line, Totals, csv};
use crate::session::{Batch, BatchOptions, BatchTask};

/// From one look at the batch to the next.
const EVERY: Duration = Duration::from_millis(50);

/// Solves the levels and writes the table.
pub(super) fn run(args: &BatchArgs) -> Ended {
    let (mut names, mut tasks) = (Vec::new(), Vec::new());
    let game = args.game.as_deref();
    let mut levels = Vec::new();
    for path in paths(&args.levels)? {
        levels.extend(files::levels(&path, game)?);
    }
    for (path, level) in levels {
        let Some(game) = games::by_id(level.game_id()) else {
            bail!("the level is of an unknown game ‘{}’", level.game_id());
        };
        let solvers = match args.solver.as_slice() {
            [] => game.solvers().iter().take(1).copied().collect(),
            ids => {
                let named = ids.iter().map(|id| solver_named(game, id));
                named
                    .collect::<anyhow::Result<Vec<_>>>()
                    .with_context(|| files::name(&path))?
            }
        };
        for solver in solvers {
            names.push(path.display().to_string());
            let level = level.clone();
            tasks.push(BatchTask { level, solver });
        }
    }
    let options = BatchOptions {
        time: args.time_limit,
        memory: Budget::DEFAULT_MEMORY,
        optimal: args.optimal,
        threads: args.threads.unwrap_or(0),
    };
    let stop = cancel_on_ctrl_c();
    let mut batch = Batch::new(tasks, options, Arc::new(|| {}));
    batch.go_on();
    let seen = !args.quiet && io::stderr().is_terminal();
    while batch.is_running() {
        thread::sleep(EVERY);
        if stop.is_cancelled() {
            batch.stop();
        }
        if seen {
            let now = batch.progress();
            let line = format!("{} of {}, {} solved", now.done, now.total, now.solved);
            let _ = write!(io::stderr().lock(), "\r{line}\x1b[K");
        }
    }
    if seen {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
    let stopped = Found {
        ending: Ending::Stopped,
        ..Found::default()
    };
    let states = batch.states();
    let found: Vec<Found> = states
        .iter()
        .map(|state| state.result().map_or_else(|| stopped.clone(), Found::of))
        .collect();
    let lines = batch.tasks().iter().zip(&names).zip(&found);
    let lines = lines.map(|((task, name), found)| Line {
        level: name,
        game: task.level.game_id(),
        solver: task.solver.info().id,
        found,
    });
    files::put(&csv(lines), args.output.as_deref())?;
    if !args.quiet {
        let now = batch.progress();
        let speed = now.per_minute().unwrap_or(0.0);
        files::tell(&format!(
            "{}; took {:.1} s, {speed:.1} a minute",
            Totals::of(&found),
            now.worked.as_secs_f64()
        ));
    }
    Ok(status(&found))
}

/// The files meant: those named, and those in folders that are named.
fn paths(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for path in named {
        if !files::is_stdin(path) && path.is_dir() {
            paths.extend(in_folder(path)?);
        } else {
            paths.push(path.clone());
        }
    }
    Ok(paths)
}

fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let found = files_of(&RealDisk, folder).with_context(|| files::name(folder))?;
    if found.is_empty() {
        bail!("{}: there are no files in this folder", folder.display());
    }
    Ok(found)
}

/// The worst that happened.
fn status(found: &[Found]) -> Status {
    let any = |wanted: &dyn Fn(&Found) -> bool| found.iter().any(wanted);
    if any(&|one| one.ending == Ending::Stopped) {
        Status::Interrupted
    } else if any(&|one| one.ending == Ending::Failed) {
        Status::BadInput
    } else if any(&|one| !matches!(one.ending, Ending::Solved | Ending::Unsolvable)) {
        Status::Limit
    } else if any(&|one| one.ending == Ending::Unsolvable) {
        Status::No
    } else {
        Status::Done
    }
}
