//! Long searches: kept in files, gone on with, divided among processes and put together again.
//!
//! A solver that can do so gives [`Resumable`]. What it has to remember it writes down as text,
//! its *notes*, which nobody else reads. A [`Checkpoint`] is notes with a cover that tells what
//! they are of; [`search_on`] and [`merge`] look at the covers, so that notes of another level, solver or version,
//! or of a file that was cut off, never get to a solver.

use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::search::{Budget, Progress, ProgressSink, Stop};

use super::solver::{refuse_unfit, verified};
use super::{Answer, Meta, Outcome, Plan, Report, SolveError, SolveRequest, Solver, plan::play};

/// The ability to go on with a search, and to do only a part of it.
pub trait Resumable: Send + Sync {
    /// Version of the notes, raised whenever older ones would mean something else.
    fn version(&self) -> u32;

    /// Goes on from notes, or begins. Does its part of the work and nothing else; a plan that is
    /// known ends the search as soon as the part has nothing better.
    ///
    /// # Errors
    /// When the level or an option cannot be worked with, or the notes make no sense.
    fn go_on(
        &self,
        request: &SolveRequest<'_>,
        part: Part,
        notes: Option<&str>,
        keep: &dyn Keep,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Stretch, ResumeError>;

    /// What notes of several parts come to together.
    ///
    /// # Errors
    /// When notes make no sense.
    fn merge(&self, request: &SolveRequest<'_>, notes: &[&str]) -> Result<Stretch, ResumeError>;

    /// All of the work at one go, for which nothing is written down: what [`Solver::run`] is for a
    /// solver like this.
    ///
    /// # Errors
    /// When the level or an option cannot be worked with.
    fn run_whole(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        match self.go_on(request, Part::WHOLE, None, &KeepNothing, budget, progress) {
            Ok(stretch) => Ok(stretch.outcome),
            Err(ResumeError::Solve(error)) => Err(error),
            // There are no notes that could make no sense.
            Err(_) => Ok(Stop::Cancelled.outcome(None, None)),
        }
    }
}

/// No notes are wanted.
struct KeepNothing;

impl Keep for KeepNothing {
    fn due(&self) -> bool {
        false
    }

    fn keep(&self, _notes: String) {}
}

/// Takes notes while a search is under way.
pub trait Keep: Sync {
    /// Whether it is time to write down notes.
    fn due(&self) -> bool;
    /// Takes them.
    fn keep(&self, notes: String);
}

/// A stretch of work on a search.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// How it stands; the bound counts only what is certain for the whole.
    pub outcome: Outcome<Plan>,
    /// What is to be remembered.
    pub notes: String,
    /// Whether the part has nothing left to do.
    pub finished: bool,
}

impl Stretch {
    /// A stretch after which the part is done if the whole is.
    pub fn of(outcome: Outcome<Plan>, notes: String) -> Self {
        Self {
            finished: matches!(outcome, Outcome::Solved(_) | Outcome::Unsolvable(_)),
            outcome,
            notes,
        }
    }
}

/// One of several equal parts of a search, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: u32,
    of: u32,
}

impl Part {
    /// Everything.
    pub const WHOLE: Self = Self { index: 1, of: 1 };
    /// Most parts that a search can be divided into.
    pub const MOST: u32 = 100_000;

    /// Part `index`, from 1, of `of` parts.
    pub fn new(index: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&index) && of <= Self::MOST).then_some(Self { index, of })
    }

    /// Which one, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a numbered piece of work, from 0, belongs to it.
    pub fn has(self, unit: usize) -> bool {
        unit % self.of as usize == self.index as usize - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.trim().parse().ok();
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((number(index)?, number(of)?)));
        numbers
            .and_then(|(index, of)| Self::new(index, of))
            .ok_or_else(|| {
                format!(
                    "expected I/N: part I of N, counted from 1, such as 3/8; N is at most {}",
                    Self::MOST
                )
            })
    }
}

/// Why a search cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// The solver cannot.
    #[error(
        "the solver ‘{solver}’ cannot be kept, gone on with or divided{}",
        if able.is_empty() { String::new() } else { format!("; {able} can") }
    )]
    Unable {
        /// The solver's id.
        solver: &'static str,
        /// Solvers of the game that can, for the message.
        able: String,
    },
    /// It is no checkpoint.
    #[error("this is no checkpoint of a search")]
    NotOne,
    /// Not as it was written.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// Of something else.
    #[error("the checkpoint is of {found}, not of {wanted}")]
    Other {
        /// What it is of.
        found: String,
        /// What is wanted.
        wanted: String,
    },
    /// Parts that do not make a whole.
    #[error("{0}")]
    Parts(String),
    /// The solver refuses the request.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Notes with what they are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    game: String,
    solver: String,
    version: u32,
    level: String,
    part: Part,
    finished: bool,
    notes: String,
}

/// The first line of a checkpoint, with the version of the cover.
const HEAD: &str = "planwright checkpoint 1";

