//! Exit status and errors of a command.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::game::{Complaint, MoveError, ReplayError, SolveError, WrongLine};
use crate::search::CancelFlag;

/// Exit status, as documented in `docs/command-line.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Solved, or done.
    Done,
    /// Proved unsolvable, or the plan is wrong.
    No,
    BadInput,
    /// A limit was reached first.
    Limit,
    Interrupted,
}

impl Status {
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Limit => 3,
            Self::Interrupted => 130,
        }
    }

    /// Status of a command that ended early: cancelled, or at a limit.
    pub(super) fn undecided(stop: &CancelFlag) -> Self {
        match stop.is_cancelled() {
            true => Self::Interrupted,
            false => Self::Limit,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Result of a command; an error is printed on standard error and exits with its [`status`].
pub(super) type CommandResult = anyhow::Result<Status>;

/// Errors and warnings about a text, one per line: `FILE:LINE:COLUMN: error: TEXT`. As an error, it means that the text
/// gave no level.
#[derive(Debug)]
pub(super) struct Unreadable {
    path: PathBuf,
    pub(super) complaints: Vec<Complaint>,
}

impl Unreadable {
    pub(super) fn new(path: &Path, complaints: &[Complaint]) -> Self {
        Self {
            path: path.to_owned(),
            complaints: complaints.to_vec(),
        }
    }
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lines = self.complaints.iter().map(|complaint| {
            let error = &complaint.error;
            let place = format!("{}:{}:{}", self.path.display(), error.line, error.column);
            let text = error.message.replace('\n', " ");
            format!("{place}: {}: {text}", complaint.severity())
        });
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl Error for Unreadable {}

/// Error of a command that has read the text of a level, with the errors and warnings about the text.
#[derive(Debug)]
pub(super) struct CommandError {
    error: anyhow::Error,
    pub(super) complaints: Vec<Complaint>,
}

impl Display for CommandError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

impl Error for CommandError {}

/// The error with the errors and warnings about the text of a level that was read before. An [`Unreadable`] keeps its own.
pub(super) fn with_complaints(error: anyhow::Error, complaints: Vec<Complaint>) -> anyhow::Error {
    match error.is::<Unreadable>() {
        true => error,
        false => CommandError { error, complaints }.into(),
    }
}

/// Status of a command that failed: 2 for bad input, or 3 if a limit left the effect of a move unknown.
pub(super) fn status(error: &anyhow::Error) -> Status {
    let error = match error.downcast_ref::<CommandError>() {
        Some(command) => &command.error,
        None => error,
    };
    let mut causes = error.chain();
    match causes.any(is_undecided) {
        true => Status::Limit,
        false => Status::BadInput,
    }
}

fn is_undecided(cause: &(dyn Error + 'static)) -> bool {
    if let Some(error) = cause.downcast_ref::<MoveError>() {
        return error.is_undecided();
    }
    if let Some(WrongLine { error, .. }) = cause.downcast_ref() {
        return error.is_undecided();
    }
    let replay = match cause.downcast_ref() {
        Some(SolveError::Prefix(error)) => Some(error),
        _ => cause.downcast_ref::<ReplayError>(),
    };
    replay.is_some_and(ReplayError::is_undecided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;

    #[test]
    fn an_undecided_move_is_a_limit_wherever_the_error_holds_it() {
        let error = MoveError::undecided(&Move::new("right"), "it was cancelled");
        let wrong = WrongLine {
            line: 1,
            error: error.clone(),
        };
        let refused = ReplayError::Refused {
            step: 1,
            error: error.clone(),
        };
        let prefix = SolveError::Prefix(refused.clone());
        for error in [
            anyhow::Error::from(error).context("move 1"),
            wrong.into(),
            refused.into(),
            with_complaints(prefix.into(), Vec::new()),
        ] {
            assert_eq!(status(&error), Status::Limit, "{error}");
        }
        assert_eq!(status(&anyhow::anyhow!("no file")), Status::BadInput);
    }
}
