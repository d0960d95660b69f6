//! Levels by chance: what their best programs are to need, and trying until one is as wanted.

use crate::game::GenerateError;
use crate::game::search::Budget;

/// Tries up to `tries` times until a level fits; `none` is the message if none does.
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
    /// What the words stand for.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("loop", Self::Loop),
        ("procedure", Self::Procedure),
        ("any", Self::Any),
    ];
}
