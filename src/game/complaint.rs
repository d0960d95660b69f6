//! Errors and warnings of a reader, which travel with the level to every answer about it.

use super::{FormError, Outcome, words};

/// An error or warning of a reader about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Line, column and message.
    pub error: FormError,
    /// Whether it is an error. There may be a level all the same, made of the rest of the text.
    pub severe: bool,
}

impl Complaint {
    /// A warning: the text can be read, but probably means something else.
    pub fn warning(error: FormError) -> Self {
        Self {
            error,
            severe: false,
        }
    }

    /// `error` or `warning`.
    pub fn severity(&self) -> &'static str {
        if self.severe { "error" } else { "warning" }
    }
}

impl From<FormError> for Complaint {
    fn from(error: FormError) -> Self {
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
    let counts: Vec<String> = counts
        .map(|(count, noun)| words::count(count, noun))
        .collect();
    (!counts.is_empty()).then(|| counts.join(" and "))
}

/// Says what casts doubt on an answer about a level: errors in its text always, warnings if there is no solution.
/// `the text has 1 error`
pub fn doubt(outcome: &Outcome, complaints: &[Complaint]) -> Option<String> {
    let unsolvable = matches!(outcome, Outcome::Unsolvable(_));
    let counted = complaints.iter().filter(|it| it.severe || unsolvable);
    let counted: Vec<Complaint> = counted.cloned().collect();
    Some(format!("the text has {}", count_complaints(&counted)?))
}
