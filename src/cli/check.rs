//! `check`: reports errors and warnings in level files.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueHint;
use serde_json::json;

use super::args::{examples, game_ids};
use super::files;
use super::status::{CommandResult, Status, Unreadable};
use crate::export::report::complaint_values;
use crate::game::{Complaint, LevelRef, TextError, count_complaints, words};
use crate::games::by_id;
use crate::games::load::{LevelFile, LoadError};
use crate::session::disk::RealDisk;
use crate::session::split_number;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright check my-level.txt",
    "planwright check levels --strict",
    "planwright check my-game.puzzlescript --json";
    "Errors and warnings go to standard error, one per line: FILE:LINE:COLUMN: error: TEXT.\n\
     Exit status: 0 no errors, 1 warnings only, with --strict, 2 errors."
))]
pub(super) struct CheckArgs {
    /// Level files and folders of them, or - for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// The levels' game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    game: Option<String>,
    /// Exit with status 1 if there are warnings
    #[arg(long)]
    strict: bool,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CheckArgs) -> CommandResult {
    let mut all = Vec::new();
    let mut has_texts = false;
    for path in files::expand_folders(&args.files)? {
        let file = files::level_file(&path, args.game.as_deref());
        let is_other = file.as_ref().err().is_some_and(files::is_no_text);
        // A folder may hold pictures.
        if !is_other || args.files.contains(&path) {
            all.extend(check(&path, &file, args)?);
            has_texts = true;
        }
    }
    if !has_texts {
        bail!("there are no levels in these files");
    }
    Ok(if all.iter().any(|complaint| complaint.severe) {
        Status::BadInput
    } else if args.strict && !all.is_empty() {
        Status::No
    } else {
        Status::Done
    })
}

fn check(
    path: &Path,
    file: &anyhow::Result<LevelFile>,
    args: &CheckArgs,
) -> anyhow::Result<Vec<Complaint>> {
    let complaints = match file {
        Ok(file) => {
            let mut complaints = file.complaints();
            let is_whole = split_number(&RealDisk, path).1.is_none();
            if is_whole && file.levels.iter().all(is_message) {
                let reason = "there are no levels, only messages";
                complaints.push(TextError::at(1, 1, reason).into());
            }
            complaints
        }
        Err(error) => match error.downcast_ref::<Unreadable>() {
            Some(unreadable) => unreadable.complaints.clone(),
            None => vec![TextError::at(1, 1, error.root_cause().to_string()).into()],
        },
    };
    let name = files::name(path);
    if !complaints.is_empty() {
        let file = split_number(&RealDisk, path).0;
        files::notify(&Unreadable::new(file, &complaints).to_string());
    }
    let count = file.as_ref().map_or(0, |file| file.levels.len());
    let game = file.as_ref().ok().map(|file| file.game);
    if args.json {
        files::print_json(&json!({
            "file": name,
            "game": game,
            "levels": count,
            "complaints": complaint_values(&complaints),
        }))?;
    } else {
        let summary = count_complaints(&complaints).unwrap_or_else(|| "no problems".to_owned());
        let game = game.and_then(by_id);
        let contents = game.map_or_else(String::new, |game| {
            format!("{}, {}, ", game.info().title, words::count(count, "levels"))
        });
        files::print(&format!("{name}: {contents}{summary}\n"))?;
    }
    Ok(complaints)
}

fn is_message(level: &Result<LevelRef, LoadError>) -> bool {
    level.as_ref().is_ok_and(|level| level.message().is_some())
}
