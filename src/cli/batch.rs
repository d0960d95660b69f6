//! `batch`: solves many levels on all cores and writes a table.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::ERASE_REST;
use super::solve::solver_named;
use super::status::{CommandResult, Status};
use crate::game::{Solver, optimal_solver, words};
use crate::search::Budget;
use crate::session::disk::is_special;
use crate::session::results::{ResultRow, SolverEnding, SolverResult, Totals, read_csv, to_csv};
use crate::session::task::no_wake;
use crate::session::{Batch, BatchOptions, BatchProgress, BatchTask};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright batch my-level.txt robot.txt --time-limit 2",
    "planwright batch my-level.txt --solver peel --solver backward -o results.csv",
    "planwright batch levels --shard 3/8 -o part-3.csv",
    "planwright batch levels -o results.csv --resume";
    "Exit status: 0 all solved, 1 some proved unsolvable, 2 bad input or usage, or a solver failed (the other files are solved), 3 \
     some reached a limit first, 130 interrupted (the table so far is written)."
))]
pub(super) struct BatchArgs {
    /// Level files and folders of them
    #[arg(required = true, value_name = "LEVEL", value_hint = ValueHint::AnyPath)]
    levels: Vec<PathBuf>,
    /// The levels' game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    game: Option<String>,
    /// Solver to use; repeat it to compare solvers on the same levels
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
    /// Solve only every N-th level, from the I-th on, counted from 1
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the table to this file (replacing it atomically, every few seconds) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Leave out what the table of --output already has, and add to it
    #[arg(long, requires = "output")]
    resume: bool,
    /// Print nothing but errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Every `step`-th level from `first` on.
#[derive(Clone, Copy, Debug)]
struct Shard {
    /// From 0.
    first: usize,
    step: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(index, total)| Some((index.parse().ok()?, total.parse().ok()?)));
        match numbers {
            Some((index, step)) if (1..=step).contains(&index) => Ok(Self {
                first: index - 1,
                step,
            }),
            _ => Err("expected I/N: every N-th level from the I-th on, such as 3/8".to_owned()),
        }
    }
}

/// Time between two checks for Ctrl+C, with an update of the progress line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);
/// Time between two writes of the table so far to the file of --output.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);
/// For [`BatchOptions::threads`].
const ONE_PER_CORE: usize = 0;

pub(super) fn run(args: &BatchArgs) -> CommandResult {
    let mut levels = Vec::new();
    let mut all_read = true;
    for path in files::expand_folders(&args.levels)? {
        match files::levels(&path, args.game.as_deref(), args.quiet) {
            Ok((read, _)) => levels.extend(read),
            // A folder may hold pictures.
            Err(error) if files::is_no_text(&error) && !args.levels.contains(&path) => {}
            Err(error) => {
                files::notify_error(&error);
                all_read = false;
            }
        }
    }
    if levels.is_empty() {
        if all_read {
            bail!("there are no levels in these files");
        }
        return Ok(Status::BadInput);
    }
    let Shard { first, step } = args.shard.unwrap_or(Shard { first: 0, step: 1 });
    let mut rows = saved_rows(args)?;
    let mut tasks = Vec::new();
    for (path, level) in levels.into_iter().skip(first).step_by(step) {
        let game = level.game_id();
        for solver in solvers(args, game).with_context(|| files::name(&path))? {
            let row = ResultRow {
                level: path.display().to_string(),
                game: game.to_owned(),
                solver: solver.info().id.to_owned(),
                // Stays if the batch ends without a result for the level.
                result: SolverResult {
                    ending: SolverEnding::Stopped,
                    ..SolverResult::default()
                },
            };
            let level = level.clone();
            tasks.push((row, BatchTask { level, solver }));
        }
    }
    let is_saved = |row: &ResultRow| {
        let mut rows = rows.iter();
        rows.any(|saved| (&saved.level, &saved.solver) == (&row.level, &row.solver))
    };
    tasks.retain(|(row, _)| !is_saved(row));
    let progress = solve_all(args, &rows, &mut tasks);
    rows.extend(tasks.into_iter().map(|(row, _)| row));
    files::write(&to_csv(&rows), args.output.as_deref())?;
    let found: Vec<SolverResult> = rows.into_iter().map(|row| row.result).collect();
    if !args.quiet {
        let speed = progress.per_minute().unwrap_or(0.0);
        let time = words::time(progress.run_time);
        let totals = Totals::new(&found);
        files::notify(&format!("{totals}; took {time}, {speed:.1} per minute"));
    }
    Ok(match status(&found) {
        Status::Interrupted => Status::Interrupted,
        _ if !all_read => Status::BadInput,
        status => status,
    })
}

