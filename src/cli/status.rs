//! Exit status of a command.

use std::process::ExitCode;

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

/// Result of a command; an error is printed on standard error and exits with status 2.
pub(super) type CommandResult = anyhow::Result<Status>;
