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
use crate::game::{Cover, CoverError, Part, text_print};

/// What came of an item.
pub(super) trait Record: Serialize + DeserializeOwned + Clone {
    /// Whether only one of two records of the same item can be true.
    fn contradicts(&self, other: &Self) -> bool;
    /// Order of preference among records of the same item; the lowest is kept.
    fn rank(&self) -> u32;
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

/// What the files are, and the version of their form.
const KIND: &str = "records";
const FORM: &str = "2";

/// The lines of a cover that say what job a file is of, and who differs if they do.
const JOB: [(&str, &str); 4] = [
    ("job", "of another command"),
    ("version", "of another version of Planwright"),
    ("options", "made with other options"),
    ("items", "of other levels, seeds or solvers"),
];

impl Job {
    fn cover(&self, part: Part) -> Cover {
        let mut items = String::new();
        for (name, content) in &self.items {
            items.push_str(&format!("{name}\t{content}\n"));
        }
        let items = format!("{} {}", self.items.len(), text_print(&items));
        Cover::default()
            .with("job", self.kind)
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("options", &self.options)
            .with("items", items)
            .with("part", part)
    }

    /// Indices of the items of a part.
    fn own(&self, part: Part) -> impl Iterator<Item = usize> {
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

/// What came of a job, or of a part of it.
pub(super) struct Came<R> {
    /// The part, if it is not the whole.
    pub(super) part: Option<Part>,
    /// Records of the finished items.
    pub(super) records: BTreeMap<usize, R>,
    /// Indices of all items of the part.
    pub(super) own: Vec<usize>,
    /// Whether the last state could be saved and handed in; to be asked when all is told.
    pub(super) kept: anyhow::Result<()>,
}

/// Merges parts, or has the work of a part, or of the whole, done and saved. A part is written to
/// `output`.
pub(super) fn run<R: Record>(
    job: &Job,
    divide: &DivideArgs,
    output: Option<&Path>,
    work: impl FnOnce(&mut Records<'_, R>) -> anyhow::Result<()>,
) -> anyhow::Result<Came<R>> {
    if !divide.merge.is_empty() {
        return Ok(Came {
            part: None,
            records: merge(job, &divide.merge)?,
            own: (0..job.items.len()).collect(),
            kept: Ok(()),
        });
    }
    let mut records = start(job, divide)?;
    let worked = work(&mut records);
    let kept = records.keep();
    worked?;
    Ok(Came {
        part: divide.shard,
        kept: match divide.shard {
            Some(_) => kept.and_then(|()| records.hand_in(output)),
            None => kept,
        },
        own: job.own(records.part).collect(),
        records: records.found,
    })
}

/// Starts a part, or resumes it. Fails if the files do not fit, before any work is done.
fn start<'a, R: Record>(job: &'a Job, divide: &'a DivideArgs) -> anyhow::Result<Records<'a, R>> {
    let before = divide.from()?.map(|path| read(job, path)).transpose()?;
    let part = divide.part(before.as_ref().map(|(part, _)| *part))?;
    if divide.shard.is_none() && part != Part::WHOLE {
        bail!("what is resumed is of part {part}; resume with --shard {part}");
    }
    let before = before.into_iter().flat_map(|(_, records)| records);
    let found = before.filter(|(index, _)| part.has(*index)).collect();
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

    /// Does what is left, one item after the other, until the work says that it was stopped (`None`).
    pub(super) fn each(
        &mut self,
        mut work: impl FnMut(usize) -> anyhow::Result<Option<R>>,
    ) -> anyhow::Result<()> {
        for index in self.left() {
            let Some(record) = work(index)? else {
                break;
            };
            self.record(index, || record);
            self.keep_if_due();
        }
        Ok(())
    }

    fn text(&self) -> anyhow::Result<String> {
        let mut body = String::new();
        for (index, record) in &self.found {
            body.push_str(&format!("{index} {}", files::json(record)?));
        }
        Ok(self.job.cover(self.part).around(KIND, FORM, &body))
    }

    /// Saves what is finished, if there is a file for it.
    fn keep(&mut self) -> anyhow::Result<()> {
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
    fn hand_in(&self, output: Option<&Path>) -> anyhow::Result<()> {
        match (output, self.save) {
            (None, Some(_)) => Ok(()),
            (output, _) => files::put(&self.text()?, output),
        }
    }
}

/// Reads a file of a job: its part, and its records.
fn read<R: Record>(job: &Job, path: &Path) -> anyhow::Result<(Part, BTreeMap<usize, R>)> {
    let (name, kind) = (files::name(path), job.kind);
    let damaged = || {
        format!(
            "{name} is damaged; remove it, and do its part again with the command that wrote it"
        )
    };
    let (cover, lines) = match Cover::read(KIND, FORM, &files::text(path)?) {
        Ok(read) => read,
        Err(CoverError::Kind) => bail!(
            "{name} is not a part of a {kind}; name files that ‘planwright {kind} --shard’ or \
             ‘--save’ wrote"
        ),
        Err(CoverError::Form(form)) => bail!(
            "{name} has form ‘{form}’, which this version does not know; merge with the version \
             that wrote it, or do the part again"
        ),
        Err(CoverError::Damaged(_)) => bail!(damaged()),
    };
    let own = job.cover(Part::WHOLE);
    for (key, differs) in JOB {
        let (found, own) = (cover.value(key)?, own.value(key)?);
        if found != own {
            bail!(
                "{name} is {differs} ({key}: {found}, here {own}); give the same command and \
                 options it was made with, or leave it out and do its part again"
            );
        }
    }
    let part: Option<Part> = cover.value("part")?.parse().ok();
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
fn merge<R: Record>(job: &Job, paths: &[PathBuf]) -> anyhow::Result<BTreeMap<usize, R>> {
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
            "some parts are not finished; run the commands below, then merge again with their files:\n{}",
            missing.join("\n")
        );
    }
    let all = all.into_iter();
    Ok(all.map(|(index, (record, _))| (index, record)).collect())
}
