//! Problems of a game's text, with their positions.

use crate::game::{Complaint, TextError};

/// Beyond this number of errors no game is compiled, as the rest would be guesses.
const MAX_ERRORS: usize = 5;

/// Beyond this number of problems, parsing stops.
const MAX_PROBLEMS: usize = 100;

/// All problems found so far, without duplicates.
#[derive(Debug, Default)]
pub struct Problems {
    complaints: Vec<Complaint>,
    errors: usize,
}

impl Problems {
    /// Adds an error at a position counted from 1.
    pub fn error(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.report(line, column, message.into(), true);
    }

    /// Adds a warning at a position counted from 1.
    pub fn warning(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.report(line, column, message.into(), false);
    }

    fn report(&mut self, line: usize, column: usize, message: String, severe: bool) {
        let known = |problem: &Complaint| {
            problem.severe == severe
                && problem.error.line == line
                && problem.error.message == message
        };
        if self.complaints.len() > MAX_PROBLEMS || self.complaints.iter().any(known) {
            return;
        }
        self.errors += usize::from(severe);
        let error = TextError::at(line.max(1), column.max(1), message);
        self.complaints.push(Complaint { error, severe });
    }

    /// Returns whether parsing should stop.
    pub fn are_too_many(&self) -> bool {
        self.errors > MAX_ERRORS || self.complaints.len() > MAX_PROBLEMS
    }

    /// All problems, in text order.
    pub fn in_order(mut self) -> Vec<Complaint> {
        self.complaints
            .sort_by_key(|problem| (problem.error.line, problem.error.column));
        self.complaints
    }
}
