//! `history`: lists past auto-play runs.

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::args::{examples, game_ids};
use super::files;
use super::status::{CommandResult, Status};
use crate::autoplay::history::{HistoryEntry, RunHistory, RunRecord};
use crate::game::words;
use crate::session::library::AppFolders;

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

pub(super) fn run(args: &HistoryArgs) -> CommandResult {
    let places = AppFolders::standard();
    let places = places.context("home folder not found; set PLANWRIGHT_HOME")?;
    let root = places.history();
    let entries = RunHistory::new(&root).list();
    let entries = entries.with_context(|| format!("{} cannot be read", root.display()))?;
    match &args.run {
        Some(id) => print_one(&entries, id, args.json),
        None => print_all(&entries, args),
    }
}

/// JSON form of a run: its folder, with its record or the reason why that cannot be read.
fn row(entry: &HistoryEntry) -> Value {
    let mut row = json!({ "id": entry.id, "folder": entry.folder.display().to_string() });
    let run = match &entry.run {
        Ok(run) => json!(run),
        Err(error) => json!({ "error": error }),
    };
    // Both are objects.
    if let (Some(row), Value::Object(run)) = (row.as_object_mut(), run) {
        row.extend(run);
    }
    row
}

fn print_all(entries: &[HistoryEntry], args: &HistoryArgs) -> CommandResult {
    let is_match = |run: &RunRecord| {
        args.game.as_ref().is_none_or(|game| *game == run.game)
            && args.profile.as_ref().is_none_or(|id| *id == run.profile)
    };
    let filtered = args.game.is_some() || args.profile.is_some();
    let matching = entries.iter().filter(|entry| match &entry.run {
        Ok(run) => is_match(run),
        Err(_) => !filtered,
    });
    if args.json {
        files::print_json(&json!({ "runs": matching.map(row).collect::<Vec<_>>() }))?;
        return Ok(Status::Done);
    }
    let mut lines = String::new();
    for entry in matching {
        lines += &match &entry.run {
            Ok(run) => format!("{}\n", line(&entry.id, run)),
            Err(error) => format!("{}  cannot be read: {error}\n", entry.id),
        };
    }
    if lines.is_empty() {
        files::notify(match filtered {
            true => "No matching runs.",
            false => "No runs yet.",
        });
    }
    files::print(&lines)?;
    Ok(Status::Done)
}

fn line(id: &str, run: &RunRecord) -> String {
    format!(
        "{id}  {}  {}, {} of {}, {}, {} missed, {} repeated, {}",
        run.start_time(),
        run.state.label(),
        run.solved(),
        words::count(run.levels.len(), "levels"),
        words::count(run.keys, "keys"),
        run.sum(|level| level.lost),
        run.sum(|level| level.doubled),
        words::seconds(run.elapsed_s)
    )
}

fn print_one(entries: &[HistoryEntry], id: &str, json: bool) -> CommandResult {
    let Some(entry) = entries.iter().find(|entry| entry.id == id) else {
        bail!("there is no run ‘{id}’; ‘planwright history’ lists them");
    };
    let run = match &entry.run {
        Ok(run) => run,
        Err(error) => bail!("{error}"),
    };
    if json {
        files::print_json(&row(entry))?;
        return Ok(Status::Done);
    }
    let mut text = format!("{}\n{}\n", line(id, run), entry.folder.display());
    if !run.text.is_empty() {
        text += &format!("{}\n", run.text);
    }
    for level in &run.levels {
        let outcome = if level.solved { "solved" } else { "not solved" };
        text += &format!(
            "level {}: {outcome}, {} of {}, {}, {} missed, {} repeated, {}, {} of it planning",
            level.level,
            level.made,
            words::count(level.plan.len(), "moves"),
            words::count(level.keys, "keys"),
            level.lost,
            level.doubled,
            words::seconds(level.time_s),
            words::seconds(level.planning_s)
        );
        if let Some(saved) = level.cost().and_then(|cost| cost.saved_presses()) {
            text += &format!(", {} saved", words::count(saved, "presses"));
        }
        text.push('\n');
    }
    for incident in &run.troubles {
        let (time, level) = (words::seconds(incident.at_s), incident.level);
        text += &format!("{time}, level {level}: {}", incident.text);
        if let Some(picture) = &incident.picture {
            text += &format!(" ({picture})");
        }
        text.push('\n');
    }
    files::print(&text)?;
    Ok(Status::Done)
}
