//! State of the parser between parts of a line, and the problems found.

use rustc_hash::FxHashSet;

use crate::game::{Complaint, TextError};

use super::source::Script;

/// Part of an object being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectPart {
    #[default]
    Outside,
    Name,
    Colors,
    Sprite,
}

#[derive(Debug, Default)]
pub struct ObjectState {
    /// Index of the object in [`Script::objects`].
    pub index: Option<usize>,
    pub part: ObjectPart,
    /// Rows of its sprite so far.
    pub rows: Vec<String>,
}

/// State within a line; reset for each line.
#[derive(Debug, Default)]
pub struct LineState {
    /// Column of the part being parsed, from 1.
    pub column: usize,
    /// `true` if that part is the first in its line.
    pub is_first: bool,
    /// Number of parts read, as each section counts them.
    pub count: usize,
    /// `true` if the rest is a message, in which brackets are not comments.
    pub is_message: bool,
    /// Name, for the message, of the part after which only a comment may follow.
    pub ended_by: Option<String>,
    /// Words read so far, in the legend and in layers.
    pub words: Vec<String>,
}

#[derive(Debug, Default)]
pub struct ParserState {
    pub source: Script,
    pub problems: Problems,
    /// From 1.
    pub line: usize,
    /// Index of the section in [`super::SECTIONS`]; `None` in the prelude.
    pub section: Option<usize>,
    /// Sections found so far.
    pub visited: Vec<usize>,
    /// Number of open comments.
    pub comments: usize,
    /// `true` if a comment was the first thing in the line.
    pub after_comment: bool,
    pub at: LineState,
    pub object: ObjectState,
    /// Characters that levels can use.
    pub signs: FxHashSet<char>,
    /// Names in all legend lines so far.
    pub members: usize,
    /// `true` if the next row starts another level.
    pub new_level: bool,
}

impl ParserState {
    /// Adds an error at the part being parsed.
    pub fn error(&mut self, message: impl Into<String>) {
        self.problems.error(self.line, self.at.column, message);
    }

    pub fn warning(&mut self, message: impl Into<String>) {
        self.problems.warning(self.line, self.at.column, message);
    }
}

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

    /// Adds an error that concerns no line; it is shown at the start of the text.
    pub fn general_error(&mut self, message: impl Into<String>) {
        self.error(0, 0, message);
    }

    pub fn warning(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.report(line, column, message.into(), false);
    }

    fn report(&mut self, line: usize, column: usize, message: String, severe: bool) {
        let (line, column) = (line.max(1), column.max(1));
        let known = |problem: &Complaint| {
            problem.severe == severe
                && problem.error.line == line
                && problem.error.message == message
        };
        if self.complaints.len() > MAX_PROBLEMS || self.complaints.iter().any(known) {
            return;
        }
        self.errors += usize::from(severe);
        let error = TextError::at(line, column, message);
        self.complaints.push(Complaint { error, severe });
    }

    /// Adds an error that counts even if it was reported before, as the original reports it twice.
    pub fn repeated_error(&mut self, line: usize, column: usize, message: impl Into<String>) {
        let errors = self.errors + 1;
        self.error(line, column, message);
        self.errors = errors;
    }

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
