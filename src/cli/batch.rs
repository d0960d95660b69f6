//! `batch`: solves many levels on all cores and writes a table.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::game::{Solver, for_the_best};
use crate::search::Budget;
use crate::session::disk::RealDisk;
use crate::session::library::files_of;
use crate::session::results::{Ending, Found, Line, Totals, csv};
use crate::session::task::no_wake;
use crate::session::{Batch, BatchOptions, BatchTask};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright batch my-level.txt robot.txt --time-limit 2",
    "planwright batch my-level.txt --solver peel --solver backward -o results.csv";
    "Exit status: 0 all solved, 1 some proved unsolvable, 2 bad input or usage, or a solver failed, 3 \
     some reached a limit first, 130 interrupted (the table so far is written)."
))]
pub(super) struct BatchArgs {
    /// Level files and folders of them
    #[arg(required = true, value_name = "LEVEL", value_hint = ValueHint::AnyPath)]
    levels: Vec<PathBuf>,
    /// The levels' game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    game: Option<String>,
    /// Which solver to use; repeat it to compare solvers on the same levels
    #[arg(long, value_name = "ID")]
    solver: Vec<String>,
    /// Search until plans are proved optimal; without --solver, choose solvers that can
    #[arg(long)]
    optimal: bool,
    /// Longest time per level, in seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    time_limit: Duration,
    /// Levels solved at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<usize>,
    /// Write the table to this file (replacing it atomically) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Print nothing but errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Time between two checks of the batch.
const EVERY: Duration = Duration::from_millis(50);

pub(super) fn run(args: &BatchArgs) -> Ended {
    let mut levels = Vec::new();
    for path in paths(&args.levels)? {
        levels.extend(files::levels(&path, args.game.as_deref())?);
    }
    let (mut names, mut tasks) = (Vec::new(), Vec::new());
    for (path, level) in levels {
        let solvers = solvers(args, level.game_id()).with_context(|| files::name(&path))?;
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
    let mut batch = Batch::new(tasks, options, no_wake());
    batch.go_on();
    let show = !args.quiet && io::stderr().is_terminal();
    while batch.is_running() {
        thread::sleep(EVERY);
        if stop.is_cancelled() {
            batch.stop();
        }
        if show {
            let now = batch.progress();
            let line = format!("{} of {}, {} solved", now.done, now.total, now.solved);
            let _ = write!(io::stderr().lock(), "\r{line}\x1b[K");
        }
    }
    if show {
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

/// The solvers to use on levels of a game.
fn solvers(args: &BatchArgs, game: &str) -> anyhow::Result<Vec<&'static dyn Solver>> {
    let game = files::game(game)?;
    let all = game.solvers();
    match args.solver.as_slice() {
        [] if args.optimal => Ok(all
            .first()
            .map(|first| for_the_best(*first, all))
            .into_iter()
            .collect()),
        [] => Ok(all.iter().take(1).copied().collect()),
        ids => ids.iter().map(|id| solver_named(game, id)).collect(),
    }
}

/// Replaces folders by the files in them.
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
        bail!("{}: this folder has no files", folder.display());
    }
    Ok(found)
}

/// The status of the worst result.
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
