//! State of the parser between parts of a line.

use rustc_hash::FxHashSet;

use super::problems::Problems;
use super::source::{Script, SoundWord};

/// Next part of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectPart {
    #[default]
    Outside,
    Name,
    Colors,
    Sprite,
}

/// State within an object.
#[derive(Debug, Default)]
pub struct ObjectState {
    /// Index of the object in [`Script::objects`].
    pub index: Option<usize>,
    pub part: ObjectPart,
    pub rows: Vec<String>,
}

/// State within a line; reset for each line.
#[derive(Debug, Default)]
pub struct LineState {
    /// Number of parts read, as each section counts them.
    pub count: usize,
    /// `true` if the rest is a message, in which brackets are not comments.
    pub is_message: bool,
    /// Why nothing more may follow.
    pub ended_by: Option<String>,
    /// Words read so far, in the legend and in layers.
    pub words: Vec<String>,
    /// Words read so far, in a sound line.
    pub sounds: Vec<SoundWord>,
    /// `true` if the line is invalid.
    pub is_broken: bool,
}

/// State of the parser.
#[derive(Debug, Default)]
pub struct ParserState {
    pub source: Script,
    pub problems: Problems,
    /// From 1.
    pub line: usize,
    /// Index of the section in [`super::SECTIONS`]; `None` in the prelude.
    pub section: Option<usize>,
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
    /// Adds an error in the current line.
    pub fn error(&mut self, column: usize, message: impl Into<String>) {
        self.problems.error(self.line, column, message);
    }

    /// Adds a warning in the current line.
    pub fn warning(&mut self, column: usize, message: impl Into<String>) {
        self.problems.warning(self.line, column, message);
    }
}
