//! What is wrong with a game's text, and where.

use crate::game::{Complaint, FormError};

/// After more errors than this, nothing is made of a text: what follows would be guesses.
const MOST_ERRORS: usize = 5;

/// After so many errors and warnings, reading stops.
const MOST: usize = 100;

/// All problems found so far, each told once.
#[derive(Debug, Default)]
pub struct Problems {
    told: Vec<Complaint>,
    errors: usize,
}

impl Problems {
    /// Tells an error at a place counted from 1.
    pub fn error(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.tell(line, column, message.into(), true);
    }

    /// Tells a warning at a place counted from 1.
    pub fn warning(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.tell(line, column, message.into(), false);
    }

    fn tell(&mut self, line: usize, column: usize, message: String, severe: bool) {
        let known = |problem: &Complaint| {
            problem.severe == severe
                && problem.error.line == line
                && problem.error.message == message
        };
        if self.told.len() > MOST || self.told.iter().any(known) {
            return;
        }
        self.errors += usize::from(severe);
        let error = FormError::at(line.max(1), column.max(1), message);
        self.told.push(Complaint { error, severe });
    }

    /// Whether there are too many to go on.
    pub fn are_too_many(&self) -> bool {
        self.errors > MOST_ERRORS || self.told.len() > MOST
    }

    /// All of them, in the order of the text.
    pub fn in_order(mut self) -> Vec<Complaint> {
        self.told
            .sort_by_key(|problem| (problem.error.line, problem.error.column));
        self.told
    }
}
