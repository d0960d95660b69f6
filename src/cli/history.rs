//! `history`: lists past auto-play runs.

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::args::{examples, game_ids};
use super::files;
use super::status::{Ended, Status};
use crate::autoplay::history::{History, Listed, RunRecord};
use crate::game::words;
use crate::session::library::Places;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright history",
    "planwright history --profile logo-fuse --json | jq '.runs[0].levels[].keys'",
    "planwright history 20260504-030201-logo-fuse"
))]
pub(super) struct HistoryArgs {
    /// Show all details of this run
    run: Option<String>,
    /// Only runs of this game
    #[arg(long, value_name = "ID", conflicts_with = "run", value_parser = game_ids())]
    game: Option<String>,
    /// Only runs with this screen profile
    #[arg(long, value_name = "ID", conflicts_with = "run")]
    profile: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &HistoryArgs) -> Ended {
    let places = Places::of_this_machine();
    let places = places.context("home folder not found; set PLANWRIGHT_HOME")?;
    let root = places.history();
    let listed = History::new(&root).list();
    let listed = listed.with_context(|| format!("{} cannot be read", root.display()))?;
    match &args.run {
        Some(id) => one(&listed, id, args.json),
        None => all(&listed, args),
    }
}

/// JSON form of a run: its record, or the reason why that cannot be read.
fn row(listed: &Listed) -> Value {
    let mut row = json!({ "id": listed.id, "folder": listed.folder.display().to_string() });
    let run = match &listed.run {
        Ok(run) => json!(run),
        Err(error) => json!({ "error": error }),
    };
    if let (Some(row), Value::Object(run)) = (row.as_object_mut(), run) {
        row.extend(run);
    }
    row
}

fn all(listed: &[Listed], args: &HistoryArgs) -> Ended {
    let fits = |run: &RunRecord| {
        args.game.as_ref().is_none_or(|game| *game == run.game)
            && args.profile.as_ref().is_none_or(|id| *id == run.profile)
    };
    let filtered = args.game.is_some() || args.profile.is_some();
    let shown = listed.iter().filter(|listed| match &listed.run {
        Ok(run) => fits(run),
        Err(_) => !filtered,
    });
    if args.json {
        files::print_json(&json!({ "runs": shown.map(row).collect::<Vec<_>>() }))?;
        return Ok(Status::Done);
    }
    let mut lines = String::new();
    for listed in shown {
        lines += &match &listed.run {
            Ok(run) => format!("{}\n", line(&listed.id, run)),
            Err(error) => format!("{}  cannot be read: {error}\n", listed.id),
        };
    }
    if lines.is_empty() {
        files::tell("No runs yet.");
    }
    files::print(&lines)?;
    Ok(Status::Done)
}

fn line(id: &str, run: &RunRecord) -> String {
    format!(
        "{id}  {}  {}, {} of {}, {}, {} missed, {} repeated, {}",
        run.when(),
        run.state.words(),
        run.solved(),
        words::count(run.levels.len(), "levels"),
        words::count(run.keys, "keys"),
        run.sum(|level| level.lost),
        run.sum(|level| level.doubled),
        words::seconds(run.elapsed_s)
    )
}

fn one(listed: &[Listed], id: &str, json: bool) -> Ended {
    let Some(listed) = listed.iter().find(|listed| listed.id == id) else {
        bail!("there is no run ‘{id}’; ‘planwright history’ lists them");
    };
    let run = match &listed.run {
        Ok(run) => run,
        Err(error) => bail!("{error}"),
    };
    if json {
        files::print_json(&row(listed))?;
        return Ok(Status::Done);
    }
    let mut text = format!("{}\n{}\n", line(id, run), listed.folder.display());
    if !run.text.is_empty() {
        text += &format!("{}\n", run.text);
    }
    for level in &run.levels {
        let how = if level.solved { "solved" } else { "not solved" };
        text += &format!(
            "level {}: {how}, {} of {}, {}, {} missed, {} repeated, {}, {} of it planning",
            level.level,
            level.made,
            words::count(level.plan.len(), "moves"),
            words::count(level.keys, "keys"),
            level.lost,
            level.doubled,
            words::seconds(level.time_s),
            words::seconds(level.planning_s)
        );
        if let Some(saved) = level.effort().and_then(|effort| effort.saved_presses()) {
            text += &format!(", {} saved", words::count(saved, "presses"));
        }
        text.push('\n');
    }
    for trouble in &run.troubles {
        text += &format!(
            "{}, level {}: {}",
            words::seconds(trouble.at_s),
            trouble.level,
            trouble.text
        );
        if let Some(picture) = &trouble.picture {
            text += &format!(" ({picture})");
        }
        text.push('\n');
    }
    files::print(&text)?;
    Ok(Status::Done)
}
