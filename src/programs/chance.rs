//! Levels by chance: what their best programs are to need, and trying until one is as wanted.

use std::str::FromStr;

use crate::game::GenerateError;
use crate::game::search::Budget;

/// Tries so many times until a level fits; `none` is said if none does.
///
/// # Errors
/// Those of a try, and when no level fits or the budget is spent.
pub fn first_that_fits<T>(
    tries: usize,
    budget: &Budget,
    mut one: impl FnMut() -> Result<Option<T>, GenerateError>,
    none: &str,
) -> Result<T, GenerateError> {
    for _ in 0..tries {
        budget.check()?;
        if let Some(level) = one()? {
            return Ok(level);
        }
    }
    Err(GenerateError::NotFound(format!("{tries} {none}")))
}

/// What a shortest program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Commands that run again and again.
    Loop,
    /// Commands that are called.
    Procedure,
    /// Neither of them, or some.
    Any,
}

impl Needs {
    /// The words for them.
    pub const WORDS: &'static [&'static str] = &["any", "loop", "procedure"];
}

impl FromStr for Needs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "loop" => Ok(Self::Loop),
            "procedure" => Ok(Self::Procedure),
            "any" => Ok(Self::Any),
            _ => Err("expected loop, procedure or any".to_owned()),
        }
    }
}
