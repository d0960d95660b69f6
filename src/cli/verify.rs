//! `verify`: replays a plan under the rules.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::ValueHint;
use serde_json::json;

use super::args::{LevelArgs, examples, seconds};
use super::files::{self, is_stdin};
use super::interrupt::cancel_on_ctrl_c;
use super::status::{CommandResult, Status};
use crate::export::report::complaint_values;
use crate::game::words::count;
use crate::game::{
    Complaint, Level, MoveError, Plan, Position, ProgramError, ReplayError, RunReport, Slot, play,
    read_plan, replay_within, run_program,
};
use crate::games;
use crate::games::load::Loaded;
use crate::search::Budget;
use crate::session::web::url_of;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright verify my-level.txt plan.txt",
    "planwright solve my-level.txt | planwright verify my-level.txt -",
    "planwright verify robot.txt 'main: FFX' --json";
    "If the solution is a program, it is run; the output has its steps, counts and score, and where it \
     failed.\n\
     Exit status: 0 the plan solves the level, 1 it does not, 2 bad input or usage, 3 a limit was \
     reached before the end of the plan, 130 interrupted."
))]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Plan file, one move per line, or - for standard input; or the text of a program
    #[arg(value_name = "PLANFILE", value_hint = ValueHint::FilePath)]
    plan: PathBuf,
    /// Stop after S seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &VerifyArgs) -> CommandResult {
    files::with_playable_level(&args.level, false, |loaded| verify(args, loaded))
}

fn verify(args: &VerifyArgs, loaded: &Loaded) -> CommandResult {
    let level = &loaded.level;
    // Before Ctrl+C only requests to stop. What is neither a file nor an address may be a program.
    let is_read = is_stdin(&args.plan) || args.plan.exists() || url_of(&args.plan).is_some();
    let input = is_read.then(|| files::text(&args.plan)).transpose()?;
    let stop = cancel_on_ctrl_c();
    let budget = |spent: Duration| {
        let budget = Budget::default().with_cancel(stop.clone());
        match args.time_limit {
            Some(time) => budget.with_time(time.saturating_sub(spent)),
            None => budget,
        }
    };
    // The wait for the plan does not count.
    let started = Instant::now();
    let start = level.start_within(&budget(Duration::ZERO));
    let spent = started.elapsed();
    if start
        .as_ref()
        .is_ok_and(|start| start.as_program().is_some())
    {
        return verify_program(args, input, level.as_ref(), &loaded.complaints);
    }
    let text = match input {
        Some(text) => text,
        None => files::text(&args.plan)?,
    };
    let (moves, error) = match start {
        Ok(start) => {
            let plan = read_plan(start.as_ref(), &text).map_err(files::first_error)?;
            let moves = plan.0.len();
            let replayed = replay_within(level.as_ref(), plan, &budget(spent));
            (moves, replayed.err())
        }
        Err(limit) => (
            Plan::parse(&text).0.len(),
            Some(ReplayError::NoStart { limit }),
        ),
    };
    if let Some(ReplayError::Refused {
        error: error @ MoveError::Syntax { .. },
        step,
    }) = error
    {
        return Err(error).with_context(|| format!("{}, move {step}", files::name(&args.plan)));
    }
    let step = match &error {
        Some(ReplayError::Refused { step, .. }) => Some(*step),
        _ => None,
    };
    let valid = match &error {
        None => Some(true),
        Some(error) if error.is_undecided() => None,
        Some(_) => Some(false),
    };
    let reason = error.map(|error| error.to_string());
    let length = count(moves, "moves");
    if args.json {
        files::print_json(&json!({
            "game": level.game_id(),
            "valid": valid,
            "moves": moves,
            // The refused move, from 1.
            "step": step,
            "reason": reason,
            "complaints": complaint_values(&loaded.complaints),
        }))?;
    } else {
        files::print(&match reason {
            None => format!("correct: the puzzle is solved after {length}\n"),
            Some(reason) if valid.is_none() => format!("not decided: {reason}\n"),
            Some(reason) => format!("wrong: {reason}\n"),
        })?;
    }
    Ok(match valid {
        Some(true) => Status::Done,
        Some(false) => Status::No,
        None => Status::undecided(&stop),
    })
}

/// Position with a text entered as the level's program. A program refused as a whole is an error at its start.
fn position_of(level: &dyn Level, text: &str) -> Result<Box<dyn Position>, Vec<ProgramError>> {
    play(level, &read_plan(level.start().as_ref(), text)?.0)
        .map_err(|error| vec![ProgramError::unfit((1, 1), 1, error.to_string())])
}

