//! `readings`: what a board may have been before its blanks were lost.

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::args::ReadingsArgs;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::outcome::{quality, so_far};
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::export::report::Answer;
use crate::game::{
    Game, LevelRef, LostBlanks, Outcome, Plan, Readings, Report, SolveRequest, Solver, solve,
};
use crate::games;
use crate::games::load::{LoadError, load};
use crate::search::{Budget, CancelFlag};

/// The JSON form.
#[derive(Serialize)]
struct Listed {
    game: &'static str,
    width: usize,
    /// How many there are in all.
    total: u128,
    readings: Vec<One>,
}

#[derive(Serialize)]
struct One {
    /// Its place in the list, from 1.
    number: usize,
    /// Its plain text.
    level: String,
    /// What `solve --json` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
}

/// Lists the readings, or writes them into files, with what a solver says of each.
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
        let levels = readings.levels.iter().zip(&reports).enumerate();
        files::print_json(&Listed {
            game: game.info().id,
            width: readings.width,
            total: readings.total,
            readings: levels
                .map(|(index, (level, report))| One {
                    number: index + 1,
                    level: level.to_text(),
                    answer: report
                        .as_ref()
                        .map(|report| Answer::new(game.info(), report, None, None)),
                })
                .collect(),
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

/// The game of the board, and its level where the text is one as it is.
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
    // Nothing but rows says of no game that it is its.
    let game = match id {
        Some(id) => games::by_id(id),
        None => able().next(),
    };
    let game = game.context("there is no game in whose boards blanks can be put back")?;
    Ok((game, level.ok()))
}

/// The games in whose boards blanks can be put back.
fn able() -> impl Iterator<Item = &'static dyn Game> {
    games::visible().filter(|game| game.lost_blanks().is_some())
}

fn lost_blanks(game: &dyn Game) -> anyhow::Result<&'static dyn LostBlanks> {
    let Some(lost) = game.lost_blanks() else {
        let ids: Vec<&str> = able().map(|game| game.info().id).collect();
        bail!(
            "in boards of {} no blanks can be lost; they can in those of {}",
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
        // Of other forms the level is known, with its rows filled up at their ends.
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
    let report = solve(solver, &SolveRequest::new(level.as_ref()), &budget, &meter);
    meter.clear();
    Ok(report?)
}

/// What a solver says of a reading, in a line.
fn words(game: &dyn Game, report: &Report) -> String {
    let (game, unit) = (game.info(), report.cost_unit);
    let words = match &report.outcome {
        Outcome::Solved(solution) => quality(game, solution, unit, None),
        Outcome::Unsolvable(proof) => format!("no solution: {}", proof.reason),
        Outcome::Limit {
            best, lower_bound, ..
        }
        | Outcome::Interrupted { best, lower_bound } => so_far(game, best, *lower_bound, unit),
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

/// Prints a reading as a level with a comment above it, or writes it into a file and prints its name.
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
