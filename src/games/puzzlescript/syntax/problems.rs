//! Problems of a game's text, with their positions.

use crate::game::{Complaint, FormError};

/// Beyond this number of errors no game is compiled, as the rest would be guesses.
const MOST_ERRORS: usize = 5;

/// Beyond this number of problems, parsing stops.
const MOST: usize = 100;

/// All problems found so far, without duplicates.
#[derive(Debug, Default)]
pub struct Problems {
    told: Vec<Complaint>,
    errors: usize,
}

impl Problems {
    /// Adds an error at a position counted from 1.
    pub fn error(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.tell(line, column, message.into(), true);
    }

    /// Adds a warning at a position counted from 1.
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

    /// Returns whether parsing should stop.
    pub fn are_too_many(&self) -> bool {
        self.errors > MOST_ERRORS || self.told.len() > MOST
    }

    /// All problems, in text order.
    pub fn in_order(mut self) -> Vec<Complaint> {
        self.told
            .sort_by_key(|problem| (problem.error.line, problem.error.column));
        self.told
    }
}