/// Runs the text of a program in the level and prints the result.
fn verify_program(
    args: &VerifyArgs,
    input: Option<String>,
    level: &dyn Level,
    complaints: &[Complaint],
) -> CommandResult {
    let (text, name) = match input {
        Some(text) => (text, files::name(&args.plan)),
        None => files::program(&args.plan)?,
    };
    let position = match position_of(level, &text) {
        Ok(position) => position,
        Err(errors) => return report_refused(args, level, &name, &errors, complaints),
    };
    let Some(program) = position.as_program() else {
        bail!("{name} is not a program");
    };
    let report = run_program(program);
    let won = position.is_solved() && report.ending.won;
    let valid = (won || !report.ending.undecided).then_some(won);
    let procedures = program.procedures();
    let procedure = |slot: Slot| {
        let procedure = procedures.get(slot.procedure)?;
        let command = procedure.commands.get(slot.index)?;
        Some((procedure.name.to_string(), command.text.to_string()))
    };
    if args.json {
        let ending = &report.ending;
        let place = || {
            json!({
                "procedure": ending.slot.and_then(procedure).map(|(name, _)| name),
                "command": ending.slot.map(|slot| slot.index + 1),
                "row": ending.cell.map(|cell| cell.row + 1),
                "column": ending.cell.map(|cell| cell.col + 1),
            })
        };
        let mut finding = json!({
            "game": level.game_id(),
            "valid": valid,
            "steps": report.steps,
            "score": ending.score,
            "score_unit": ending.score.and_then(|_| unit(level)),
        });
        // Tallies such as `lights` or `coins`.
        for tally in &report.counters {
            finding[tally.name] = json!({ "count": tally.count, "of": tally.total });
        }
        finding["failed_at"] = json!((!won).then(place));
        finding["reason"] = json!((!won).then_some(&ending.text));
        finding["complaints"] = complaint_values(complaints);
        files::print_json(&finding)?;
    } else {
        let location = report.ending.slot.and_then(|slot| {
            let (name, command) = procedure(slot)?;
            let place = format!("number {} of {name}", slot.index + 1);
            Some(format!("last command: {command}, {place}\n"))
        });
        let location = location.filter(|_| !won).unwrap_or_default();
        files::print(&format!("{}{location}", result_text(level, &report, valid)))?;
    }
    Ok(match valid {
        Some(true) => Status::Done,
        Some(false) => Status::No,
        None => Status::Limit,
    })
}

fn unit(level: &dyn Level) -> Option<&'static str> {
    Some(games::by_id(level.game_id())?.info().cost_unit)
}

fn result_text(level: &dyn Level, report: &RunReport, valid: Option<bool>) -> String {
    let verdict = match valid {
        Some(true) => "correct",
        Some(false) => "wrong",
        None => "not decided",
    };
    let (ending, steps) = (&report.ending.text, report.steps);
    let mut text = format!("{verdict}: {ending}\nsteps: {steps}\n");
    for tally in &report.counters {
        text += &format!("{}: {} of {}\n", tally.name, tally.count, tally.total);
    }
    if let Some(score) = report.ending.score {
        let unit = unit(level).unwrap_or_default();
        text += &format!("score: {score} {unit}\n");
    }
    text
}

/// Reports a refused program: status 2 if it is not a program of this game, 1 if it does not fit the level.
fn report_refused(
    args: &VerifyArgs,
    level: &dyn Level,
    name: &str,
    errors: &[ProgramError],
    complaints: &[Complaint],
) -> CommandResult {
    let is_unfit = errors.iter().all(|error| error.fits_elsewhere);
    let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if args.json && is_unfit {
        let error_row = |error: &ProgramError| json!({ "line": error.line, "column": error.column, "message": error.message });
        files::print_json(&json!({
            "game": level.game_id(),
            "valid": false,
            "steps": null,
            "score": null,
            "score_unit": null,
            "failed_at": null,
            "reason": all.first(),
            "errors": errors.iter().map(error_row).collect::<Vec<_>>(),
            "complaints": complaint_values(complaints),
        }))?;
    } else if is_unfit {
        files::print(&format!("wrong: {}\n", all.join("\nwrong: ")))?;
    } else {
        bail!("{name}, {}", all.join("\n"));
    }
    Ok(Status::No)
}
