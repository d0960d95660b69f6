//! `convert`: writes a level in another form.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{LevelArgs, LevelForm, examples};
use super::files;
use super::status::{CommandResult, Status};
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
    to: LevelForm,
    /// Write to this file (replacing it atomically) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ConvertArgs) -> CommandResult {
    let level = files::level_from_args(&args.level, false)?.level;
    let text = in_form(level.as_ref(), args.to)?;
    files::write(&text, args.output.as_deref())?;
    if let Some(number) = level.number().filter(|_| args.to != LevelForm::Ron)
        && level.holds_siblings()
        && level.sibling(2).is_some()
    {
        let note = format!("note: this is the whole file; the level is number {number} in it");
        files::notify(&note);
    }
    Ok(Status::Done)
}

/// Text of a level in a form; an error lists the forms that the level's game has.
pub(super) fn in_form(level: &dyn Level, form: LevelForm) -> anyhow::Result<String> {
    let id = level.game_id();
    if let Some(text) = level.to_form(form.extension()) {
        return Ok(text);
    }
    let forms = games::by_id(id).map_or(&[][..], |game| game.info().forms);
    let has_form = |form: &str| forms.iter().any(|(extension, _)| *extension == form);
    match form {
        LevelForm::Txt if has_form("txt") => Ok(level.to_text()),
        LevelForm::Id => {
            let shared = level.with_meta(level.meta().clone());
            Ok(format!("{}\n", games::line::to_line(&shared)))
        }
        LevelForm::Ron if has_form("ron") => {
            level.to_ron().context("the level cannot be written as RON")
        }
        _ => {
            let names: Vec<_> = forms.iter().map(|(extension, _)| *extension).collect();
            bail!(
                "levels of {id} have no form ‘{}’, only {}",
                form.extension(),
                names.join(", ")
            )
        }
    }
}