/// A fingerprint of text (FNV-1a, 128 bits): enough to tell levels apart and to see damage.
fn fingerprint(text: &str) -> String {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in text.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

/// A level without title and notes, and the moves made on it.
fn level_print(request: &SolveRequest<'_>) -> String {
    let plain = request.level.with_meta(Meta::default());
    let mut text = plain.to_text();
    for mv in request.done {
        text.push_str(mv.as_str());
        text.push('\n');
    }
    fingerprint(&text)
}

impl Checkpoint {
    /// Which part it is of.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Whether the part has nothing left to do.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    fn cover(&self) -> String {
        let finished = if self.finished { "finished" } else { "begun" };
        format!(
            "game {}\nsolver {} {}\nlevel {}\npart {} {finished}\n\n",
            self.game, self.solver, self.version, self.level, self.part
        )
    }

    /// Its text form.
    pub fn to_text(&self) -> String {
        let body = format!("{}{}\n", self.cover(), self.notes.trim_end());
        format!("{HEAD}\ncheck {}\n{body}", fingerprint(&body))
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// [`ResumeError::NotOne`] or [`ResumeError::Damaged`].
    pub fn parse(text: &str) -> Result<Self, ResumeError> {
        // As written, but for line ends that a mail or an editor may have changed.
        let text = text.replace("\r\n", "\n");
        let rest = text.strip_prefix("planwright checkpoint ");
        let rest = rest.ok_or(ResumeError::NotOne)?;
        let damaged = |what: &str| ResumeError::Damaged(what.to_owned());
        let rest = rest.strip_prefix("1\n").ok_or_else(|| {
            let version = rest.lines().next().unwrap_or_default();
            ResumeError::Other {
                found: format!("the form ‘{version}’"),
                wanted: "the form ‘1’ that this version of the program writes".to_owned(),
            }
        })?;
        let cut = || damaged("it ends too early");
        let (check, body) = rest.split_once('\n').ok_or_else(cut)?;
        let check = check.strip_prefix("check ").ok_or_else(cut)?;
        if check != fingerprint(body) {
            return Err(damaged(
                "its text is not what was written, or not all of it",
            ));
        }
        let (cover, notes) = body.split_once("\n\n").ok_or_else(cut)?;
        let value = |key: &str| {
            let line = cover.lines().find_map(|line| line.strip_prefix(key));
            let words = line.and_then(|line| line.strip_prefix(' '));
            words.ok_or_else(|| damaged(&format!("the line ‘{key}’ is missing")))
        };
        let two = |key: &str| -> Result<(String, String), ResumeError> {
            let (one, other) = value(key)?
                .split_once(' ')
                .ok_or_else(|| damaged(&format!("the line ‘{key}’ has one word")))?;
            Ok((one.to_owned(), other.to_owned()))
        };
        let (solver, version) = two("solver")?;
        let (part, state) = two("part")?;
        Ok(Self {
            game: value("game")?.to_owned(),
            solver,
            version: version
                .parse()
                .map_err(|_| damaged("the solver's version is no number"))?,
            level: value("level")?.to_owned(),
            part: part.parse().map_err(|reason: String| damaged(&reason))?,
            finished: state == "finished",
            notes: notes.to_owned(),
        })
    }

    /// Whether it is of this solver and level.
    fn check(&self, own: &Self) -> Result<(), ResumeError> {
        let other = |found: String, wanted: String| Err(ResumeError::Other { found, wanted });
        if self.game != own.game {
            return other(format!("the game {}", self.game), own.game.clone());
        }
        if self.solver != own.solver {
            return other(
                format!("the solver ‘{}’", self.solver),
                format!("‘{}’", own.solver),
            );
        }
        if self.version != own.version {
            return other(
                format!("version {} of the solver ‘{}’", self.version, self.solver),
                format!("version {}", own.version),
            );
        }
        if self.level != own.level {
            return other("another level".to_owned(), "this one".to_owned());
        }
        Ok(())
    }
}

/// The ability of a solver, and an empty checkpoint of it.
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

/// What is to be done of a long search.
pub struct Work<'a> {
    /// Which part; that of `from` if not told.
    pub part: Option<Part>,
    /// What was done before.
    pub from: Option<&'a Checkpoint>,
    /// Time between two checkpoints.
    pub every: Duration,
    /// Called with each checkpoint while the search is under way.
    pub keep: &'a (dyn Fn(&Checkpoint) + Sync),
}

/// A keeper with a clock.
struct Clock<'a> {
    own: &'a Checkpoint,
    every: Duration,
    last: Mutex<Option<Instant>>,
    keep: &'a (dyn Fn(&Checkpoint) + Sync),
}

impl Keep for Clock<'_> {
    fn due(&self) -> bool {
        let last = self.last.lock();
        // The first one at once: then it is seen early whether there is a place for it.
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

/// Goes on with a search, or begins it, as far as the budget goes, and replays the plan that comes
/// back as [`super::solve`] does.
///
/// # Errors
/// When the solver cannot go on with searches, the checkpoint does not belong to this level and
/// solver, or the solver refuses.
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
        // The whole may be divided from now on; parts stay what they are.
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
    let stretch = resumable.go_on(request, part, notes, &clock, budget, &progress)?;
    stretched(solver, request, own, stretch, (&progress, started))
}

