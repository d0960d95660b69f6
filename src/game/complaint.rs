//! Errors and warnings of a parser; they accompany every answer about the level.

use super::{Outcome, TextError, words};

/// Error or warning about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Position and message.
    pub error: TextError,
    /// True if it is an error. A level may still have been built from the rest of the text.
    pub severe: bool,
}

impl Complaint {
    /// A warning: the text is valid, but probably not what was meant.
    pub fn warning(error: TextError) -> Self {
        Self {
            error,
            severe: false,
        }
    }

    /// Returns `error` or `warning`.
    pub fn severity(&self) -> &'static str {
        if self.severe { "error" } else { "warning" }
    }
}

impl From<TextError> for Complaint {
    fn from(error: TextError) -> Self {
        Self {
            error,
            severe: true,
        }
    }
}

/// Counts complaints by severity: `1 error and 2 warnings`; `None` if there are none.
pub fn count_complaints(complaints: &[Complaint]) -> Option<String> {
    let errors = complaints.iter().filter(|it| it.severe).count();
    let warnings = complaints.len() - errors;
    let counts = [(errors, "errors"), (warnings, "warnings")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(n, noun)| words::count(n, noun)).collect();
    (!counts.is_empty()).then(|| counts.join(" and "))
}

/// Returns why an answer about a level is doubtful: `the level has 1 error`. Warnings count only if there is no
/// solution.
pub fn caveat(outcome: &Outcome, complaints: &[Complaint]) -> Option<String> {
    let unsolvable = matches!(outcome, Outcome::Unsolvable(_));
    let counted = complaints.iter().filter(|it| it.severe || unsolvable);
    let counted: Vec<Complaint> = counted.cloned().collect();
    Some(format!("the level has {}", count_complaints(&counted)?))
}
