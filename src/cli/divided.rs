//! Work of many items, each with a record of its own: saved, resumed, divided and merged.
//!
//! Part I of N has every N-th item. A file holds the records of a part that are finished, with a
//! cover that says what job they belong to. Merging takes all records of all files, in any order;
//! an item that was done twice has the better record.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::files;
use super::long::DivideArgs;
use crate::game::Part;
use crate::session::library::fingerprint;

/// What came of an item.
pub(super) trait Record: Serialize + DeserializeOwned + Clone {
    /// Whether only one of two records of the same item can be true.
    fn contradicts(&self, other: &Self) -> bool;
    /// Order of preference among records of the same item; the lowest is kept.
    fn rank(&self) -> u8;
    /// The record in a few words, for messages.
    fn words(&self) -> String;
}

/// What is divided.
pub(super) struct Job {
    /// The command.
    pub(super) kind: &'static str,
    /// All options that records depend on.
    pub(super) options: String,
    /// Name and content of each item.
    pub(super) items: Vec<(String, String)>,
    /// The words of the command line that does the job.
    pub(super) command: Vec<String>,
}

/// The first line of a file, with the version of its form.
const HEAD: &str = "planwright records 1";

/// A fingerprint of a text, to see damage and other jobs.
fn print_of(text: &str) -> String {
    format!("{:016x}", fingerprint(text))
}

/// The cover of a file: key and value of each line, and who differs if it does.
type Cover = [(&'static str, String, &'static str); 4];

impl Job {
    fn cover(&self) -> Cover {
        let mut items = String::new();
        for (name, content) in &self.items {
            items.push_str(&format!("{name}\t{content}\n"));
        }
        let print = print_of(&items);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        [
            ("job", self.kind.to_owned(), "of another command"),
            ("version", version, "of another version of Planwright"),
            ("options", self.options.clone(), "made with other options"),
            (
                "items",
                format!("{} {print}", self.items.len()),
                "of other levels or other solvers",
            ),
        ]
    }

    /// Indices of the items of a part.
    pub(super) fn own(&self, part: Part) -> impl Iterator<Item = usize> {
        (0..self.items.len()).filter(move |index| part.has(*index))
    }

    /// The command that does a part, and goes on with it if it was begun.
    fn does(&self, part: Part) -> String {
        let file = format!("part-{}", part.index());
        let mut words: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        words.push(format!("--shard {part} --save {file} --resume {file}"));
        words.join(" ")
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The finished records of a part, and where they are kept.
pub(super) struct Records<'a, R> {
    job: &'a Job,
    part: Part,
    found: BTreeMap<usize, R>,
    save: Option<&'a Path>,
    every: Duration,
    kept: Option<Instant>,
    warned: bool,
}

/// Starts a part, or resumes it. Fails if the files do not fit, before any work is done.
pub(super) fn start<'a, R: Record>(
    job: &'a Job,
    divide: &'a DivideArgs,
) -> anyhow::Result<Records<'a, R>> {
    let mut found = BTreeMap::new();
    let mut part = divide.shard.unwrap_or(Part::WHOLE);
    if let Some(path) = divide.from()? {
        let (before, records) = read(job, path)?;
        // The whole can be divided; a part cannot change.
        if divide.shard.is_some() && before != part && before != Part::WHOLE {
            bail!(
                "{} is of part {before}, not of part {part}; resume with --shard {before}",
                files::name(path)
            );
        }
        if divide.shard.is_none() && before != Part::WHOLE {
            bail!(
                "{} is of part {before}; resume with --shard {before}",
                files::name(path)
            );
        }
        if before != part && divide.kept() == Some(path) {
            bail!(
                "{0} is of the whole and would be overwritten by part {part}; keep the part in \
                 another file: --save FILE",
                files::name(path)
            );
        }
        part = divide.shard.unwrap_or(before);
        let own = |index: &usize| part.has(*index);
        found = records
            .into_iter()
            .filter(|(index, _)| own(index))
            .collect();
    }
    let save = divide.kept();
    let mut records = Records {
        job,
        part,
        found,
        save,
        every: divide.save_every,
        kept: None,
        warned: false,
    };
    // Fail now, not after hours, if the file cannot be written.
    records.keep()?;
    Ok(records)
}

