//! Random levels: requirements on their best programs, and generation until one meets them.

use crate::GenerateError;
use crate::search::Budget;

/// Returns the first level that `candidate` gives (`Some`) in up to `tries` calls, or an error: `tries` and `message`.
pub fn first_match<T>(
    tries: usize,
    budget: &Budget,
    mut candidate: impl FnMut() -> Result<Option<T>, GenerateError>,
    message: &str,
) -> Result<T, GenerateError> {
    for _ in 0..tries {
        budget.check()?;
        if let Some(level) = candidate()? {
            return Ok(level);
        }
    }
    Err(GenerateError::NotFound(format!("{tries} {message}")))
}

/// Required content of a shortest program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A repetition.
    Loop,
    /// A procedure that is called.
    Procedure,
    /// No requirement.
    Any,
}

impl Needs {
    /// Words of all values, for the list of an option.
    pub const WORDS: &'static [&'static str] = &["any", "loop", "procedure"];
    /// Values by their words.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("loop", Self::Loop),
        ("procedure", Self::Procedure),
        ("any", Self::Any),
    ];
}
