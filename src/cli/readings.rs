//! `readings`: lists the boards that a text with lost blanks may have been.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;
use serde::Serialize;
use serde_json::{Value, json};

use super::args::{at_least_one, examples, game_ids, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::outcome::{quality, so_far};
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::export::report::answer;
use crate::game::{
    Game, LevelRef, LostBlanks, Outcome, Plan, Readings, Report, SolveRequest, Solver, solve,
};
use crate::games;
use crate::games::load::{LoadError, load};
use crate::search::{Budget, CancelFlag};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright readings board.txt",
    "planwright readings board.txt --width 10 --limit 5 --solve",
    "planwright readings - -o readings < board.txt";
    "Web pages collapse runs of spaces into one and drop spaces at the ends of lines. The board may stand alone, without a line with the game's id.\n\
     Exit status: 0 done, 2 bad input or usage, 130 interrupted."
))]
pub(super) struct ReadingsArgs {
    /// File with the board, or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Columns of the board [default: as in its longest row]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    width: Option<usize>,
    /// Most readings to list, the most plausible first, at most 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    limit: u64,
    /// Solve each reading and print the result
    #[arg(long)]
    solve: bool,
    /// Which solver to use; ‘planwright games’ lists them
    #[arg(long, value_name = "ID", requires = "solve")]
    solver: Option<String>,
    /// Longest time per reading, in seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "2", requires = "solve",
          allow_negative_numbers = true)]
    time_limit: Duration,
    /// Write each reading to a file in this folder; existing files are never replaced
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// The board's game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    game: Option<String>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// The JSON output. Not a [`Value`], which cannot hold the largest totals.
#[derive(Serialize)]
struct Listing {
    game: &'static str,
    width: usize,
    /// Number of all readings, listed or not.
    total: u128,
    readings: Vec<Value>,
}

pub(super) fn run(args: &ReadingsArgs) -> Ended {
    let text = files::text(&args.file)?;
    let (game, level) = game_of(args, &text)?;
    let lost = lost_blanks(game)?;
    let readings =
        readings_of(args, lost, &text, level).with_context(|| files::name(&args.file))?;
    let solver = solver(args, game)?;
    let stop = cancel_on_ctrl_c();
    let mut reports = Vec::new();
    for (index, level) in readings.levels.iter().enumerate() {
        let report = match solver {
            Some(solver) => Some(solved(args, solver, level, &stop)?),
            None => None,
        };
        if !args.json {
            let words = report.as_ref().map(|report| words(game, report));
            show(args, index + 1, &readings, words.as_deref())?;
        }
        reports.push(report);
        if stop.is_cancelled() {
            break;
        }
    }
    if args.json {
        let one = |(index, (level, report)): (usize, (&LevelRef, &Option<Report>))| {
            let mut one = json!({ "number": index + 1, "level": level.to_text() });
            if let Some(report) = report {
                one["answer"] = answer(game.info(), report, &[], None, None);
            }
            one
        };
        let levels = readings.levels.iter().zip(&reports).enumerate();
        files::print_json(&Listing {
            game: game.info().id,
            width: readings.width,
            total: readings.total,
            readings: levels.map(one).collect(),
        })?;
    }
    let (total, shown) = (readings.total, reports.len());
    let more = match readings.levels.len() as u128 {
        listed if listed < total => "; --limit lists more",
        _ => "",
    };
    files::tell(&format!(
        "{shown} of {total} readings, {} columns wide{more}",
        readings.width
    ));
    Ok(match stop.is_cancelled() {
        true => Status::Interrupted,
        false => Status::Done,
    })
}

/// The game of the board, and the level if the text is one as it is.
fn game_of(
    args: &ReadingsArgs,
    text: &str,
) -> anyhow::Result<(&'static dyn Game, Option<LevelRef>)> {
    let level = load(text.as_bytes(), None, args.game.as_deref());
    let id = match (&args.game, &level) {
        (Some(id), _) => Some(id.as_str()),
        (None, Ok(level)) => Some(level.game_id()),
        (None, Err(LoadError::Broken { game, .. })) => Some(*game),
        (None, Err(_)) => None,
    };
    // Rows alone do not tell the game.
    let game = match id {
        Some(id) => games::by_id(id),
        None => able().next(),
    };
    let game = game.context("no game can restore lost spaces")?;
    Ok((game, level.ok()))
}

