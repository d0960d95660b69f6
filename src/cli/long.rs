//! `solve` with `--save`, `--resume`, `--shard` and `--merge`: saves, resumes, divides and merges
//! searches.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::ValueHint;

use super::args::seconds;
use super::files;
use super::meter::Meter;
use super::outcome::{PrintArgs, tell};
use super::status::{Ended, Status};
use crate::game::{
    Checkpoint, Complaint, Game, Part, ResumeError, SolveRequest, Solver, Work, merge, search_on,
};
use crate::search::Budget;

/// Work that is saved, resumed, divided and merged: a long search, or one of many items.
#[derive(Debug, clap::Args)]
pub(super) struct DivideArgs {
    /// Do only part I of N, counted from 1, and write the result to --output; works with --save
    /// and --resume
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Part>,
    /// Merge all parts instead of doing the work
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath,
          conflicts_with_all = ["shard", "save", "resume"])]
    pub(super) merge: Vec<PathBuf>,
    /// Save the state of the work to this file, regularly and at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) save: Option<PathBuf>,
    /// Resume from a saved file, and keep it up to date unless --save names another
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) resume: Option<PathBuf>,
    /// Seconds between saves
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60",
          allow_negative_numbers = true)]
    pub(super) save_every: Duration,
}

impl DivideArgs {
    /// Whether any of these flags is used.
    pub(super) fn is_used(&self) -> bool {
        let work = self.shard.is_some() || self.save.is_some() || self.resume.is_some();
        work || !self.merge.is_empty()
    }

    /// The file to resume from, if there is one yet: the same command line starts and resumes if
    /// --save names the same file. Fails if --save would overwrite a file of something else.
    pub(super) fn from(&self) -> anyhow::Result<Option<&Path>> {
        let both = self.save.is_some() && self.save == self.resume;
        if let Some(path) = self.save.as_ref().filter(|path| !both && path.exists()) {
            bail!(
                "{0} exists already; resume from it with --resume {0}, or remove it",
                path.display()
            );
        }
        let from = self.resume.as_deref();
        Ok(from.filter(|path| !both || path.exists()))
    }

    /// The part to do, if the file to resume from is of the part `before`: that one, unless
    /// --shard names another. The whole can be divided. Fails if a part would change, or if a part
    /// would overwrite the whole.
    pub(super) fn part(&self, before: Option<Part>) -> anyhow::Result<Part> {
        let part = self.shard.or(before).unwrap_or(Part::WHOLE);
        let changed = before.filter(|before| *before != part);
        let (Some(before), Some(path)) = (changed, &self.resume) else {
            return Ok(part);
        };
        let name = files::name(path);
        if before != Part::WHOLE {
            bail!("{name} is of part {before}, not of part {part}; resume with --shard {before}");
        }
        if self.kept() == Some(path) {
            bail!(
                "{name} is of the whole and would be overwritten by part {part}; keep the part in \
                 another file: --save FILE"
            );
        }
        Ok(part)
    }

    /// The file to keep up to date. Standard input can be resumed from, but not saved to.
    pub(super) fn kept(&self) -> Option<&Path> {
        let save = self.save.as_deref().or(self.resume.as_deref());
        save.filter(|path| !files::is_stdin(path))
    }
}

