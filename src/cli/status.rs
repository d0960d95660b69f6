//! How a command ended.

use std::process::ExitCode;

use crate::search::CancelFlag;

/// Exit status, as `docs/command-line.md` promises them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Solved, or done.
    Done,
    /// Proved unsolvable, or the plan is wrong.
    No,
    /// Bad input or usage.
    BadInput,
    /// A limit was reached first.
    Limit,
    /// The person said stop.
    Interrupted,
}

impl Status {
    /// The number.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Limit => 3,
            Self::Interrupted => 130,
        }
    }
}

impl Status {
    /// Of what was not decided: somebody said stop, or a limit was reached.
    pub(super) fn undecided(stop: &CancelFlag) -> Self {
        if stop.is_cancelled() {
            Self::Interrupted
        } else {
            Self::Limit
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// How a command ended, or why it could not do its work (told on standard error, status 2).
pub(super) type Ended = anyhow::Result<Status>;
