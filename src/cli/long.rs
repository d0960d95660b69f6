//! `solve` with `--save`, `--resume`, `--shard` and `--merge`: searches that are kept in files, gone
//! on with, divided and put together.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context as _, bail};

use super::args::SolveArgs;
use super::files;
use super::meter::Meter;
use super::outcome::tell;
use super::status::{Ended, Status};
use crate::game::{
    Checkpoint, Game, Part, ResumeError, SolveRequest, Solver, Work, merge, search_on,
};
use crate::search::Budget;

/// Whether this is more than a search from begin to end.
pub(super) fn is_asked_for(args: &SolveArgs) -> bool {
    args.shard.is_some() || args.save.is_some() || args.resume.is_some() || !args.merge.is_empty()
}

/// Searches, or puts parts together.
pub(super) fn run(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    budget: &Budget,
    args: &SolveArgs,
) -> Ended {
    if solver.resumable().is_none() {
        return Err(unable(game, solver).into());
    }
    if args.merge.is_empty() {
        search(game, solver, request, budget, args)
    } else {
        put_together(game, solver, request, args)
    }
}

fn unable(game: &dyn Game, solver: &dyn Solver) -> ResumeError {
    let solvers = game.solvers().iter();
    let able = solvers.filter(|solver| solver.resumable().is_some());
    let able: Vec<String> = able
        .map(|solver| format!("‘{}’", solver.info().id))
        .collect();
    ResumeError::Unable {
        solver: solver.info().id,
        able: able.join(" and "),
    }
}

/// The checkpoint in a file.
fn checkpoint(path: &Path) -> anyhow::Result<Checkpoint> {
    let text = files::text(path)?;
    Checkpoint::parse(&text).with_context(|| files::name(path))
}

fn search(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    budget: &Budget,
    args: &SolveArgs,
) -> Ended {
    let both = args.save.is_some() && args.save == args.resume;
    let from = match &args.resume {
        // The same line begins a search and goes on with it.
        Some(path) if both && !path.exists() => None,
        Some(path) => Some(checkpoint(path)?),
        None => None,
    };
    if let Some(path) = args.save.as_ref().filter(|path| !both && path.exists()) {
        bail!(
            "{0} exists already; go on from it with --resume {0}, or take it away",
            path.display()
        );
    }
    if let Some(path) = args.output.as_ref().filter(|_| args.shard.is_none()) {
        bail!(
            "--output {} is for --shard and --merge; a search is kept with --save",
            path.display()
        );
    }
    // Standard input can be gone on from, but not kept.
    let save = args.save.as_deref().or(args.resume.as_deref());
    let save = save.filter(|path| !files::is_stdin(path));
    if args.shard.is_some() && args.json && save.is_none() && args.output.is_none() {
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
                files::tell(&format!("warning: {error:#}; the search goes on"));
            }
            *failed = written.err();
        }
    };
    let work = Work {
        part: args.shard,
        from: from.as_ref(),
        every: args.save_every,
        keep: &keep,
    };
    // Seen now, a file that cannot be written costs nothing.
    if let (Some(path), None) = (save, &from) {
        files::put("", Some(path))?;
        drop(std::fs::remove_file(path));
    }
    let meter = Meter::new(solver.info().cost_unit, args.quiet);
    let searched = search_on(solver, request, &work, budget, &meter);
    meter.clear();
    let (report, end) = match searched {
        Err(error @ ResumeError::Solve(_)) => return Err(error.into()),
        Err(error) => {
            let name = args.resume.as_deref().map(files::name);
            return Err(error).with_context(|| name.unwrap_or_default());
        }
        Ok(done) => done,
    };
    keep(&end);
    let part = (end.part() != Part::WHOLE || args.shard.is_some())
        .then(|| (end.part(), end.is_finished()));
    if part.is_some() {
        match (&args.output, save) {
            (None, Some(_)) => {}
            (output, _) => files::put(&end.to_text(), output.as_deref())?,
        }
    }
    let status = tell(game.info(), &report, part, args)?;
    match failed.into_inner().ok().flatten() {
        Some(error) => Err(error),
        None => Ok(status),
    }
}

fn put_together(
    game: &dyn Game,
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    args: &SolveArgs,
) -> Ended {
    let parts: Vec<(String, Checkpoint)> = args
        .merge
        .iter()
        .map(|path| Ok((files::name(path), checkpoint(path)?)))
        .collect::<anyhow::Result<_>>()?;
    let (report, whole) = merge(solver, request, &parts)?;
    if let Some(path) = &args.output {
        files::put(&whole.to_text(), Some(path))?;
    }
    let status = tell(game.info(), &report, None, args)?;
    if status == Status::Limit && !args.quiet {
        for (name, part) in parts.iter().filter(|(_, part)| !part.is_finished()) {
            files::tell(&format!("note: {name}, part {}, is not done", part.part()));
        }
    }
    Ok(status)
}