/// The games that can restore lost blanks.
fn able() -> impl Iterator<Item = &'static dyn Game> {
    games::visible().filter(|game| game.lost_blanks().is_some())
}

fn lost_blanks(game: &dyn Game) -> anyhow::Result<&'static dyn LostBlanks> {
    let Some(lost) = game.lost_blanks() else {
        let ids: Vec<&str> = able().map(|game| game.info().id).collect();
        bail!(
            "boards of {} cannot lose spaces; those of {} can",
            game.info().id,
            ids.join(", ")
        );
    };
    Ok(lost)
}

fn readings_of(
    args: &ReadingsArgs,
    lost: &dyn LostBlanks,
    text: &str,
    level: Option<LevelRef>,
) -> anyhow::Result<Readings> {
    let most = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let of = |text: &str| lost.readings(text, args.width, most);
    match (of(text), level) {
        // A level in another form is read from its plain text, with rows padded at the end.
        (Err(error), Some(level)) => Ok(of(&level.to_text()).map_err(|_| error)?),
        (readings, _) => Ok(readings?),
    }
}

fn solver(args: &ReadingsArgs, game: &dyn Game) -> anyhow::Result<Option<&'static dyn Solver>> {
    if !args.solve {
        return Ok(None);
    }
    Ok(match &args.solver {
        Some(id) => Some(solver_named(game, id)?),
        None => game.solvers().first().copied(),
    })
}

fn solved(
    args: &ReadingsArgs,
    solver: &dyn Solver,
    level: &LevelRef,
    stop: &CancelFlag,
) -> anyhow::Result<Report> {
    let budget = Budget::default()
        .with_cancel(stop.clone())
        .with_time(args.time_limit);
    let meter = Meter::new(solver.info().cost_unit, args.json);
    Ok(solve(
        solver,
        &SolveRequest::new(level.as_ref()),
        &budget,
        &meter,
    )?)
}

/// The result of solving a reading, in one line.
fn words(game: &dyn Game, report: &Report) -> String {
    let (game, unit) = (game.info(), report.cost_unit);
    let words = match &report.outcome {
        Outcome::Solved(solution) => quality(game, solution, unit, None),
        Outcome::Unsolvable(proof) => format!("no solution: {}", proof.reason),
        Outcome::Limit {
            best, lower_bound, ..
        }
        | Outcome::Interrupted { best, lower_bound } => {
            so_far(game, best.as_ref(), *lower_bound, unit)
        }
    };
    match report.outcome.solution() {
        Some(solution) => format!("{words}: {}", one_line(&solution.plan.to_plan())),
        None => words,
    }
}

fn one_line(plan: &Plan) -> String {
    let moves: Vec<&str> = plan.0.iter().map(|mv| mv.as_str()).collect();
    moves.join(" ")
}

/// Prints a reading with a comment above it, or writes it to a file and prints the file name.
fn show(
    args: &ReadingsArgs,
    number: usize,
    readings: &Readings,
    words: Option<&str>,
) -> anyhow::Result<()> {
    let Some(level) = readings.levels.get(number - 1) else {
        return Ok(());
    };
    let text = level.to_text();
    let Some(folder) = &args.output else {
        let gap = if number == 1 { "" } else { "\n" };
        let words = words.map_or_else(String::new, |words| format!("; {words}\n"));
        let total = readings.total;
        return files::print(&format!(
            "{gap}; reading {number} of {total}\n{words}{text}"
        ));
    };
    let digits = readings.levels.len().to_string().len();
    let file = format!("{}-reading-{number:0digits$}.txt", level.game_id());
    files::put_new(&text, folder, &file)?;
    let words = words.map_or_else(String::new, |words| format!(": {words}"));
    files::print(&format!("{file}{words}\n"))
}