/// Puts the parts of a search together. Each comes with a name for messages. The checkpoint that
/// comes back is of the whole.
///
/// # Errors
/// When parts are missing, are there twice, or do not belong to this level and solver; all are
/// named.
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
    let Some((first, of)) = parts.first().map(|(name, part)| (name, part.part.of)) else {
        return refused("there are no parts to put together".to_owned());
    };
    if let Some((name, part)) = parts.iter().find(|(_, part)| part.part.of != of) {
        return refused(format!(
            "{first} is one of {of} parts, but {name} is one of {}",
            part.part.of
        ));
    }
    let mut names: Vec<Vec<&str>> = vec![Vec::new(); of as usize];
    for (name, part) in parts {
        names[part.part.index as usize - 1].push(name);
    }
    let told = |index: usize| format!("{}/{of}", index + 1);
    let doubled = names
        .iter()
        .enumerate()
        .filter(|(_, names)| names.len() > 1);
    let doubled: Vec<String> = doubled
        .map(|(index, names)| format!("{} ({})", told(index), names.join(", ")))
        .collect();
    if !doubled.is_empty() {
        return refused(format!(
            "parts that are there twice: {}",
            doubled.join("; ")
        ));
    }
    let missing = names
        .iter()
        .enumerate()
        .filter(|(_, names)| names.is_empty());
    let missing: Vec<String> = missing.map(|(index, _)| told(index)).collect();
    if !missing.is_empty() {
        return refused(format!("parts that are missing: {}", missing.join(", ")));
    }
    let notes: Vec<&str> = parts.iter().map(|(_, part)| part.notes.as_str()).collect();
    let started = Instant::now();
    let progress = Progress::new(&crate::search::NoProgress);
    let stretch = resumable.merge(request, &notes)?;
    stretched(solver, request, own, stretch, (&progress, started))
}

fn stretched(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    own: Checkpoint,
    stretch: Stretch,
    (progress, started): (&Progress<'_>, Instant),
) -> Result<(Report, Checkpoint), ResumeError> {
    let report = Report {
        solver: solver.info().id,
        cost_unit: solver.cost_unit(request),
        up_to: solver.up_to(),
        outcome: verified(solver, request, stretch.outcome)?,
        explored: progress.explored(),
        elapsed: started.elapsed(),
    };
    let checkpoint = Checkpoint {
        finished: stretch.finished,
        notes: stretch.notes,
        ..own
    };
    Ok((report, checkpoint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Checkpoint {
        Checkpoint {
            game: "a-game".to_owned(),
            solver: "a-solver".to_owned(),
            version: 3,
            level: fingerprint("a level"),
            part: Part { index: 2, of: 5 },
            finished: false,
            notes: "what was done\n\nand more".to_owned(),
        }
    }

    #[test]
    fn checkpoints_are_read_as_they_are_written() {
        for finished in [false, true] {
            let checkpoint = Checkpoint { finished, ..some() };
            let read = Checkpoint::parse(&checkpoint.to_text()).expect("is one");
            assert_eq!(read.to_text(), checkpoint.to_text());
            assert_eq!((read.part, read.finished), (checkpoint.part, finished));
            let mailed = checkpoint.to_text().replace('\n', "\r\n");
            assert_eq!(Checkpoint::parse(&mailed), Ok(read));
        }
    }

    #[test]
    fn any_damage_is_seen() {
        let text = some().to_text();
        for end in 0..text.len() {
            assert!(Checkpoint::parse(&text[..end]).is_err(), "cut at {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("is still text");
            assert!(Checkpoint::parse(&changed).is_err(), "{changed}");
        }
        assert_eq!(Checkpoint::parse("logo\n\n11\n"), Err(ResumeError::NotOne));
    }

    #[test]
    fn parts_are_told_from_one_on() {
        for wrong in ["0/3", "4/3", "1", "/", "1/0", "a/b", "1/2/3", "-1/3"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
        let parts: Vec<Part> = (1..=3).filter_map(|index| Part::new(index, 3)).collect();
        for unit in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(unit)).count(), 1);
        }
        assert_eq!("2/3".parse(), Ok(parts[1]));
        assert_eq!(parts[1].to_string(), "2/3");
    }

    #[test]
    fn checkpoints_of_something_else_are_refused() {
        let own = some();
        assert_eq!(own.check(&own), Ok(()));
        let others = [
            (
                Checkpoint {
                    game: "b".to_owned(),
                    ..some()
                },
                "the game b",
            ),
            (
                Checkpoint {
                    solver: "b".to_owned(),
                    ..some()
                },
                "the solver ‘b’",
            ),
            (
                Checkpoint {
                    version: 2,
                    ..some()
                },
                "version 2",
            ),
            (
                Checkpoint {
                    level: fingerprint("b"),
                    ..some()
                },
                "another level",
            ),
        ];
        for (other, words) in others {
            let error = other.check(&own).expect_err("is of something else");
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
