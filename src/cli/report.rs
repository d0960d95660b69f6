//! `report`: tells the author of levels whether they are fair.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::divided::{self, Job, Record};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::long::DivideArgs;
use super::meter::Meter;
use super::status::{Ended, Status};
use crate::export::fairness::{DEAD_ENDS, Told, in_words, page, summary, values};
use crate::game::{Designer, Fairness, Game, LevelRef, Outcome, words};
use crate::games::load::with_number;
use crate::search::{Budget, CancelFlag};
use crate::session::fairness::KeptFairness;
use crate::session::library::content_id;
use crate::session::results::Totals;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright report puzzlescript/02-curling-club --time 5",
    "planwright report puzzlescript/02-curling-club --level 2 --time 5 --json",
    "planwright report puzzlescript/02-curling-club --time 5 -o report.html",
    "planwright report puzzlescript/02-curling-club --shard 1/2 --save part-1 --resume part-1",
    "planwright report puzzlescript/02-curling-club --merge part-1 part-2 -o report.html";
    "Without --level, all levels of the file are examined, one after the other.\n\
     Exit status: 0 all can be won, 1 some cannot, 2 bad input or usage, 3 not determined for some, 130 interrupted."
))]
pub(super) struct ReportArgs {
    /// Level file, or - for standard input; FILE#3 is the third level in a file
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    path: PathBuf,
    /// Which level of the file, from 1 [default: all]
    #[arg(long = "level", value_name = "N", value_parser = at_least_one)]
    number: Option<usize>,
    /// The levels' game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    game: Option<String>,
    /// Longest time per level, in seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30", allow_negative_numbers = true)]
    time: Duration,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    divide: DivideArgs,
    /// Write a page with pictures, for a browser, or the part of --shard, to this file (replacing
    /// it atomically)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Print no text and no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &ReportArgs) -> Ended {
    let path = match args.number {
        Some(number) => with_number(&args.path, number),
        None => args.path.clone(),
    };
    let mut levels = Vec::new();
    for (path, level) in files::levels(&path, args.game.as_deref(), args.quiet)? {
        let game = files::game(level.game_id())?;
        let Some(designer) = game.designer() else {
            let title = game.info().title;
            bail!(
                "{}: reports are not available for {title}",
                files::name(&path)
            );
        };
        levels.push(Asked {
            name: files::name(&path),
            game,
            designer,
            level,
        });
    }
    if levels.is_empty() {
        bail!("{}: the file contains no level", files::name(&args.path));
    }
    let stop = cancel_on_ctrl_c();
    // What is saved is told at the end.
    let at_once = !args.divide.is_used();
    let mut last = None;
    let job = job(args, &levels);
    let came = divided::run(&job, &args.divide, args.output.as_deref(), |records| {
        records.each(|index| {
            let fairness = levels[index].look_into(args, &stop)?;
            if at_once {
                tell(args, &levels[index].name, &fairness)?;
            }
            let kept = KeptFairness::of(&fairness);
            // What was interrupted is told, but looked into again when it is resumed.
            if stop.is_cancelled() {
                last = Some((index, kept));
                return Ok(None);
            }
            Ok(Some(kept))
        })
    })?;
    let interrupted = came.records.len() < came.own.len();
    let (mut all, mut found) = (Vec::new(), Vec::new());
    for (index, kept) in came.records.into_iter().chain(last) {
        found.push(kept.found.clone());
        all.push(levels[index].told(kept)?);
    }
    if let Some(part) = came.part {
        if !args.quiet {
            let (done, own) = (all.len(), came.own.len());
            files::tell(&format!(
                "part {part}: {done} of {}: {}",
                words::count(own, "levels"),
                Totals::of(&found)
            ));
        }
    } else {
        show(args, &all, at_once)?;
    }
    came.kept?;
    Ok(match interrupted {
        true => Status::Interrupted,
        false => status(&all),
    })
}

/// A level that is reported on.
struct Asked {
    name: String,
    game: &'static dyn Game,
    designer: &'static dyn Designer,
    level: LevelRef,
}

impl Asked {
    fn look_into(&self, args: &ReportArgs, stop: &CancelFlag) -> anyhow::Result<Fairness> {
        let budget = Budget::default()
            .with_time(args.time)
            .with_cancel(stop.clone());
        let meter = Meter::new(self.game.info().cost_unit, args.quiet);
        let fairness = self
            .designer
            .look_into(self.level.as_ref(), &budget, &meter);
        fairness.with_context(|| self.name.clone())
    }

    fn told(&self, kept: KeptFairness) -> anyhow::Result<Told> {
        let fairness = kept.restore(self.game, &self.level);
        Ok(Told {
            name: self.name.clone(),
            game: self.game.info(),
            level: self.level.clone(),
            fairness: fairness.with_context(|| format!("the record of {}", self.name))?,
        })
    }
}

/// Tells of one level in words, if words are wanted.
fn tell(args: &ReportArgs, name: &str, fairness: &Fairness) -> anyhow::Result<()> {
    if args.json || args.quiet {
        return Ok(());
    }
    let lines = in_words(fairness, DEAD_ENDS).join("\n");
    files::print(&format!("{name}\n{lines}\n\n"))
}

/// Shows what was found out about all levels.
fn show(args: &ReportArgs, all: &[Told], told_already: bool) -> anyhow::Result<()> {
    for told in all.iter().filter(|_| !told_already) {
        tell(args, &told.name, &told.fairness)?;
    }
    if args.json {
        files::print_json(&values(all))?;
    } else if !args.quiet && all.len() > 1 {
        files::print(&format!("{}\n", summary(all).join("\n")))?;
    }
    if let (Some(output), Some(first)) = (&args.output, all.first()) {
        let title = &first.level.meta().title;
        let name = match title.is_empty() {
            true => files::name(&args.path),
            false => title.clone(),
        };
        files::put(&page(&name, all)?, Some(output))?;
    }
    Ok(())
}

/// What the report is, for its parts.
fn job(args: &ReportArgs, levels: &[Asked]) -> Job {
    let seconds = args.time.as_secs_f64();
    let items = levels.iter().map(|asked| {
        let content = content_id(&asked.level);
        let game = asked.game.info().id;
        (asked.name.clone(), format!("{game} {content:016x}"))
    });
    let path = args.path.display().to_string();
    let mut command = vec!["planwright".to_owned(), "report".to_owned(), path];
    let number = args.number.map(|number| number.to_string());
    for (flag, value) in [
        ("--level", number),
        ("--game", args.game.clone()),
        ("--time", Some(seconds.to_string())),
    ] {
        command.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
    }
    Job {
        kind: "report",
        options: format!("time {seconds}"),
        items: items.collect(),
        command,
    }
}

impl Record for KeptFairness {
    fn contradicts(&self, other: &Self) -> bool {
        self.contradicts(other)
    }

    /// Proofs count most, then how much was found out.
    fn rank(&self) -> u32 {
        let unknown = u32::try_from(self.unknown()).unwrap_or(u32::MAX);
        (self.found.rank() << 24) + unknown.min((1 << 24) - 1)
    }

    fn words(&self) -> String {
        self.found.words()
    }
}

/// The status of the worst level.
fn status(all: &[Told]) -> Status {
    let any =
        |wanted: fn(&Outcome) -> bool| all.iter().any(|told| wanted(&told.fairness.report.outcome));
    if any(|outcome| outcome.solution().is_none() && !matches!(outcome, Outcome::Unsolvable(_))) {
        Status::Limit
    } else if any(|outcome| matches!(outcome, Outcome::Unsolvable(_))) {
        Status::No
    } else {
        Status::Done
    }
}
