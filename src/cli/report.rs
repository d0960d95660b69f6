//! `report`: reports to authors whether their levels are fair.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::status::{CommandResult, Status, with_complaints};
use crate::export::fairness::{DEFAULT_DEAD_ENDS, LevelReport, describe, page, summary, values};
use crate::game::{Fairness, LevelRef, Outcome};
use crate::search::Budget;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright report puzzlescript/02-curling-club --time 5",
    "planwright report puzzlescript/02-curling-club --level 2 --time 5 --json",
    "planwright report puzzlescript/02-curling-club --time 5 -o report.html";
    "Without --level, all levels of the file are examined, one after the other.\n\
     Exit status: 0 all can be won, 1 some cannot, 2 bad input or usage, 3 not determined for some, 130 interrupted."
))]
pub(super) struct ReportArgs {
    /// Level file, or - for standard input; FILE#3 is the third level in a file
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    path: PathBuf,
    /// Level of the file, from 1 [default: all]
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
    /// Write a page with pictures, for a browser, to this file (replacing it atomically)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Print no text and no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &ReportArgs) -> CommandResult {
    let path = files::path_with_number(&args.path, args.number)?;
    let (levels, complaints) = files::levels(&path, args.game.as_deref(), args.quiet)?;
    report(args, &levels).map_err(|error| with_complaints(error, complaints))
}

fn report(args: &ReportArgs, all: &[(PathBuf, LevelRef)]) -> CommandResult {
    let mut levels = Vec::new();
    for (path, level) in all {
        let game = files::game(level.game_id())?;
        let Some(analyzer) = game.analyzer() else {
            let title = game.info().title;
            let name = files::name(path);
            bail!("{name}: reports are not available for {title}");
        };
        levels.push((files::name(path), game.info(), analyzer, level.clone()));
    }
    if levels.is_empty() {
        bail!("{}: the file contains no level", files::name(&args.path));
    }
    let stop = cancel_on_ctrl_c();
    let mut all = Vec::new();
    for (name, game, analyzer, level) in levels {
        let budget = Budget::default().with_time(args.time);
        let budget = budget.with_cancel(stop.clone());
        let meter = Meter::new(game.cost_unit, args.quiet);
        let fairness = analyzer.analyze(level.as_ref(), &budget, &meter);
        let fairness = fairness.with_context(|| name.clone())?;
        drop(meter);
        print_level(args, &name, &fairness)?;
        all.push(LevelReport {
            name,
            game,
            level,
            fairness,
        });
        if stop.is_cancelled() {
            break;
        }
    }
    print_summary(args, &all)?;
    if let Err(error) = write_page(args, &all) {
        files::notify_error(&error);
        return Ok(Status::BadInput);
    }
    Ok(match stop.is_cancelled() {
        true => Status::Interrupted,
        false => status(&all),
    })
}

/// Prints the report of one level as text, if text is requested.
fn print_level(args: &ReportArgs, name: &str, fairness: &Fairness) -> anyhow::Result<()> {
    if args.json || args.quiet {
        return Ok(());
    }
    let lines = describe(fairness, DEFAULT_DEAD_ENDS).join("\n");
    files::print(&format!("{name}\n{lines}\n\n"))
}

/// Writes the page, if requested.
fn write_page(args: &ReportArgs, all: &[LevelReport]) -> anyhow::Result<()> {
    if let (Some(output), Some(first)) = (&args.output, all.first()) {
        let title = &first.level.meta().title;
        let name = match title.is_empty() {
            true => files::name(&args.path),
            false => title.clone(),
        };
        files::write(&page(&name, all)?, Some(output))?;
    }
    Ok(())
}

/// Prints the summary of all levels.
fn print_summary(args: &ReportArgs, all: &[LevelReport]) -> anyhow::Result<()> {
    if args.json {
        files::print_json(&values(all))?;
    } else if !args.quiet && all.len() > 1 {
        files::print(&format!("{}\n", summary(all).join("\n")))?;
    }
    Ok(())
}

fn status(all: &[LevelReport]) -> Status {
    let outcomes = || all.iter().map(|entry| &entry.fairness.report.outcome);
    let is_unsolvable = |outcome: &Outcome| matches!(outcome, Outcome::Unsolvable(_));
    if outcomes().any(|outcome| outcome.solution().is_none() && !is_unsolvable(outcome)) {
        Status::Limit
    } else if outcomes().any(is_unsolvable) {
        Status::No
    } else {
        Status::Done
    }
}
