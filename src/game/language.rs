//! Levels that are written: a text in a language of its own is all there is to a level, and people
//! write it in an editor.

use std::ops::Range;
use std::sync::Arc;

use super::{FormError, LevelRef};
use crate::search::Budget;

/// A language that a game's levels are written in.
pub trait Language: Sync {
    /// Reads a text and says all that can be said about it. What takes long – the first position of
    /// the level, too – is done here, off the screen's thread; a budget that runs out before the end
    /// leaves the rest undone.
    fn read(&self, source: &str, budget: &Budget) -> Read;

    /// The notations that the language has; at least one.
    fn notations(&self) -> &'static [Notation];

    /// Which of [`Language::notations`] a text is in.
    fn notation(&self, source: &str) -> usize;

    /// The text in another of the notations, comments kept.
    ///
    /// # Errors
    /// Where the text cannot be read.
    fn in_notation(&self, source: &str, notation: usize) -> Result<String, FormError>;

    /// The parts of a text that have a colour of their own, in order.
    fn tokens(&self, source: &str) -> Vec<Token>;

    /// Whether a character can be part of a name.
    fn is_word(&self, character: char) -> bool;
}

/// One way of writing a language down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Name on screen: `prefix (KIF)`.
    pub name: &'static str,
    /// Extension of its files.
    pub extension: &'static str,
}

/// What reading a text came to.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The level, unless something is wrong.
    pub level: Option<LevelRef>,
    /// What is wrong or odd, in the order of the text.
    pub notices: Vec<Notice>,
    /// Names that the text uses, in alphabetical order, for completion.
    pub names: Vec<Arc<str>>,
}

/// Something wrong or odd about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Where and what.
    pub error: FormError,
    /// Whether there is no level as long as it stands.
    pub severe: bool,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where, in bytes.
    pub range: Range<usize>,
    /// What.
    pub kind: TokenKind,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Something for people only.
    Comment,
    /// A word or sign of the language itself.
    Keyword,
    /// Stands for anything.
    Variable,
    /// A name with arguments.
    Relation,
    /// A number.
    Number,
    /// A name alone.
    Name,
    /// Opens something that a [`TokenKind::Close`] closes.
    Open,
    /// Closes something.
    Close,
}