/// A long search.
#[derive(Debug, clap::Args)]
pub(super) struct LongArgs {
    #[command(flatten)]
    pub(super) divide: DivideArgs,
    /// File for the part of --shard, or for the whole of --merge
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

/// Searches, or merges parts.
pub(super) fn run(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    budget: &Budget,
    long: &LongArgs,
    complaints: &[Complaint],
    print: &PrintArgs,
) -> Ended {
    if solver.resumable().is_none() {
        return Err(unable(game, solver));
    }
    match long.divide.merge.is_empty() {
        true => search(game, solver, request, budget, long, complaints, print),
        false => merged(game, solver, request, long, complaints, print),
    }
}

/// Why a solver does not divide, and what does.
fn unable(game: &dyn Game, solver: &dyn Solver) -> anyhow::Error {
    let solvers = game.solvers().iter();
    let able = solvers.filter(|solver| solver.resumable().is_some());
    let able: Vec<String> = able
        .map(|solver| format!("‘{}’", solver.info().id))
        .collect();
    let none = able.is_empty();
    let error = ResumeError::Unable {
        solver: solver.info().id,
        able: able.join(" and "),
    };
    match none {
        true => anyhow!(
            "{error}; its parts would meet in the same positions and repeat each other's work. ‘batch’ \
             divides many levels, or several solvers of one (--solver A --solver B)"
        ),
        false => error.into(),
    }
}

fn checkpoint(path: &Path) -> anyhow::Result<Checkpoint> {
    let text = files::text(path)?;
    Checkpoint::parse(&text).with_context(|| files::name(path))
}

fn search(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    budget: &Budget,
    long: &LongArgs,
    complaints: &[Complaint],
    print: &PrintArgs,
) -> Ended {
    let divide = &long.divide;
    let from = divide.from()?.map(checkpoint).transpose()?;
    let part = divide.part(from.as_ref().map(Checkpoint::part))?;
    if let Some(path) = long.output.as_ref().filter(|_| divide.shard.is_none()) {
        bail!(
            "--output {} is for --shard and --merge; use --save to save a search",
            path.display()
        );
    }
    let save = divide.kept();
    if divide.shard.is_some() && print.json && save.is_none() && long.output.is_none() {
        bail!("with --json, a part needs a file: -o FILE");
    }
    let failed = Mutex::new(None);
    let keep = |checkpoint: &Checkpoint| {
        let Some(path) = save else { return };
        let written = files::put(&checkpoint.to_text(), Some(path));
        if let Ok(mut failed) = failed.lock() {
            if let Err(error) = &written
                && failed.is_none()
            {
                files::tell(&format!("warning: {error:#}; the search continues"));
            }
            *failed = written.err();
        }
    };
    let work = Work {
        part: Some(part),
        from: from.as_ref(),
        every: divide.save_every,
        keep: &keep,
    };
    // Fail now, not after hours, if the file cannot be written.
    if let (Some(path), None) = (save, &from) {
        files::put("", Some(path))?;
        drop(std::fs::remove_file(path));
    }
    let meter = Meter::new(solver.info().cost_unit, print.quiet);
    let searched = search_on(solver, request, &work, budget, &meter);
    drop(meter);
    let (report, end) = match searched {
        Err(error @ ResumeError::Solve(_)) => return Err(error.into()),
        Err(error) => {
            let name = divide.resume.as_deref().map(files::name);
            return Err(error).with_context(|| name.unwrap_or_default());
        }
        Ok(done) => done,
    };
    keep(&end);
    let part = (end.part() != Part::WHOLE || divide.shard.is_some())
        .then(|| (end.part(), end.is_finished()));
    if part.is_some() {
        match (&long.output, save) {
            (None, Some(_)) => {}
            (output, _) => files::put(&end.to_text(), output.as_deref())?,
        }
    }
    let status = tell(game.info(), &report, complaints, None, part, print)?;
    match failed.into_inner().ok().flatten() {
        Some(error) => Err(error),
        None => Ok(status),
    }
}

fn merged(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    long: &LongArgs,
    complaints: &[Complaint],
    print: &PrintArgs,
) -> Ended {
    let parts: Vec<(String, Checkpoint)> = long
        .divide
        .merge
        .iter()
        .map(|path| Ok((files::name(path), checkpoint(path)?)))
        .collect::<anyhow::Result<_>>()?;
    let (report, whole) = merge(solver, request, &parts)?;
    if let Some(path) = &long.output {
        files::put(&whole.to_text(), Some(path))?;
    }
    let status = tell(game.info(), &report, complaints, None, None, print)?;
    if status == Status::Limit && !print.quiet {
        for (name, part) in parts.iter().filter(|(_, part)| !part.is_finished()) {
            files::tell(&format!("note: {name}, part {}, is not done", part.part()));
        }
    }
    Ok(status)
}
