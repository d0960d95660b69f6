//! `batch`: solves many levels on all cores and writes a table.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::divided::{self, Came, Job, Record, Records};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::long::DivideArgs;
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::game::{Solver, for_the_best, words};
use crate::search::Budget;
use crate::session::library::content_id;
use crate::session::results::{Ending, Found, Line, Totals, csv};
use crate::session::task::no_wake;
use crate::session::{Batch, BatchOptions, BatchProgress, BatchTask};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright batch my-level.txt robot.txt --time-limit 2",
    "planwright batch my-level.txt --solver peel --solver backward -o results.csv",
    "planwright batch levels --shard 3/8 -o part-3",
    "planwright batch levels --merge part-1 part-2 part-3 -o results.csv";
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
    #[command(flatten)]
    divide: DivideArgs,
    /// Write the table, or the part of --shard, to this file (replacing it atomically) instead of
    /// standard output
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
    for path in files::with_folders(&args.levels)? {
        levels.extend(files::levels(&path, args.game.as_deref(), args.quiet)?);
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
    let job = job(args, &names, &tasks);
    let mut worked = None;
    let came = divided::run(&job, &args.divide, args.output.as_deref(), |records| {
        worked = Some(work(args, &tasks, records));
        Ok(())
    })?;
    let found: Vec<Found> = came.own.iter().map(|index| result(&came, *index)).collect();
    match came.part {
        None => table(args, &names, &tasks, &found, worked)?,
        Some(part) if !args.quiet => files::tell(&format!("part {part}: {}", Totals::of(&found))),
        Some(_) => {}
    }
    came.kept?;
    Ok(status(&found))
}

/// The result of a task, if it is finished.
fn result(came: &Came<Found>, index: usize) -> Found {
    let stopped = || Found {
        ending: Ending::Stopped,
        ..Found::default()
    };
    came.records.get(&index).cloned().unwrap_or_else(stopped)
}

/// Solves what is not finished yet of a part, and records it.
fn work(args: &BatchArgs, tasks: &[BatchTask], part: &mut Records<'_, Found>) -> BatchProgress {
    let left = part.left();
    let own = left.iter().map(|index| tasks[*index].clone()).collect();
    let options = BatchOptions {
        time: args.time_limit,
        memory: Budget::DEFAULT_MEMORY,
        optimal: args.optimal,
        threads: args.threads.unwrap_or(0),
    };
    let stop = cancel_on_ctrl_c();
    let mut batch = Batch::new(own, options, no_wake());
    batch.go_on();
    let show = !args.quiet && io::stderr().is_terminal();
    loop {
        // Asked first, so that results of the last moment are recorded, too.
        let running = batch.is_running();
        for (index, state) in left.iter().zip(batch.states()) {
            if let Some(result) = state.result() {
                part.record(*index, || Found::of(result));
            }
        }
        if !running {
            break;
        }
        part.keep_if_due();
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
    batch.progress()
}

/// Writes the table and the summary.
fn table(
    args: &BatchArgs,
    names: &[String],
    tasks: &[BatchTask],
    found: &[Found],
    worked: Option<BatchProgress>,
) -> anyhow::Result<()> {
    let lines = tasks.iter().zip(names).zip(found);
    let lines = lines.map(|((task, name), found)| Line {
        level: name,
        game: task.level.game_id(),
        solver: task.solver.info().id,
        found,
    });
    files::put(&csv(lines), args.output.as_deref())?;
    if !args.quiet {
        let took = worked.map_or_else(String::new, |now| {
            let speed = now.per_minute().unwrap_or(0.0);
            let time = words::time(now.worked);
            format!("; took {time}, {speed:.1} per minute")
        });
        files::tell(&format!("{}{took}", Totals::of(found)));
    }
    Ok(())
}

/// What the batch is, for its parts.
fn job(args: &BatchArgs, names: &[String], tasks: &[BatchTask]) -> Job {
    let seconds = args.time_limit.as_secs_f64();
    let items = names.iter().zip(tasks).map(|(name, task)| {
        let (game, solver) = (task.level.game_id(), task.solver.info().id);
        let content = content_id(&task.level);
        (
            format!("{name} with {solver}"),
            format!("{game} {content:016x}"),
        )
    });
    let mut command = vec!["planwright".to_owned(), "batch".to_owned()];
    command.extend(args.levels.iter().map(|path| path.display().to_string()));
    for (flag, values) in [("--game", args.game.as_slice()), ("--solver", &args.solver)] {
        for value in values {
            command.extend([flag.to_owned(), value.clone()]);
        }
    }
    command.extend(args.optimal.then(|| "--optimal".to_owned()));
    command.extend(["--time-limit".to_owned(), seconds.to_string()]);
    Job {
        kind: "batch",
        options: format!("time-limit {seconds}, optimal {}", args.optimal),
        items: items.collect(),
        command,
    }
}

impl Record for Found {
    fn contradicts(&self, other: &Self) -> bool {
        self.contradicts(other)
    }

    fn rank(&self) -> u32 {
        self.rank()
    }

    fn words(&self) -> String {
        self.words()
    }
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
