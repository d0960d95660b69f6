//! Tries one program on many levels.

use crate::game::{Level, RunReport, run_program, set_program};

/// The result of a program on a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    Ran(RunReport),
    /// The level refuses the program, with the reason.
    Unfit(String),
}

impl Trial {
    pub fn won(&self) -> bool {
        matches!(self, Self::Ran(report) if report.ending.won)
    }
}

/// Runs a program on a level; `None` if the level's solutions are not programs.
pub fn try_on(level: &dyn Level, source: &str) -> Option<Trial> {
    let mut position = level.start();
    position.as_program()?;
    Some(match set_program(position.as_mut(), source) {
        Ok(()) => Trial::Ran(run_program(position.as_program()?)),
        Err(errors) => {
            let first = errors.first().map(|error| error.message.clone());
            Trial::Unfit(first.unwrap_or_default())
        }
    })
}