/// Rows of the table that --resume keeps: all except stopped and failed ones.
fn saved_rows(args: &BatchArgs) -> anyhow::Result<Vec<ResultRow>> {
    let output = args.output.as_ref().filter(|_| args.resume);
    // Reading a pipe to which the table is written would never end.
    let Some(path) = output.filter(|path| path.exists() && !is_special(path)) else {
        return Ok(Vec::new());
    };
    let table = read_csv(&files::text(path)?).map_err(anyhow::Error::msg);
    let mut rows = table.with_context(|| files::name(path))?;
    let repeated = [SolverEnding::Stopped, SolverEnding::Failed];
    rows.retain(|row| !repeated.contains(&row.result.ending));
    Ok(rows)
}

/// Solves the levels and fills in their rows. With --output, writes the table so far every few seconds, after the rows
/// `saved` before, so that --resume finds what was done before a crash.
fn solve_all(
    args: &BatchArgs,
    saved: &[ResultRow],
    tasks: &mut [(ResultRow, BatchTask)],
) -> BatchProgress {
    let options = BatchOptions {
        time: args.time_limit,
        memory: Budget::DEFAULT_MEMORY,
        optimal: args.optimal,
        threads: args.threads.unwrap_or(ONE_PER_CORE),
    };
    let stop = cancel_on_ctrl_c();
    let all = tasks.iter().map(|(_, task)| task.clone()).collect();
    let mut batch = Batch::new(all, options, no_wake());
    batch.start();
    let show = !args.quiet && io::stderr().is_terminal();
    let is_file = |path: &&PathBuf| !files::is_stdin(path) && !is_special(path);
    let mut table = args.output.as_ref().filter(is_file);
    let mut saved_at = Instant::now();
    while batch.is_running() {
        thread::sleep(UPDATE_INTERVAL);
        if let Some(path) = table
            && saved_at.elapsed() >= SAVE_INTERVAL
        {
            let solved = take_results(tasks, &batch);
            if let Err(error) = files::write(&to_csv(saved.iter().chain(solved)), Some(path)) {
                files::notify_error(&error);
                // The whole table is still to be written at the end.
                table = None;
            }
            saved_at = Instant::now();
        }
        if stop.is_cancelled() {
            batch.stop();
        }
        if show {
            let now = batch.progress();
            let line = format!("{} of {}, {} solved", now.done, now.total, now.solved);
            let _ = write!(io::stderr().lock(), "\r{line}{ERASE_REST}");
        }
    }
    if show {
        let _ = write!(io::stderr().lock(), "\r{ERASE_REST}");
    }
    take_results(tasks, &batch);
    batch.progress()
}

/// Fills the results that a batch of the tasks has so far into their rows. Returns these rows.
fn take_results<'a>(tasks: &'a mut [(ResultRow, BatchTask)], batch: &Batch) -> Vec<&'a ResultRow> {
    let states = tasks.iter_mut().zip(batch.states());
    let rows = states.filter_map(|((row, _), state)| {
        row.result = state.result()?.clone();
        Some(&*row)
    });
    rows.collect()
}

fn solvers(args: &BatchArgs, game: &str) -> anyhow::Result<Vec<&'static dyn Solver>> {
    let game = files::game(game)?;
    let all = game.solvers();
    match args.solver.as_slice() {
        [] if args.optimal => {
            let first = all.first().map(|first| optimal_solver(*first, all));
            Ok(first.into_iter().collect())
        }
        [] => Ok(all.iter().take(1).copied().collect()),
        ids => ids.iter().map(|id| solver_named(game, id)).collect(),
    }
}

fn status(found: &[SolverResult]) -> Status {
    let has = |ending| found.iter().any(|result| result.ending == ending);
    let decided = [SolverEnding::Solved, SolverEnding::Unsolvable];
    if has(SolverEnding::Stopped) {
        Status::Interrupted
    } else if has(SolverEnding::Failed) {
        Status::BadInput
    } else if !found.iter().all(|result| decided.contains(&result.ending)) {
        Status::Limit
    } else if has(SolverEnding::Unsolvable) {
        Status::No
    } else {
        Status::Done
    }
}