impl<R: Record> Records<'_, R> {
    pub(super) fn part(&self) -> Part {
        self.part
    }

    /// The record of an item, if it is finished.
    pub(super) fn get(&self, index: usize) -> Option<&R> {
        self.found.get(&index)
    }

    /// Indices of the items that are not finished.
    pub(super) fn left(&self) -> Vec<usize> {
        let own = self.job.own(self.part);
        own.filter(|index| !self.found.contains_key(index))
            .collect()
    }

    /// Records an item, unless it is recorded already.
    pub(super) fn record(&mut self, index: usize, record: impl FnOnce() -> R) {
        self.found.entry(index).or_insert_with(record);
    }

    fn text(&self) -> anyhow::Result<String> {
        let mut body = String::new();
        for (key, value, _) in self.job.cover() {
            body.push_str(&format!("{key} {value}\n"));
        }
        body.push_str(&format!("part {}\n\n", self.part));
        for (index, record) in &self.found {
            body.push_str(&format!("{index} {}", files::json(record)?));
        }
        Ok(format!("{HEAD}\ncheck {}\n{body}", print_of(&body)))
    }

    /// Saves what is finished, if there is a file for it.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        self.kept = Some(Instant::now());
        match self.save {
            Some(path) => files::put(&self.text()?, Some(path)),
            None => Ok(()),
        }
    }

    /// Saves if it is time to; warns once if that fails.
    pub(super) fn keep_if_due(&mut self) {
        if self.kept.is_some_and(|kept| kept.elapsed() < self.every) {
            return;
        }
        if let Err(error) = self.keep()
            && !self.warned
        {
            self.warned = true;
            files::tell(&format!("warning: {error:#}; the work continues"));
        }
    }

    /// Writes the part where the user wants it.
    pub(super) fn hand_in(&self, output: Option<&Path>) -> anyhow::Result<()> {
        match (output, self.save) {
            (None, Some(_)) => Ok(()),
            (output, _) => files::put(&self.text()?, output),
        }
    }
}

/// Reads a file of a job: its part, and its records.
fn read<R: Record>(job: &Job, path: &Path) -> anyhow::Result<(Part, BTreeMap<usize, R>)> {
    let name = files::name(path);
    let text = files::text(path)?.replace("\r\n", "\n");
    let kind = job.kind;
    let Some(rest) = text.strip_prefix("planwright records ") else {
        bail!(
            "{name} is not a part of a {kind}; name files that ‘planwright {kind} --shard’ or \
             ‘--save’ wrote"
        );
    };
    let damaged = || {
        format!(
            "{name} is damaged; remove it, and do its part again with the command that wrote it"
        )
    };
    let Some(rest) = rest.strip_prefix("1\n") else {
        let form = rest.lines().next().unwrap_or_default();
        bail!(
            "{name} has form ‘{form}’, which this version does not know; merge with the version \
             that wrote it, or do the part again"
        );
    };
    let (check, body) = rest.split_once('\n').with_context(damaged)?;
    if check.strip_prefix("check ") != Some(print_of(body).as_str()) {
        bail!(damaged());
    }
    let (cover, lines) = body.split_once("\n\n").with_context(damaged)?;
    let value = |key: &str| {
        let mut pairs = cover.lines().filter_map(|line| line.split_once(' '));
        pairs.find_map(|(found, value)| (found == key).then_some(value))
    };
    for (key, own, differs) in job.cover() {
        let found = value(key).with_context(damaged)?;
        if found != own {
            bail!(
                "{name} is {differs} ({key}: {found}, here {own}); give the levels and options \
                 it was made with, or leave it out and do its part again"
            );
        }
    }
    let part: Option<Part> = value("part").and_then(|part| part.parse().ok());
    let part = part.with_context(damaged)?;
    let mut records = BTreeMap::new();
    for line in lines.lines() {
        let (index, record) = line.split_once(' ').with_context(damaged)?;
        let index: usize = index.parse().with_context(damaged)?;
        if index >= job.items.len() || !part.has(index) {
            bail!(damaged());
        }
        records.insert(index, serde_json::from_str(record).with_context(damaged)?);
    }
    Ok((part, records))
}

/// Merges files into the records of all items. Fails, with what to do about it, if records are
/// missing or contradict each other, or if a file is of something else.
pub(super) fn merge<R: Record>(job: &Job, paths: &[PathBuf]) -> anyhow::Result<BTreeMap<usize, R>> {
    let mut all: BTreeMap<usize, (R, &Path)> = BTreeMap::new();
    let mut of = 1;
    for path in paths {
        let (part, records) = read::<R>(job, path)?;
        of = of.max(part.of());
        for (index, record) in records {
            let Some((known, from)) = all.get(&index) else {
                all.insert(index, (record, path));
                continue;
            };
            if record.contradicts(known) {
                bail!(
                    "{} and {} contradict each other about {}: {} and {}; do part {part} again, \
                     and leave out the file that is wrong",
                    files::name(from),
                    files::name(path),
                    job.items[index].0,
                    known.words(),
                    record.words()
                );
            }
            // Equal ranks are decided by the text, so that the order of files does not matter.
            let key = |record: &R| Ok::<_, anyhow::Error>((record.rank(), files::json(record)?));
            if key(&record)? < key(known)? {
                all.insert(index, (record, path));
            }
        }
    }
    let parts = (1..=of).filter_map(|index| Part::new(index, of));
    let missing = parts.filter_map(|part| {
        let own = job.own(part).count();
        let left = job.own(part).filter(|index| !all.contains_key(index));
        let left = left.count();
        (left > 0).then(|| format!("part {part} lacks {left} of {own}: {}", job.does(part)))
    });
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        bail!(
            "not everything is done; do what is missing, and merge again with its file:\n{}",
            missing.join("\n")
        );
    }
    let all = all.into_iter();
    Ok(all.map(|(index, (record, _))| (index, record)).collect())
}
