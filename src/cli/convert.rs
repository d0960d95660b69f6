//! `convert`: writes a level in another form.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{Form, LevelArgs, examples};
use super::files;
use super::status::{Ended, Status};
use crate::game::Level;
use crate::games;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright convert my-level.txt --to ron",
    "planwright convert my-level.ron --to txt -o my-level.txt",
    "planwright convert - --to ron < my-level.txt"
))]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Form to write
    #[arg(long, value_enum)]
    to: Form,
    /// Write to this file (replacing it atomically) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ConvertArgs) -> Ended {
    let level = files::chosen(&args.level, false)?.level;
    let text = in_form(level.as_ref(), args.to)?;
    files::put(&text, args.output.as_deref())?;
    Ok(Status::Done)
}

pub(super) fn in_form(level: &dyn Level, form: Form) -> anyhow::Result<String> {
    let id = level.game_id();
    if let Some(text) = level.to_form(form.extension()) {
        return Ok(text);
    }
    let known = games::by_id(id).map_or(&[][..], |game| game.info().forms);
    let has = |wanted: &str| known.iter().any(|(extension, _)| *extension == wanted);
    match form {
        Form::Txt if has("txt") => Ok(level.to_text()),
        Form::Id => {
            let level = level.with_meta(level.meta().clone());
            Ok(format!("{}\n", games::line::to_line(&level)))
        }
        Form::Ron if has("ron") => level.to_ron().context("the level cannot be written as RON"),
        _ => {
            let known: Vec<_> = known.iter().map(|(extension, _)| *extension).collect();
            bail!(
                "levels of {id} have no form ‘{}’, only {}",
                form.extension(),
                known.join(", ")
            )
        }
    }
}
