//! `report`: tells the author of levels whether they are fair.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{at_least_one, examples, game_ids, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::status::{Ended, Status};
use crate::export::fairness::{DEAD_ENDS, Told, in_words, page, summary, values};
use crate::game::Outcome;
use crate::games::load::with_number;
use crate::search::Budget;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright report puzzlescript/02-curling-club --time 5",
    "planwright report puzzlescript/02-curling-club --level 2 --time 5 --json",
    "planwright report puzzlescript/02-curling-club --time 5 -o report.html";
    "Without --level, all levels of the file are looked into, one after the other.\n\
     Exit status: 0 all can be won, 1 some cannot, 2 bad input or usage, 3 of some it was not found out, \
     130 interrupted."
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
    /// Write a page with pictures, for a browser, to this file (replacing it atomically)
    #[arg(long, short, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
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
    let levels = files::levels(&path, args.game.as_deref())?;
    let stop = cancel_on_ctrl_c();
    let mut all = Vec::new();
    let text = !args.json && !args.quiet;
    for (path, level) in levels {
        if stop.is_cancelled() {
            break;
        }
        let game = files::game(level.game_id())?;
        let Some(designer) = game.designer() else {
            bail!(
                "{}: there are no reports on {}",
                files::name(&path),
                game.info().title
            );
        };
        let budget = Budget::default()
            .with_time(args.time)
            .with_cancel(stop.clone());
        let fairness = {
            let meter = Meter::new(game.info().cost_unit, args.quiet);
            designer.look_into(level.as_ref(), &budget, &meter)
        };
        let told = Told {
            name: files::name(&path),
            game: game.info(),
            level,
            fairness: fairness.with_context(|| files::name(&path))?,
        };
        if text {
            let lines = in_words(&told.fairness, DEAD_ENDS).join("\n");
            files::print(&format!("{}\n{lines}\n\n", told.name))?;
        }
        all.push(told);
    }
    if all.is_empty() {
        bail!("{}: there is no level in it", files::name(&args.path));
    }
    if args.json {
        files::print_json(&values(&all))?;
    } else if text && all.len() > 1 {
        files::print(&format!("{}\n", summary(&all).join("\n")))?;
    }
    if let Some(output) = &args.output {
        let first = &all[0].level.meta().title;
        let name = match first.is_empty() {
            true => files::name(&args.path),
            false => first.clone(),
        };
        files::put(&page(&name, &all)?, Some(output))?;
    }
    Ok(match stop.is_cancelled() {
        true => Status::Interrupted,
        false => status(&all),
    })
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
