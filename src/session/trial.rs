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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::shipped;

    #[test]
    fn a_known_program_wins_its_level_and_few_others() {
        let entries = shipped();
        let levels = entries.iter().filter_map(|entry| entry.level.as_ref().ok());
        let results: Vec<_> = levels
            .filter(|level| level.game_id() == "light-bot")
            .map(|level| {
                let trial = try_on(level.as_ref(), "main: FJ1\nf1: X2XR22R1\nf2: JXJXJ");
                (
                    level.meta().title.clone(),
                    trial.expect("is a program game"),
                )
            })
            .collect();
        let won = results.iter().filter(|(_, trial)| trial.won()).count();
        assert!((1..results.len()).contains(&won), "{results:?}");
        let level = entries[0].level.as_ref().expect("loads");
        let plain = level.start().as_program().is_none();
        assert_eq!(try_on(level.as_ref(), "").is_none(), plain);
    }
}
