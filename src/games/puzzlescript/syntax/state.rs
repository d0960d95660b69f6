//! What a reader remembers from one part of a line to the next.

use rustc_hash::FxHashSet;

use super::problems::Problems;
use super::source::{SoundWord, Source};

/// What comes next of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectPart {
    #[default]
    Outside,
    Name,
    Colors,
    Sprite,
}

/// What is being read of an object.
#[derive(Debug, Default)]
pub struct ObjectState {
    /// Index of the object in [`Source::objects`].
    pub index: Option<usize>,
    pub part: ObjectPart,
    pub rows: Vec<String>,
}

/// Where in a line the reader is; begins anew with each line.
#[derive(Debug, Default)]
pub struct LineState {
    /// Number of parts read, as each section counts them.
    pub count: usize,
    /// Whether the rest is a message, in which a bracket is no comment.
    pub is_message: bool,
    /// Why nothing more may follow.
    pub ended_by: Option<String>,
    /// Words read so far, in the legend and in layers.
    pub words: Vec<String>,
    /// Words read so far, about sounds.
    pub sounds: Vec<SoundWord>,
    /// Whether what was read is no use.
    pub is_broken: bool,
}

/// The state of a reader.
#[derive(Debug, Default)]
pub struct State {
    pub source: Source,
    pub problems: Problems,
    /// From 1.
    pub line: usize,
    /// Index of the section in [`super::SECTIONS`]; none in the prelude.
    pub section: Option<usize>,
    pub visited: Vec<usize>,
    /// How many comments are open.
    pub comments: usize,
    /// Whether a comment was the first thing in the line.
    pub after_comment: bool,
    pub at: LineState,
    pub object: ObjectState,
    /// The characters that levels can use.
    pub signs: FxHashSet<char>,
    /// Names that the lines of the legend come to so far.
    pub members: usize,
    /// Whether the next row begins a level of its own.
    pub new_level: bool,
}

impl State {
    /// Tells an error in the line being read.
    pub fn error(&mut self, column: usize, message: impl Into<String>) {
        self.problems.error(self.line, column, message);
    }

    /// Tells a warning in the line being read.
    pub fn warning(&mut self, column: usize, message: impl Into<String>) {
        self.problems.warning(self.line, column, message);
    }
}
