//! Checkpoints: the saved state of a search, with a cover that says what it belongs to.

use thiserror::Error;

use super::cover::{Cover, CoverError, text_print};
use super::part::Part;
use crate::{Meta, SolveError, SolveRequest};

/// Why a search cannot be resumed or merged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    #[error(
        "the solver ‘{solver}’ cannot save, resume or divide a search{}",
        if able.is_empty() { String::new() } else { format!("; {able} can") }
    )]
    Unable {
        solver: &'static str,
        /// Solvers of the game that can, for the message.
        able: String,
    },
    #[error("this is not a checkpoint of a search")]
    NotOne,
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// The checkpoint belongs to something else.
    #[error("the checkpoint is of {found}, not of {wanted}")]
    Other { found: String, wanted: String },
    /// The parts do not make a whole.
    #[error("{0}")]
    Parts(String),
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<CoverError> for ResumeError {
    fn from(error: CoverError) -> Self {
        match error {
            CoverError::Kind => Self::NotOne,
            CoverError::Form(found) => Self::Other {
                found: format!("form ‘{found}’"),
                wanted: format!("form ‘{FORM}’, which this version writes"),
            },
            CoverError::Damaged(why) => Self::Damaged(why),
        }
    }
}

/// Notes with what they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub(super) game: String,
    pub(super) solver: String,
    pub(super) version: u32,
    pub(super) level: String,
    pub(super) part: Part,
    pub(super) finished: bool,
    pub(super) notes: String,
}

/// What the files are, and the version of their form.
const KIND: &str = "checkpoint";
const FORM: &str = "1";

/// Fingerprint of a level without metadata, with the moves made on it.
pub(super) fn level_print(request: &SolveRequest<'_>) -> String {
    let plain = request.level.with_meta(Meta::default());
    let mut text = plain.to_text();
    for mv in request.done {
        text.push_str(mv.as_str());
        text.push('\n');
    }
    text_print(&text)
}

impl Checkpoint {
    pub fn part(&self) -> Part {
        self.part
    }

    /// Whether the part is done.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    pub fn to_text(&self) -> String {
        let finished = if self.finished { "finished" } else { "begun" };
        let cover = Cover::default()
            .with("game", &self.game)
            .with("solver", format!("{} {}", self.solver, self.version))
            .with("level", &self.level)
            .with("part", format!("{} {finished}", self.part));
        cover.around(KIND, FORM, &format!("{}\n", self.notes.trim_end()))
    }

    pub fn parse(text: &str) -> Result<Self, ResumeError> {
        let (cover, notes) = Cover::read(KIND, FORM, text)?;
        let damaged = |what: &str| ResumeError::Damaged(what.to_owned());
        let two = |key: &str| -> Result<(String, String), ResumeError> {
            let (one, other) = cover
                .value(key)?
                .split_once(' ')
                .ok_or_else(|| damaged(&format!("the line ‘{key}’ lacks a word")))?;
            Ok((one.to_owned(), other.to_owned()))
        };
        let (solver, version) = two("solver")?;
        let (part, state) = two("part")?;
        Ok(Self {
            game: cover.value("game")?.to_owned(),
            solver,
            version: version
                .parse()
                .map_err(|_| damaged("the solver's version is not a number"))?,
            level: cover.value("level")?.to_owned(),
            part: part.parse().map_err(|reason: String| damaged(&reason))?,
            finished: state == "finished",
            notes,
        })
    }

    /// Checks that it belongs to the same solver and level as `own`.
    pub(super) fn check(&self, own: &Self) -> Result<(), ResumeError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Checkpoint {
        Checkpoint {
            game: "a-game".to_owned(),
            solver: "a-solver".to_owned(),
            version: 3,
            level: text_print("a level"),
            part: Part::new(2, 5).expect("is one of five"),
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
    fn checkpoints_of_something_else_are_refused() {
        let own = some();
        assert_eq!(own.check(&own), Ok(()));
        let refused = |change: fn(&mut Checkpoint), words: &str| {
            let mut other = some();
            change(&mut other);
            let error = other.check(&own).expect_err("is of something else");
            assert!(error.to_string().contains(words), "{error}");
        };
        refused(|other| other.game = "b".to_owned(), "the game b");
        refused(|other| other.solver = "b".to_owned(), "the solver ‘b’");
        refused(|other| other.version = 2, "version 2");
        refused(|other| other.level = text_print("b"), "another level");
    }
}
