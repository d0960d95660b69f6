//! `profile`: lists, checks, exports and imports screen profiles.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::args::ProfileCommand;
use super::files;
use super::status::{CommandResult, Status};
use super::suggest::did_you_mean;
use crate::autoplay::profile_file::{
    EXTENSION, ProfileFile, ProfileFileError, check_profile, export_bytes,
};
use crate::game::Game;
use crate::games;
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::vision::{Finding, Profile, ProfileEntry, ProfileStore, Severity};

pub(super) fn store() -> ProfileStore {
    let folder = AppFolders::standard().map(|places| places.profiles());
    ProfileStore::load(folder.as_deref())
}

pub(super) fn named<'a>(store: &'a ProfileStore, id: &str) -> anyhow::Result<&'a Profile> {
    if !store.list().iter().any(|listed| listed.id == id) {
        let ids: Vec<_> = store.list().iter().map(|row| row.id.as_str()).collect();
        bail!(
            "there is no screen profile ‘{id}’{} There are {}.",
            did_you_mean(id, ids.iter().copied()),
            ids.join(", ")
        );
    }
    store.get(id).map_err(Into::into)
}

pub(super) fn game(profile: &Profile) -> anyhow::Result<&'static dyn Game> {
    games::by_id(&profile.game).with_context(|| {
        format!(
            "the profile ‘{}’ is for the game ‘{}’, which does not exist",
            profile.id, profile.game
        )
    })
}

pub(super) fn run(command: &ProfileCommand) -> CommandResult {
    let store = store();
    match command {
        ProfileCommand::List { json } => list(&store, *json),
        ProfileCommand::Show { id } => {
            let text = named(&store, id)?.to_ron();
            files::print(&text.context("it cannot be written as RON")?)?;
            Ok(Status::Done)
        }
        ProfileCommand::Check { which } => check(&store, which),
        ProfileCommand::Export { id, output } => export(&store, id, output.as_deref()),
        ProfileCommand::Import { file, replace } => import(file, *replace),
    }
}

fn list(store: &ProfileStore, json: bool) -> CommandResult {
    let entries = store.list();
    if json {
        let row = |entry: &ProfileEntry| {
            let profile = entry.profile.as_ref();
            json!({
                "id": entry.id,
                "title": profile.ok().map(|profile| &profile.title),
                "game": profile.ok().map(|profile| &profile.game),
                "origin": entry.origin.to_string(),
                "plays": profile.is_ok_and(|profile| profile.controls.is_some()),
                "error": profile.err().map(ToString::to_string),
            })
        };
        files::print_json(&json!({ "profiles": entries.iter().map(row).collect::<Value>() }))?;
        return Ok(Status::Done);
    }
    let widths = entries.iter().map(|entry| entry.id.chars().count());
    let width = widths.max().unwrap_or(0);
    let mut text = String::new();
    for entry in entries {
        let what = match &entry.profile {
            Ok(profile) => {
                let plays = profile.controls.is_some();
                let plays = if plays { "" } else { ", for reading only" };
                let (title, game, origin) = (&profile.title, &profile.game, &entry.origin);
                format!("{title} ({game}{plays}; {origin})")
            }
            Err(error) => format!("cannot be used: {error}"),
        };
        text += &format!("{:width$}  {what}\n", entry.id);
    }
    files::print(&text)?;
    Ok(Status::Done)
}

fn export(store: &ProfileStore, id: &str, output: Option<&Path>) -> CommandResult {
    let places = AppFolders::standard();
    let bytes = export_bytes(&RealDisk, places.as_ref(), named(store, id)?);
    let default_output = PathBuf::from(format!("{id}.{EXTENSION}"));
    let output = output.unwrap_or(&default_output);
    files::write_bytes(&bytes.context("it cannot be written as RON")?, Some(output))?;
    Ok(Status::Done)
}

fn import(path: &Path, replace: bool) -> CommandResult {
    let file = ProfileFile::read(&RealDisk, path)?;
    let places = AppFolders::standard().context("home folder not found; set PLANWRIGHT_HOME")?;
    match file.install(&RealDisk, &places, replace) {
        Err(error @ ProfileFileError::Taken(_)) => bail!("{error}; use --replace to replace it"),
        result => result?,
    }
    files::notify(&file.import_message());
    Ok(Status::Done)
}

fn check(store: &ProfileStore, which: &[String]) -> CommandResult {
    let all: Vec<String> = store.list().iter().map(|row| row.id.clone()).collect();
    let which = if which.is_empty() { &all } else { which };
    let (mut text, mut has_errors) = (String::new(), false);
    for name in which {
        let path = Path::new(name);
        // An id takes precedence over a file of the same name; ‘./name’ means the file.
        let profile = if store.list().iter().any(|row| &row.id == name) || !path.exists() {
            named(store, name).cloned()
        } else if path.extension().is_some_and(|it| it == EXTENSION) {
            let file = ProfileFile::read(&RealDisk, path);
            file.map(|it| it.profile().clone()).map_err(Into::into)
        } else {
            store.read(path).map_err(Into::into)
        };
        let findings = match &profile {
            Ok(profile) => check_profile(profile),
            Err(error) => {
                has_errors = true;
                text.push_str(&format!("{name}: error: {error:#}\n"));
                continue;
            }
        };
        has_errors |= findings.iter().any(|f| f.severity == Severity::Error);
        text.push_str(&findings_text(name, &findings));
    }
    files::print(&text)?;
    Ok(match has_errors {
        true => Status::BadInput,
        false => Status::Done,
    })
}

fn findings_text(name: &str, findings: &[Finding]) -> String {
    if findings.is_empty() {
        return format!("{name}: no problems\n");
    }
    let lines = findings.iter().map(|it| format!("{name}: {it}\n"));
    lines.collect()
}
