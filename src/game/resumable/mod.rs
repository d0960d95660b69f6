//! Long searches: saved to files, resumed, divided among processes and merged.
//!
//! A solver with this ability implements [`Resumable`] and writes its state as text, its *notes*,
//! which only the solver itself reads. A [`Checkpoint`] is notes with a cover that says what they
//! belong to. [`search_on`] and [`merge`] check the covers, so notes of another level, solver or
//! version, or of a truncated file, never reach a solver.

mod checkpoint;
mod cover;
mod part;

use std::sync::Mutex;
use std::time::{Duration, Instant};

pub use checkpoint::{Checkpoint, ResumeError};
pub use cover::{Cover, CoverError, text_print};
pub use part::Part;

use super::solver::{refuse_unfit, report};
use super::{Outcome, Plan, Report, SolveError, SolveRequest, Solver, plan::play};
use crate::search::{Budget, Progress, ProgressSink, Stop};
use checkpoint::level_print;

/// The ability to resume a search and to do a part of it.
pub trait Resumable: Send + Sync {
    /// Version of the notes; raised when older notes would change their meaning.
    fn version(&self) -> u32;

    /// Starts a search or resumes it from notes, and does one part of the work. If a plan is known,
    /// the search ends as soon as the part has nothing better. Fails if the request is refused or
    /// the notes are invalid.
    fn resume(
        &self,
        request: &SolveRequest<'_>,
        part: Part,
        notes: Option<&str>,
        keep: &dyn Keep,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Stretch, ResumeError>;

    /// Merges the notes of several parts.
    fn merge(&self, request: &SolveRequest<'_>, notes: &[&str]) -> Result<Stretch, ResumeError>;

    /// Does all the work at once without notes: an implementation of [`Solver::run`].
    fn run_whole(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        match self.resume(request, Part::WHOLE, None, &KeepNothing, budget, progress) {
            Ok(stretch) => Ok(stretch.outcome),
            Err(ResumeError::Solve(error)) => Err(error),
            // Cannot happen: there are no notes to be invalid.
            Err(_) => Ok(Stop::Cancelled.outcome(None, None)),
        }
    }
}

/// Never wants notes.
struct KeepNothing;

impl Keep for KeepNothing {
    fn due(&self) -> bool {
        false
    }

    fn keep(&self, _notes: String) {}
}

/// Receives notes during a search.
pub trait Keep: Sync {
    /// Whether it is time for notes.
    fn due(&self) -> bool;
    fn keep(&self, notes: String);
}

/// The result of a stretch of search.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The bound covers the whole search.
    pub outcome: Outcome<Plan>,
    pub notes: String,
    /// Whether the part is done.
    pub finished: bool,
}

impl Stretch {
    /// A stretch that finishes its part if it decides the whole.
    pub fn of(outcome: Outcome<Plan>, notes: String) -> Self {
        Self {
            finished: matches!(outcome, Outcome::Solved(_) | Outcome::Unsolvable(_)),
            outcome,
            notes,
        }
    }
}

/// The solver's ability, and an empty checkpoint.
fn able<'a>(
    solver: &'a dyn Solver,
    request: &SolveRequest<'_>,
    part: Part,
) -> Result<(&'a dyn Resumable, Checkpoint), ResumeError> {
    let resumable = solver.resumable().ok_or_else(|| ResumeError::Unable {
        solver: solver.info().id,
        able: String::new(),
    })?;
    refuse_unfit(solver, request)?;
    play(request.level, request.done).map_err(SolveError::Prefix)?;
    let own = Checkpoint {
        game: request.level.game_id().to_owned(),
        solver: solver.info().id.to_owned(),
        version: resumable.version(),
        level: level_print(request),
        part,
        finished: false,
        notes: String::new(),
    };
    Ok((resumable, own))
}

/// What to do of a long search.
pub struct Work<'a> {
    /// Default: the part of `from`.
    pub part: Option<Part>,
    /// The checkpoint to resume from.
    pub from: Option<&'a Checkpoint>,
    /// Time between checkpoints.
    pub every: Duration,
    /// Called with each checkpoint during the search.
    pub keep: &'a (dyn Fn(&Checkpoint) + Sync),
}

