//! `convert`: the same level in another form.

use anyhow::{Context as _, bail};

use super::args::{ConvertArgs, Form};
use super::files;
use super::status::{Ended, Status};
use crate::game::Level;
use crate::games;

/// Reads a level and writes it in the form asked for.
pub(super) fn run(args: &ConvertArgs) -> Ended {
    let level = files::chosen(&args.level)?;
    let text = in_form(level.as_ref(), args.to)?;
    files::put(&text, args.output.as_deref())?;
    Ok(Status::Done)
}

/// The text of a level in a form.
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
        Form::Ron if has("ron") => level.to_ron().context("the level has no form in RON"),
        _ => {
            let known: Vec<_> = known.iter().map(|(extension, _)| *extension).collect();
            bail!(
                "levels of {id} have no form ‘{}’; they have {}",
                form.extension(),
                known.join(", ")
            )
        }
    }
}
