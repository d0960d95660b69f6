//! Languages in which levels are written as text, in an editor.

use std::ops::Range;
use std::sync::Arc;

use super::{Complaint, FormError, LevelRef};
use crate::search::Budget;

/// A language of a game's levels.
pub trait Language: Sync {
    /// Reads a text and collects everything to say about it, including slow work such as computing
    /// the level's first position. Runs on a background thread; if the budget runs out, the rest is
    /// left undone.
    fn read(&self, source: &str, budget: &Budget) -> Read;

    /// Whether levels have a board that is edited beside the text.
    fn has_boards(&self) -> bool {
        false
    }

    /// The picture that a line of the text, from 1, belongs to, in languages that draw in their texts.
    fn sprite_at(&self, _source: &str, _line: usize) -> Option<SpriteText> {
        None
    }

    /// The notations of the language, at least one.
    fn notations(&self) -> &'static [Notation];

    /// Index of a text's notation in [`Language::notations`].
    fn notation(&self, source: &str) -> usize;

    /// The text in another notation, with its comments. Fails if the text cannot be read.
    fn in_notation(&self, source: &str, notation: usize) -> Result<String, FormError>;

    /// The coloured parts of a text, in order.
    fn tokens(&self, source: &str) -> Vec<Token>;

    /// Whether a character can be part of a name.
    fn is_word(&self, character: char) -> bool;
}

/// A picture as it is written in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteText {
    /// Of what it is a picture.
    pub name: String,
    /// The colours that it has, each with the sign that stands for it: red, green, blue, or nothing where one sees
    /// through.
    pub colors: Vec<(char, Option<[u8; 3]>)>,
    /// Its pixels row by row: the index of the colour, and where its sign is in the text, in bytes.
    pub pixels: Vec<Vec<(usize, Range<usize>)>>,
}

/// A notation of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Name on screen: `prefix (KIF)`.
    pub name: &'static str,
    /// File extension.
    pub extension: &'static str,
}

/// The result of reading a text.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// `None` if the text has errors.
    pub level: Option<LevelRef>,
    /// Errors and warnings in the order of the text.
    pub complaints: Vec<Complaint>,
    /// Names in the text, sorted, for completion.
    pub names: Vec<Arc<str>>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// In bytes.
    pub range: Range<usize>,
    pub kind: TokenKind,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    Comment,
    /// A word or sign of the language itself.
    Keyword,
    Variable,
    /// A name with arguments.
    Relation,
    Number,
    /// A name without arguments.
    Name,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
}