/// Passes checkpoints on at regular times.
struct Clock<'a> {
    own: &'a Checkpoint,
    every: Duration,
    last: Mutex<Option<Instant>>,
    keep: &'a (dyn Fn(&Checkpoint) + Sync),
}

impl Keep for Clock<'_> {
    fn due(&self) -> bool {
        let last = self.last.lock();
        // The first one at once, to find out early if it cannot be written.
        last.is_ok_and(|last| last.is_none_or(|last| last.elapsed() >= self.every))
    }

    fn keep(&self, notes: String) {
        (self.keep)(&Checkpoint {
            notes,
            ..self.own.clone()
        });
        if let Ok(mut last) = self.last.lock() {
            *last = Some(Instant::now());
        }
    }
}

/// Starts or resumes a search within the budget, and replays its plan like [`super::solve`]. Fails
/// if the solver cannot resume searches or refuses the request, or if the checkpoint belongs to
/// something else.
pub fn search_on(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    work: &Work<'_>,
    budget: &Budget,
    sink: &dyn ProgressSink,
) -> Result<(Report, Checkpoint), ResumeError> {
    let before = work.from.map_or(Part::WHOLE, Checkpoint::part);
    let part = work.part.unwrap_or(before);
    let (resumable, own) = able(solver, request, part)?;
    if let Some(from) = work.from {
        from.check(&own)?;
        // A whole search can be divided; a part cannot change.
        if before != part && before != Part::WHOLE {
            return Err(ResumeError::Other {
                found: format!("part {before}"),
                wanted: format!("part {part}"),
            });
        }
    }
    let clock = Clock {
        own: &own,
        every: work.every,
        last: Mutex::new(None),
        keep: work.keep,
    };
    let started = Instant::now();
    let progress = Progress::new(sink);
    let notes = work.from.map(|from| from.notes.as_str());
    let stretch = resumable.resume(request, part, notes, &clock, budget, &progress)?;
    stretched(solver, request, own, stretch, (&progress, started))
}

/// Merges the parts of a search, each with a name for messages, into a checkpoint of the whole.
/// Fails if parts are missing, duplicated, or belong to something else.
pub fn merge(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    parts: &[(String, Checkpoint)],
) -> Result<(Report, Checkpoint), ResumeError> {
    let (resumable, own) = able(solver, request, Part::WHOLE)?;
    let refused = |message: String| Err(ResumeError::Parts(message));
    for (name, part) in parts {
        if let Err(error) = part.check(&own) {
            return refused(format!("{name}: {error}"));
        }
    }
    let Some((first, of)) = parts.first().map(|(name, part)| (name, part.part.of())) else {
        return refused("there are no parts to merge".to_owned());
    };
    if let Some((name, part)) = parts.iter().find(|(_, part)| part.part.of() != of) {
        let other = part.part.of();
        return refused(format!(
            "{first} is one of {of} parts, but {name} is one of {other}"
        ));
    }
    let mut names: Vec<Vec<&str>> = vec![Vec::new(); of as usize];
    for (name, part) in parts {
        names[part.part.index() as usize - 1].push(name);
    }
    let (mut doubled, mut missing) = (Vec::new(), Vec::new());
    for (index, names) in (1..).zip(names) {
        match names.len() {
            0 => missing.push(format!("{index}/{of}")),
            1 => {}
            _ => doubled.push(format!("{index}/{of} ({})", names.join(", "))),
        }
    }
    if !doubled.is_empty() {
        return refused(format!("duplicate parts: {}", doubled.join("; ")));
    }
    if !missing.is_empty() {
        return refused(format!("missing parts: {}", missing.join(", ")));
    }
    let notes: Vec<&str> = parts.iter().map(|(_, part)| part.notes.as_str()).collect();
    let started = Instant::now();
    let progress = Progress::new(&crate::search::NoProgress);
    let stretch = resumable.merge(request, &notes)?;
    stretched(solver, request, own, stretch, (&progress, started))
}

/// The report and checkpoint of a stretch.
fn stretched(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    own: Checkpoint,
    stretch: Stretch,
    (progress, started): (&Progress<'_>, Instant),
) -> Result<(Report, Checkpoint), ResumeError> {
    let report = report(solver, request, stretch.outcome, (progress, started))?;
    let checkpoint = Checkpoint {
        finished: stretch.finished,
        notes: stretch.notes,
        ..own
    };
    Ok((report, checkpoint))
}
